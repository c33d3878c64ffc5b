//! Mouse input: the colours of a piece's targets and the answers to clicks.
//!
//! In games whose state decides which pieces are royal, the royal pieces of both sides are marked in red.

use games::plies::{Board, Ply, script};
use movegen::fen::letter_of_piece_type;
use movegen::{Color, Move, PieceType, Position, Square, State, Variant};

use crate::xboard::marks::{DICTATED, OFFERED, ON_THE_WAY, ROYAL, ROYALS_CHANGE, TARGET, rows};
use crate::xboard::session::ClickReply;

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Clicks {
    /// The pieces picked up, in order: the first one moves, the others are paid too.
    pub(crate) lifted: Vec<Square>,
    pub(crate) target: Option<Square>,
    /// `true` if the last piece was clicked as a square on the way. XBoard sends `lift` for it as well.
    is_on_the_way: bool,
}

impl Clicks {
    /// A piece was picked up: the first one, or one clicked on the way.
    pub(crate) fn lift(&mut self, at: Square) {
        if !(self.is_on_the_way && self.lifted.last() == Some(&at)) {
            *self = Self { lifted: vec![at], ..Self::default() };
        }
        self.is_on_the_way = false;
    }
}

/// The colours of all squares, as a FEN of colours, after these pieces were picked up.
pub(crate) fn colours<V: Variant>(pos: &Position<V>, shown: &Board, lifted: &[Square]) -> String {
    let mut marks = [None; 64];
    if V::State::FEATURES > 0 {
        for at in Color::BOTH.into_iter().flat_map(|color| V::royals(pos, color)) {
            marks[at.index()] = Some(ROYAL);
        }
    }
    for m in pos.legal_moves() {
        if !m.is_purchase() {
            if lifted == [m.from()] {
                marks[m.to().index()] = Some(colour(pos, shown, m));
            }
            continue;
        }
        let price = pos.payment(m);
        if !lifted.iter().all(|&piece| price.has(piece)) {
            continue;
        }
        if price.count() as usize == lifted.len() {
            // A click captures a piece that can be captured; the purchase has to be typed.
            let mark = &mut marks[m.to().index()];
            *mark = mark.filter(char::is_ascii_uppercase).or(Some(DICTATED));
        } else {
            price
                .into_iter()
                .filter(|piece| !lifted.contains(piece))
                .for_each(|piece| marks[piece.index()] = Some(ON_THE_WAY));
        }
    }
    rows(&marks, 8)
}

fn colour<V: Variant>(pos: &Position<V>, shown: &Board, m: Move) -> char {
    // XBoard's own window offers the pieces of chess without the king.
    let is_whole_offer = !pos.game().promotions().contains(&PieceType::KING);
    match (m.promotes_to(), script(pos, shown, m)[..].first()) {
        (Some(_), _) if is_whole_offer => TARGET,
        (Some(_), _) => OFFERED,
        (None, Some(Ply::Go(step))) if step.becomes.is_some() => DICTATED,
        // A royal capturing piece keeps its type, so nothing is dictated.
        _ if V::ROYALS_CHANGE && V::changes_royals(pos, m) => ROYALS_CHANGE,
        _ => TARGET,
    }
}

/// The answer to a click on this square, if any.
pub(crate) fn click<V: Variant>(
    pos: &Position<V>,
    shown: &Board,
    clicks: &mut Clicks,
    at: Square,
) -> Option<ClickReply> {
    let moves = pos.legal_moves();
    clicks.target = Some(at);
    let ordinary = |m: &&Move| !m.is_purchase() && clicks.lifted == [m.from()] && m.to() == at;
    if let Some(&m) = moves.iter().find(ordinary) {
        return match (colour(pos, shown, m), script(pos, shown, m)[..].first()) {
            (OFFERED, _) => {
                let letter = |piece_type| letter_of_piece_type(pos.game(), piece_type).to_ascii_uppercase();
                Some(ClickReply::Offered(
                    pos.game().promotions().iter().map(|&piece_type| letter(piece_type)).collect(),
                ))
            }
            (DICTATED, Some(Ply::Go(step))) => {
                step.becomes.map(|letter| ClickReply::Dictated(letter.to_ascii_uppercase()))
            }
            _ => None,
        };
    }
    let prices = moves.iter().filter(|m| m.is_purchase()).map(|&m| (m, pos.payment(m)));
    for (m, price) in prices.filter(|(_, price)| clicks.lifted.iter().all(|&piece| price.has(piece))) {
        if m.to() == at && price.count() as usize == clicks.lifted.len() {
            let victim = pos.piece_at(at)?;
            return Some(ClickReply::Dictated(
                letter_of_piece_type(pos.game(), victim.piece_type()).to_ascii_uppercase(),
            ));
        }
        if price.has(at) && !clicks.lifted.contains(&at) {
            clicks.lifted.push(at);
            clicks.target = None;
            clicks.is_on_the_way = true;
            return None;
        }
    }
    None
}

