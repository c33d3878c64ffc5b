//! Invariants of every position of every turn-based game.

use std::collections::HashSet;

use upheaval_movegen::piece::ByPieceType;
use upheaval_movegen::variant::{All, Noisy, Purchases, Quiet};
use upheaval_movegen::{Bitboard, Color, Move, MoveList, Observer, Piece, PieceType, Position, Square, State, Variant};

use super::Rng;

/// Checks one position and everything one move below it.
pub(crate) fn check<V: Variant>(pos: &Position<V>, rng: &mut Rng) {
    check_board(pos);
    let moves = pos.legal_moves();
    check_round_trip(pos);
    check_texts(pos, &moves);
    check_sorts(pos, &moves);
    check_legality(pos, &moves, rng);
    for &m in &moves {
        check_play(pos, m);
    }
    assert!(pos.outcome().is_some() || !moves.is_empty(), "{pos:?} has no move and no end");
    if !pos.constraints().in_check() && !moves.is_empty() {
        check_pass(pos);
    }
}

fn check_board<V: Variant>(pos: &Position<V>) {
    assert_eq!(pos.key(), pos.recomputed_key(), "{pos:?}");
    assert_eq!(usize::from(pos.ply() % 2), pos.turn().index(), "{pos:?}");
    let piece_types = || (0..V::ByPieceType::LEN as u8).map(PieceType::new);
    for at in Square::all() {
        let found: Vec<Piece> = Color::BOTH
            .into_iter()
            .flat_map(|color| piece_types().map(move |piece_type| Piece::new(color, piece_type)))
            .filter(|piece| pos.piece_type(piece.piece_type()).has(at) && pos.color(piece.color()).has(at))
            .collect();
        assert_eq!(found, Vec::from_iter(pos.piece_at(at)), "{pos:?} on {at}");
        assert_eq!(pos.occupied().has(at), pos.piece_at(at).is_some(), "{pos:?} on {at}");
    }
    let by_piece_type = piece_types().fold(Bitboard::EMPTY, |sum, piece_type| sum | pos.piece_type(piece_type));
    assert_eq!(by_piece_type, pos.occupied(), "{pos:?}");
}

fn check_round_trip<V: Variant>(pos: &Position<V>) {
    let fen = pos.to_string();
    match fen.parse::<Position<V>>() {
        Ok(read) => assert!(read == *pos, "{fen} is read as {read}"),
        Err(e) => panic!("{fen}: {e}"),
    }
}

fn check_texts<V: Variant>(pos: &Position<V>, moves: &MoveList) {
    let mut texts = HashSet::new();
    for &m in moves {
        let text = pos.write_move(m);
        assert_eq!(pos.parse_move(&text), Ok(m), "{pos:?} {text}");
        assert!(texts.insert(text.clone()), "{pos:?} has two moves {text}");
    }
}

fn check_sorts<V: Variant>(pos: &Position<V>, moves: &MoveList) {
    let constraints = pos.constraints();
    let [mut noisy, mut quiet, mut bribes, mut all] = [const { MoveList::new_const() }; 4];
    pos.generate::<Noisy>(&constraints, &mut noisy);
    pos.generate::<Quiet>(&constraints, &mut quiet);
    pos.generate::<Purchases>(&constraints, &mut bribes);
    pos.generate::<All>(&constraints, &mut all);
    let set = |list: &MoveList| list.iter().copied().collect::<HashSet<Move>>();
    assert_eq!(set(moves).len(), moves.len(), "{pos:?} lists a move twice");
    assert_eq!(set(&all), set(moves), "{pos:?}");
    assert_eq!(noisy.len() + quiet.len() + bribes.len(), moves.len(), "{pos:?}");
    assert_eq!(&(&set(&noisy) | &set(&quiet)) | &set(&bribes), set(moves), "{pos:?}");
    assert_eq!(pos.count_moves(), moves.len() as u64, "{pos:?}");
    let wins_by_arriving = |m: Move| {
        let king = pos.of(pos.turn(), PieceType::KING) & V::royals(pos, pos.turn());
        king.has(m.from()) && pos.game().goal(pos.turn()).has(m.to())
    };
    for &m in moves {
        let is_noisy = pos.is_capture(m) || m.promotes_to().is_some() || wins_by_arriving(m);
        assert_eq!(noisy.contains(&m), is_noisy, "{pos:?} {m:?}");
        assert_eq!(bribes.contains(&m), m.is_purchase(), "{pos:?} {m:?}");
        assert!(!m.is_purchase() || pos.captured(m).is_none(), "{pos:?} {m:?}");
    }
}

