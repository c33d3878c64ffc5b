//! Games read from a file. Their rules are looked up in a [`Definition`]; the legal moves are in `generate.rs`, the test of single
//! moves in `trial.rs`.

mod bribe;
mod generate;
mod trial;

use std::fmt;
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::Castling;
use crate::constraints::{Constraints, Sliders};
use crate::definition::{self, Definition, Manner, MaterialDraw, PieceSet, Targets, Walk};
use crate::error::{FenError, Field, MoveError, printable};
use crate::fen;
use crate::moves::{Each, MAX_MOVES, Move, MoveKind, Sink};
use crate::notation;
use crate::observer::Observer;
use crate::orthodox;
use crate::outcome::{Outcome, Reason, Verdict};
use crate::piece::{Color, Piece, PieceType};
use crate::position::Position;
use crate::square::Square;
use crate::state::State;
use crate::variant::Variant;
use crate::wanted::Wanted;
use crate::words::Words;

/// A game read from a file. Copies refer to the same rules, which stay in memory until the process ends.
#[derive(Clone, Copy)]
pub struct Custom(&'static Rules);

/// A definition, and what follows from it.
struct Rules {
    definition: Definition,
    /// An upper bound of the moves of one piece.
    most_moves: usize,
    /// By color and target, the squares from which each type captures there: the tables of the definition side by side.
    sources: Box<[[Sources; 64]; 2]>,
    /// The orthodox types, pawns apart, that have their usual moves, and all other types but orthodox pawns, by color.
    orthodox: [PieceSet; 2],
    others: [PieceSet; 2],
    /// The generation of each type's moves, by color.
    plans: [[Plan; PieceType::MAX]; 2],
    /// The one type that is royal unless a coup has changed it; `None` if there are none or several, or if their number decides.
    first_royal: Option<PieceType>,
    /// `true` if checks and pins on a sole royal piece are masks in every position.
    is_masked: bool,
    /// `true` for a color of which only orthodox pawns capture en passant.
    has_usual_en_passant: [bool; 2],
    /// `true` if moves change the number of checks.
    counts: bool,
    /// `true` if a side can win or lose on the board other than by mate.
    has_goals: bool,
    /// Knights, and the types whose checks allow mate by the rule of shatar.
    knights: PieceSet,
    shak: PieceSet,
}

/// The squares from which each type of a color captures on one square. Sets of all types are combined without branches.
#[derive(Clone, Copy)]
struct Sources {
    lines: [Bitboard; PieceType::MAX],
    leaps: [Bitboard; PieceType::MAX],
}

impl Sources {
    /// The pieces of a color that capture with leaps, and those that capture if the line is open.
    #[inline]
    fn of(&self, pos: &Position<Custom>, color: Color) -> (Bitboard, Bitboard) {
        let (mut leapers, mut liners) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for index in 0..PieceType::MAX {
            let pieces = pos.piece_type(PieceType::new(index as u8));
            leapers |= self.leaps[index] & pieces;
            liners |= self.lines[index] & pieces;
        }
        (leapers & pos.color(color), liners & pos.color(color))
    }
}

/// The lines along which a type moves or captures.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    None,
    Diagonal,
    Straight,
    All,
}

impl Lines {
    /// The squares along these lines.
    #[inline]
    fn reached(self, from: Square, occupied: Bitboard) -> Bitboard {
        match self {
            Self::None => Bitboard::EMPTY,
            Self::Diagonal => attacks::bishop(from, occupied),
            Self::Straight => attacks::rook(from, occupied),
            Self::All => attacks::queen(from, occupied),
        }
    }
}

/// The generation of a type's moves.
#[derive(Clone, Copy)]
struct Plan {
    lines: Lines,
    /// `true` if the type moves as it captures.
    is_uniform: bool,
    /// `true` if some moves are not in the tables.
    walks: bool,
    /// `true` if the type may leap over a piece on a line.
    jumps: bool,
    /// `true` for a type other than an orthodox pawn that can promote or make a double step.
    is_special: bool,
}

impl Plan {
    fn new(definition: &Definition, color: Color, of: PieceType) -> Self {
        let reach = definition.reach(color, of);
        let meets = |open: fn(Square) -> Bitboard| {
            let lines = |at: Square| reach.capture[at.index()].lines | reach.quiet[at.index()].lines;
            Square::all().any(|at| lines(at).meets(open(at)))
        };
        let lines = match (meets(attacks::open_bishop), meets(attacks::open_rook)) {
            (false, false) => Lines::None,
            (true, false) => Lines::Diagonal,
            (false, true) => Lines::Straight,
            (true, true) => Lines::All,
        };
        let leaps = |at: Square| reach.capture[at.index()].leaps | reach.quiet[at.index()].leaps;
        let is_jump = |at: Square| leaps(at).into_iter().any(|to| attacks::between(at, to).any());
        let (promotion, steps) = (&definition.promotion, &definition.steps);
        let promotes = promotion.pawns[color].has(of);
        let has_first = || reach.first.iter().any(|first| first.any());
        let is_special = promotes
            || promotion.promoted[of.index()].is_some()
            || steps.double[color].any() && !steps.en_passant_types[!color].is_empty() && has_first();
        Self {
            lines,
            is_uniform: reach.capture == reach.quiet && reach.walks.is_empty(),
            walks: !reach.walks.is_empty(),
            jumps: !reach.walks.is_empty() || Square::all().any(is_jump),
            is_special: is_special && !definition.is_pawn(of),
        }
    }
}

