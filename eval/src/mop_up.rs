//! Mop-up evaluation: a bare king is driven to the edge, or to a corner that the bishop controls; a queen drives a king with a rook or
//! a minor piece. Networks are trained on few such positions and do not show the way. The shape of the terms is that of Stockfish's
//! endgames KXK, KBNK and KQKR. They are the same at every clock: otherwise the depth of a line would count more than the kings.

use movegen::definition::Definition;
use movegen::{Bitboard, Color, PieceType, Position, Square, Variant};

use crate::estimate;
use crate::handmade::Tables;
use crate::score::Score;

/// Value of the win itself in centipawns, above what networks give to positions with more pieces.
const BASE: Score = 1_000;
/// The light squares.
const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);

/// Returns the value for White in centipawns of a position without pawns where mating material faces a bare king, or a queen a rook or
/// a minor piece; `None` for all others, and in games where a king wins by arriving on a goal square.
#[inline]
pub(crate) fn mop_up<V: Variant>(pos: &Position<V>, tables: &Tables) -> Option<Score> {
    let is_bare = |us| !pos.color(us).many();
    match (is_bare(Color::White), is_bare(Color::Black)) {
        (false, true) => mating_value(pos, tables, Color::White),
        (true, false) => mating_value(pos, tables, Color::Black).map(|value| -value),
        (false, false) if pos.occupied().count() == 4 => queen_value(pos, tables),
        _ => None,
    }
}

/// Returns the value for the side with the pieces.
#[cold]
fn mating_value<V: Variant>(pos: &Position<V>, tables: &Tables, us: Color) -> Option<Score> {
    if !drives(pos, tables, us) || pos.of(us, PieceType::PAWN).any() || !mates(pos, us, tables) {
        return None;
    }
    let (own, bare) = (pos.king(us), pos.king(!us));
    let material: Score = pos
        .pieces()
        .map(|(piece, _)| piece.piece_type())
        .filter(|&t| t != PieceType::KING)
        .map(|t| tables.value(t))
        .sum();
    let drive = match only_bishop_and_knight(pos, us) {
        Some((bishop, knight)) => {
            // Five steps count as 0, so that no corner is worth a queen.
            let corner = 200 * (to_corner(bare, LIGHT.has(bishop)) - 5) + to_edge(bare);
            corner - 3 * to_edge(own) + 40 * nearness(knight, bare) + 80 * nearness(own, bare)
        }
        None => to_edge_by(own, bare),
    };
    Some(BASE + material + drive)
}

/// Returns `true` if both sides have a king, and `us` wins by mate alone.
fn drives<V: Variant>(pos: &Position<V>, tables: &Tables, us: Color) -> bool {
    let has_king = |color| pos.of(color, PieceType::KING).any();
    tables.mops_up && has_king(us) && has_king(!us) && pos.game().goal(us).is_empty()
}

/// Returns the value for White with a king and a queen on one side, a king and a rook or a minor piece on the other. It contains no
/// [`BASE`]: not every such position is won.
#[cold]
fn queen_value<V: Variant>(pos: &Position<V>, tables: &Tables) -> Option<Score> {
    // A queen that becomes a rook by capturing it, or a queen of a game from a file, may not win.
    if V::CAPTURES_CHANGE_TYPE || pos.game().file_definition().is_some() {
        return None;
    }
    let us = Color::BOTH.into_iter().find(|&us| pos.of(us, PieceType::QUEEN).any())?;
    let defender =
        [PieceType::ROOK, PieceType::BISHOP, PieceType::KNIGHT].into_iter().find(|&t| pos.of(!us, t).any())?;
    if !drives(pos, tables, us) {
        return None;
    }
    let value = tables.value(PieceType::QUEEN) - tables.value(defender) + to_edge_by(pos.king(us), pos.king(!us));
    Some(if us == Color::White { value } else { -value })
}

/// Returns `true` if a bare king is to be driven to the edge: in games from files if they are won by mate alone.
pub(crate) fn applies<V: Variant>(game: V) -> bool {
    let has_other_goals = |rules: &Definition| rules.counts_checks || rules.has_goal_squares();
    game.file_definition().is_none_or(|rules| estimate::is_won_by_mate(game, rules) && !has_other_goals(rules))
}

/// Returns `true` if the pieces of a side force mate against a bare king.
fn mates<V: Variant>(pos: &Position<V>, us: Color, tables: &Tables) -> bool {
    /// Centipawns of a piece of a file that counts as a rook.
    const ROOK: Score = 450;
    let of = |piece_type| pos.of(us, piece_type);
    let bishops = of(PieceType::BISHOP);
    let is_heavy = |piece_type| match pos.game().file_definition() {
        Some(_) => tables.value(piece_type) >= ROOK,
        None => piece_type == PieceType::ROOK || piece_type == PieceType::QUEEN,
    };
    let mut pieces = (pos.color(us) - of(PieceType::KING)).into_iter();
    pieces.any(|at| pos.piece_at(at).is_some_and(|piece| is_heavy(piece.piece_type())))
        || (bishops.meets(LIGHT) && (bishops - LIGHT).any())
        || (bishops.any() && of(PieceType::KNIGHT).any())
}

/// Returns the squares of bishop and knight if the side has only these and its king.
fn only_bishop_and_knight<V: Variant>(pos: &Position<V>, us: Color) -> Option<(Square, Square)> {
    let first = |piece_type| pos.of(us, piece_type).first();
    let pieces = first(PieceType::BISHOP).zip(first(PieceType::KNIGHT));
    pieces.filter(|_| pos.color(us).count() == 3)
}

