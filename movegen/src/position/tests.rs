//! The tests of positions.

use super::*;
use crate::moves::MoveKind;
use crate::variants::{Chess, Empire, Insurrection, Subversion};

#[test]
fn plies_are_counted_by_number_of_move() {
    for (fields, ply, number) in [("w - - 0 1", 0, 1), ("b - - 0 1", 1, 1), ("w - - 0 7", 12, 7), ("b - - 7 7", 13, 7)]
    {
        let pos: Position<Chess> = format!("4k3/8/8/8/8/8/8/4K3 {fields}").parse().unwrap();
        assert_eq!((pos.ply(), pos.move_number()), (ply, number), "{fields}");
        let after = pos.after(pos.legal_moves()[0]);
        assert_eq!((after.ply(), after.clock()), (ply + 1, pos.clock() + 1));
    }
}

/// Compares the keys where no right and no government changes; how often in a quiet move and in a capture.
fn likely_keys<V: Variant>(fens: &[&str]) -> [usize; 2] {
    let mut met = [0; 2];
    for fen in fens {
        let pos: Position<V> = fen.parse().unwrap();
        for m in pos.legal_moves().into_iter().filter(|m| m.kind() == MoveKind::Normal) {
            let after = pos.after(m);
            if after.state() == pos.state() {
                assert_eq!(pos.likely_key_after(m), after.key(), "{fen} {}", pos.write_move(m));
                met[usize::from(pos.is_capture(m))] += 1;
            }
        }
    }
    met
}

#[test]
fn likely_key_is_key_after_ordinary_move() {
    let fens = [
        "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 9",
        "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 b - - 0 9",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        // The right to capture in passing ends.
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w - f6 0 3",
    ];
    let [quiet, captures] = likely_keys::<Chess>(&fens);
    assert!(quiet > 80 && captures > 3, "{quiet} {captures}");
    let [_, captures] = likely_keys::<Insurrection>(&[
        "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 9 Kk",
        "1nbq1rk1/p1r1b1pp/2n5/1Bpp1p2/3PN3/2P2N2/PP3PPP/R1BQ1RK1 w - - 0 9 Kk",
    ]);
    assert!(captures >= 5, "{captures}");
}

/// Every move from a square of an own piece, and whether the list of legal moves has it.
#[test]
fn legal_moves_are_exactly_generated_moves() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k3/1P4P1/8/3pP3/8/8/P6P/R3K2R w KQq d6 0 1",
        "4k3/8/8/8/1b6/2N5/8/R3K2R w KQ - 0 1",
    ] {
        let pos: Position<Chess> = fen.parse().unwrap();
        let (legal, constraints) = (pos.legal_moves(), pos.constraints());
        for from in pos.color(pos.turn()) {
            for to in Square::all() {
                let plain = [MoveKind::Normal, MoveKind::DoubleStep, MoveKind::EnPassant, MoveKind::Castle];
                let plain = plain.map(|piece_type| Move::new(from, to, piece_type));
                let promotions = Chess::PROMOTIONS.iter().map(|&piece_type| Move::promotion(from, to, piece_type));
                for m in plain.into_iter().chain(promotions) {
                    assert_eq!(pos.is_legal(m, &constraints), legal.contains(&m), "{fen} {m:?}");
                }
            }
        }
        assert!(!pos.is_legal(Move::NONE, &constraints));
    }
}

#[test]
fn questions_about_a_position_are_answered() {
    let start = Position::<Chess>::start();
    assert_eq!((Position::<Empire>::start().count_moves(), start.piece_at(Square::at(4, 4))), (30, None));
    assert!(!start.is_legal(Move::from_bits(0xdead_beef), &start.constraints()));
    let mut passed = start;
    passed.pass();
    assert_eq!(passed.turn(), Color::Black);
    // Black's pawns are royal; the knight attacks one of them.
    let pos: Position<Insurrection> = "4k3/8/3p4/p7/4N3/8/8/4K3 b - - 0 1 Kp".parse().unwrap();
    assert_eq!(pos.checked_royals(), Bitboard::of(Square::parse("d6").unwrap()));
    let pos: Position<Subversion> = "4k3/8/8/8/4r3/3N4/8/2B1KB2 w - - 0 1".parse().unwrap();
    let m = pos.parse_move("c1f1e4r").unwrap();
    assert_eq!(pos.payment(m), Bitboard::from_squares(&[Square::at(2, 0), Square::at(5, 0)]));
    let pos: Position<Chess> = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2".parse().unwrap();
    let m = pos.parse_move("e5d6").unwrap();
    assert_eq!((pos.is_capture(m), pos.captured(m)), (true, Some(PieceType::PAWN)));
    let pos: Position<Empire> = "8/4K3/7k/8/8/8/8/8 w - - 0 1".parse().unwrap();
    let won = pos.after(pos.parse_move("e7e8").unwrap());
    assert_eq!(won.outcome().unwrap().to_string(), "1-0 {campmate}");
}
