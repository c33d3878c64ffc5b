//! Writes a diagram as SVG, back to front: frame, squares, marks below the pieces, pieces, marks above them.
//!
//! A square is 100 units wide, as the drawings are.

use std::fmt::{self, Display, Formatter};

use movegen::Color;

use super::Diagram;
use super::targets::Mark;
use super::theme::Palette;
use crate::messages::PositionView;
use crate::pieces::{self, Colors, Drawing, LINES};
use crate::square::Square;

/// Units of a square's side.
const SQUARE: u32 = 100;
/// Units beside the board: rank numbers on the left, turn and penalties on the right.
const MARGIN: u32 = 40;
/// Units above the board.
const TOP: u32 = 16;
/// Units below a board without coordinates.
const BARE: u32 = 16;
/// Line height of the caption, in units.
const LINE: u32 = 38;
/// Font size of the caption, in units.
const CAPTION: u32 = 28;
/// Upper bound of the average width of a letter of the caption, in units.
const LETTER_WIDTH: u32 = 14;

/// A text with escaped XML characters.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                c => write!(f, "{c}")?,
            }
        }
        Ok(())
    }
}

/// Wraps a text at a number of characters. Longer words are cut.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for part in letters.chunks(width.max(1)) {
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + part.len() <= width => {
                    line.push(' ');
                    line.extend(part);
                }
                _ => lines.push(part.iter().collect()),
            }
        }
    }
    lines
}

/// Writes the SVG and a line end.
impl Display for Diagram {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let layout = Layout::of(self);
        let palette = Palette::of(self.theme);
        layout.open(self, f)?;
        write_symbols(self, f)?;
        layout.board(&palette, f)?;
        if self.coordinates {
            layout.write_coordinates(&palette, f)?;
        }
        layout.under(self, &palette, f)?;
        layout.pieces(self, f)?;
        layout.over(self, &palette, f)?;
        layout.beside(self, &palette, f)?;
        layout.write_caption(&palette, f)?;
        writeln!(f, "</svg>")
    }
}

/// Writes each required drawing once.
fn write_symbols(diagram: &Diagram, f: &mut Formatter<'_>) -> fmt::Result {
    let pieces = diagram.pieces();
    let has = |mark| diagram.marks.iter().any(|(_, other)| *other == mark);
    writeln!(f, "<defs>")?;
    for drawing in pieces::ALL {
        let is_used = match *drawing {
            pieces::CROWN => !diagram.crowned().is_empty(),
            pieces::CHECK => !diagram.view.check.is_empty(),
            pieces::GAMBLE => has(Mark::Gamble),
            pieces::PRICE => has(Mark::Price),
            drawing => pieces.iter().any(|(_, piece)| piece.drawing == drawing.name),
        };
        if is_used {
            let (name, shapes) = (drawing.name, drawing.shapes());
            writeln!(f, "<symbol id=\"{name}\" viewBox=\"0 0 100 100\" {LINES}>{shapes}</symbol>")?;
        }
    }
    writeln!(f, "</defs>")
}

/// The measures of a diagram.
struct Layout {
    side: u32,
    flipped: bool,
    below: u32,
    lines: Vec<String>,
}

impl Layout {
    fn of(diagram: &Diagram) -> Self {
        let side = u32::from(diagram.side);
        Self {
            side,
            flipped: diagram.flipped,
            below: if diagram.coordinates { MARGIN } else { BARE },
            lines: wrapped(&diagram.caption, (side * SQUARE / LETTER_WIDTH) as usize),
        }
    }

    const fn board_width(&self) -> u32 {
        self.side * SQUARE
    }

    const fn width(&self) -> u32 {
        self.board_width() + 2 * MARGIN
    }

    /// Returns the lower edge of the coordinates.
    const fn foot(&self) -> u32 {
        TOP + self.board_width() + self.below
    }

    fn height(&self) -> u32 {
        let lines = u32::try_from(self.lines.len()).unwrap_or(u32::MAX);
        self.foot() + if lines == 0 { 0 } else { lines * LINE + LINE / 2 }
    }

    /// Returns the upper left corner of a square.
    fn corner(&self, at: Square) -> (u32, u32) {
        let (file, rank) = (u32::from(at.file), u32::from(at.rank));
        let last = self.side - 1;
        let (column, row) = if self.flipped { (last - file, rank) } else { (file, last - rank) };
        (MARGIN + column * SQUARE, TOP + row * SQUARE)
    }