/// Returns the number of king moves by which two squares are closer than opposite edges.
fn nearness(one: Square, other: Square) -> Score {
    7 - Score::from(one.distance(other))
}

/// Returns the value of driving a king to the edge with one's own king near.
fn to_edge_by(own: Square, driven: Square) -> Score {
    to_edge(driven) + 20 * nearness(own, driven)
}

/// Returns 0 in the center to 90 in a corner.
fn to_edge(king: Square) -> Score {
    let away = |line: u8| Score::from(line.min(7 - line));
    let (file, rank) = (away(king.file()), away(king.rank()));
    90 - (7 * file * file + 7 * rank * rank) / 2
}

/// Returns 0 on the long diagonal between the wrong corners to 7 in a corner of the bishop's color.
fn to_corner(king: Square, is_light: bool) -> Score {
    let (file, rank) = (Score::from(king.file()), Score::from(king.rank()));
    let file = if is_light { 7 - file } else { file };
    (7 - file - rank).abs()
}

#[cfg(test)]
mod tests {
    use movegen::{Chess, Empire};

    use super::*;

    fn value<V: Variant>(fen: &str) -> Option<Score> {
        mop_up(&fen.parse::<Position<V>>().unwrap(), Tables::of_game(V::default()))
    }

    #[test]
    fn bare_king_is_worth_less_at_the_edge() {
        let [center, edge, corner] =
            ["8/8/8/3k4/8/8/8/4KR2 w - - 0 1", "8/8/8/k7/8/8/8/4KR2 w - - 0 1", "8/8/8/8/8/8/8/k3KR2 w - - 0 1"]
                .map(|fen| value::<Chess>(fen).unwrap());
        assert!(center < edge && edge < corner, "{center} {edge} {corner}");
    }

    #[test]
    fn king_comes_near() {
        let [far, near] =
            ["8/8/8/3k4/8/8/8/R6K w - - 0 1", "8/8/8/3k4/8/3K4/8/R7 w - - 0 1"].map(|fen| value::<Chess>(fen).unwrap());
        assert!(far < near, "{far} {near}");
    }

    #[test]
    fn value_does_not_depend_on_the_clock() {
        let [early, late] = ["8/8/8/3k4/8/8/8/R6K w - - 0 1", "8/8/8/3k4/8/8/8/R6K w - - 80 99"]
            .map(|fen| value::<Chess>(fen).unwrap());
        assert_eq!(early, late);
    }

    #[test]
    fn no_corner_is_worth_a_queen() {
        let near_mate = value::<Chess>("k7/8/1K6/3N4/8/8/8/5B2 w - - 0 1").unwrap();
        let far = value::<Chess>("8/8/8/8/4k3/8/8/KBN4Q b - - 0 1").unwrap();
        assert!(near_mate < far, "{near_mate} {far}");
    }

    #[test]
    fn bishop_and_knight_drive_to_the_bishops_corner() {
        let at = |king| value::<Chess>(&format!("{king}/8/8/8/8/8/8/2B1K1N1 w - - 0 1")).unwrap();
        assert!(at("7k") > at("k7") + 300, "the bishop controls dark squares");
        let at = |king| value::<Chess>(&format!("{king}/8/8/8/8/8/8/4KBN1 b - - 0 1")).unwrap();
        assert!(at("k7") > at("7k") + 300, "the bishop controls light squares");
    }

    #[test]
    fn black_pieces_give_a_negative_value() {
        assert!(value::<Chess>("8/8/8/3K4/8/8/8/r3k3 w - - 0 1").unwrap() < -BASE);
    }

    #[test]
    fn queen_drives_a_king_with_a_piece_to_the_edge() {
        for defender in ["r", "b", "n"] {
            let at = |kings| value::<Chess>(&format!("{kings}/8/8/8/8/{defender}4Q2 w - - 0 1")).unwrap();
            let (center, edge) = (at("8/8/1K1k4"), at("k7/8/1K6"));
            assert!(0 < center && center < edge, "{defender}: {center} {edge}");
            let black = value::<Chess>(&format!("k7/8/1K6/8/8/8/8/{}4q2 b - - 0 1", defender.to_uppercase())).unwrap();
            assert!(black < 0, "{defender}: {black}");
        }
    }

    #[test]
    fn other_positions_are_left_to_the_network() {
        for fen in [
            "8/8/8/3k4/8/8/8/2N1K1N1 w - - 0 1",
            "8/8/8/3k4/8/8/P7/R3K3 w - - 0 1",
            "8/8/8/3k4/3p4/8/8/R3K3 w - - 0 1",
            "8/8/8/3k4/8/8/8/B1B1K3 w - - 0 1",
            "8/8/8/3k4/8/8/8/4K3 w - - 0 1",
            "8/8/8/3k4/3p4/8/8/Q3K3 w - - 0 1",
            "8/8/8/3kq3/8/8/8/Q3K3 w - - 0 1",
            "8/8/8/3kr3/8/8/8/R3K3 w - - 0 1",
        ] {
            assert_eq!(value::<Chess>(fen), None, "{fen}");
        }
    }

    #[test]
    fn king_that_wins_on_a_goal_square_is_not_driven() {
        assert_eq!(value::<Empire>("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1"), None);
    }
}