impl Rules {
    fn new(definition: Definition) -> Self {
        let sources = Color::BOTH.map(|color| {
            let of = |at: usize, index: usize| definition.reach[color][index].source[at];
            std::array::from_fn(|at| Sources {
                lines: std::array::from_fn(|index| of(at, index).lines),
                leaps: std::array::from_fn(|index| of(at, index).leaps),
            })
        });
        let plans = Color::BOTH
            .map(|color| std::array::from_fn(|index| Plan::new(&definition, color, PieceType::new(index as u8))));
        let orthodox = Color::BOTH.map(|color| {
            let is_usual = |of: &PieceType| is_usual(&definition, color, *of, &plans);
            definition.types.iter().filter(is_usual).collect::<PieceSet>()
        });
        let others = orthodox.map(|usual| {
            let usual = usual.without(PieceType::KING).with(PieceType::PAWN);
            definition.types.iter().filter(|of| !usual.has(*of)).collect()
        });
        let is_pseudo = definition.extinction.is_some_and(|extinction| extinction.is_pseudo_royal);
        let has_one = definition.royals.types.count() == 1 && !is_pseudo;
        let first_royal = definition.royals.types.iter().next().filter(|_| has_one);
        let has_goals = definition.extinction.is_some_and(|extinction| !extinction.is_pseudo_royal)
            || definition.has_goal_squares()
            || definition.counts_checks
            || definition.castling.wins != Castling::NONE;
        let is_masked = definition.checking && !is_pseudo && definition.walkers.is_empty();
        let has_usual_en_passant = Color::BOTH.map(|color| {
            definition.steps.en_passant_types[color] == PieceSet::of(PieceType::PAWN)
                && definition.reach(color, PieceType::PAWN).region == Bitboard::FULL
        });
        let counts = definition.counts_checks || definition.ends.is_shatar_mate;
        let named = |names: &[&str]| -> PieceSet {
            let is_named = |of: &PieceType| {
                definition.pieces[of.index()].as_ref().is_some_and(|piece| names.contains(&piece.name.as_str()))
            };
            definition.types.iter().filter(is_named).collect()
        };
        let (knights, shak) = (named(&["knight"]), named(&["knight", "rook", "bers"]));
        let most_moves = most_moves(&definition);
        Self {
            most_moves,
            sources: Box::new(sources),
            orthodox,
            others,
            plans,
            first_royal,
            is_masked,
            has_usual_en_passant,
            counts,
            has_goals,
            knights,
            shak,
            definition,
        }
    }
}

/// Returns `true` if the type has the index of an orthodox piece other than a pawn, and its moves, and these alone.
fn is_usual(definition: &Definition, color: Color, of: PieceType, plans: &[[Plan; PieceType::MAX]; 2]) -> bool {
    let (plan, reach) = (plans[color][of.index()], definition.reach(color, of));
    let orthodox = |at: Square| orthodox::captures(of, color, at, Bitboard::EMPTY);
    let is_same = |at: Square| {
        let targets = reach.capture[at.index()];
        let (lines, leaps) =
            if plan.lines == Lines::None { (Bitboard::EMPTY, orthodox(at)) } else { (orthodox(at), Bitboard::EMPTY) };
        targets == Targets { lines, leaps }
    };
    !plan.is_special
        && plan.is_uniform
        && (PieceType::KNIGHT..=PieceType::KING).contains(&of)
        && Square::all().all(is_same)
}

/// The maximum number of definitions in a process. Each takes about 100 KB.
pub const MAX_DEFINITIONS: usize = 512;

/// All games of the process.
static GAMES: Mutex<Vec<Custom>> = Mutex::new(Vec::new());

impl Custom {
    /// The game of a definition. Equal definitions give the same game.
    ///
    /// # Errors
    /// The key whose rule is not played, an invalid start position, or too many definitions.
    pub fn new(definition: Definition) -> Result<Self, String> {
        let mut games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
        // A known game may have an invalid start position.
        let is_readable = |game: Self| {
            Position::read(game, game.start_fen()).map_err(|error| format!("startFen: {error}")).map(|_| game)
        };
        if let Some(game) = games.iter().find(|game| *game.definition() == definition) {
            return is_readable(*game);
        }
        if games.len() >= MAX_DEFINITIONS {
            return Err(format!("a program can read at most {MAX_DEFINITIONS} games"));
        }
        if definition.passes_on_stalemate != [false; 2] {
            return Err("passOnStalemate: passing is not supported".to_owned());
        }
        let game = Self(Box::leak(Box::new(Rules::new(definition))));
        // It counts even if its start position is invalid: its memory is not freed.
        games.push(game);
        is_readable(game)
    }

    /// The rules.
    #[inline]
    pub fn definition(self) -> &'static Definition {
        &self.0.definition
    }

    /// Returns `true` if pieces of these types are royal from the start and types can become royal.
    #[inline]
    fn has_coups(self) -> bool {
        self.definition().royals.coup
    }
}

/// The games that can be found by their names.
static LOADED: Mutex<Vec<Custom>> = Mutex::new(Vec::new());

