//! Where each weight stands: blocks of numbers, their names in files, and the term of the evaluation that they serve.

mod block;

use Rows::{Numbered, One, PieceTypes};
pub use block::{Block, Rows, Term, Weight};

/// One more than the most squares that a piece can reach.
pub const REACH: usize = 28;
/// The columns of [`ROAD`]: king moves to the far rank, the last one for "barred or further".
pub const ROADS: usize = 9;

/// What a piece is worth.
pub const VALUE: Block = Block::first("value", Term::Material, PieceTypes, 1, "What a piece is worth.");
/// How much of the middle game a piece stands for.
pub const PHASE: Block = VALUE
    .then(
        "phase",
        Term::Material,
        PieceTypes,
        1,
        "How much of the middle game a piece stands for; the first position has all of it.",
    )
    .plain();
/// By the number of squares that a piece reaches, without own pieces and squares that enemy pawns attack.
pub const MOBILITY: Block = PHASE.then(
    "mobility",
    Term::Mobility,
    PieceTypes,
    REACH,
    "By the number of squares that the piece reaches, without own pieces and squares that enemy pawns attack.",
);
/// For each square that a piece attacks, of those that count for mobility.
pub const CONTROL: Block =
    MOBILITY.then("control", Term::Mobility, PieceTypes, 1, "For each such square on which the piece would capture.");
/// For having at least two pieces of the piece type.
pub const COUPLE: Block =
    CONTROL.then("couple", Term::Pieces, PieceTypes, 1, "For having two pieces of the piece type or more.");
/// For two pieces of the piece type side by side.
pub const BESIDE: Block = COUPLE.then(
    "beside",
    Term::Pieces,
    PieceTypes,
    1,
    "For each two pieces of the piece type that stand side by side.",
);
/// For a piece on a file without pawns.
pub const OPEN_FILE: Block =
    BESIDE.then("open-file", Term::Pieces, PieceTypes, 1, "For a piece on a file without pawns.");
/// For a piece on a file without own pawns.
pub const HALF_OPEN: Block =
    OPEN_FILE.then("half-open", Term::Pieces, PieceTypes, 1, "For a piece on a file with enemy pawns alone.");
/// For a piece that a pawn protects and no enemy pawn can chase away.
pub const OUTPOST: Block = HALF_OPEN.then(
    "outpost",
    Term::Pieces,
    PieceTypes,
    1,
    "For a piece on its 4th to 6th rank that a pawn protects and no enemy pawn can chase away.",
);
/// For a piece that is pinned to its king, or that alone keeps the kings from facing each other.
pub const PINNED: Block =
    OUTPOST.then("pinned", Term::Pieces, PieceTypes, 1, "For a piece that may only move along the line to its king.");
/// For a piece of the piece type and each own pawn on squares of its colour.
pub const SAME_SHADE: Block = PINNED.then(
    "same-shade",
    Term::Pieces,
    PieceTypes,
    1,
    "For a piece and each own pawn on the same colour of squares.",
);

/// For a pawn without own pawns on the files beside it.
pub const ISOLATED: Block =
    SAME_SHADE.then("isolated", Term::Pawns, One, 1, "For a pawn without own pawns on the files beside it.");
/// For a pawn with an own pawn before it.
pub const DOUBLED: Block = ISOLATED.then("doubled", Term::Pawns, One, 1, "For a pawn with an own pawn before it.");
/// For a pawn that cannot step forward safely and will not be protected.
pub const BACKWARD: Block = DOUBLED.then(
    "backward",
    Term::Pawns,
    One,
    1,
    "For a pawn before a square that enemy pawns attack and no own pawn can come to protect.",
);
/// For an isolated or backward pawn on a file without enemy pawns.
pub const EXPOSED: Block = BACKWARD.then(
    "exposed",
    Term::Pawns,
    One,
    1,
    "For a pawn that is isolated or backward on a file without enemy pawns before it, besides.",
);
/// For a pawn with another beside it, by rank.
pub const PHALANX: Block =
    EXPOSED.then("phalanx", Term::Pawns, One, 8, "For a pawn with another beside it, by its own rank from the first.");
