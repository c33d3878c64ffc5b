//! Games that this crate does not know, added from outside as docs/adding-a-game.md describes: a type that implements `Variant`, and
//! nothing else. What holds in every game of the crate holds in them.

#[path = "../examples/games/mod.rs"]
mod games;

use crate::common::{Rng, end, goes, invariants, position, random_fen};
use games::{KingOfTheHill, ThreeCheck};
use upheaval_movegen::perft::perft;
use upheaval_movegen::{Chess, Color, Position, Reason, State, Variant};

/// Plays random games from the start and from random boards, and checks every position on the way.
fn wander<V: Variant>(seed: u64) {
    let mut rng = Rng(seed);
    let (mut visited, mut ended) = (0, 0);
    while visited < 1_500 {
        let start = if rng.one_in(3) { Ok(Position::start()) } else { random_fen(&mut rng, V::LETTERS).parse() };
        let Ok(mut pos) = start else { continue };
        for _ in 0..60 {
            let pos_now: &Position<V> = &pos;
            invariants::check(pos_now, &mut rng);
            visited += 1;
            let moves = pos.legal_moves();
            if moves.is_empty() {
                ended += usize::from(matches!(pos.outcome().unwrap().reason, Reason::Rule(_)));
                break;
            }
            pos.play(*rng.pick(&moves), &mut ());
        }
    }
    assert!(ended > 10, "{} seed {seed:#x}: only {ended} games were won by the game's own rule", V::NAME);
}

#[test]
fn redundant_data_agrees_in_external_games() {
    wander::<KingOfTheHill>(0x417);
    wander::<ThreeCheck>(0x3c4ec);
}

#[test]
fn king_on_hill_wins_and_leaves_no_moves() {
    let fen = "4k3/8/8/8/8/4K3/7p/8 w - - 0 1";
    for step in ["e3e4", "e3d4"] {
        assert_eq!(end::<KingOfTheHill>(fen, step), "1-0 {king of the hill}");
    }
    assert_eq!(end::<KingOfTheHill>(fen, "e3e2"), "*");
    let won = position::<KingOfTheHill>(fen);
    let won = won.after(won.parse_move("e3e4").unwrap());
    assert!(won.legal_moves().is_empty() && won.count_moves() == 0, "{won}");
    assert_eq!(goes::<Chess>(&won.to_string(), "h2"), "h1b h1n h1q h1r");
}

#[test]
fn draw_by_pieces_that_are_left_leaves_moves() {
    let bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(end::<Chess>(bare, ""), "1/2-1/2 {insufficient material}");
    assert_eq!(position::<Chess>(bare).count_moves(), 5);
    assert_eq!(end::<KingOfTheHill>(bare, ""), "*");
}

/// Counts of shakmaty's `tests/kingofthehill.perft` (<https://github.com/niklasf/shakmaty>).
#[test]
fn king_of_hill_has_published_perft_counts() {
    let pos = position::<KingOfTheHill>("8/5k2/1pp2p2/8/3P1PP1/P3K3/1P6/8 b - - 0 1");
    for (depth, leaves) in (1..).zip([10, 120, 1_000, 12_460, 104_314]) {
        assert_eq!(perft(&pos, depth), leaves, "depth {depth}");
    }
}

#[test]
fn third_check_wins() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    let after = |fen: &str| {
        let pos = position::<ThreeCheck>(fen);
        pos.after(pos.parse_move("a1a8").unwrap())
    };
    assert!(after(fen).to_string().ends_with("b - - 1 1 +1+0"));
    assert_eq!(end::<ThreeCheck>(&format!("{fen} +1+2"), "a1a8"), "*");
    assert_eq!(end::<ThreeCheck>(&format!("{fen} +2+2"), "a1a8"), "1-0 {three checks}");
    assert!(after(&format!("{fen} +2+0")).legal_moves().is_empty());
    // With as many checks left the same pieces are the same position.
    assert_ne!(after(fen).key(), after(&format!("{fen} +1+0")).key());
}

#[test]
fn state_is_written_read_mirrored_and_described() {
    let pos = position::<ThreeCheck>("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +2+1");
    assert_eq!(pos.state().describe().unwrap(), "Checks: White 2, Black 1");
    assert!(pos.flipped_fen().ends_with("+1+2"));
    assert_eq!(position::<ThreeCheck>(&pos.to_string()), pos);
    for wrong in ["+4+0", "1+0", "+1+0+", "+1-0", "é+0"] {
        let error = format!("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 {wrong}").parse::<Position<ThreeCheck>>().unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("invalid FEN, checks given '{wrong}': not of the form '+1+0', 3 at most")
        );
    }
}

/// Three-check counted without its rules: chess moves, and checks added up on the way.
fn counted(pos: &Position<Chess>, given: [u32; 2], depth: u32) -> u64 {
    if depth == 0 || given.contains(&3) {
        return u64::from(depth == 0);
    }
    let below = |&m: &upheaval_movegen::Move| {
        let (next, mut given) = (pos.after(m), given);
        given[pos.turn()] += u32::from(next.checked_royals().any());
        counted(&next, given, depth - 1)
    };
    pos.legal_moves().iter().map(below).sum()
}

#[test]
fn three_check_agrees_with_checks_counted_by_hand() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for given in [[0, 0], [2, 0], [1, 2], [2, 2]] {
        let [white, black] = Color::BOTH.map(|color| given[color]);
        let pos = position::<ThreeCheck>(&format!("{kiwipete} +{white}+{black}"));
        for depth in 1..=3 {
            assert_eq!(perft(&pos, depth), counted(&position(kiwipete), given, depth), "{pos} depth {depth}");
        }
    }
}