/// Makes these games available by their names, next to the built-in ones and instead of those loaded before. A built-in game takes
/// precedence over one of its name.
pub fn load(games: Vec<Custom>) {
    *LOADED.lock().unwrap_or_else(PoisonError::into_inner) = games;
}

/// Makes these games available next to the loaded ones, of which those with the same names are replaced.
pub fn add(games: Vec<Custom>) {
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    loaded.retain(|old| games.iter().all(|new| new.name() != old.name()));
    loaded.extend(games);
}

/// Returns the loaded game of this name.
pub fn loaded(name: &str) -> Option<Custom> {
    let loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    loaded.iter().copied().find(|game| game.name() == name)
}

/// Returns the names of the loaded games.
pub fn loaded_names() -> Vec<&'static str> {
    LOADED.lock().unwrap_or_else(PoisonError::into_inner).iter().map(|game| game.name()).collect()
}

/// Returns an upper bound of the moves of one piece.
fn most_moves(definition: &Definition) -> usize {
    let squares = |color: Color, piece_type: PieceType| {
        let reach = definition.reach(color, piece_type);
        let by_walks = |at: usize| {
            let most = |walk: &Walk| match walk.manner {
                Manner::Ride | Manner::Lame => walk.reached(Square::new(at as u8), Bitboard::EMPTY).count() as usize,
                Manner::Hop => 6,
                Manner::Grasshop => 1,
            };
            reach.walks.iter().map(most).sum::<usize>()
        };
        let of = |at: usize| {
            let (capture, quiet) = (reach.capture[at], reach.quiet[at]);
            (capture.lines | capture.leaps | quiet.lines | quiet.leaps).count() as usize + by_walks(at)
        };
        (0..64).map(of).max().unwrap_or_default()
    };
    let of = |color: Color, piece_type: PieceType| {
        let promotion = &definition.promotion;
        let into = if promotion.pawns[color].has(piece_type) { promotion.into[color].len() } else { 0 };
        let into = into.max(usize::from(promotion.promoted[piece_type.index()].is_some()));
        let double = usize::from(definition.steps.double[color].any() && definition.is_pawn(piece_type));
        (squares(color, piece_type) + double) * (1 + into)
    };
    let all = Color::BOTH.into_iter().flat_map(|color| definition.types.iter().map(move |of| (color, of)));
    all.map(|(color, piece_type)| of(color, piece_type)).max().unwrap_or_default()
}

impl PartialEq for Custom {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Custom {}

impl fmt::Debug for Custom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Custom({})", self.definition().name)
    }
}

/// Chess: the value where no game is given.
impl Default for Custom {
    fn default() -> Self {
        static CHESS: LazyLock<Custom> = LazyLock::new(|| {
            Custom::new(definition::template("chess").expect("the tests read the template")).expect("chess is played")
        });
        *CHESS
    }
}

/// The state of a game from a file: the types made royal by coups, and the checks that are left to give.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CustomState {
    /// One more than the index of the type that a coup has made royal, by color; 0 if the definition's types are royal.
    royal: [u8; 2],
    /// The checks left to give, by color; 0 in games that do not count them.
    checks: [u8; 2],
    /// `true` for a side that has won by castling.
    castled: [bool; 2],
    /// `true` for a side whose uninterrupted checks include one that allows mate by the rule of shatar.
    shak: [bool; 2],
}

impl CustomState {
    /// The type that a coup has made royal.
    #[inline]
    fn royal(self, color: Color) -> Option<PieceType> {
        self.royal[color].checked_sub(1).map(PieceType::new)
    }

    /// The state with this type of a color royal.
    fn with_royal(mut self, game: Custom, color: Color, piece_type: PieceType) -> Self {
        let is_first = game.definition().royals.types == PieceSet::of(piece_type);
        self.royal[color] = if is_first { 0 } else { piece_type.index() as u8 + 1 };
        self
    }
}

/// The maximum number of pieces of a side that can bribe: a bribe costs at least as many pieces as it gains.
const MAX_BUYERS: usize = 16;
/// The maximum number of bribes: of three of fifteen pieces.
const MAX_BRIBES: usize = 455;

/// The maximum number of checks left.
const MAX_CHECKS: u8 = 7;

/// The features of a side.
const SIDE_FEATURES: usize = PieceType::MAX + MAX_CHECKS as usize + 1;

impl State for CustomState {
    /// White's, then Black's: the type made royal by a coup, then the checks left.
    const FEATURES: usize = 2 * SIDE_FEATURES;

    #[inline]
    fn features(self) -> impl Iterator<Item = usize> {
        let royal = move |color: Color| (self.royal[color] > 0).then(|| usize::from(self.royal[color]) - 1);
        let checks = move |color: Color| {
            (self.checks[color] > 0).then(|| PieceType::MAX + usize::from(self.checks[color] & MAX_CHECKS))
        };
        // The numbers of checks begin with 1, and a side that has won by castling needs no key of its own.
        let shak = move |color: Color| self.shak[color].then_some(PieceType::MAX);
        let of = move |color: Color| {
            let features = [royal(color), checks(color), shak(color)].into_iter().flatten();
            features.map(move |feature| color.index() * SIDE_FEATURES + feature)
        };
        Color::BOTH.into_iter().flat_map(of)
    }

