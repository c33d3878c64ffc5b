//! The display of a game: the board with its remarks, and the last turn.

use movegen::Turn;

use super::board::{Figure, Picture, Spot};
use super::playable::{Playable, turns};
use super::session::Session;

impl<G: Playable> Session<'_, G> {
    pub(super) fn show_if_new(&mut self) {
        if self.is_new {
            self.is_new = false;
            self.print(&self.picture());
        }
    }

    /// Returns the board, its remarks, and the side to move or the result.
    pub(super) fn picture(&self) -> String {
        let pos = self.game.position();
        let last = self.last_squares();
        let piece = |at: Spot| {
            let [is_royal, is_checked] = pos.marks(at);
            pos.letter_at(at.0, at.1).map(|letter| Figure { letter, is_royal, is_checked })
        };
        let picture = Picture { size: G::SIZE, piece: &piece, last: &last, below: self.below };
        let mut lines = vec![String::new(), picture.draw(self.screen.style)];
        lines.extend(pos.remarks());
        lines.push(self.status());
        lines.join("\n")
    }

    fn status(&self) -> String {
        if let Some(ended) = self.ended() {
            return self.screen.style.bold(&format!("Game over: {} {{{}}}", ended.score, ended.reason));
        }
        let side = self.side_to_choose().name();
        match (self.game.position().turn(), &self.sealed) {
            (Turn::One(_), _) => format!("{side} to move."),
            (Turn::Both, None) => format!("{side} to choose."),
            (Turn::Both, Some((sealed, _, seal))) => {
                format!("{} has chosen, sealed {}\n{side} to choose.", sealed.name(), seal.sum())
            }
        }
    }

    fn last_squares(&self) -> Vec<Spot> {
        let last = turns(self.game.record()).last();
        last.map(|(before, moves)| moves.into_iter().flatten().flat_map(|m| before.touched(m)).collect())
            .unwrap_or_default()
    }

    /// Prints the last turn. The board follows when the user is asked, or at once in a game between engines.
    pub(super) fn print_last_turn(&mut self) {
        if let Some((before, moves)) = turns(self.game.record()).last() {
            self.print(&self.screen.style.bold(&before.turn_text(moves)));
        }
        self.is_new = true;
        if self.seats.are_empty() && self.ended().is_none() {
            self.show_if_new();
        }
    }

    pub(super) fn prompt(&self) -> String {
        match self.ended() {
            Some(_) => "> ".to_owned(),
            None => format!("{}> ", self.side_to_choose().name()),
        }
    }

    pub(super) fn completions(&self) -> Vec<String> {
        let (pos, side) = (self.game.position(), self.side_to_choose());
        pos.moves(side).into_iter().map(|m| pos.written(side, m)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Output;
    use crate::terminal::Screen;
    use crate::terminal::saved::Saved;
    use crate::terminal::seal::Seal;
    use crate::terminal::style::Style;
    use crate::terminal::thinking::{Interrupts, Opponent, Pace};
    use movegen::{Anarchism, Chess, Color, Empire, Insurrection, Position, Subversion, Variant};

    /// Returns the display of a game after these moves from a FEN.
    fn shown<G: Playable>(fen: Option<&str>, moves: &str, change: impl FnOnce(&mut Session<'_, G>)) -> String {
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        let fen = fen.map(str::to_owned);
        let begin = Saved { game: G::NAME, fen, moves, ..Saved::default() };
        let opponent = Opponent { level: 0, pace: Pace::default(), seed: 1 };
        let (output, interrupts) = (Output::default(), Interrupts::watched(false));
        let screen = Screen { output: &output, style: Style::PLAIN, interrupts: &interrupts };
        let mut session = Session::<G>::open(&G::start(), &begin, opponent, screen).unwrap();
        change(&mut session);
        session.picture()
    }

    fn turn_based<V: Variant>(fen: Option<&str>, moves: &str) -> String {
        shown::<Position<V>>(fen, moves, |_| {})
    }

    #[test]
    fn chess_display_marks_last_move_and_checks() {
        assert_eq!(
            turn_based::<Chess>(None, "e4 e5 Qh5 Ke7 Qxe5+"),
            "
 8  r   n   b   q   .   b   n   r
 7  p   p   p   p   k!  p   p   p
 6  .   .   .   .   .   .   .   .
 5  .   .   .   .  (Q)  .   .  (.)
 4  .   .   .   .   P   .   .   .
 3  .   .   .   .   .   .   .   .
 2  P   P   P   P   .   P   P   P
 1  R   N   B   .   K   B   N   R
    a   b   c   d   e   f   g   h

Check: king e7.
Game over: 1-0 {checkmate}"
        );
    }

    #[test]
    fn empire_is_shown_with_its_own_letters() {
        assert_eq!(
            turn_based::<Empire>(None, ""),
            "
 8  r   n   b   q   k   b   n   r
 7  p   p   p   p   p   p   p   p
 6  .   .   .   .   .   .   .   .
 5  .   .   .   .   .   .   .   .
 4  .   .   .   .   .   .   .   .
 3  P   P   P   S   S   P   P   P
 2  .   .   .   .   .   .   .   .
 1  T   E   C   D   K   C   E   T
    a   b   c   d   e   f   g   h

White to move."
        );
    }

    /// The knights are Black's royals once the white king has taken one.
    #[test]
    fn coups_are_shown_with_governments_and_royals() {
        let fen = "4k3/8/8/8/1n6/8/3n4/4K3 w - - 0 1 Kk";
        let board = "
 8  .   .   .   .   k   .   .   .
 7  .   .   .   .   .   .   .   .
 6  .   .   .   .   .   .   .   .
 5  .   .   .   .   .   .   .   .
 4  .   n*  .   .   .   .   .   .
 3  .   .   .   .   .   .   .   .
 2  .   .   .  (K*) .   .   .   .
 1  .   .   .   .  (.)  .   .   .
    a   b   c   d   e   f   g   h

Government: White monarchy (1 king); Black junta (1 knight).
Black to move.";
        assert_eq!(turn_based::<Insurrection>(Some(fen), "Kxd2"), board);
        assert_eq!(turn_based::<Anarchism>(Some(fen), "Kxd2"), board);
    }

    #[test]
    fn a_bribe_marks_payment_and_target() {
        let text = turn_based::<Subversion>(Some("4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1"), "a2c5q");
        assert!(text.contains("\n 5  .   .  (Q)  .   .   .   .   .\n"), "{text}");
        assert!(text.contains("\n 2 (.)  .   .   .   .   .   .   .\n"), "{text}");
        assert!(text.ends_with("\n\nBlack to move."), "{text}");
    }

    #[test]
    fn apocalypse_display_has_penalties_and_seal() {
        let seal = Seal::new("e4e3").unwrap();
        let sum = seal.sum();
        let text = shown::<apocalypse::Position>(Some("npppn/p3p/5/P3P/NPPPN w - - 0 7 10"), "", |session| {
            let choice = session.game.position().understood(Color::Black, "e4e3").unwrap();
            session.sealed = Some((Color::Black, choice, seal));
        });
        let expected = format!(
            "
 5  n   p   p   p   n
 4  p   .   .   .   p
 3  .   .   .   .   .
 2  P   .   .   .   P
 1  N   P   P   P   N
    a   b   c   d   e

Penalties: White 1, Black 0; two lose.
Black has chosen, sealed {sum}
White to choose."
        );
        assert_eq!(text, expected);
        assert!(!text.contains("e4e3"), "the choice itself is not printed");
    }
}
