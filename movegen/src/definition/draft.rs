//! The settings of a game as they are read: types by their names in the file, so that a game that inherits can exchange letters.

use sha2::{Digest, Sha256};

use super::betza;
use super::ini::Entry;
use super::{MaterialDraw, PieceSet};
use crate::bitboard::Bitboard;
use crate::error::printable;
use crate::outcome::Verdict;
use crate::piece::PieceType;
use crate::square::Square;

/// The names of the predefined piece types and their moves. Custom types follow, then the king.
const PREDEFINED: [(&str, &str); 36] = [
    ("pawn", "fmWfceF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
];
const CUSTOM: usize = 25;
pub(super) const PAWN: usize = 0;
pub(super) const KING: usize = PREDEFINED.len() + CUSTOM;
pub(super) const NAMES: usize = KING + 1;
/// All pieces of a side, where a key counts them like a type.
pub(super) const ALL: Types = 1 << 63;

const _: () = assert!(NAMES < 63);

/// A set of the types with a name, as bits.
pub(super) type Types = u64;

/// The letter and the moves of a type that the game has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Named {
    pub(super) letter: char,
    pub(super) betza: String,
}

/// One of the prices of a bribe: the sets of types paid one by one, and `true` if all pawns are paid as well.
pub(super) type Price = (Vec<Types>, bool);

/// The settings of a game.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// A hash of the settings, the inherited ones included.
    pub(super) hash: u64,
    pub(super) named: [Option<Named>; NAMES],
    pub(super) mobility: [[Option<Bitboard>; NAMES]; 2],
    pub(super) values: [[Option<i32>; NAMES]; 2],
    pub(super) start: String,
    pub(super) promotion_region: [Bitboard; 2],
    pub(super) promotion_pawns: [Types; 2],
    pub(super) promotion_into: [Types; 2],
    pub(super) promotion_limit: [u8; NAMES],
    pub(super) promoted: [Option<usize>; NAMES],
    pub(super) mandatory_pawn: bool,
    pub(super) mandatory_piece: bool,
    pub(super) double_step: bool,
    pub(super) double_region: [Bitboard; 2],
    pub(super) en_passant_region: [Bitboard; 2],
    pub(super) en_passant_types: [Types; 2],
    pub(super) castling: bool,
    pub(super) castling_king: [usize; 2],
    pub(super) castling_rooks: [Types; 2],
    pub(super) chess960: bool,
    pub(super) opposite: bool,
    pub(super) castling_wins: u8,
    pub(super) checking: bool,
    pub(super) must_capture: bool,
    pub(super) pass_on_stalemate: [bool; 2],
    pub(super) flying_general: bool,
    pub(super) move_rule_types: [Types; 2],
    pub(super) move_rule: u8,
    pub(super) fold_rule: u8,
    pub(super) fold_value: Verdict,
    pub(super) fold_absolute: bool,
    pub(super) stalemate: Verdict,
    pub(super) stalemate_count: bool,
    pub(super) checkmate: Verdict,
    pub(super) shatar: bool,
    pub(super) extinction: Option<Verdict>,
    pub(super) extinction_claim: bool,
    pub(super) extinction_pseudo: bool,
    pub(super) duple: bool,
    pub(super) extinction_types: Types,
    pub(super) extinction_count: u8,
    pub(super) extinction_opponent: u8,
    pub(super) flag_piece: [Option<usize>; 2],
    pub(super) flag_region: [Bitboard; 2],
    pub(super) flag_count: u8,
    pub(super) flag_blocked: bool,
    pub(super) flag_move: bool,
    pub(super) flag_safe: bool,
    pub(super) check_counting: bool,
    pub(super) capture_becomes: bool,
    pub(super) royal_types: Option<Types>,
    pub(super) royal_coup: bool,
    pub(super) royals_last: bool,
    pub(super) royal_unreleased: bool,
    pub(super) bribe_types: Types,
    pub(super) bribe_near: Types,
    pub(super) bribe_guard: Types,
    pub(super) bribe_price: Vec<(Types, Vec<Price>)>,
    pub(super) bribe_price_check: Vec<(Types, Vec<Price>)>,
    pub(super) bribe_mated: bool,
    pub(super) material: Option<MaterialDraw>,
}