    fn mirrored(self) -> Self {
        let Self { royal, checks, castled, shak } = self;
        Self {
            royal: [royal[1], royal[0]],
            checks: [checks[1], checks[0]],
            castled: [castled[1], castled[0]],
            shak: [shak[1], shak[0]],
        }
    }
}

impl Variant for Custom {
    const NAME: &'static str = "custom";
    const CAPTURES_CHANGE_TYPE: bool = true;
    const SEVERAL_ROYALS: bool = true;
    const ROYALS_CHANGE: bool = true;
    const HAS_OTHER_LINES: bool = true;
    const PURCHASES: bool = true;
    const WORDS: Words = Words { purchase: "bribe", purchases: "bribes", ..Words::PLAIN };
    type ByPieceType = [Bitboard; PieceType::MAX];
    type State = CustomState;

    fn name(self) -> &'static str {
        &self.definition().name
    }

    fn checksum(self) -> u64 {
        self.definition().checksum
    }

    #[inline]
    fn file_definition(self) -> Option<&'static Definition> {
        Some(self.definition())
    }

    fn has_early_state(self) -> bool {
        self.definition().counts_checks
    }

    #[inline]
    fn checks_left(pos: &Position<Self>, us: Color) -> Option<u8> {
        pos.game().definition().counts_checks.then(|| pos.state().checks[us])
    }

    fn start_fen(self) -> &'static str {
        &self.definition().start
    }

    fn letters(self) -> &'static str {
        &self.definition().letters
    }

    fn promotions(self) -> &'static [PieceType] {
        &self.definition().promotion.into[0]
    }

    fn stalemate(self) -> Verdict {
        self.definition().ends.stalemate
    }

    fn repetition(self) -> Verdict {
        let ends = &self.definition().ends;
        if ends.repetition_is_whites { Verdict::Draw } else { ends.repetition.opposite() }
    }

    fn repetitions(self) -> usize {
        match self.definition().ends.repetitions {
            0 => usize::MAX,
            number => number.into(),
        }
    }

    fn move_rule(self) -> u8 {
        match self.definition().ends.move_rule {
            0 => u8::MAX,
            moves => moves.saturating_mul(2),
        }
    }

    fn keeps_passed_square(self) -> bool {
        self.has_coups()
    }

    #[inline]
    fn captures_change_type(self) -> bool {
        self.definition().capture_becomes_victim
    }

    #[inline]
    fn has_purchases(self) -> bool {
        self.definition().bribes.is_some()
    }

    fn betza(self, piece_type: PieceType) -> Option<&'static str> {
        self.definition().pieces[piece_type.index()].as_ref().map(|piece| piece.betza.as_str())
    }

    fn kings_have_a_price(self) -> bool {
        let royals = &self.definition().royals;
        royals.coup || !royals.types.has(PieceType::KING)
    }

    fn allows_pawns_everywhere(self) -> bool {
        true
    }

    #[inline]
    fn royals(pos: &Position<Self>, us: Color) -> Bitboard {
        match pos.game().0.first_royal {
            Some(first) => pos.of(us, pos.state().royal(us).unwrap_or(first)),
            None => several_royals(pos, us),
        }
    }

    /// [`Variant::HAS_OTHER_LINES`]: the tables of the definition have more.
    fn sliders(_pos: &Position<Self>, _by: Color) -> Sliders {
        Sliders { diagonal: Bitboard::EMPTY, orthogonal: Bitboard::EMPTY }
    }

    fn leapers(pos: &Position<Self>, at: Square, by: Color) -> Bitboard {
        Self::attackers(pos, at, by, pos.occupied())
    }

    #[inline]
    fn facing(pos: &Position<Self>, by: Color) -> Bitboard {
        if pos.game().definition().flying_general { pos.of(by, PieceType::KING) } else { Bitboard::EMPTY }
    }

    #[inline]
    fn attackers(pos: &Position<Self>, at: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let definition = pos.game().definition();
        let (mut found, liners) = pos.game().0.sources[by][at.index()].of(pos, by);
        if liners.any() {
            found |= liners & attacks::queen(at, occupied);
        }
        for piece_type in definition.walkers.iter() {
            for from in pos.of(by, piece_type) {
                if definition.captures(by, piece_type, from, occupied).has(at) {
                    found = found.with(from);
                }
            }
        }
        found
    }

    #[inline]
    fn captures(self, piece_type: PieceType, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
        let (plan, reach) = (self.0.plans[color][piece_type.index()], self.definition().reach(color, piece_type));
        match plan.walks {
            true => reach.captures(from, occupied),
            false => reach.capture[from.index()].reached(plan.lines.reached(from, occupied)),
        }
    }

    #[inline]
    fn steps(self, piece_type: PieceType, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
        let (plan, reach) = (self.0.plans[color][piece_type.index()], self.definition().reach(color, piece_type));
        match plan.walks {
            true => reach.quiets(from, occupied),
            false => reach.quiet[from.index()].reached(plan.lines.reached(from, occupied)) - occupied,
        }
    }

    #[inline]
    fn double_step_passes(self, us: Color) -> Bitboard {
        let steps = &self.definition().steps;
        steps.double[us].shift(us.forward()) & steps.en_passant[!us]
    }

    fn may_have_passed(pos: &Position<Self>, at: Square) -> bool {
        let (us, them) = (pos.turn(), !pos.turn());
        let (from, to) = (at.offset(us.forward()), at.offset(-us.forward()));
        pos.piece_at(to).is_some_and(|piece| {
            let first = || pos.game().definition().reach(them, piece.piece_type()).first[from.index()];
            piece.color() == them && (piece.piece_type() == PieceType::PAWN || first().has(to))
        })
    }

    fn constraints(pos: &Position<Self>) -> Constraints {
        generate::constraints(pos)
    }

    fn generate<W: Wanted, S: Sink>(pos: &Position<Self>, c: &Constraints, out: &mut S) {
        generate::generate::<W, S>(pos, c, out);
    }

    fn play<O: Observer>(pos: &mut Position<Self>, m: Move, seen: &mut O) {
        if m.is_purchase() {
            orthodox::play_purchase(pos, m, seen);
        } else {
            trial::play(pos, m, seen);
        }
    }

    /// A capturing piece that is not royal takes its victim's type, if the game has this rule. A royal one topples the enemy's
    /// government, if the game has coups and a piece of the victim's type is left.
    fn after_capture<O: Observer>(pos: &mut Position<Self>, attacker: Piece, victim: Piece, seen: &mut O) -> Piece {
        let (game, state) = (pos.game(), pos.state());
        if !is_royal_type(pos, attacker.color(), attacker.piece_type()) {
            let becomes = game.definition().capture_becomes_victim;
            return if becomes { Piece::new(attacker.color(), victim.piece_type()) } else { attacker };
        }
        if game.has_coups() && pos.of(victim.color(), victim.piece_type()).any() {
            pos.set_state(state.with_royal(game, victim.color(), victim.piece_type()), seen);
        }
        attacker
    }

    #[inline]
    fn arrives_as(pos: &Position<Self>, attacker: Piece, victim: PieceType) -> PieceType {
        let changes = pos.game().definition().capture_becomes_victim
            && !is_royal_type(pos, attacker.color(), attacker.piece_type());
        if changes { victim } else { attacker.piece_type() }
    }

    #[inline]
    fn changes_royals(pos: &Position<Self>, m: Move) -> bool {
        let them = !pos.turn();
        pos.game().has_coups()
            && Self::royals(pos, pos.turn()).has(m.from())
            && pos.captured(m).is_some_and(|victim| !is_royal_type(pos, them, victim) && pos.of(them, victim).many())
    }

    fn purchase_zone(pos: &Position<Self>, by: Color, piece_type: PieceType, occupied: Bitboard) -> Bitboard {
        bribe::purchase_zone(pos, by, piece_type, occupied)
    }

    fn purchasable(pos: &Position<Self>, by: Color) -> Bitboard {
        bribe::purchasable(pos, by)
    }

    #[inline]
    fn is_mated(c: &Constraints) -> bool {
        c.movers.is_empty()
    }

    fn may_capture_en_passant(pos: &Position<Self>, at: Square) -> bool {
        generate::may_capture_en_passant(pos, at)
    }

    fn decided(pos: &Position<Self>) -> Option<Outcome> {
        let reached = if pos.game().0.has_goals { won_or_lost(pos) } else { None };
        reached.or_else(|| {
            let is_dead = match pos.game().definition().ends.material {
                MaterialDraw::Chess => {
                    let minors = pos.piece_type(PieceType::KNIGHT) | pos.piece_type(PieceType::BISHOP);
                    (pos.occupied() - minors - pos.piece_type(PieceType::KING)).is_empty()
                        && Color::BOTH.into_iter().all(|us| orthodox::cannot_mate(pos, us))
                }
                MaterialDraw::Kings => {
                    pos.occupied().count() == 2
                        && pos.occupied() == pos.piece_type(PieceType::KING)
                        && are_first_royals(pos)
                }
                MaterialDraw::Never => false,
            };
            is_dead.then_some(Outcome::draw(Reason::InsufficientMaterial))
        })
    }

    fn cannot_win(pos: &Position<Self>, us: Color) -> bool {
        pos.game().definition().ends.material == MaterialDraw::Chess && orthodox::cannot_mate(pos, us)
    }

    fn no_moves_outcome(pos: &Position<Self>, in_check: bool) -> Outcome {
        let (us, ends) = (pos.turn(), &pos.game().definition().ends);
        if in_check {
            let mate = if ends.is_shatar_mate { shatar_mate(pos) } else { ends.checkmate };
            return mate.against(us, Reason::Checkmate);
        }
        let [own, theirs] = [us, !us].map(|color| pos.color(color).count());
        let verdict = match (ends.stalemate_counts_pieces, own.cmp(&theirs)) {
            (false, _) | (true, std::cmp::Ordering::Less) => ends.stalemate,
            (true, std::cmp::Ordering::Equal) => Verdict::Draw,
            (true, std::cmp::Ordering::Greater) => ends.stalemate.opposite(),
        };
        verdict.against(us, Reason::Stalemate)
    }

    /// Checks that the side that has moved has left no royal in check that it may not, that a game of coups has royals, and that no
    /// position of the game can have more moves than a list holds.
    fn validate(pos: &Position<Self>) -> Result<(), FenError> {
        let (us, them) = (pos.turn(), !pos.turn());
        let most = pos.game().0.most_moves;
        for color in Color::BOTH {
            let pieces = pos.color(color).count() as usize;
            let (has_bribes, castlings) = (pos.game().definition().bribes.is_some(), 2);
            let most_bribes = if has_bribes { MAX_BRIBES } else { 0 };
            let is_crowd = has_bribes && pieces > MAX_BUYERS;
            if is_crowd || pieces * most + castlings + most_bribes > MAX_MOVES {
                let why = format!("{} has {pieces} pieces, too many for this game", color.name());
                return Err(FenError::new(Field::Board, pos.board_text(), why));
            }
            if pos.game().has_coups() && Self::royals(pos, color).is_empty() {
                let why = format!("{} has no royal piece", color.name());
                return Err(FenError::new(Field::Board, pos.board_text(), why));
            }
        }
        // As in chess, a face-off is valid if the side to move is in check.
        let is_faced_only = || {
            let is_attacked = |at| Self::attackers(pos, at, us, pos.occupied()).any();
            pos.checked_royals().any() && !Self::royals(pos, them).into_iter().any(is_attacked)
        };
        if !(trial::is_safe_off_turn(pos) || pos.game().definition().flying_general && is_faced_only()) {
            return Err(FenError::new(
                Field::Turn,
                us.letter(),
                format!("{}'s royal piece could be captured", them.name()),
            ));
        }
        Ok(())
    }

    fn castling_rooks(pos: &Position<Self>, color: Color) -> Bitboard {
        let types = pos.game().definition().castling.rooks[color];
        types.iter().fold(Bitboard::EMPTY, |set, of| set | pos.of(color, of))
    }

    fn read_castling(pos: &Position<Self>, text: &str, _state: &mut CustomState) -> Result<Castling, FenError> {
        let allowed = pos.game().definition().castling.rights;
        if allowed == Castling::NONE {
            return Ok(Castling::NONE);
        }
        Ok(fen::read_castling(pos, text)?.common(allowed))
    }

    /// The types in power (`Kn`) of a game of coups, the checks left (`3+3`) of a game that counts them, joined by a slash.
    fn read_state(self, text: Option<&str>) -> Result<CustomState, FenError> {
        let definition = self.definition();
        let mut state = CustomState::default();
        if definition.counts_checks {
            let at_start = definition.start.split(' ').find_map(read_checks);
            state.checks = at_start.unwrap_or([3, 3]);
        }
        let Some(text) = text else { return Ok(state) };
        let wrong = |name: &'static str, why: &str| FenError::new(Field::State(name), text, why);
        let mut parts = text.split('/').peekable();
        if self.has_coups() && parts.peek().is_some_and(|part| !part.contains('+')) {
            let part = parts.next().unwrap_or_default();
            let mut letters = part.chars();
            let (Some(white), Some(black), None) = (letters.next(), letters.next(), letters.next()) else {
                return Err(wrong("governments", "not two letters of piece types, White's as a capital"));
            };
            // Several types are royal from the start: no letter stands for them.
            let has_several = definition.royals.types.count() != 1;
            let letters = [(Color::White, white), (Color::Black, black)];
            for (color, letter) in letters.into_iter().filter(|(_, letter)| *letter != '-' || !has_several) {
                let small = letter.to_ascii_lowercase();
                let is_case_right = letter.is_ascii_uppercase() == (color == Color::White);
                let piece_type = definition.piece_type_of_letter(small).filter(|_| is_case_right);
                let piece_type = piece_type
                    .ok_or_else(|| wrong("governments", "not two letters of piece types, White's as a capital"))?;
                state = state.with_royal(self, color, piece_type);
            }
        }
        if definition.counts_checks
            && let Some(part) = parts.next_if(|part| part.contains('+'))
        {
            state.checks = read_checks(part).ok_or_else(|| wrong("checks", "not the checks left, as in 3+3"))?;
        }
        if let Some(part) = parts.next_if(|part| definition.castling.wins != Castling::NONE && part.contains('=')) {
            state.castled = match part {
                "=w" => [true, false],
                "=b" => [false, true],
                _ => return Err(wrong("castling", "not the side that has won by castling, '=w' or '=b'")),
            };
        }
        if let Some(part) = parts.next_if(|_| definition.ends.is_shatar_mate) {
            state.shak = match part {
                "S" => [true, false],
                "s" => [false, true],
                "Ss" => [true, true],
                _ => return Err(wrong("checks", "not 'S', 's' or 'Ss' for checks that allow mate")),
            };
        }
        match parts.next() {
            None => Ok(state),
            Some(_) => Err(FenError::new(Field::Rest, text, "nothing may follow the move number")),
        }
    }

    fn write_state(self, state: CustomState) -> Option<String> {
        let coups = self.has_coups().then(|| {
            let first = self.definition().royals.types.iter().next().unwrap_or(PieceType::KING);
            let has_several = self.definition().royals.types.count() != 1;
            let letter = |color| match state.royal(color) {
                None if has_several => '-',
                royal => notation::letter_of_piece(self, Piece::new(color, royal.unwrap_or(first))),
            };
            Color::BOTH.map(letter).iter().collect::<String>()
        });
        let checks = self.definition().counts_checks.then(|| format!("{}+{}", state.checks[0], state.checks[1]));
        let castled = state.castled.iter().position(|castled| *castled).map(|color| ["=w", "=b"][color].to_owned());
        let shak: String =
            Color::BOTH.into_iter().filter(|color| state.shak[*color]).map(|color| ["S", "s"][color]).collect();
        let shak = Some(shak).filter(|text| !text.is_empty());
        let parts: Vec<String> = coups.into_iter().chain(checks).chain(castled).chain(shak).collect();
        Some(parts.join("/")).filter(|text| !text.is_empty())
    }

    fn describe_state(self, state: CustomState) -> Option<String> {
        let text = self.write_state(state)?;
        Some(match (self.has_coups(), self.definition().counts_checks) {
            (true, _) => format!("Government: {text}"),
            (false, true) => format!("Checks left: {text}"),
            (false, false) => format!("State: {text}"),
        })
    }

    /// A capture that changes the attacker's type may have the letter of the new type.
    fn parse_move(pos: &Position<Self>, text: &str) -> Result<Move, MoveError> {
        let changes = |m: Move| {
            let piece = pos.piece_at(m.from())?;
            let becomes = Self::arrives_as(pos, piece, pos.captured(m)?);
            (m.promotes_to().is_none() && becomes != piece.piece_type()).then_some(becomes)
        };
        let ordinary = notation::parse(pos, text, |m, suffix| {
            m.promotes_to() == suffix || suffix.is_some() && suffix == changes(m)
        });
        if ordinary.is_ok() || pos.game().definition().bribes.is_none() {
            return ordinary;
        }
        let wanted = text.to_ascii_lowercase();
        let mut meant = None;
        let mut compare = Each(|m| {
            if Self::write_move(pos, m) == wanted {
                meant = Some(m);
            }
        });
        bribe::bribes(pos, &pos.constraints(), bribe::Doubles::Included, &mut compare);
        let moves = pos.legal_moves();
        let meant = meant.map(|m| bribe::ordinary_for(pos, m).unwrap_or(m)).filter(|m| moves.contains(m));
        meant.ok_or_else(|| ordinary.err().unwrap_or_else(|| MoveError::Illegal(printable(text))))
    }

    /// A bribe is written as the squares paid, the square of the bribed piece and its letter: `c1f1e4r`.
    fn write_move(pos: &Position<Self>, m: Move) -> String {
        if !m.is_purchase() {
            return notation::write(pos, m);
        }
        let mut text: String = pos.payment(m).into_iter().map(|at| at.to_string()).collect();
        text += &m.to().to_string();
        text.extend(pos.piece_at(m.to()).map(|piece| notation::letter_of_piece_type(pos.game(), piece.piece_type())));
        text
    }
}

