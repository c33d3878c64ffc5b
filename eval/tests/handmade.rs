//! The hand-made evaluation as a whole: symmetry, agreement of what is kept with what is recomputed, and that single
//! findings on the board move the value the way they should.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use common::random_play;
use eval::score::LARGEST_EVALUATION;
use eval::weights::layout::{
    BACKWARD, BARRED, DOUBLED, EXPOSED, FACED, ISOLATED, LOYAL, OUTPOST, PINNED, PURCHASABLE, PURSE, ROAD, ROYAL_CHECK,
    ROYAL_COUNT, ROYAL_ESCAPES, ROYAL_MATE, ROYALS_CHANGE,
};
use eval::weights::{Block, Term};
use eval::{Evaluate, HandMade, Pair, Weights, trace};
use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
use movegen::zobrist::splitmix64;
use movegen::{Chess, Color, Empire, Insurrection, PieceType, Position, Subversion, Variant};

/// Random games from the start with a fixed seed: every position, and the accumulator that observed the moves.
/// The score for White.
fn white_score<V: Variant>(pos: &Position<V>) -> i32 {
    let evaluator = HandMade::<V>::new();
    let score = evaluator.score(pos, &evaluator.refresh(pos));
    if pos.turn() == Color::White { score } else { -score }
}

fn chess(fen: &str) -> Position<Chess> {
    fen.parse().unwrap()
}

fn empire(fen: &str) -> Position<Empire> {
    fen.parse().unwrap()
}

/// What a term gives White more than Black.
fn balance<V: Variant>(pos: &Position<V>, term: Term) -> Pair {
    let trace = trace(pos);
    trace.term(Color::White, term) - trace.term(Color::Black, term)
}

/// The position with colours and ranks exchanged.
fn flipped(fen: &str) -> String {
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    let turned = |text: &str| -> String {
        let turn = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        text.chars().map(turn).collect()
    };
    fields[0] = turned(&fields[0].split('/').rev().collect::<Vec<_>>().join("/"));
    fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
    let rights = turned(&fields[2]);
    fields[2] = ["K", "Q", "k", "q"].into_iter().filter(|right| rights.contains(right)).collect();
    if fields[2].is_empty() {
        fields[2].push('-');
    }
    fields[3] = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    fields.join(" ")
}

#[test]
fn in_chess_a_position_and_its_mirror_image_score_alike_for_the_side_to_move() {
    let evaluator = HandMade::<Chess>::new();
    random_play(&HandMade::<Chess>::new(), 40, |pos, accumulator| {
        let mirror = chess(&flipped(&pos.to_string()));
        assert_eq!(evaluator.score(pos, accumulator), evaluator.score(&mirror, &evaluator.refresh(&mirror)), "{pos}");
    });
}

struct Agrees;

impl VisitTurnBased for Agrees {
    type Out = ();
    fn turn_based<V: Variant>(self) {
        let evaluator = HandMade::<V>::new();
        random_play(&HandMade::<V>::new(), 40, |pos, accumulator| {
            assert_eq!(*accumulator, evaluator.refresh(pos), "{pos:?}");
            let score = evaluator.score(pos, accumulator);
            assert!(score.abs() <= LARGEST_EVALUATION);
            let trace = evaluator.trace(pos);
            let expected = if pos.checked_royals().any() { None } else { Some(score) };
            assert_eq!(trace.score().map(|white| if pos.turn() == Color::White { white } else { -white }), expected);
        });
    }
}

#[test]
fn the_running_sum_equals_a_fresh_one_and_the_trace_agrees_with_the_score() {
    for name in TURN_BASED {
        with_turn_based(name, Agrees).unwrap();
    }
}

struct Adds;