    /// Returns the centre of a square.
    fn middle(&self, at: Square) -> (u32, u32) {
        let (x, y) = self.corner(at);
        (x + SQUARE / 2, y + SQUARE / 2)
    }

    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let side = self.side as u8;
        (0..side).flat_map(move |rank| (0..side).map(move |file| Square { file, rank }))
    }

    fn open(&self, diagram: &Diagram, f: &mut Formatter<'_>) -> fmt::Result {
        let (width, height) = (self.width(), self.height());
        let pixels = (diagram.size * height + width / 2) / width;
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{}\" height=\"{pixels}\" \
             role=\"img\" font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\">",
            diagram.size
        )?;
        let PositionView { variant, fen, .. } = &diagram.view;
        let title = match (diagram.caption.as_str(), diagram.turn()) {
            ("", Some(turn)) => format!("{variant}, {} to move", turn.name()),
            ("", None) => variant.clone(),
            (caption, _) => caption.to_owned(),
        };
        writeln!(f, "<title>{}</title>", Escaped(&title))?;
        writeln!(f, "<desc>{variant} {}</desc>", Escaped(fen))
    }

    fn board(&self, palette: &Palette, f: &mut Formatter<'_>) -> fmt::Result {
        let (width, height, board) = (self.width(), self.height(), self.board_width());
        let Palette { frame, edge, light, dark, .. } = palette;
        writeln!(
            f,
            "<rect x=\"1\" y=\"1\" width=\"{}\" height=\"{}\" rx=\"14\" fill=\"{frame}\" stroke=\"{edge}\" stroke-width=\"2\"/>",
            width - 2,
            height - 2
        )?;
        writeln!(f, "<rect x=\"{MARGIN}\" y=\"{TOP}\" width=\"{board}\" height=\"{board}\" fill=\"{light}\"/>")?;
        write!(f, "<path fill=\"{dark}\" d=\"")?;
        for at in self.squares().filter(|at| at.is_dark()) {
            let (x, y) = self.corner(at);
            write!(f, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")?;
        }
        writeln!(f, "\"/>")
    }

    fn write_coordinates(&self, palette: &Palette, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "<g fill=\"{}\" font-size=\"24\" text-anchor=\"middle\">", palette.text)?;
        for i in 0..self.side as u8 {
            let (x, _) = self.middle(Square { file: i, rank: 0 });
            let (_, y) = self.middle(Square { file: 0, rank: i });
            let file = char::from(b'a' + i);
            writeln!(f, "<text x=\"{x}\" y=\"{}\">{file}</text>", TOP + self.board_width() + 27)?;
            writeln!(f, "<text x=\"{}\" y=\"{}\">{}</text>", MARGIN / 2, y + 8, i + 1)?;
        }
        writeln!(f, "</g>")
    }

    /// Writes the marks below the pieces: highlights, glows, dots and rings.
    fn under(&self, diagram: &Diagram, palette: &Palette, f: &mut Formatter<'_>) -> fmt::Result {
        for &at in &diagram.highlights {
            let (x, y) = self.corner(at);
            writeln!(
                f,
                "<rect class=\"highlight\" data-square=\"{at}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" \
                 fill=\"{}\" fill-opacity=\"{}\"/>",
                palette.highlight,
                Palette::HIGHLIGHT_OPACITY
            )?;
        }
        for at in diagram.squares(&diagram.view.check) {
            self.place(&pieces::CHECK, at, "", f)?;
        }
        for &(at, mark) in &diagram.marks {
            let (x, y) = self.middle(at);
            let color = palette.mark;
            match mark {
                Mark::Step => writeln!(
                    f,
                    "<circle class=\"step\" data-square=\"{at}\" cx=\"{x}\" cy=\"{y}\" r=\"14\" fill=\"{color}\" \
                     fill-opacity=\"0.75\"/>"
                )?,
                Mark::Capture => writeln!(
                    f,
                    "<circle class=\"capture\" data-square=\"{at}\" cx=\"{x}\" cy=\"{y}\" r=\"44\" fill=\"none\" \
                     stroke=\"{color}\" stroke-opacity=\"0.75\" stroke-width=\"7\"/>"
                )?,
                Mark::Gamble | Mark::Price => {}
            }
        }
        Ok(())
    }

    fn pieces(&self, diagram: &Diagram, f: &mut Formatter<'_>) -> fmt::Result {
        for color in Color::BOTH {
            writeln!(f, "<g class=\"{}\" {}>", color.name().to_lowercase(), Colors::of(color).attributes())?;
            for (at, piece) in diagram.pieces().into_iter().filter(|(_, piece)| piece.side == color.into()) {
                if let Some(drawing) = Drawing::named(&piece.drawing) {
                    self.place(drawing, at, "piece", f)?;
                }
            }
            writeln!(f, "</g>")?;
        }
        Ok(())
    }

    /// Writes crowns, dice and coins, and the arrows above everything.
    fn over(&self, diagram: &Diagram, palette: &Palette, f: &mut Formatter<'_>) -> fmt::Result {
        for at in diagram.crowned() {
            self.place(&pieces::CROWN, at, "", f)?;
        }
        for &(at, mark) in &diagram.marks {
            match mark {
                Mark::Gamble => self.place(&pieces::GAMBLE, at, "", f)?,
                Mark::Price => self.place(&pieces::PRICE, at, "", f)?,
                Mark::Step | Mark::Capture => {}
            }
        }
        diagram.arrows.iter().try_for_each(|&[from, to]| self.arrow(from, to, palette, f))
    }

    fn place(&self, drawing: &Drawing, at: Square, class: &str, f: &mut Formatter<'_>) -> fmt::Result {
        let (x, y) = self.corner(at);
        let name = drawing.name;
        let class = if class.is_empty() { name } else { class };
        writeln!(
            f,
            "<use href=\"#{name}\" class=\"{class}\" data-square=\"{at}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" \
             height=\"{SQUARE}\"/>"
        )
    }

    /// Writes an arrow from the centre of a square to near the centre of another.
    fn arrow(&self, from: Square, to: Square, palette: &Palette, f: &mut Formatter<'_>) -> fmt::Result {
        /// Half the shaft, half the head, the head's length, and the gaps at both ends.
        const SHAFT: f64 = 8.0;
        const HEAD: f64 = 24.0;
        const LENGTH: f64 = 40.0;
        const START: f64 = 26.0;
        const END: f64 = 8.0;
        let (start, end) = (self.middle(from), self.middle(to));
        let (x, y) = (f64::from(start.0), f64::from(start.1));
        let (dx, dy) = (f64::from(end.0) - x, f64::from(end.1) - y);
        let length = (dx * dx + dy * dy).sqrt();
        let (dx, dy) = (dx / length, dy / length);
        let neck = length - END - LENGTH;
        let outline = [
            (START, SHAFT),
            (neck, SHAFT),
            (neck, HEAD),
            (length - END, 0.0),
            (neck, -HEAD),
            (neck, -SHAFT),
            (START, -SHAFT),
        ];
        write!(f, "<polygon class=\"arrow\" data-arrow=\"{from}{to}\" points=\"")?;
        for (i, (along, across)) in outline.into_iter().enumerate() {
            let gap = if i > 0 { " " } else { "" };
            write!(f, "{gap}{:.1},{:.1}", x + along * dx - across * dy, y + along * dy + across * dx)?;
        }
        let color = palette.arrow;
        writeln!(
            f,
            "\" fill=\"{color}\" fill-opacity=\"0.85\" stroke=\"#ffffff\" stroke-opacity=\"0.8\" stroke-width=\"2.5\" \
             stroke-linejoin=\"round\"/>"
        )
    }

    /// Writes a disc at the right for the side to move, and diamonds for penalty points.
    fn beside(&self, diagram: &Diagram, palette: &Palette, f: &mut Formatter<'_>) -> fmt::Result {
        let x = MARGIN + self.board_width() + MARGIN / 2;
        // From the side's edge of the board towards the centre.
        let y = |color: Color, step: u32| match (color == Color::White) == self.flipped {
            true => TOP + 16 + step * 30,
            false => TOP + self.board_width() - 16 - step * 30,
        };
        if let Some(turn) = diagram.turn() {
            writeln!(
                f,
                "<circle class=\"turn\" cx=\"{x}\" cy=\"{}\" r=\"12\" fill=\"{}\" stroke=\"{}\" stroke-width=\"3\"/>",
                y(turn, 0),
                Colors::of(turn).body,
                palette.text
            )?;
        }
        for color in Color::BOTH {
            let points = diagram.view.penalties.map_or(0, |points| points[color]);
            for point in 0..points {
                let top = y(color, u32::from(point)) - 12;
                let name = color.name().to_lowercase();
                writeln!(
                    f,
                    "<path class=\"penalty {name}\" d=\"M{x} {top}l11 12-11 12-11-12z\" fill=\"#d8343c\" stroke=\"{}\" \
                     stroke-width=\"2\"/>",
                    palette.text
                )?;
            }
        }
        Ok(())
    }

    fn write_caption(&self, palette: &Palette, f: &mut Formatter<'_>) -> fmt::Result {
        for (line, i) in self.lines.iter().zip(0..) {
            writeln!(
                f,
                "<text x=\"{}\" y=\"{}\" fill=\"{}\" font-size=\"{CAPTION}\" text-anchor=\"middle\">{}</text>",
                self.width() / 2,
                self.foot() + i * LINE + CAPTION,
                palette.text,
                Escaped(line)
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_wrap_between_words_and_cut_long_words() {
        assert_eq!(wrapped("the king has fallen", 9), ["the king", "has", "fallen"]);
        assert_eq!(wrapped("  a   b  ", 9), ["a b"]);
        assert_eq!(wrapped("abcdefghijkl mn", 5), ["abcde", "fghij", "kl mn"]);
        assert!(wrapped("", 9).is_empty());
    }

    #[test]
    fn xml_characters_are_escaped() {
        assert_eq!(Escaped("<a href=\"&'\">").to_string(), "&lt;a href=&quot;&amp;&#39;&quot;&gt;");
    }
}