/// Reads `3+2`, the checks left to White and to Black.
fn read_checks(text: &str) -> Option<[u8; 2]> {
    let (white, black) = text.split_once('+')?;
    let number = |text: &str| text.parse::<u8>().ok().filter(|number| *number <= MAX_CHECKS && text.len() == 1);
    Some([number(white)?, number(black)?])
}

/// Returns `true` if all pieces of the type are royal by the definition or by a coup.
#[inline]
fn is_royal_type(pos: &Position<Custom>, color: Color, piece_type: PieceType) -> bool {
    if let Some(first) = pos.game().0.first_royal {
        return pos.state().royal(color).unwrap_or(first) == piece_type;
    }
    match pos.state().royal(color) {
        Some(royal) => royal == piece_type,
        None => pos.game().definition().royals.types.has(piece_type),
    }
}

/// Returns `true` if no coup has changed the royal types.
fn are_first_royals(pos: &Position<Custom>) -> bool {
    Color::BOTH.into_iter().all(|color| pos.state().royal(color).is_none())
}

/// The royal pieces where several types are royal, or the number of pieces decides.
#[inline(never)]
fn several_royals(pos: &Position<Custom>, us: Color) -> Bitboard {
    let definition = pos.game().definition();
    let mut royals = match pos.state().royal(us) {
        Some(piece_type) => pos.of(us, piece_type),
        None => {
            let all = |set: Bitboard, piece_type| set | pos.of(us, piece_type);
            definition.royals.types.iter().fold(Bitboard::EMPTY, all)
        }
    };
    if let Some(extinction) = &definition.extinction
        && extinction.is_pseudo_royal
    {
        for piece_type in extinction.types.iter() {
            let pieces = pos.of(us, piece_type);
            if pieces.count() <= u32::from(extinction.count) + 1 {
                royals |= pieces;
            }
        }
        let all = extinction.types.iter().fold(Bitboard::EMPTY, |set, of| set | pos.of(us, of));
        let is_attacked = |at| Custom::attackers(pos, at, !us, pos.occupied()).any();
        if extinction.has_duple_check && all.into_iter().all(is_attacked) {
            royals |= all;
        }
    }
    royals
}