impl VisitTurnBased for Adds {
    type Out = ();
    fn turn_based<V: Variant>(self) {
        let evaluator = HandMade::<V>::new();
        random_play(&HandMade::<V>::new(), 5, |pos, _| {
            let trace = evaluator.trace(pos);
            for color in Color::BOTH {
                let terms = Term::ALL.iter().fold(Pair::ZERO, |sum, &term| sum + trace.term(color, term));
                let counted = trace.counts().filter(|&(side, weight, _)| side == color && weight.block().tapered);
                let counted = counted
                    .fold(Pair::ZERO, |sum, (_, weight, times)| sum + evaluator.weights().of(color)[weight] * times);
                assert_eq!(terms, counted + trace.booked(color), "{pos:?}");
            }
        });
    }
}

#[test]
fn the_counts_of_a_trace_times_the_weights_are_the_terms() {
    for name in TURN_BASED {
        with_turn_based(name, Adds).unwrap();
    }
}

#[test]
fn sixty_queens_neither_overflow_nor_leave_the_range() {
    let pos = chess("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/7Q/k6K b - - 0 1");
    assert_eq!(white_score(&pos), LARGEST_EVALUATION);
    let pos = empire("tttttttt/tttttttt/tttttttt/tttttttt/qqqqqqqq/qqqqqqqq/7q/K6k w - - 0 1");
    assert_eq!(white_score(&pos), -LARGEST_EVALUATION);
}

#[test]
fn the_trace_ends_with_the_value_for_white_and_has_none_in_check() {
    let text = trace(&chess("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")).to_string();
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("Final evaluation       +") && last.ends_with(" (white side)"), "{last}");
    let text = trace(&chess("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")).to_string();
    assert_eq!(text.lines().last(), Some("Final evaluation       none (in check)"));
}

#[test]
fn a_free_passed_pawn_is_worth_more_than_a_blocked_one() {
    let free = balance(&chess("7k/8/8/3P4/8/6n1/8/K7 w - - 0 1"), Term::Passed);
    let blocked = balance(&chess("7k/8/3n4/3P4/8/8/8/K7 w - - 0 1"), Term::Passed);
    assert!(free.end() > blocked.end() && free.middle() > blocked.middle());
}

#[test]
fn a_passed_pawn_grows_as_it_advances_and_as_its_king_comes_near() {
    let at = |fen| balance(&chess(fen), Term::Passed).end();
    assert!(at("7k/8/3P4/8/8/8/8/K7 w - - 0 1") > at("7k/8/8/8/3P4/8/8/K7 w - - 0 1"));
    assert!(at("7k/8/8/2KP4/8/8/8/8 w - - 0 1") > at("7k/8/8/3P4/8/8/8/K7 w - - 0 1"));
}

#[test]
fn a_pawn_is_passed_only_without_enemy_pawns_ahead_on_three_files() {
    let passed = |fen| trace(&chess(fen)).term(Color::White, Term::Passed) != Pair::ZERO;
    assert!(passed("4k3/8/8/8/4P3/3p1p2/8/4K3 w - - 0 1"));
    assert!(!passed("4k3/3p4/8/8/4P3/8/8/4K3 w - - 0 1"));
    assert!(!passed("4k3/4p3/8/8/4P3/8/8/4K3 w - - 0 1"));
    assert!(passed("4k3/6p1/8/8/4P3/8/8/4K3 w - - 0 1"));
}

#[test]
fn isolated_doubled_and_backward_pawns_cost() {
    let found = |fen, block: &Block| trace(&chess(fen)).count(Color::White, block.only());
    assert_eq!(found("4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", &ISOLATED), 0);
    assert_eq!(found("4k3/8/8/8/8/8/2P1P3/4K3 w - - 0 1", &ISOLATED), 2);
    assert_eq!(found("4k3/8/8/8/8/4P3/3PP3/4K3 w - - 0 1", &DOUBLED), 1);
    assert_eq!(found("4k3/8/8/8/p1P5/1P6/8/4K3 w - - 0 1", &BACKWARD), 0);
    assert_eq!(found("4k3/8/8/p7/2P5/1P6/8/4K3 w - - 0 1", &BACKWARD), 1);
    assert_eq!(found("4k3/8/8/p7/1PP5/8/8/4K3 w - - 0 1", &BACKWARD), 0);
    assert_eq!(found("4k3/8/8/8/8/8/2P1P3/4K3 w - - 0 1", &EXPOSED), 2);
    assert_eq!(found("4k3/2p5/8/8/8/8/2P1P3/4K3 w - - 0 1", &EXPOSED), 1);
    let shape = |fen| balance(&chess(fen), Term::Pawns).end();
    assert!(shape("4k3/8/8/8/8/4P3/4P3/4K3 w - - 0 1") < shape("4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1"));
}

