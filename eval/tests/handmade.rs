//! The hand-made evaluation as a whole: symmetry, agreement of updated with recomputed values, and the direction of each term.
use crate::common::random_play;
use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
use movegen::zobrist::splitmix64;
use movegen::{Chess, Color, Empire, Insurrection, Position, Subversion, Variant};
use upheaval_eval::score::LARGEST_EVALUATION;
use upheaval_eval::weights::Term;
use upheaval_eval::{Evaluate, Evaluator, Pair, Weights};

/// Returns the score for White.
fn white_score<V: Variant>(pos: &Position<V>) -> i32 {
    let evaluator = Evaluator::<V>::hand_made();
    let score = evaluator.score(pos, &evaluator.refresh(pos));
    if pos.turn() == Color::White { score } else { -score }
}

fn chess(fen: &str) -> Position<Chess> {
    fen.parse().unwrap()
}

fn empire(fen: &str) -> Position<Empire> {
    fen.parse().unwrap()
}

/// Returns what a term adds for White.
fn of_white<V: Variant>(fen: &str, term: Term) -> Pair {
    Evaluator::new().trace(&fen.parse::<Position<V>>().unwrap()).terms[Color::White][term as usize]
}

#[test]
fn mirrored_chess_position_has_the_same_score() {
    let evaluator = Evaluator::<Chess>::hand_made();
    random_play(&evaluator, 40, |pos, accumulator| {
        let mirror = chess(&pos.flipped_fen());
        assert_eq!(evaluator.score(pos, accumulator), evaluator.score(&mirror, &evaluator.refresh(&mirror)), "{pos}");
    });
}

struct Agrees;

impl VisitTurnBased for Agrees {
    type Out = ();
    fn turn_based<V: Variant>(self, _: V) {
        let evaluator = Evaluator::<V>::hand_made();
        random_play(&evaluator, 40, |pos, accumulator| {
            assert_eq!(*accumulator, evaluator.refresh(pos), "{pos:?}");
            let score = evaluator.score(pos, accumulator);
            assert!(score.abs() <= LARGEST_EVALUATION);
            let expected = if pos.checked_royals().any() { None } else { Some(score) };
            let traced = evaluator.trace(pos).score;
            assert_eq!(traced.map(|white| if pos.turn() == Color::White { white } else { -white }), expected);
        });
    }
}

#[test]
fn trace_agrees_with_updated_and_recomputed_scores() {
    for name in TURN_BASED {
        with_turn_based(name, Agrees).unwrap();
    }
}

#[test]
fn sixty_queens_stay_within_the_score_range() {
    let pos = chess("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/7Q/k6K b - - 0 1");
    assert_eq!(white_score(&pos), LARGEST_EVALUATION);
    let pos = empire("tttttttt/tttttttt/tttttttt/tttttttt/qqqqqqqq/qqqqqqqq/7q/K6k w - - 0 1");
    assert_eq!(white_score(&pos), -LARGEST_EVALUATION);
}

#[test]
fn trace_ends_with_the_value_or_check() {
    let text = Evaluator::new().trace(&chess("4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1")).to_string();
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("Final evaluation       +") && last.ends_with(" (white side)"), "{last}");
    let text = Evaluator::new().trace(&chess("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")).to_string();
    assert_eq!(text.lines().last(), Some("Final evaluation       none (in check)"));
}

#[test]
fn passed_pawn_gains_by_freedom_rank_and_king() {
    let passed = |fen| of_white::<Chess>(fen, Term::Passed).end();
    assert!(passed("7k/8/8/3P4/8/6n1/8/K7 w - - 0 1") > passed("7k/8/3n4/3P4/8/8/8/K7 w - - 0 1"));
    assert!(passed("7k/8/3P4/8/8/8/8/K7 w - - 0 1") > passed("7k/8/8/8/3P4/8/8/K7 w - - 0 1"));
    assert!(passed("7k/8/8/2KP4/8/8/8/8 w - - 0 1") > passed("7k/8/8/3P4/8/8/8/K7 w - - 0 1"));
}

#[test]
fn pawn_is_passed_without_enemy_pawns_ahead() {
    let passed = |fen| of_white::<Chess>(fen, Term::Passed) != Pair::ZERO;
    assert!(passed("4k3/8/8/8/4P3/3p1p2/8/4K3 w - - 0 1"));
    assert!(!passed("4k3/3p4/8/8/4P3/8/8/4K3 w - - 0 1"));
    assert!(!passed("4k3/4p3/8/8/4P3/8/8/4K3 w - - 0 1"));
    assert!(passed("4k3/6p1/8/8/4P3/8/8/4K3 w - - 0 1"));
}

#[test]
fn danger_grows_faster_than_the_number_of_attackers() {
    let attack = |fen| of_white::<Chess>(fen, Term::Attack).middle();
    let one = attack("5rk1/5ppp/8/8/3Q4/8/8/K7 w - - 0 1");
    let two = attack("5rk1/5ppp/8/6N1/3Q4/8/8/K7 w - - 0 1");
    let three = attack("5rk1/5ppp/8/6N1/3Q4/3B4/8/K7 w - - 0 1");
    assert!(one < two && two < three && three - two > two - one, "{one} {two} {three}");
}