/// A win or a loss by extinction, goal squares, castling or counted checks.
#[inline(never)]
fn won_or_lost(pos: &Position<Custom>) -> Option<Outcome> {
    const EXTINCTION: Reason = Reason::Rule("extinction");
    const GOAL: Reason = Reason::Rule("goal reached");
    const CASTLING: Reason = Reason::Rule("castling");
    const CHECKS: Reason = Reason::Rule("last check");
    let (us, them, definition) = (pos.turn(), !pos.turn(), pos.game().definition());
    if let Some(extinction) = definition.extinction.as_ref().filter(|extinction| !extinction.is_pseudo_royal) {
        for color in [them, us] {
            let needed = u32::from(extinction.opponent_count) + u32::from(extinction.is_claimed && color == us);
            let is_extinct = |pieces: [Bitboard; 2]| {
                pieces[color].count() <= u32::from(extinction.count) && pieces[!color].count() >= needed
            };
            let of_type = |piece_type| is_extinct(Color::BOTH.map(|color| pos.of(color, piece_type)));
            let all = extinction.all_pieces && is_extinct(Color::BOTH.map(|color| pos.color(color)));
            if all || extinction.types.iter().any(of_type) {
                return Some(extinction.value.against(color, EXTINCTION));
            }
        }
    }
    let flags = &definition.flags;
    if !flags.gives_move && !flags.is_safe {
        if has_reached_goal(pos, them) {
            return Some(Outcome::win(them, GOAL));
        }
    } else {
        let reached = Color::BOTH.map(|color| has_reached_goal(pos, color));
        let outcome = match (flags.gives_move, reached[us], reached[them]) {
            // A piece that has been attacked on its goal square may be safe later.
            (false, true, true) => Some(Outcome::draw(GOAL)),
            (false, false, true) => Some(Outcome::win(them, GOAL)),
            (false, true, false) => Some(Outcome::win(us, GOAL)),
            // The side that moves second has had its answer.
            (true, true, true) if us == Color::White => Some(Outcome::draw(GOAL)),
            (true, true, false) => Some(Outcome::win(us, GOAL)),
            (true, false, true) if us == Color::White || !can_answer(pos) => Some(Outcome::win(them, GOAL)),
            _ => None,
        };
        if outcome.is_some() {
            return outcome;
        }
    }
    let wins = definition.castling.wins;
    if wins != Castling::NONE {
        // A side that has castled has no rights left.
        if pos.state().castled[them] {
            return Some(Outcome::win(them, CASTLING));
        }
        let has_lost = |color: &Color| {
            let own = wins.common(Castling(3 << (2 * color.index())));
            own != Castling::NONE && pos.castling().common(own) == Castling::NONE
        };
        if let Some(loser) = [them, us].into_iter().find(has_lost) {
            return Some(Outcome::win(!loser, CASTLING));
        }
    }
    (definition.counts_checks && pos.state().checks[them] == 0).then_some(Outcome::win(them, CHECKS))
}

