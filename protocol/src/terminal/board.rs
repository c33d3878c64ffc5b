//! The board: squares in colours with figures on them, or letters where the terminal has no colours.
//!
//! In letters a capital is White's piece, round brackets are the squares of the last move, a star marks royal pieces where they are
//! not the kings by themselves, and an exclamation mark a royal that is attacked.

use std::fmt::Write as _;

use movegen::Color;

use super::style::Style;

pub(super) type Spot = (u8, u8);

/// Reads `e4` on a board of this size.
pub(super) fn spot(text: &str, size: u8) -> Option<Spot> {
    let &[file, rank] = text.as_bytes() else { return None };
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    (file < size && rank < size).then_some((file, rank))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Figure {
    /// In upper case for White.
    pub(super) letter: char,
    pub(super) is_royal: bool,
    pub(super) is_checked: bool,
}

/// The contents of the drawing: the pieces, the squares of the last move, and from which side.
pub(super) struct Picture<'a> {
    pub(super) size: u8,
    pub(super) piece: &'a dyn Fn(Spot) -> Option<Figure>,
    pub(super) last: &'a [Spot],
    pub(super) below: Color,
}

impl Picture<'_> {
    /// The board, its lines ended.
    pub(super) fn draw(&self, style: Style) -> String {
        let cell = if style.has_colors { Self::colored } else { Self::plain };
        let forward = |i: u8| match self.below {
            Color::White => i,
            Color::Black => self.size - 1 - i,
        };
        let mut text = String::new();
        for rank in (0..self.size).rev().map(forward) {
            let cells: String = (0..self.size).map(forward).map(|file| cell(self, (file, rank), style)).collect();
            let end = if style.has_colors { "\x1b[0m" } else { "" };
            let _ = writeln!(text, " {} {}{end}", rank + 1, if style.has_colors { &cells } else { cells.trim_end() });
        }
        text += "  ";
        for file in (0..self.size).map(forward) {
            let letter = char::from(b'a' + file);
            text += &if style.has_colors { format!("  {letter}") } else { format!("  {letter} ") };
        }
        format!("{}\n", text.trim_end())
    }

    fn plain(&self, at: Spot, _: Style) -> String {
        let (open, close) = if self.last.contains(&at) { ('(', ')') } else { (' ', ' ') };
        let (letter, mark) = (self.piece)(at).map_or(('.', ' '), |piece| match piece {
            Figure { letter, is_checked: true, .. } => (letter, '!'),
            Figure { letter, is_royal: true, .. } => (letter, '*'),
            Figure { letter, .. } => (letter, ' '),
        });
        // The bracket closes where the mark would stand, if there is none.
        match mark {
            ' ' => format!("{open}{letter}{close} "),
            _ => format!("{open}{letter}{mark}{close}"),
        }
    }

    fn colored(&self, at: Spot, style: Style) -> String {
        let piece = (self.piece)(at);
        let is_light = (at.0 + at.1) % 2 == 1;
        let ground = match (piece.is_some_and(|piece| piece.is_checked), self.last.contains(&at), is_light) {
            (true, ..) => ground::CHECKED,
            (_, true, true) => ground::LAST_LIGHT,
            (_, true, false) => ground::LAST_DARK,
            (_, _, true) => ground::LIGHT,
            (_, _, false) => ground::DARK,
        };
        let Some(Figure { letter, is_royal, .. }) = piece else { return format!("\x1b[0;48;5;{ground}m   ") };
        // Letter case shows the side; figures show it only by colour.
        let figure = FIGURES.iter().find(|(known, _)| style.has_figures && known.eq_ignore_ascii_case(&letter));
        let shown = figure.map_or(letter, |(_, figure)| *figure);
        let ink = if letter.is_ascii_uppercase() { 231 } else { 16 };
        let mark = if is_royal { '*' } else { ' ' };
        format!("\x1b[0;1;48;5;{ground};38;5;{ink}m {shown}{mark}")
    }
}

/// Unicode's figures; there are none for the pieces of Empire.
const FIGURES: [(char, char); 6] = [('p', '♟'), ('n', '♞'), ('b', '♝'), ('r', '♜'), ('q', '♛'), ('k', '♚')];

/// Colours of squares, by their numbers among a terminal's 256: White's white and Black's black are seen on each.
mod ground {
    pub(super) const LIGHT: u8 = 110;
    pub(super) const DARK: u8 = 67;
    pub(super) const LAST_LIGHT: u8 = 108;
    pub(super) const LAST_DARK: u8 = 65;
    pub(super) const CHECKED: u8 = 160;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(style: Style, below: Color) -> String {
        let piece = |at: Spot| {
            let piece = |letter| Some(Figure { letter, is_royal: false, is_checked: false });
            match at {
                (0, 0) => piece('N'),
                (1, 1) => piece('p').map(|piece| Figure { is_royal: true, ..piece }),
                (0, 1) => piece('S').map(|piece| Figure { is_checked: true, ..piece }),
                _ => None,
            }
        };
        Picture { size: 2, piece: &piece, last: &[(0, 0), (1, 1)], below }.draw(style)
    }

    #[test]
    fn white_letters_are_capitals_with_marks_beside() {
        assert_eq!(draw(Style::PLAIN, Color::White), " 2  S! (p*)\n 1 (N)  .\n    a   b\n");
        assert_eq!(draw(Style::PLAIN, Color::Black), " 1  .  (N)\n 2 (p*) S!\n    b   a\n");
    }

    #[test]
    fn pieces_without_figure_are_drawn_as_letters() {
        let text = draw(Style { is_terminal: true, has_colors: true, has_figures: true }, Color::White);
        assert_eq!(
            text,
            " 2 \x1b[0;1;48;5;160;38;5;231m S \x1b[0;1;48;5;65;38;5;16m ♟*\x1b[0m\n \
             1 \x1b[0;1;48;5;65;38;5;231m ♞ \x1b[0;48;5;110m   \x1b[0m\n    a  b\n"
        );
    }

    #[test]
    fn squares_are_read_within_the_board() {
        assert_eq!(spot("e5", 5), Some((4, 4)));
        for text in ["f1", "a6", "a", "", "a1b", "é", "A1", "`1"] {
            assert_eq!(spot(text, 5), None, "{text}");
        }
    }
}