/// The purchase described by the clicks.
pub(crate) fn purchase<V: Variant>(pos: &Position<V>, clicks: &Clicks) -> Option<Move> {
    let target = clicks.target?;
    let is_meant = |m: &&Move| {
        let price = pos.payment(**m);
        m.is_purchase()
            && m.to() == target
            && price.count() as usize == clicks.lifted.len()
            && clicks.lifted.iter().all(|&piece| price.has(piece))
    };
    pos.legal_moves().iter().find(is_meant).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire, Insurrection, Subversion};

    fn at(name: &str) -> Square {
        Square::parse(name).unwrap()
    }

    fn setting<V: Variant>(fen: &str) -> (Position<V>, Board) {
        let pos: Position<V> = fen.parse().unwrap();
        let shown = Board::new(&pos.board_text(), &[]);
        (pos, shown)
    }

    fn colours_of<V: Variant>(fen: &str, lifted: &[&str]) -> String {
        let (pos, shown) = setting::<V>(fen);
        colours(&pos, &shown, &lifted.iter().map(|name| at(name)).collect::<Vec<_>>())
    }

    #[test]
    fn quiet_targets_are_yellow_and_changing_ones_blue() {
        let fen = "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1";
        assert_eq!(colours_of::<Insurrection>(fen, &["f3"]), "4r3/8/8/4B1Y1/3Y3Y/8/3Y3Y/4r1Y1");
        assert_eq!(colours_of::<Empire>(Empire::START, &["e1"]), "8/8/8/8/8/8/3YYY2/8");
        assert_eq!(colours_of::<Chess>(fen, &["a1"]), "8/8/8/8/8/8/8/8");
    }

    #[test]
    fn coup_is_green() {
        let fen = "4k3/p7/8/8/8/8/3p4/4K3 w - - 0 1";
        assert_eq!(colours_of::<Insurrection>(fen, &["e1"]), "4r3/8/8/8/8/8/3GYY2/3YrY2");
        let last = "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1";
        assert!(colours_of::<Insurrection>(last, &["e1"]).contains("/3YYY2/"), "no piece can become royal");
    }

    #[test]
    fn promotion_unknown_to_xboard_is_offered() {
        let fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
        assert!(colours_of::<Insurrection>(fen, &["a7"]).starts_with("M6r/"));
        assert!(colours_of::<movegen::Anarchism>(fen, &["a7"]).starts_with("Y6r/"));
        let (pos, shown) = setting::<Insurrection>(fen);
        let mut clicks = Clicks::default();
        clicks.lift(at("a7"));
        assert_eq!(click(&pos, &shown, &mut clicks, at("a8")), Some(ClickReply::Offered("QNRBK".into())));
    }

    #[test]
    fn click_on_blue_dictates_the_piece() {
        let (pos, shown) = setting::<Insurrection>("1n5k/P7/8/8/8/8/8/K7 w - - 0 1");
        let mut clicks = Clicks::default();
        clicks.lift(at("a7"));
        assert_eq!(click(&pos, &shown, &mut clicks, at("b8")), Some(ClickReply::Dictated('N')));
    }

    #[test]
    fn price_of_two_is_clicked_in_sequence() {
        let fen = "4k3/8/8/8/4r3/3N4/8/2B1KB2 w - - 0 1";
        let (pos, shown) = setting::<Subversion>(fen);
        assert_eq!(colours(&pos, &shown, &[at("c1")]).matches('C').count(), 2, "knight or the other bishop");
        let mut clicks = Clicks::default();
        clicks.lift(at("c1"));
        assert_eq!(click(&pos, &shown, &mut clicks, at("f1")), None);
        clicks.lift(at("f1"));
        assert_eq!(clicks.lifted, [at("c1"), at("f1")]);
        assert_eq!(colours(&pos, &shown, &clicks.lifted), "8/8/8/8/4B3/8/8/8");
        assert_eq!(click(&pos, &shown, &mut clicks, at("e4")), Some(ClickReply::Dictated('R')));
        assert_eq!(pos.write_move(purchase(&pos, &clicks).unwrap()), "c1f1e4r");
    }

    #[test]
    fn picking_up_another_piece_resets_clicks() {
        let mut clicks = Clicks::default();
        clicks.lift(at("c1"));
        clicks.lift(at("f1"));
        assert_eq!(clicks.lifted, [at("f1")]);
    }
}