/// For a pawn that a pawn protects, by rank.
pub const SUPPORTED: Block =
    PHALANX.then("supported", Term::Pawns, One, 8, "For a pawn that a pawn protects, by its own rank.");

/// For a passed pawn, by rank.
pub const PASSED: Block =
    SUPPORTED.then("passed", Term::Passed, One, 8, "For a passed pawn, by its own rank; likewise the next blocks.");
/// For a passed pawn with a piece before it.
pub const PASSED_BLOCKED: Block =
    PASSED.then("passed-blocked", Term::Passed, One, 8, "For a passed pawn with any piece right before it.");
/// For a passed pawn that may step forward unattacked.
pub const PASSED_FREE: Block = PASSED_BLOCKED.then(
    "passed-free",
    Term::Passed,
    One,
    8,
    "For a passed pawn before an empty square that no enemy attacks or an own piece protects.",
);
/// For a passed pawn with nothing in its way.
pub const PASSED_CLEAR: Block = PASSED_FREE.then(
    "passed-clear",
    Term::Passed,
    One,
    8,
    "For a passed pawn whose whole way is empty and unattacked.",
);
/// For a passed pawn that nothing can catch.
pub const UNSTOPPABLE: Block = PASSED_CLEAR.then(
    "unstoppable",
    Term::Passed,
    One,
    1,
    "For a passed pawn that the enemy's king, alone with its pawns, comes too late to stop.",
);
/// For each king step between the own king and the square before a passed pawn.
pub const PASSED_OWN_KING: Block = UNSTOPPABLE.then(
    "passed-own-king",
    Term::Passed,
    One,
    8,
    "For each king step, 5 at most, from the own king to the square before a passed pawn.",
);
/// For each king step between the enemy's king and the square before a passed pawn.
pub const PASSED_ENEMY_KING: Block =
    PASSED_OWN_KING.then("passed-enemy-king", Term::Passed, One, 8, "The same for the enemy's king.");

/// By the rank of the hindmost shield before the king on a file.
pub const SHELTER: Block = PASSED_ENEMY_KING.then(
    "shelter",
    Term::Shelter,
    Numbered(4),
    8,
    "On the king's file and those beside it, by the file's steps from the edge (row) and the own rank of the hindmost \
     own shield that is not behind the king (column; 0: none).",
);
/// By the rank of the foremost enemy pawn before the king on a file.
pub const STORM: Block = SHELTER.then(
    "storm",
    Term::Shelter,
    Numbered(4),
    8,
    "The same for the enemy pawn that has come nearest, seen by the king's side.",
);
/// By the squares to which the royal may step.
pub const ESCAPES: Block = STORM.then(
    "escapes",
    Term::Shelter,
    One,
    9,
    "By the number of squares that the royal may step to: not its own pieces's, not denied by the enemy.",
);
/// Which piece types count as shields.
pub const SHIELD: Block = ESCAPES
    .then("shield", Term::Shelter, PieceTypes, 1, "1 for the piece types that count as shields before a king.")
    .plain();

/// Danger to the enemy's king by each piece that attacks a square next to it.
pub const ATTACKER: Block = SHIELD
    .then(
        "attacker",
        Term::Attack,
        PieceTypes,
        1,
        "Danger for each piece that attacks a square of the enemy king's ring.",
    )
    .plain();
/// Danger for each piece of the piece type on the board.
pub const FORCE: Block = ATTACKER
    .then("force", Term::Attack, PieceTypes, 1, "Danger for each piece of the piece type on the board.")
    .plain();
/// Danger for a piece type that can give check on a square where it is safe.
pub const CHECK: Block = FORCE
    .then(
        "check",
        Term::Attack,
        PieceTypes,
        1,
        "Danger when a piece of the piece type can go and give check unpunished.",
    )
    .plain();