impl Draft {
    /// Orthodox chess without pieces: what a section without a parent begins with.
    pub(super) fn new() -> Self {
        Self {
            hash: 0,
            named: [const { None }; NAMES],
            mobility: [[None; NAMES]; 2],
            values: [[None; NAMES]; 2],
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            promotion_region: [Bitboard::rank(7), Bitboard::rank(0)],
            promotion_pawns: [bit(PAWN); 2],
            promotion_into: [0; 2],
            promotion_limit: [0; NAMES],
            promoted: [None; NAMES],
            mandatory_pawn: true,
            mandatory_piece: false,
            double_step: true,
            double_region: [Bitboard::rank(1), Bitboard::rank(6)],
            en_passant_region: [Bitboard::FULL; 2],
            en_passant_types: [bit(PAWN); 2],
            castling: true,
            castling_king: [KING; 2],
            castling_rooks: [bit(index_of("rook").unwrap_or(PAWN)); 2],
            chess960: false,
            opposite: false,
            castling_wins: 0,
            checking: true,
            must_capture: false,
            pass_on_stalemate: [false; 2],
            flying_general: false,
            move_rule_types: [bit(PAWN); 2],
            move_rule: 50,
            fold_rule: 3,
            fold_value: Verdict::Draw,
            fold_absolute: false,
            stalemate: Verdict::Draw,
            stalemate_count: false,
            checkmate: Verdict::Loss,
            shatar: false,
            extinction: None,
            extinction_claim: false,
            extinction_pseudo: false,
            duple: false,
            extinction_types: 0,
            extinction_count: 0,
            extinction_opponent: 0,
            flag_piece: [None; 2],
            flag_region: [Bitboard::EMPTY; 2],
            flag_count: 1,
            flag_blocked: false,
            flag_move: false,
            flag_safe: false,
            check_counting: false,
            capture_becomes: false,
            royal_types: None,
            royal_coup: false,
            royals_last: false,
            royal_unreleased: false,
            bribe_types: 0,
            bribe_near: 0,
            bribe_guard: 0,
            bribe_price: Vec::new(),
            bribe_price_check: Vec::new(),
            bribe_mated: false,
            material: None,
        }
    }

