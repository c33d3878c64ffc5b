//! Builds the rules of a game from its settings.

use super::betza::{self, Motion};
use super::draft::{ALL, Draft, KING, NAMES, PAWN, Price, Types, bit, index_of, name_of};
use super::ini::Section;
use super::reach::{Manner, Reach, Targets, Walk, offset, turned};
use super::{
    Bribes, CastlingRules, Definition, Ends, Extinction, Flags, MaterialDraw, Payment, Piece, PieceSet, Promotion,
    Royals, Steps,
};
use crate::bitboard::Bitboard;
use crate::castling::Castling;
use crate::fen::read_board;
use crate::outcome::Verdict;
use crate::piece::{Color, PieceType};
use crate::square::Square;

/// The value of a rook in Fairy-Stockfish's units, and in centipawns.
const ROOK_VALUE: (i32, i32) = (1276, 500);

/// The key that is wrong and the reason.
type Wrong = (&'static str, String);

/// Builds the rules of a game.
///
/// # Errors
/// The key that is at fault and the reason.
pub(super) fn definition(draft: &Draft, section: &Section) -> Result<Definition, Wrong> {
    let index = indices(draft)?;
    let set = |types: Types| Draft::resolve(types, &index);
    let of = |name: usize| index[name];
    let mut pieces = [const { None }; PieceType::MAX];
    let mut letters = [' '; PieceType::MAX];
    for (name, named) in draft.named.iter().enumerate() {
        if let (Some(piece_type), Some(named)) = (of(name), named) {
            letters[piece_type.index()] = named.letter;
            let piece = Piece { name: name_of(name), letter: named.letter, betza: named.betza.clone() };
            pieces[piece_type.index()] = Some(piece);
        }
    }
    let types: PieceSet = index.iter().flatten().copied().collect();
    let double = if draft.double_step { draft.double_region } else { [Bitboard::EMPTY; 2] };
    let reach = reaches(draft, &index, double)?;
    let walks = |piece_type: &PieceType| reach.iter().any(|reach| reach[piece_type.index()].has_capturing_walks());
    let walkers = types.iter().filter(walks).collect();
    let promotion = promotion(draft, &index, &reach);
    let by_index = |values: &[Option<i32>; NAMES]| {
        by_type(&index, None, |name| values[name].map(|value| value * ROOK_VALUE.1 / ROOK_VALUE.0))
    };
    let game = Definition {
        name: section.name.clone(),
        parent: section.parent.clone(),
        checksum: draft.hash,
        start: start(draft, &letters).map_err(|why| ("startFen", why))?,
        letters: letters.iter().collect(),
        pieces,
        types,
        walkers,
        reach,
        promotion,
        steps: Steps { double, en_passant: draft.en_passant_region, en_passant_types: draft.en_passant_types.map(set) },
        castling: castling(draft, &index),
        royals: Royals {
            types: set(draft.royal_types.unwrap_or(bit(KING))),
            coup: draft.royal_coup,
            only_last_is_safe: draft.royals_last,
            is_mated_unreleased: draft.royal_unreleased,
        },
        flags: flags(draft, &index)?,
        extinction: draft.extinction.map(|value| Extinction {
            value,
            types: set(draft.extinction_types),
            all_pieces: draft.extinction_types & ALL != 0,
            count: draft.extinction_count,
            opponent_count: draft.extinction_opponent,
            is_claimed: draft.extinction_claim,
            is_pseudo_royal: draft.extinction_pseudo,
            has_duple_check: draft.duple,
        }),
        bribes: bribes(draft, &index),
        ends: ends(draft, set),
        must_capture: draft.must_capture,
        checking: draft.checking,
        counts_checks: draft.check_counting,
        flying_general: draft.flying_general,
        passes_on_stalemate: draft.pass_on_stalemate,
        capture_becomes_victim: draft.capture_becomes,
        values: [by_index(&draft.values[0]), by_index(&draft.values[1])],
    };
    if draft.check_counting && !draft.checking {
        return Err(("checkCounting", "checks cannot be counted where they are illegal".to_owned()));
    }
    Ok(game)
}

/// Gives each type of the game an index.
fn indices(draft: &Draft) -> Result<[Option<PieceType>; NAMES], Wrong> {
    let mut present: Vec<usize> = (0..NAMES).filter(|&name| draft.named[name].is_some()).collect();
    if present.is_empty() {
        return Err(("", "the game has no pieces".to_owned()));
    }
    // Other pieces than orthodox pawns never get the index of a pawn.
    let has_pawns = draft.named[PAWN].is_some();
    let most = PieceType::MAX - usize::from(!has_pawns);
    if present.len() > most {
        let used = used(draft);
        present.retain(|&name| used & bit(name) != 0);
    }
    if present.len() > most {
        return Err(("", format!("the game has {} piece types, and at most {most} are supported", present.len())));
    }
    let mut index = [None; NAMES];
    let mut is_free = [true; PieceType::MAX];
    let mut place = |name: usize, at: usize, is_free: &mut [bool; PieceType::MAX]| {
        if index[name].is_none() && is_free[at] {
            is_free[at] = false;
            index[name] = Some(PieceType::new(at as u8));
        }
    };
    is_free[PieceType::PAWN.index()] = has_pawns;
    let orthodox = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    for (at, name) in orthodox.into_iter().enumerate() {
        if let Some(name) = index_of(name).filter(|name| present.contains(name)) {
            place(name, at, &mut is_free);
        }
    }
    is_free[PieceType::PAWN.index()] = false;
    if present.contains(&draft.castling_king[0]) {
        place(draft.castling_king[0], PieceType::KING.index(), &mut is_free);
    }
    let letter = |name: usize| draft.named[name].as_ref().map_or(' ', |named| named.letter);
    for &name in &present {
        if let Some(at) = "pnbrqk".find(letter(name)) {
            place(name, at, &mut is_free);
        }
    }
    for &name in &present {
        let free = (6..PieceType::MAX).chain(1..6).find(|&at| is_free[at]);
        if let Some(at) = free {
            place(name, at, &mut is_free);
        }
    }
    Ok(index)
}

/// The types that can occur in a game from the first position.
fn used(draft: &Draft) -> Types {
    let board = draft.start.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    let at_start = |name: &usize| draft.named[*name].as_ref().is_some_and(|named| board.contains(named.letter));
    let mut used = (0..NAMES).filter(at_start).fold(0, |all, name| all | bit(name))
        | draft.promotion_into[0]
        | draft.promotion_into[1];
    // A chain of promotions has at most as many steps as there are types.
    for _ in 0..NAMES {
        let promoted = (0..NAMES).filter(|&name| used & bit(name) != 0).filter_map(|name| draft.promoted[name]);
        used = promoted.fold(used, |all, name| all | bit(name));
    }
    used
}

fn by_type<T: Copy>(index: &[Option<PieceType>; NAMES], none: T, value: impl Fn(usize) -> T) -> [T; PieceType::MAX] {
    let mut values = [none; PieceType::MAX];
    for (name, piece_type) in index.iter().enumerate() {
        if let Some(piece_type) = piece_type {
            values[piece_type.index()] = value(name);
        }
    }
    values
}

fn reaches(
    draft: &Draft,
    index: &[Option<PieceType>; NAMES],
    double: [Bitboard; 2],
) -> Result<[[Reach; PieceType::MAX]; 2], Wrong> {
    let mut reach = [const { [const { EMPTY }; PieceType::MAX] }; 2];
    for (name, named) in draft.named.iter().enumerate() {
        let (Some(piece_type), Some(named)) = (index[name], named) else { continue };
        let motions = betza::parse(&named.betza).map_err(|why| ("", why))?;
        for color in Color::BOTH {
            let region = draft.mobility[color][name].unwrap_or(Bitboard::FULL);
            reach[color][piece_type.index()] = tables(&motions, color, region, double[color]);
        }
    }
    Ok(reach)
}

const EMPTY: Reach = Reach {
    capture: [Targets { lines: Bitboard::EMPTY, leaps: Bitboard::EMPTY }; 64],
    quiet: [Targets { lines: Bitboard::EMPTY, leaps: Bitboard::EMPTY }; 64],
    source: [Targets { lines: Bitboard::EMPTY, leaps: Bitboard::EMPTY }; 64],
    first: [Bitboard::EMPTY; 64],
    walks: Vec::new(),
    region: Bitboard::EMPTY,
};

fn tables(motions: &[Motion], color: Color, region: Bitboard, double: Bitboard) -> Reach {
    let mut reach = Reach { region, ..EMPTY };
    let mut later = [Bitboard::EMPTY; 64];
    for motion in motions {
        let step = turned(color, motion.step);
        let origins = if motion.is_first { double } else { Bitboard::FULL };
        let is_line = step.0.abs() <= 1 && step.1.abs() <= 1;
        let walk = motion.manner.filter(|&manner| manner != Manner::Ride || !is_line).map(|manner| Walk {
            manner,
            step,
            limit: motion.limit,
            moves: motion.moves,
            captures: motion.captures,
            origins,
        });
        for from in Square::all() {
            let targets = match walk {
                Some(walk) => walk.reached(from, Bitboard::EMPTY) & region,
                None => ride(from, step, motion.limit) & region,
            };
            let moved = if motion.is_first { &mut reach.first } else { &mut later };
            if motion.moves && origins.has(from) {
                moved[from.index()] |= targets;
            }
            if walk.is_some() {
                continue;
            }
            let is_leap = motion.manner.is_none();
            let add = |to: &mut Targets| *(if is_leap { &mut to.leaps } else { &mut to.lines }) |= targets;
            if motion.captures {
                add(&mut reach.capture[from.index()]);
            }
            if motion.moves && origins.has(from) {
                add(&mut reach.quiet[from.index()]);
            }
        }
        reach.walks.extend(walk);
    }
    for from in Square::all() {
        reach.first[from.index()] = reach.first[from.index()] - later[from.index()];
        let capture = reach.capture[from.index()];
        for to in capture.lines {
            reach.source[to.index()].lines = reach.source[to.index()].lines.with(from);
        }
        for to in capture.leaps {
            reach.source[to.index()].leaps = reach.source[to.index()].leaps.with(from);
        }
    }
    reach
}

/// The squares in one direction, at most `limit` (0 is unlimited).
fn ride(from: Square, step: (i8, i8), limit: u8) -> Bitboard {
    let most = if limit == 0 { 8 } else { usize::from(limit) };
    std::iter::successors(offset(from, step), |&at| offset(at, step)).take(most).collect()
}

fn promotion(draft: &Draft, index: &[Option<PieceType>; NAMES], reach: &[[Reach; PieceType::MAX]; 2]) -> Promotion {
    let into = |color: Color| {
        let mut into: Vec<PieceType> = Draft::resolve(draft.promotion_into[color], index).iter().collect();
        into.sort_by_key(|&piece_type| (std::cmp::Reverse(mobility(&reach[color][piece_type.index()])), piece_type));
        into
    };
    Promotion {
        region: draft.promotion_region,
        pawns: draft.promotion_pawns.map(|types| Draft::resolve(types, index)),
        into: Color::BOTH.map(into),
        limit: by_type(index, 0, |name| draft.promotion_limit[name]),
        promoted: by_type(index, None, |name| draft.promoted[name].and_then(|promoted| index[promoted])),
        is_mandatory_for_pawns: draft.mandatory_pawn,
        is_mandatory_for_pieces: draft.mandatory_piece,
    }
}

/// The number of captures of a type on an empty board, thrice, and of its other moves: a measure of its value.
fn mobility(reach: &Reach) -> u32 {
    let count = |targets: Targets| targets.lines.count() + targets.leaps.count();
    let walks =
        Square::all().flat_map(|from| reach.walks.iter().map(move |walk| walk.reached(from, Bitboard::EMPTY).count()));
    reach.capture.iter().map(|&targets| count(targets) * 3).sum::<u32>()
        + reach.quiet.iter().map(|&targets| count(targets)).sum::<u32>()
        + walks.sum::<u32>()
}

fn castling(draft: &Draft, index: &[Option<PieceType>; NAMES]) -> CastlingRules {
    let king = draft.castling_king.map(|name| index[name]);
    let has = |color: Color| draft.castling && king[color].is_some();
    let rights =
        Color::BOTH.into_iter().filter(|&color| has(color)).fold(0, |all, color| all | 3 << (2 * color.index()));
    CastlingRules {
        rights: Castling(rights),
        king: king.map(|king| king.unwrap_or(PieceType::KING)),
        rooks: draft.castling_rooks.map(|types| Draft::resolve(types, index)),
        is_chess960: draft.chess960,
        is_opposite: draft.opposite,
        wins: Castling(draft.castling_wins),
    }
}

fn flags(draft: &Draft, index: &[Option<PieceType>; NAMES]) -> Result<Flags, Wrong> {
    let mut region = draft.flag_region;
    let mut piece = [None; 2];
    for color in Color::BOTH {
        piece[color] = draft.flag_piece[color].and_then(|name| index[name]);
        // A type that the game does not have reaches no goal.
        if draft.flag_piece[color].is_some() && piece[color].is_none() {
            region[color] = Bitboard::EMPTY;
        }
    }
    Ok(Flags {
        region,
        piece,
        count: draft.flag_count,
        wins_blocked: draft.flag_blocked,
        gives_move: draft.flag_move,
        is_safe: draft.flag_safe,
    })
}

fn bribes(draft: &Draft, index: &[Option<PieceType>; NAMES]) -> Option<Bribes> {
    let set = |types: Types| Draft::resolve(types, index);
    let types = set(draft.bribe_types);
    let prices = |prices: &[(Types, Vec<Price>)]| {
        let mut by_type = [const { Vec::new() }; PieceType::MAX];
        for (targets, prices) in prices {
            // A later entry for the same target replaces an earlier one.
            for target in set(*targets).iter() {
                by_type[target.index()] = prices.iter().map(|price| payment(price, set)).collect();
            }
        }
        by_type
    };
    (!types.is_empty()).then(|| Bribes {
        types,
        near: set(draft.bribe_near),
        guard: set(draft.bribe_guard),
        price: prices(&draft.bribe_price),
        price_in_check: prices(&draft.bribe_price_check),
        when_mated: draft.bribe_mated,
    })
}

fn payment((pieces, all_pawns): &Price, set: impl Fn(Types) -> PieceSet) -> Payment {
    let mut paid = [PieceSet::EMPTY; 3];
    for (paid, types) in paid.iter_mut().zip(pieces) {
        *paid = set(*types);
    }
    Payment { pieces: paid, len: pieces.len().min(3) as u8, all_pawns: *all_pawns }
}

fn ends(draft: &Draft, set: impl Fn(Types) -> PieceSet) -> Ends {
    Ends {
        checkmate: draft.checkmate,
        stalemate: draft.stalemate,
        stalemate_counts_pieces: draft.stalemate_count,
        is_shatar_mate: draft.shatar,
        repetitions: draft.fold_rule,
        repetition: draft.fold_value,
        repetition_is_whites: draft.fold_absolute,
        move_rule: draft.move_rule,
        move_rule_types: draft.move_rule_types.map(set),
        material: draft.material.unwrap_or_else(|| material(draft)),
    }
}

/// The material that is drawn where the file does not name it: that of chess, if kings are mated and no other goal exists.
fn material(draft: &Draft) -> MaterialDraw {
    let orthodox = ["pawn", "knight", "bishop", "rook", "queen", "king"]
        .into_iter()
        .filter_map(index_of)
        .fold(0, |all, name| all | bit(name));
    let is_orthodox = (0..NAMES).filter(|&name| draft.named[name].is_some()).all(|name| orthodox & bit(name) != 0);
    let has_kings = draft.named[KING].as_ref().is_some_and(|king| king.betza == "K") && draft.royal_types.is_none();
    let has_goals =
        draft.extinction.is_some() || draft.check_counting || draft.flag_region.iter().any(|region| region.any());
    let has_own = draft.capture_becomes || draft.royal_coup || draft.bribe_types != 0 || draft.castling_wins != 0;
    let ends = draft.checkmate == Verdict::Loss && draft.stalemate == Verdict::Draw && !draft.must_capture;
    match is_orthodox && has_kings && !has_goals && !has_own && ends {
        true => MaterialDraw::Chess,
        false => MaterialDraw::Never,
    }
}

/// Reads a FEN of the file, in which fields may be missing, and writes it with the six usual fields. The numbers of checks left stand before
/// the clock.
fn start(draft: &Draft, letters: &[char; PieceType::MAX]) -> Result<String, String> {
    let mut fields = draft.start.split_whitespace().peekable();
    let board = fields.next().unwrap_or_default();
    let place = |letter: char, _, _| match letters.contains(&letter.to_ascii_lowercase()) {
        true => Ok(()),
        false => Err(format!("no piece has the letter '{}'", crate::error::printable(letter.encode_utf8(&mut [0; 4])))),
    };
    if board.contains('[') {
        return Err("pieces in hand are not supported".to_owned());
    }
    read_board(board, 8, place)?;
    let turn = fields.next_if(|field| matches!(*field, "w" | "b")).unwrap_or("w");
    let is_castling =
        |field: &&str| *field == "-" || field.bytes().all(|c| b"KQkq".contains(&c) || c.is_ascii_alphabetic());
    let castling = fields.next_if(is_castling).unwrap_or("-");
    let is_passed = |field: &&str| *field == "-" || Square::parse(field).is_some();
    let en_passant = fields.next_if(is_passed).unwrap_or("-");
    let checks = fields.next_if(|field| field.contains('+'));
    let number = |field: Option<&str>, none: &str| match field {
        None => Ok(none.to_owned()),
        Some(text) if text.len() <= 4 && text.bytes().all(|c| c.is_ascii_digit()) => Ok(text.to_owned()),
        Some(text) => Err(format!("'{}' is not a number of moves", crate::error::printable(text))),
    };
    let (clock, moves) = (number(fields.next(), "0")?, number(fields.next(), "1")?);
    if let Some(rest) = fields.next() {
        return Err(format!("'{}' after the last field", crate::error::printable(rest)));
    }
    let castling = if draft.castling { castling } else { "-" };
    let checks = match (draft.check_counting, checks) {
        (false, None) => String::new(),
        (false, Some(_)) => return Err("numbers of checks without 'checkCounting = true'".to_owned()),
        (true, Some(checks)) => {
            let mut numbers = checks.split('+').map(|n| n.parse::<u8>().ok().filter(|n| (1..=MAX_CHECKS).contains(n)));
            match (numbers.next().flatten(), numbers.next().flatten(), numbers.next()) {
                (Some(white), Some(black), None) => format!(" {white}+{black}"),
                _ => return Err(format!("numbers of checks other than '1+1' to '{MAX_CHECKS}+{MAX_CHECKS}'")),
            }
        }
        (true, None) => " 1+1".to_owned(),
    };
    Ok(format!("{board} {turn} {castling} {en_passant}{checks} {clock} {moves}"))
}

/// The maximum number of checks that a side has to give.
const MAX_CHECKS: u8 = 9;