/// The other numbers of the danger to the enemy's king.
pub const DANGER: Block = CHECK
    .then(
        "danger",
        Term::Attack,
        One,
        6,
        "Danger: always; for each attack on the ring; for each ring square that only the king protects; for each square \
         of a check that can be punished; for each piece pinned to the king; for each own shield missing on the three files.",
    )
    .plain();

/// For each attack of a pawn on an enemy piece of the piece type.
pub const PAWN_THREAT: Block = DANGER.then(
    "pawn-threat",
    Term::Threats,
    PieceTypes,
    1,
    "For an enemy piece of this piece type that a pawn attacks.",
);
/// For each enemy piece of the piece type that a cheaper piece attacks.
pub const CHEAP_THREAT: Block = PAWN_THREAT.then(
    "cheap-threat",
    Term::Threats,
    PieceTypes,
    1,
    "For an enemy piece of this piece type that a clearly cheaper piece, no pawn, attacks.",
);
/// For each enemy piece of the piece type that is attacked and not protected.
pub const HANGING: Block = CHEAP_THREAT.then(
    "hanging",
    Term::Threats,
    PieceTypes,
    1,
    "For an enemy piece of this piece type that is attacked and not protected.",
);
/// For each enemy piece that a pawn could attack after a safe step.
pub const PUSH_THREAT: Block = HANGING.then(
    "push-threat",
    Term::Threats,
    One,
    1,
    "For an enemy piece that a pawn could attack after a step to a safe square.",
);

/// By the king moves to the far rank over squares that the enemy does not deny.
pub const ROAD: Block = PUSH_THREAT.then(
    "road",
    Term::Road,
    One,
    ROADS,
    "By the number of king moves to the far rank over squares that the enemy does not deny now (0: there; 8: no way).",
);
/// By the ranks that are missing when the way is barred.
pub const BARRED: Block = ROAD.then(
    "barred",
    Term::Road,
    One,
    8,
    "When there is no such way: by the number of ranks between the furthest reached and the far one.",
);
/// For each square beside the enemy's king that the own king denies by facing it.
pub const FACED: Block = BARRED.then(
    "faced",
    Term::Road,
    One,
    1,
    "For each square next to the enemy's king that no piece attacks and the own king denies by its open lines.",
);

/// For the side to move.
pub const TEMPO: Block = FACED.then("tempo", Term::Tempo, One, 1, "For the side to move.");
/// How much of the value is lost in drawish endings.
pub const DRAWISH: Block = TEMPO
    .then(
        "drawish",
        Term::Tempo,
        One,
        5,
        "64ths of the value that are lost: opposite bishops alone; opposite bishops among others; no pawn and \
         at most a bishop more; one pawn and at most a bishop more; two knights alone.",
    )
    .plain();
/// How much is lost on the way to the 50-move rule.
pub const CLOCK: Block =
    DRAWISH.then("clock", Term::Tempo, One, 1, "Hundredths of the value lost when the 50-move clock runs out.").plain();
/// Where a piece stands, from its owner's side.
pub const PLACEMENT: Block = CLOCK.then(
    "placement",
    Term::Placement,
    PieceTypes,
    64,
    "Where a piece stands, from its owner's side, last rank first.",
);

/// For royals of a piece type, by their number.
pub const ROYAL_COUNT: Block = PLACEMENT.then(
    "government",
    Term::Royals,
    PieceTypes,
    8,
    "For royals of the piece type (row), by their number from 1 (column).",
);
/// For each of several royals, by the squares to which it may go.
pub const ROYAL_ESCAPES: Block = ROYAL_COUNT.then(
    "royal-escapes",
    Term::Royals,
    One,
    4,
    "For each of several royals, by the squares to which it can go and where no enemy captures (3: more).",
);
/// For each of several royals that is attacked.
pub const ROYAL_ATTACKED: Block = ROYAL_ESCAPES.then(
    "royal-attacked",
    Term::Royals,
    One,
    2,
    "For each of several royals that is attacked: on turn; not on turn.",
);
/// For each of several royals to which a piece of the piece type may give check.
pub const ROYAL_CHECK: Block = ROYAL_ATTACKED.then(
    "royal-check",
    Term::Royals,
    PieceTypes,
    1,
    "For each of several royals and each enemy piece type that can go and attack it.",
);
/// For each of several royals that may be mated at once.
pub const ROYAL_MATE: Block = ROYAL_CHECK.then(
    "royal-mate",
    Term::Royals,
    One,
    2,
    "For each of several royals without a free square to which a check can be given unpunished: on turn; not on turn.",
);
/// For each enemy piece that a royal may take, so that others become royal.
pub const ROYALS_CHANGE: Block = ROYAL_MATE.then(
    "coup",
    Term::Royals,
    PieceTypes,
    2,
    "For an enemy piece of the piece type, one of several, that a royal can take: on turn; not on turn.",
);
/// For each loose enemy piece near a royal.
pub const ROYALS_CHANGE_NEAR: Block = ROYALS_CHANGE.then(
    "coup-near",
    Term::Royals,
    PieceTypes,
    1,
    "For an unprotected enemy piece of the piece type, one of several, two king steps from a royal.",
);