/// Returns `true` if the side to move is in check and the series of checks includes one by a rook, knight or bers.
fn continues_shak(pos: &Position<Custom>) -> bool {
    let (us, them) = (pos.turn(), !pos.turn());
    let attackers = |at| Custom::attackers(pos, at, them, pos.occupied());
    let checkers = Custom::royals(pos, us).into_iter().fold(Bitboard::EMPTY, |all, at| all | attackers(at));
    let shak = pos.game().0.shak.iter().fold(Bitboard::EMPTY, |set, of| set | pos.piece_type(of));
    checkers.any() && (pos.state().shak[them] || checkers.meets(shak))
}

/// The result of mate for the mated side by the rule of shatar: knights alone may not mate, and a series of checks without one by a rook,
/// knight or bers only draws.
fn shatar_mate(pos: &Position<Custom>) -> Verdict {
    let checkers = generate::constraints(pos).checkers;
    let knights = pos.game().0.knights.iter().fold(Bitboard::EMPTY, |set, of| set | pos.piece_type(of));
    if (checkers - knights).is_empty() {
        return Verdict::Win;
    }
    match continues_shak(pos) {
        true => pos.game().definition().ends.checkmate,
        false => Verdict::Draw,
    }
}

/// Returns `true` if the side to move can reach its goal squares by its next move.
fn can_answer(pos: &Position<Custom>) -> bool {
    let us = pos.turn();
    let mut found = false;
    generate::before_end(pos, &mut Each(|m| found = found || has_reached_goal(&pos.after(m), us)));
    found
}