    /// Applies the keys of a section: piece types first, then the keys for several rules, then those for one, whatever their order in the
    /// file. Of a key that occurs twice the last one counts.
    ///
    /// # Errors
    /// The entry that cannot be applied and the reason.
    pub(super) fn apply<'a>(&mut self, entries: &'a [Entry]) -> Result<(), (&'a Entry, String)> {
        let mut last: Vec<&Entry> = Vec::new();
        for entry in entries {
            last.retain(|earlier| earlier.key != entry.key);
            last.push(entry);
        }
        last.sort_by_key(|entry| (rank(&entry.key), entry.key.as_str()));
        let mut settings = self.hash.to_string();
        for entry in last {
            self.set(&entry.key, &entry.value).map_err(|why| (entry, why))?;
            settings += &format!("\n{} = {}", entry.key, entry.value);
        }
        self.hash = Sha256::digest(settings).iter().take(8).fold(0, |hash, &byte| hash << 8 | u64::from(byte));
        Ok(())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        if let Some(index) = index_of(key) {
            return self.set_piece(index, value);
        }
        if let Some(reason) = unsupported(key) {
            return Err(reason.to_owned());
        }
        if self.set_board(key, value)? || self.set_game_end(key, value)? || self.set_own(key, value)? {
            return Ok(());
        }
        Err("unknown key".to_owned())
    }

    /// Reads a letter, `-` for no such type, and the moves of a custom type or king after a colon.
    fn set_piece(&mut self, index: usize, value: &str) -> Result<(), String> {
        let mut letters = value.chars();
        let letter = letters.next().ok_or("a letter or '-' is needed")?;
        let moves = letters.as_str();
        if letter == '-' && moves.is_empty() {
            self.remove_piece(index);
            return Ok(());
        }
        if !letter.is_ascii_alphabetic() {
            return Err("the value begins with neither a letter nor '-'".to_owned());
        }
        if PREDEFINED.get(index).is_some_and(|(name, _)| *name == "janggiCannon") {
            return Err("this piece, which no cannon may jump over, is not supported".to_owned());
        }
        let is_custom = (PREDEFINED.len()..NAMES).contains(&index);
        let betza = match (moves.strip_prefix(':'), is_custom) {
            (Some(betza), true) => betza.trim().to_owned(),
            (None, _) if !moves.is_empty() => return Err("a letter and ':' before the moves are needed".to_owned()),
            (None, true) if index == KING => "K".to_owned(),
            (None, true) => return Err("a custom piece needs moves in Betza notation, such as 'a:BN'".to_owned()),
            (None, false) => PREDEFINED[index].1.to_owned(),
            (Some(_), false) => return Err("only custom pieces and the king have moves of their own".to_owned()),
        };
        betza::parse(&betza)?;
        let letter = letter.to_ascii_lowercase();
        if let Some(other) = self.of_letter(letter).filter(|&other| other != index) {
            self.remove_piece(other);
        }
        // An `e` in the moves of a custom piece: it captures en passant.
        if is_custom && index != KING && betza.contains('e') {
            self.en_passant_types = self.en_passant_types.map(|types| types | bit(index));
        }
        self.named[index] = Some(Named { letter, betza });
        Ok(())
    }

    fn remove_piece(&mut self, index: usize) {
        self.named[index] = None;
        self.promotion_into = self.promotion_into.map(|types| types & !bit(index));
    }

    fn of_letter(&self, letter: char) -> Option<usize> {
        let letter = letter.to_ascii_lowercase();
        self.named.iter().position(|named| named.as_ref().is_some_and(|named| named.letter == letter))
    }

    fn piece(&self, letter: char) -> Result<usize, String> {
        let shown = printable(letter.encode_utf8(&mut [0; 4]));
        self.of_letter(letter).ok_or_else(|| format!("no piece has the letter '{shown}'"))
    }

    /// Reads a set of types: letters, or `-` for none.
    fn types(&self, text: &str) -> Result<Types, String> {
        if text.trim() == "-" {
            return Ok(0);
        }
        let letters = text.chars().filter(|letter| !letter.is_whitespace());
        let types = letters.map(|letter| Ok(bit(self.piece(letter)?))).collect::<Result<Vec<Types>, String>>()?;
        match types.is_empty() {
            true => Err("letters of pieces or '-' are needed".to_owned()),
            false => Ok(types.into_iter().fold(0, |all, one| all | one)),
        }
    }

    /// The same, with `*` for all types of the game.
    fn types_or_all(&self, text: &str) -> Result<Types, String> {
        if text.trim() == "*" {
            let present = self.named.iter().enumerate().filter(|(_, named)| named.is_some());
            return Ok(present.fold(0, |all, (index, _)| all | bit(index)));
        }
        self.types(text)
    }

    /// Reads pairs such as `q:1 r:2`.
    fn pairs<T>(&self, text: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Vec<(usize, T)>, String> {
        let pair = |text: &str| {
            let (letter, value) =
                text.split_once(':').ok_or("pairs of a letter and a value, such as 'q:1', are needed")?;
            let mut letters = letter.chars();
            match (letters.next(), letters.next()) {
                (Some(letter), None) => Ok((self.piece(letter)?, read(value)?)),
                _ => Err("one letter is needed before ':'".to_owned()),
            }
        };
        text.split_whitespace().filter(|&text| text != "-").map(pair).collect()
    }

    /// Sets pieces, promotion, first moves and castling. Returns `false` if the key is none of these.
    fn set_board(&mut self, key: &str, value: &str) -> Result<bool, String> {
        if let Some((color, index)) = mobility(key) {
            let region = squares(value)?;
            self.mobility[color][index] = region.any().then_some(region);
            return Ok(true);
        }
        let (name, colors) = colors_of(key);
        match name {
            // The programs that show these games use them.
            "variantTemplate" | "pieceToCharTable" | "pocketSize" if colors == BOTH => {}
            "maxRank" if value == "8" => {}
            "maxFile" if value == "8" || value == "h" => {}
            "maxRank" | "maxFile" => return Err("only boards of 8x8 squares are supported".to_owned()),
            "startFen" => self.start = value.to_owned(),
            "chess960" => self.chess960 = boolean(value)?,
            "pieceValueMg" | "pieceValueEg" => {
                let phase = usize::from(key == "pieceValueEg");
                for (index, value) in self.pairs(value, |text| number(text, MAX_VALUE))? {
                    // As in Fairy-Stockfish, 0 sets no value.
                    self.values[phase][index] = Some(value).filter(|&value| value > 0);
                }
            }
            "pawnTypes" if colors == BOTH => {
                let types = self.types(value)?;
                self.promotion_pawns = [types; 2];
                self.en_passant_types = [types; 2];
                self.move_rule_types = [types; 2];
            }
            "promotionRegion" if colors != BOTH => assign(colors, squares(value)?, &mut self.promotion_region),
            "promotionPawnTypes" => assign(colors, self.types(value)?, &mut self.promotion_pawns),
            "promotionPieceTypes" => assign(colors, self.types(value)?, &mut self.promotion_into),
            "promotionLimit" => {
                for (index, limit) in self.pairs(value, |text| number(text, 64))? {
                    self.promotion_limit[index] = limit;
                }
            }
            "promotedPieceType" => {
                let read = |text: &str| match text {
                    "-" => Ok(None),
                    _ => Ok(Some(single(text).and_then(|letter| self.piece(letter))?)),
                };
                for (index, promoted) in self.pairs(value, read)? {
                    self.promoted[index] = promoted;
                }
            }
            "mandatoryPawnPromotion" => self.mandatory_pawn = boolean(value)?,
            "mandatoryPiecePromotion" => self.mandatory_piece = boolean(value)?,
            "doubleStep" => self.double_step = boolean(value)?,
            "doubleStepRegion" if colors != BOTH => assign(colors, squares(value)?, &mut self.double_region),
            "enPassantRegion" => assign(colors, squares(value)?, &mut self.en_passant_region),
            "enPassantTypes" => assign(colors, self.types(value)?, &mut self.en_passant_types),
            "castling" => self.castling = boolean(value)?,
            "castlingKingsideFile" if matches!(value, "g" | "7") => {}
            "castlingQueensideFile" if matches!(value, "c" | "3") => {}
            "castlingKingFile" if matches!(value, "e" | "5") => {}
            "castlingRank" if value == "1" => {}
            "castlingRookKingsideFile" if matches!(value, "h" | "8") => {}
            "castlingRookQueensideFile" if matches!(value, "a" | "1") => {}
            "castlingKingsideFile"
            | "castlingQueensideFile"
            | "castlingKingFile"
            | "castlingRank"
            | "castlingRookKingsideFile"
            | "castlingRookQueensideFile" => {
                return Err("castling is supported on the squares of chess only".to_owned());
            }
            "castlingKingPiece" => {
                let index = single(value).and_then(|letter| self.piece(letter))?;
                assign(colors, index, &mut self.castling_king);
            }
            "castlingRookPieces" => assign(colors, self.types(value)?, &mut self.castling_rooks),
            "oppositeCastling" => self.opposite = boolean(value)?,
            "castlingWins" => self.castling_wins = rights(value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Sets the rules about checks and the end of a game. Returns `false` if the key is none of these.
    fn set_game_end(&mut self, key: &str, value: &str) -> Result<bool, String> {
        let (name, colors) = colors_of(key);
        match name {
            "checking" => self.checking = boolean(value)?,
            "mustCapture" => self.must_capture = boolean(value)?,
            "passOnStalemate" => assign(colors, boolean(value)?, &mut self.pass_on_stalemate),
            "flyingGeneral" => self.flying_general = boolean(value)?,
            "nMoveRuleTypes" => assign(colors, self.types(value)?, &mut self.move_rule_types),
            "nMoveRule" => self.move_rule = number(value, 127)?,
            "nFoldRule" => self.fold_rule = number(value, 16)?,
            "nFoldValue" => self.fold_value = verdict(value)?,
            "nFoldValueAbsolute" => self.fold_absolute = boolean(value)?,
            "stalemateValue" => self.stalemate = verdict(value)?,
            "stalematePieceCount" => self.stalemate_count = boolean(value)?,
            "checkmateValue" => self.checkmate = verdict(value)?,
            "shatarMateRule" => self.shatar = boolean(value)?,
            "extinctionValue" => self.extinction = if value == "none" { None } else { Some(verdict(value)?) },
            "extinctionClaim" => self.extinction_claim = boolean(value)?,
            "extinctionPseudoRoyal" => self.extinction_pseudo = boolean(value)?,
            "dupleCheck" => self.duple = boolean(value)?,
            "extinctionPieceTypes" => {
                self.extinction_types = if value == "*" { ALL } else { self.types(value)? };
            }
            "extinctionPieceCount" => self.extinction_count = number(value, 64)?,
            "extinctionOpponentPieceCount" => self.extinction_opponent = number(value, 64)?,
            "flagPiece" => {
                let piece = match value {
                    "*" => None,
                    _ => Some(single(value).and_then(|letter| self.piece(letter))?),
                };
                assign(colors, piece, &mut self.flag_piece);
            }
            "flagRegion" => assign(colors, squares(value)?, &mut self.flag_region),
            "flagPieceCount" => self.flag_count = number::<u8>(value, 64)?.max(1),
            "flagPieceBlockedWin" => self.flag_blocked = boolean(value)?,
            "flagMove" => self.flag_move = boolean(value)?,
            "flagPieceSafe" => self.flag_safe = boolean(value)?,
            "checkCounting" => self.check_counting = boolean(value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Sets the rules that Fairy-Stockfish does not have. Returns `false` if the key is none of these.
    fn set_own(&mut self, key: &str, value: &str) -> Result<bool, String> {
        match key {
            "captureBecomes" => self.capture_becomes = one_of(value, [("none", false), ("victim", true)])?,
            "royalTypes" => self.royal_types = Some(self.types(value)?),
            "royalCapture" => self.royal_coup = one_of(value, [("none", false), ("coup", true)])?,
            "royalsSafe" => self.royals_last = one_of(value, [("every", false), ("last", true)])?,
            "royalMate" => self.royal_unreleased = one_of(value, [("noMove", false), ("unreleased", true)])?,
            "bribeTypes" => self.bribe_types = self.types_or_all(value)?,
            "bribeNear" => self.bribe_near = self.types_or_all(value)?,
            "bribeGuard" => self.bribe_guard = self.types_or_all(value)?,
            "bribePrice" => self.bribe_price = self.prices(value, 1)?,
            "bribePriceCheck" => self.bribe_price_check = self.prices(value, 3)?,
            "bribeMated" => self.bribe_mated = boolean(value)?,
            "materialDraw" => {
                let values =
                    [("chess", MaterialDraw::Chess), ("kings", MaterialDraw::Kings), ("none", MaterialDraw::Never)];
                self.material = Some(one_of(value, values)?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads prices such as `*:p r:rq|nb+nb|nb+p*`, each of at most so many pieces, all pawns counted as one. Dearer ones would make more moves
    /// than a list has space for.
    fn prices(&self, text: &str, most: usize) -> Result<Vec<(Types, Vec<Price>)>, String> {
        let entry = |text: &str| {
            let (targets, prices) = text.split_once(':').ok_or("prices such as 'r:rq|nb+nb' are needed")?;
            let prices =
                prices.split('|').map(|price| self.price(price, most)).collect::<Result<Vec<Price>, String>>()?;
            Ok((self.types_or_all(targets)?, prices))
        };
        text.split_whitespace().filter(|&text| text != "-").map(entry).collect()
    }

    fn price(&self, text: &str, most: usize) -> Result<Price, String> {
        let (mut pieces, mut all_pawns) = (Vec::new(), false);
        let parts = text.split('+').count();
        if parts > most {
            return Err(format!("'{}' has {parts} parts, and at most {most} are supported here", printable(text)));
        }
        for part in text.split('+') {
            match part {
                "p*" if self.named[PAWN].is_none() => return Err("'p*' needs orthodox pawns".to_owned()),
                "p*" => all_pawns = true,
                _ => pieces.push(self.types_or_all(part)?),
            }
        }
        match pieces.is_empty() {
            true => Err("a price without a piece".to_owned()),
            false => Ok((pieces, all_pawns)),
        }
    }

    /// Returns the types of the game in this set, by the index that each name has in the game.
    pub(super) fn resolve(types: Types, index: &[Option<PieceType>; NAMES]) -> PieceSet {
        (0..NAMES).filter(|&name| types & bit(name) != 0).filter_map(|name| index[name]).collect()
    }
}

pub(super) const fn bit(index: usize) -> Types {
    1 << index
}

/// The largest value of a piece in Fairy-Stockfish's units, in which a rook is worth 1276.
const MAX_VALUE: u32 = 25_000;

/// White and Black.
const BOTH: [bool; 2] = [true; 2];

/// The name of a key without its color, and the colors.
fn colors_of(key: &str) -> (&str, [bool; 2]) {
    match (key.strip_suffix("White"), key.strip_suffix("Black")) {
        (Some(name), _) if is_by_color(name) => (name, [true, false]),
        (_, Some(name)) if is_by_color(name) => (name, [false, true]),
        _ => (key, BOTH),
    }
}

fn is_by_color(name: &str) -> bool {
    matches!(
        name,
        "promotionRegion"
            | "promotionPawnTypes"
            | "promotionPieceTypes"
            | "doubleStepRegion"
            | "enPassantRegion"
            | "enPassantTypes"
            | "castlingKingPiece"
            | "castlingRookPieces"
            | "passOnStalemate"
            | "nMoveRuleTypes"
            | "flagPiece"
            | "flagRegion"
    )
}

fn assign<T: Copy>(colors: [bool; 2], value: T, of: &mut [T; 2]) {
    for (target, _) in of.iter_mut().zip(colors).filter(|(_, is_meant)| *is_meant) {
        *target = value;
    }
}

/// The order in which keys take effect.
fn rank(key: &str) -> usize {
    match index_of(key) {
        Some(index) => index,
        None if key == "pawnTypes" => NAMES,
        None if colors_of(key).1 == BOTH => NAMES + 1,
        None => NAMES + 2,
    }
}

/// The index of a piece type by its name in files.
pub(super) fn index_of(name: &str) -> Option<usize> {
    if name == "king" {
        return Some(KING);
    }
    if let Some(number) = name.strip_prefix("customPiece") {
        let number = number.parse().ok().filter(|n| (1..=CUSTOM).contains(n) && !number.starts_with(['0', '+']));
        return number.map(|number: usize| PREDEFINED.len() + number - 1);
    }
    PREDEFINED.iter().position(|(known, _)| *known == name)
}

/// The name of a piece type in files.
pub(super) fn name_of(index: usize) -> String {
    match index {
        KING => "king".to_owned(),
        _ => PREDEFINED
            .get(index)
            .map_or_else(|| format!("customPiece{}", index - PREDEFINED.len() + 1), |(name, _)| (*name).to_owned()),
    }
}

/// Reads `mobilityRegionWhiteKnight` and the like: the color and the piece type.
fn mobility(key: &str) -> Option<(usize, usize)> {
    let rest = key.strip_prefix("mobilityRegion")?;
    let (color, name) =
        [("White", 0), ("Black", 1)].into_iter().find_map(|(color, n)| Some((n, rest.strip_prefix(color)?)))?;
    let mut letters = name.chars();
    let first = letters.next().filter(char::is_ascii_uppercase)?;
    index_of(&format!("{}{}", first.to_ascii_lowercase(), letters.as_str())).map(|index| (color, index))
}

/// The reason why a key of Fairy-Stockfish is not supported.
fn unsupported(key: &str) -> Option<&'static str> {
    Some(match key {
        "pieceDrops"
        | "dropLoop"
        | "capturesToHand"
        | "firstRankPawnDrops"
        | "promotionZonePawnDrops"
        | "enclosingDrop"
        | "enclosingDropStart"
        | "dropRegionWhite"
        | "dropRegionBlack"
        | "sittuyinRookDrop"
        | "dropOppositeColoredBishop"
        | "dropPromoted"
        | "dropNoDoubled"
        | "dropNoDoubledCount"
        | "dropChecks"
        | "mustDrop"
        | "mustDropType"
        | "castlingDroppedPiece"
        | "shogiPawnDropMateIllegal"
        | "freeDrops"
        | "twoBoards" => "drops are not supported",
        "blastOnCapture"
        | "blastImmuneTypes"
        | "mutuallyImmuneTypes"
        | "petrifyOnCaptureTypes"
        | "petrifyBlastPieces" => "explosions and petrified pieces are not supported",
        "gating" | "seirawanGating" | "cambodianMoves" => "gating is not supported",
        "wallingRule" | "wallingRegion" | "wallingRegionWhite" | "wallingRegionBlack" | "wallOrMove" => {
            "walls are not supported"
        }
        "flipEnclosedPieces" => "pieces that change sides by being enclosed are not supported",
        "connectN"
        | "connectPieceTypes"
        | "connectHorizontal"
        | "connectVertical"
        | "connectDiagonal"
        | "connectRegion1White"
        | "connectRegion2White"
        | "connectRegion1Black"
        | "connectRegion2Black"
        | "connectNxN"
        | "collinearN"
        | "connectValue" => "goals of connected pieces are not supported",
        "materialCounting" | "adjudicateFullBoard" | "countingRule" => "counting rules are not supported",
        "perpetualCheckIllegal" | "moveRepetitionIllegal" | "chasingRule" | "bikjangRule" => {
            "rules about perpetual checks, chases and bikjang are not supported"
        }
        "pass" | "passWhite" | "passBlack" => "passing at any time is not supported; 'passOnStalemate' is",
        "tripleStepRegionWhite" | "tripleStepRegionBlack" => "triple steps are not supported",
        "sittuyinPromotion" | "piecePromotionOnCapture" | "pieceDemotion" => "this form of promotion is not supported",
        "diagonalLines" | "soldierPromotionRank" | "makpongRule" | "immobilityIllegal" => {
            "this rule of Asian chess is not supported"
        }
        "promotionRank" | "doubleStepRank" | "doubleStepRankMin" | "whiteFlag" | "blackFlag" | "castlingRookPiece"
        | "whiteDropRegion" | "blackDropRegion" | "dropOnTop" => {
            "deprecated in Fairy-Stockfish; a newer key replaces it"
        }
        _ => return None,
    })
}

fn boolean(text: &str) -> Result<bool, String> {
    one_of(text, [("true", true), ("false", false)])
}

fn verdict(text: &str) -> Result<Verdict, String> {
    one_of(text, [("win", Verdict::Win), ("loss", Verdict::Loss), ("draw", Verdict::Draw)])
}

fn one_of<T: Copy, const N: usize>(text: &str, values: [(&str, T); N]) -> Result<T, String> {
    let found = values.iter().find(|(name, _)| *name == text);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<String> = values.iter().map(|(name, _)| format!("'{name}'")).collect();
        format!("'{}' is none of {}", printable(text), names.join(", "))
    })
}

fn number<N: TryFrom<u32>>(text: &str, most: u32) -> Result<N, String> {
    let is_number = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let number = is_number.then(|| text.parse::<u32>().ok()).flatten().filter(|&n| n <= most);
    let number = number.and_then(|number| N::try_from(number).ok());
    number.ok_or_else(|| format!("'{}' is not a number from 0 to {most}", printable(text)))
}

fn single(text: &str) -> Result<char, String> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Ok(letter),
        _ => Err(format!("'{}' is not one letter of a piece", printable(text))),
    }
}

/// Reads squares: `e4`, `*8` for a rank, `a*` for a file, `-` for none.
fn squares(text: &str) -> Result<Bitboard, String> {
    let mut squares = Bitboard::EMPTY;
    if text.is_empty() {
        return Err("squares or '-' are needed".to_owned());
    }
    for word in text.split_whitespace().take_while(|&word| word != "-") {
        let lower = word.to_ascii_lowercase();
        squares |= match *lower.as_bytes() {
            [b'*', rank @ b'1'..=b'8'] => Bitboard::rank(rank - b'1'),
            [file @ b'a'..=b'h', b'*'] => Bitboard::file(file - b'a'),
            _ => {
                let why =
                    || format!("'{}' is no square such as e4, no rank such as *8, no file such as a*", printable(word));
                Bitboard::of(Square::parse(&lower).ok_or_else(why)?)
            }
        };
    }
    Ok(squares)
}

/// Reads castling rights as bits of [`Castling`](crate::Castling).
fn rights(text: &str) -> Result<u8, String> {
    let letters = text.chars().filter(|&letter| letter != '-');
    let bits = letters
        .map(|letter| "KQkq".find(letter).ok_or_else(|| format!("'{}' has letters other than KQkq", printable(text))));
    bits.collect::<Result<Vec<usize>, String>>().map(|bits| bits.into_iter().fold(0, |all, bit| all | 1 << bit))
}