/// For each enemy piece that may be bought.
pub const PURCHASABLE: Block = ROYALS_CHANGE_NEAR.then(
    "bribable",
    Term::Purchases,
    PieceTypes,
    2,
    "For an enemy piece of the piece type that can be bought, while there is a pawn to pay: on turn; not on turn.",
);
/// For own pieces beside the king.
pub const LOYAL: Block = PURCHASABLE.then(
    "loyal",
    Term::Purchases,
    PieceTypes,
    1,
    "For a piece of the piece type next to its king, where nobody buys it.",
);
/// By the number of pawns.
pub const PURSE: Block = LOYAL.then("purse", Term::Purchases, One, 9, "By the number of pawns left to pay, from none.");

/// How many weights a set has.
pub const LEN: usize = PURSE.end();

/// All blocks in the order of their weights.
pub static BLOCKS: [&Block; 53] = [
    &VALUE,
    &PHASE,
    &MOBILITY,
    &CONTROL,
    &COUPLE,
    &BESIDE,
    &OPEN_FILE,
    &HALF_OPEN,
    &OUTPOST,
    &PINNED,
    &SAME_SHADE,
    &ISOLATED,
    &DOUBLED,
    &BACKWARD,
    &EXPOSED,
    &PHALANX,
    &SUPPORTED,
    &PASSED,
    &PASSED_BLOCKED,
    &PASSED_FREE,
    &PASSED_CLEAR,
    &UNSTOPPABLE,
    &PASSED_OWN_KING,
    &PASSED_ENEMY_KING,
    &SHELTER,
    &STORM,
    &ESCAPES,
    &SHIELD,
    &ATTACKER,
    &FORCE,
    &CHECK,
    &DANGER,
    &PAWN_THREAT,
    &CHEAP_THREAT,
    &HANGING,
    &PUSH_THREAT,
    &ROAD,
    &BARRED,
    &FACED,
    &TEMPO,
    &DRAWISH,
    &CLOCK,
    &PLACEMENT,
    &ROYAL_COUNT,
    &ROYAL_ESCAPES,
    &ROYAL_ATTACKED,
    &ROYAL_CHECK,
    &ROYAL_MATE,
    &ROYALS_CHANGE,
    &ROYALS_CHANGE_NEAR,
    &PURCHASABLE,
    &LOYAL,
    &PURSE,
];

impl Weight {
    /// The block that the weight belongs to.
    pub fn block(self) -> &'static Block {
        let after = BLOCKS.partition_point(|block| block.start <= self.index());
        BLOCKS[after - 1]
    }
}

const _: () = assert!(LEN <= u16::MAX as usize);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_blocks_follow_each_other_without_gaps() {
        let mut next = 0;
        for block in BLOCKS {
            assert_eq!(block.range().start, next, "{}", block.name);
            next = block.range().end;
        }
        assert_eq!(next, LEN);
    }

    #[test]
    fn every_weight_finds_its_block() {
        for block in BLOCKS {
            for index in block.range() {
                assert_eq!(Weight(index as u16).block().name, block.name);
            }
        }
    }
}