#[test]
fn pawns_before_the_castled_king_shelter_it() {
    let shelter = |fen| balance(&chess(fen), Term::Shelter).middle();
    let whole = shelter("r3k3/8/8/8/8/8/5PPP/6K1 w q - 0 1");
    let broken = shelter("r3k3/8/8/8/8/8/5P1P/6K1 w q - 0 1");
    assert!(whole > broken);
}

#[test]
fn danger_to_the_king_grows_faster_than_the_number_of_attackers() {
    let attack = |fen| trace(&chess(fen)).term(Color::White, Term::Attack).middle();
    let one = attack("5rk1/5ppp/8/8/3Q4/8/8/K7 w - - 0 1");
    let two = attack("5rk1/5ppp/8/6N1/3Q4/8/8/K7 w - - 0 1");
    let three = attack("5rk1/5ppp/8/6N1/3Q4/3B4/8/K7 w - - 0 1");
    assert!(one < two && two < three && three - two > two - one, "{one} {two} {three}");
}

#[test]
fn attacked_and_unprotected_pieces_are_threats() {
    let threats = |fen| trace(&chess(fen)).term(Color::White, Term::Threats).middle();
    let by_pawn = threats("4k3/8/4n3/3P4/8/8/8/4K3 b - - 0 1");
    let by_none = threats("4k3/8/4n3/8/3P4/8/8/4K3 b - - 0 1");
    assert!(by_pawn > by_none);
    let hanging = threats("4k3/8/8/3n4/8/8/8/3RK3 b - - 0 1");
    let protected = threats("4k3/8/2p5/3n4/8/8/8/3RK3 b - - 0 1");
    assert!(hanging > protected);
}

#[test]
fn two_bishops_two_knights_and_open_files_count() {
    let pieces = |fen| balance(&chess(fen), Term::Pieces).middle();
    assert!(pieces("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1") > pieces("4k3/8/8/8/8/8/8/1NB1K3 w - - 0 1"));
    assert!(pieces("4k3/4p3/8/8/8/8/4P3/R3K3 w - - 0 1") > pieces("4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1"));
    let found = |fen, block: &Block| trace(&chess(fen)).count(Color::White, block.at(PieceType::KNIGHT.index()));
    assert_eq!(found("4k3/8/8/4N3/3P4/8/8/4K3 w - - 0 1", &OUTPOST), 1);
    assert_eq!(found("4k3/5p2/8/4N3/3P4/8/8/4K3 w - - 0 1", &OUTPOST), 0);
    assert_eq!(found("4k3/8/4r3/8/8/8/4N3/4K3 w - - 0 1", &PINNED), 1);
}

#[test]
fn drawish_endings_are_scaled_down() {
    let opposite = white_score(&chess("4k3/8/8/2b5/8/3B4/3PP3/4K3 w - - 0 1"));
    let same = white_score(&chess("4k3/8/8/3b4/8/3B4/3PP3/4K3 w - - 0 1"));
    assert!(opposite < same - 30, "{opposite} {same}");
    assert!(white_score(&chess("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1")) < 60);
    assert!(white_score(&chess("4k3/7r/8/8/8/8/8/R3K1N1 w - - 0 1")) < 120);
    assert!(white_score(&chess("4k3/8/8/8/8/8/8/B3K1N1 w - - 0 1")) > 400);
}