/// Returns `true` if enough pieces of a color are on its goal squares.
#[inline]
fn has_reached_goal(pos: &Position<Custom>, color: Color) -> bool {
    let flags = &pos.game().definition().flags;
    let region = flags.region[color];
    let pieces = match flags.piece[color] {
        Some(piece_type) => pos.of(color, piece_type),
        None => pos.color(color),
    };
    let there = pieces & region;
    there.any() && are_enough(pos, color, there)
}

/// Returns `true` if these pieces on goal squares are enough.
fn are_enough(pos: &Position<Custom>, color: Color, mut there: Bitboard) -> bool {
    let flags = &pos.game().definition().flags;
    let region = flags.region[color];
    // Of more pieces than are needed, attacked ones count too, as in Fairy-Stockfish.
    if flags.is_safe && there.count() == u32::from(flags.count.max(1)) {
        let is_safe = |at: &Square| Custom::attackers(pos, *at, !color, pos.occupied()).is_empty();
        there = there.into_iter().filter(is_safe).collect();
    }
    there.count() >= u32::from(flags.count.max(1))
        || flags.wins_blocked && there.any() && (region - pos.occupied()).is_empty()
}

/// The castling of a side on one wing, if the king's goal is on it.
#[inline]
fn castle_of(us: Color, m: Move) -> &'static orthodox::Castle {
    debug_assert!(m.kind() == MoveKind::Castle);
    &orthodox::CASTLES[us][usize::from(m.to().file() < 4)]
}

const _: () = assert!(24 + 8 + 8 <= CustomState::FEATURES && PieceType::MAX == 12);

#[cfg(test)]
mod tests;