/// Legal moves are found legal, and no other 32 bits are: neither wild ones nor legal moves with one bit changed.
fn check_legality<V: Variant>(pos: &Position<V>, moves: &MoveList, rng: &mut Rng) {
    let constraints = pos.constraints();
    let legal: HashSet<Move> = moves.iter().copied().collect();
    let agree = |bits: u32| {
        let m = Move::from_bits(bits);
        assert_eq!(pos.is_legal(m, &constraints), legal.contains(&m), "{pos:?} {bits:#010x}");
    };
    for &m in moves {
        agree(m.to_bits());
        agree(m.to_bits() ^ 1 << rng.below(32));
    }
    for _ in 0..8 {
        agree(rng.bits() as u32);
        agree(rng.bits() as u32 & 0x0f00_0fff);
        agree(rng.bits() as u32 & 0x0fff);
    }
    agree(Move::NONE.to_bits());
}

/// A sum over all pieces and features, kept up to date by an observer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sum(u64);

impl Sum {
    fn weight(piece: Piece, at: Square) -> u64 {
        Rng((piece.index() * 64 + at.index()) as u64).bits()
    }

    fn of<V: Variant>(pos: &Position<V>) -> Self {
        let pieces = pos.pieces().map(|(piece, at)| Self::weight(piece, at));
        Self(pieces.chain(pos.state().features().map(Self::feature)).fold(0, u64::wrapping_add))
    }

    fn feature(feature: usize) -> u64 {
        Rng(1 << 32 | feature as u64).bits()
    }
}

impl Observer for Sum {
    fn put(&mut self, piece: Piece, at: Square) {
        self.0 = self.0.wrapping_add(Self::weight(piece, at));
    }
    fn take(&mut self, piece: Piece, at: Square) {
        self.0 = self.0.wrapping_sub(Self::weight(piece, at));
    }
    fn gain(&mut self, feature: usize) {
        self.0 = self.0.wrapping_add(Self::feature(feature));
    }
    fn lose(&mut self, feature: usize) {
        self.0 = self.0.wrapping_sub(Self::feature(feature));
    }
}

fn check_play<V: Variant>(pos: &Position<V>, m: Move) {
    let mut next = *pos;
    let mut sum = Sum::of(pos);
    next.play(m, &mut sum);
    let context = format!("{pos:?} {}", pos.write_move(m));
    assert_eq!(sum, Sum::of(&next), "{context}");
    assert_eq!(next.key(), next.recomputed_key(), "{context}");
    assert_eq!(next.turn(), !pos.turn(), "{context}");
    assert!(pos.ply() == u16::MAX || next.ply() == pos.ply() + 1, "{context}");
    let taken = pos.occupied().count() - next.occupied().count();
    assert!(taken >= u32::from(pos.is_capture(m)), "{context}");
    assert_eq!(pos.is_capture(m), pos.captured(m).is_some(), "{context}");
    let mut unseen = *pos;
    unseen.play(m, &mut ());
    assert!(unseen == next, "{context}: another position without an observer");
}

fn check_pass<V: Variant>(pos: &Position<V>) {
    let mut passed = *pos;
    passed.pass();
    assert_eq!(passed.turn(), !pos.turn(), "{pos:?}");
    check_board(&passed);
    check_round_trip(&passed);
    let mut back = passed;
    back.pass();
    let gone = pos.en_passant().map_or(0, upheaval_movegen::zobrist::en_passant);
    assert_eq!(back.key(), pos.key() ^ gone, "{pos:?} after two passes");
}