#[test]
fn attacked_and_unprotected_pieces_are_threats() {
    let threats = |fen| of_white::<Chess>(fen, Term::Threats).middle();
    assert!(threats("4k3/8/4n3/3P4/8/8/8/4K3 b - - 0 1") > threats("4k3/8/4n3/8/3P4/8/8/4K3 b - - 0 1"));
    assert!(threats("4k3/8/8/3n4/8/8/8/3RK3 b - - 0 1") > threats("4k3/8/2p5/3n4/8/8/8/3RK3 b - - 0 1"));
}

#[test]
fn pairs_open_files_and_pawn_shape_count() {
    let pieces = |fen| of_white::<Chess>(fen, Term::Pieces).middle();
    assert!(pieces("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1") > pieces("4k3/8/8/8/8/8/8/1NB1K3 w - - 0 1"));
    assert!(pieces("4k3/4p3/8/8/8/8/4P3/R3K3 w - - 0 1") > pieces("4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1"));
    let pawns = |fen| of_white::<Chess>(fen, Term::Pawns).end();
    assert!(pawns("4k3/8/8/8/8/4P3/4P3/4K3 w - - 0 1") < pawns("4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1"));
}

#[test]
fn clock_reduces_values() {
    let early = white_score(&chess("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1"));
    let late = white_score(&chess("4k3/8/8/8/8/8/P7/R3K3 w - - 90 1"));
    assert!(late < early && late > 0);
}

/// docs/specification/empire.md "End of the game" (campmate) and "Face-off".
#[test]
fn way_to_goal_counts_guards_and_facing_kings() {
    let way = |fen| of_white::<Empire>(fen, Term::Goal).end();
    let steps =
        ["8/2K5/8/8/7k/8/8/8 b - - 0 1", "8/8/2K5/8/7k/8/8/8 w - - 0 1", "8/8/8/2K5/7k/8/8/8 w - - 0 1"].map(way);
    assert!(steps[0] - steps[1] > steps[1] - steps[2] && steps[1] > steps[2], "{steps:?}");
    assert!(way("8/8/8/2K5/8/6k1/8/7r w - - 0 1") > way("8/7r/8/2K5/8/6k1/8/8 w - - 0 1"), "the rook guards a rank");
    assert!(way("8/8/8/7k/8/3K4/8/8 w - - 0 1") < way("7k/8/8/8/8/3K4/8/8 w - - 0 1"), "a king denies its rank");
}

#[test]
fn soldiers_gain_by_company() {
    let pieces = |fen| of_white::<Empire>(fen, Term::Pieces).end();
    assert!(pieces("5k2/8/8/3SS3/8/8/8/4K3 w - - 0 1") > pieces("5k2/8/8/2S1S3/8/8/8/4K3 w - - 0 1"));
}

#[test]
fn several_royals_and_capturable_governments_count() {
    let royals = |fen| of_white::<Insurrection>(fen, Term::Royals).middle();
    assert!(royals("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1 Pk") < royals("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1 Kk"));
    // The pawn h4 has no moves, and the rook can attack it on d4, where nothing captures.
    let mated = royals("3rk3/8/8/7p/7P/8/P7/K7 b - - 0 1 Pk");
    assert!(mated < royals("4k3/8/8/7p/7P/8/P7/K7 b - - 0 1 Pk"));
    let coup = royals("4k3/p7/8/3p4/4K3/8/8/8 w - - 0 1 Kk");
    assert!(coup > royals("4k3/8/8/3p4/4K3/8/8/8 w - - 0 1 Kk"), "the last pawn has no successor");
    assert!(coup > royals("4k3/8/4p3/3p4/4K3/8/8/8 w - - 0 1 Kk"), "the pawn is protected");
}

#[test]
fn bribable_pieces_need_a_pawn_to_pay() {
    let purchases = |fen| of_white::<Subversion>(fen, Term::Purchases).middle();
    let none = "4k3/8/8/8/8/4N3/P7/4K3 w - - 0 1";
    assert!(purchases("4k3/8/8/8/3r4/4N3/P7/4K3 w - - 0 1") > purchases(none));
    assert_eq!(purchases("4k3/8/8/8/3r4/4N3/8/4K3 w - - 0 1"), purchases("4k3/8/8/8/8/4N3/8/4K3 w - - 0 1"));
}

#[test]
fn mutated_weights_never_panic() {
    for (letters, name) in [("pnbrqk", "chess"), ("pnbrqktecds", "empire")] {
        let text = gamedata::weights(name).unwrap().content;
        for seed in 0..400 {
            let mut bytes = text.to_owned().into_bytes();
            let mut random = splitmix64(seed);
            for _ in 0..1 + seed % 8 {
                random = splitmix64(random);
                let at = (random >> 8) as usize % bytes.len();
                match random % 4 {
                    0 => bytes[at] = (random >> 40) as u8,
                    1 => bytes.truncate(at.max(1)),
                    2 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, b"/-9#\n \xff\0"[(random >> 50) as usize % 8]),
                }
                if bytes.is_empty() {
                    break;
                }
            }
            if let Err(error) = Weights::parse(&String::from_utf8_lossy(&bytes), letters) {
                assert!(error.to_string().starts_with("invalid weights, line ") && error.line > 0);
            }
        }
    }
}

#[test]
fn other_weights_give_other_scores() {
    let text = gamedata::weights("chess").unwrap().content;
    let weights = Weights::parse(&text.replace("value p 80/89", "value p 80/139"), Chess::LETTERS).unwrap();
    let pos = chess("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let other = Evaluator::<Chess>::with_weights(weights);
    assert!(other.score(&pos, &other.refresh(&pos)) > white_score(&pos) + 40);
}