#[test]
fn the_fifty_move_clock_draws_values_towards_nothing() {
    let early = white_score(&chess("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
    let late = white_score(&chess("4k3/8/8/8/8/8/8/R3K3 w - - 90 1"));
    assert!(late < early && late > 0);
}

/// gamedata/games/empire/specification.md "End of the game": campmate.
#[test]
fn an_open_road_to_the_far_rank_grows_steeply_near_its_end() {
    let road = |fen| {
        let road = trace(&empire(fen));
        (0..9).find(|&moves| road.count(Color::White, ROAD.at(moves)) == 1)
    };
    assert_eq!(road("8/8/7k/8/8/2K5/8/8 w - - 0 1"), None, "the king on h6 denies the sixth rank");
    assert_eq!(road("8/8/8/8/7k/8/2K5/8 w - - 0 1"), None);
    assert_eq!(road("8/8/8/2K5/7k/8/8/8 w - - 0 1"), Some(3));
    assert_eq!(road("8/2K5/8/8/7k/8/8/8 b - - 0 1"), Some(1));
    let worth = |moves| Weights::of_game("empire", Empire::LETTERS).of(Color::White)[ROAD.at(moves)].end();
    assert!(worth(1) - worth(2) > worth(2) - worth(3) && worth(2) > worth(3) && worth(3) > worth(5));
}

#[test]
fn a_rook_that_guards_a_rank_bars_the_road() {
    let road = |fen| trace(&empire(fen)).term(Color::White, Term::Road).end();
    assert!(road("8/8/8/2K5/8/6k1/8/7r w - - 0 1") > road("8/7r/8/2K5/8/6k1/8/8 w - - 0 1"));
}

/// gamedata/games/empire/specification.md "Face-off": the line of a facing king is denied like an attacked one.
#[test]
fn a_king_denies_squares_by_facing() {
    let barred = trace(&empire("8/8/8/4k3/8/3K4/8/8 w - - 0 1"));
    assert_eq!(barred.count(Color::White, BARRED.at(4)), 1, "the fifth rank is the black king's line");
    assert_eq!(barred.count(Color::White, FACED.only()), 2, "d5 and d6; d4 is attacked");
    let pinned = |fen| trace(&empire(fen)).count(Color::White, PINNED.at(9));
    assert_eq!(pinned("4k3/8/8/4D3/8/8/8/4K3 w - - 0 1"), 1);
    assert_eq!(pinned("4k3/8/8/3D4/8/8/8/5K2 w - - 0 1"), 0);
}

#[test]
fn soldiers_gain_by_company_and_by_advancing() {
    let pieces = |fen| trace(&empire(fen)).term(Color::White, Term::Pieces).end();
    assert!(pieces("5k2/8/8/3SS3/8/8/8/4K3 w - - 0 1") > pieces("5k2/8/8/2S1S3/8/8/8/4K3 w - - 0 1"));
    let place = |fen| trace(&empire(fen)).term(Color::White, Term::Placement).end();
    assert!(place("5k2/8/8/3S4/8/8/8/4K3 w - - 0 1") > place("5k2/8/8/8/8/3S4/8/4K3 w - - 0 1"));
}

#[test]
fn mutated_files_of_weights_never_panic() {
    let files = ["pnbrqk", "pnbrqktecds"].into_iter().zip(["chess", "empire"]);
    for (letters, name) in files {
        let text = Weights::of_game(name, letters).to_string();
        for seed in 0..400 {
            let mut bytes = text.clone().into_bytes();
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
            let text = String::from_utf8_lossy(&bytes);
            match Weights::parse(&text, letters) {
                Ok(weights) => assert_eq!(Weights::parse(&weights.to_string(), letters).unwrap(), weights),
                Err(error) => assert!(error.to_string().starts_with("invalid weights, line ") && error.line > 0),
            }
        }
    }
}

#[test]
fn other_weights_give_other_scores() {
    let mut weights = Weights::of_game("chess", Chess::LETTERS);
    let parameters = weights.parameters();
    let pawn = *parameters.iter().find(|&&parameter| weights.name(parameter) == "value p end").unwrap();
    weights.set(pawn, weights.get(pawn) + 50);
    let pos = chess("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let other = HandMade::<Chess>::with_weights(weights);
    assert!(other.score(&pos, &other.refresh(&pos)) > white_score(&pos) + 40);
}

/// How often a weight applies to White.
fn white_count<V: Variant>(fen: &str, weight: eval::weights::Weight) -> i32 {
    trace(&fen.parse::<Position<V>>().unwrap()).count(Color::White, weight)
}

#[test]
fn a_government_counts_by_its_kind_and_number() {
    let fen = "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1 Pk";
    assert_eq!(white_count::<Insurrection>(fen, ROYAL_COUNT.cell(PieceType::PAWN.index(), 2)), 1);
    assert_eq!(white_count::<Insurrection>(fen, ROYAL_COUNT.cell(PieceType::KING.index(), 0)), 0);
    let weights = Weights::of_game("insurrection", Insurrection::LETTERS);
    let worth =
        |piece_type: PieceType, count| weights.of(Color::White)[ROYAL_COUNT.cell(piece_type.index(), count)].middle();
    assert!(worth(PieceType::PAWN, 7) < worth(PieceType::KING, 0), "a mass of royal pawns is a burden");
}

#[test]
fn royals_without_a_way_out_are_seen() {
    // The pawn h4 cannot move, and the rook d8 can go to d4, where nobody takes it.
    let fen = "3rk3/8/8/7p/7P/8/P7/K7 b - - 0 1 Pk";
    assert_eq!(white_count::<Insurrection>(fen, ROYAL_MATE.at(1)), 1);
    assert_eq!(white_count::<Insurrection>(fen, ROYAL_ESCAPES.at(0)), 1);
    assert_eq!(white_count::<Insurrection>(fen, ROYAL_CHECK.at(PieceType::ROOK.index())), 2);
}

#[test]
fn a_royal_beside_a_loose_piece_may_topple_a_government() {
    let fen = "4k3/p7/8/3p4/4K3/8/8/8 w - - 0 1 Kk";
    assert_eq!(white_count::<Insurrection>(fen, ROYALS_CHANGE.cell(PieceType::PAWN.index(), 0)), 1);
    let protected = "4k3/8/4p3/3p4/3K4/8/8/8 b - - 0 1 Kk";
    assert_eq!(white_count::<Insurrection>(protected, ROYALS_CHANGE.cell(PieceType::PAWN.index(), 1)), 0);
    let last = "4k3/8/8/3p4/4K3/8/8/8 w - - 0 1 Kk";
    assert_eq!(
        white_count::<Insurrection>(last, ROYALS_CHANGE.cell(PieceType::PAWN.index(), 0)),
        0,
        "nobody could succeed"
    );
}

#[test]
fn pieces_beside_their_king_are_loyal_and_others_can_be_bribed() {
    let fen = "4k3/4r3/8/8/3r4/4N3/P7/4K3 w - - 0 1";
    assert_eq!(white_count::<Subversion>(fen, PURCHASABLE.cell(PieceType::ROOK.index(), 0)), 1);
    assert_eq!(white_count::<Subversion>(fen, PURSE.at(1)), 1);
    let trace = trace(&fen.parse::<Position<Subversion>>().unwrap());
    assert_eq!(trace.count(Color::Black, LOYAL.at(PieceType::ROOK.index())), 1);
    let broke = "4k3/8/8/8/3r4/4N3/8/4K3 w - - 0 1";
    assert_eq!(
        white_count::<Subversion>(broke, PURCHASABLE.cell(PieceType::ROOK.index(), 0)),
        0,
        "there is no pawn to pay"
    );
}
