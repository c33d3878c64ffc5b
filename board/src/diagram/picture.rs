//! Writes a diagram as SVG, back to front: frame, squares, marks below the pieces, pieces, marks above them.
//!
//! A square is 100 units wide, as the drawings are.

use std::fmt::{self, Display, Formatter};

use games::explain::At;
use movegen::Color;

use super::targets::Mark;
use super::theme::Palette;
use super::{Diagram, Sheet};
use crate::messages::PositionView;
use crate::pieces::{self, Colors, LINES};

/// Units of a square's side.
const SQUARE: u32 = 100;
/// Units beside the board: rank numbers on the left, turn and penalties on the right.
const MARGIN: u32 = 40;
/// Units above the board.
const TOP: u32 = 16;
/// Units below a board without coordinates.
const BARE: u32 = 16;
/// Font size of the caption, in units; more in small diagrams.
const CAPTION: u32 = 28;
/// The smallest font size of the caption, in pixels.
const MIN_CAPTION_PIXELS: u32 = 12;
/// Units between the diagrams of a sheet.
const GAP: u32 = 16;

fn escaped(text: &str) -> String {
    let characters = [('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;"), ('\'', "&#39;")];
    characters.into_iter().fold(text.to_owned(), |text, (character, entity)| text.replace(character, entity))
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
        write_head([self.width(), self.height()], self.size, f)?;
        self.write_title(f)?;
        write_symbols(std::slice::from_ref(self), f)?;
        self.write_picture(f)?;
        writeln!(f, "</svg>")
    }
}

/// Writes the SVG and a line end. Each diagram is a group.
impl Display for Sheet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let max = |measure: fn(&Diagram) -> u32| self.diagrams.iter().map(measure).max().unwrap_or(0);
        let (width, height, size) = (max(Diagram::width), max(Diagram::height), max(|diagram| diagram.size));
        let columns = self.columns.clamp(1, self.diagrams.len().max(1));
        let rows = self.diagrams.len().div_ceil(columns) as u32;
        let columns = columns as u32;
        let units = [columns * (width + GAP) - GAP, (rows * (height + GAP)).saturating_sub(GAP)];
        write_head(units, size * units[0] / width.max(1), f)?;
        write_symbols(&self.diagrams, f)?;
        for (diagram, i) in self.diagrams.iter().zip(0..) {
            let (x, y) = (i % columns * (width + GAP), i / columns * (height + GAP));
            writeln!(f, "<g transform=\"translate({x} {y})\">")?;
            diagram.write_title(f)?;
            diagram.write_picture(f)?;
            writeln!(f, "</g>")?;
        }
        writeln!(f, "</svg>")
    }
}

/// Writes the start of an SVG of this width and height in units, so many pixels wide.
fn write_head([width, height]: [u32; 2], size: u32, f: &mut Formatter<'_>) -> fmt::Result {
    let pixels = (size * height + width / 2) / width.max(1);
    writeln!(
        f,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{size}\" height=\"{pixels}\" \
         role=\"img\" font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\">"
    )
}

/// Writes each drawing that one of the diagrams requires once.
fn write_symbols(diagrams: &[Diagram], f: &mut Formatter<'_>) -> fmt::Result {
    writeln!(f, "<defs>")?;
    for drawing in pieces::ALL {
        if diagrams.iter().any(|diagram| diagram.uses(drawing.name)) {
            let (name, shapes) = (drawing.name, drawing.shapes());
            writeln!(f, "<symbol id=\"{name}\" viewBox=\"0 0 100 100\" {LINES}>{shapes}</symbol>")?;
        }
    }
    writeln!(f, "</defs>")
}

impl Diagram {
    fn board_width(&self) -> u32 {
        u32::from(self.side) * SQUARE
    }

    fn width(&self) -> u32 {
        self.board_width() + 2 * MARGIN
    }

    /// Returns the lower edge of the coordinates.
    fn foot(&self) -> u32 {
        TOP + self.board_width() + if self.coordinates { MARGIN } else { BARE }
    }

    /// Returns the font size of the caption, in units.
    fn caption_size(&self) -> u32 {
        CAPTION.max(MIN_CAPTION_PIXELS * self.width() / self.size)
    }

    /// Returns the line height of the caption, in units.
    fn line_height(&self) -> u32 {
        self.caption_size() + 10
    }

    fn lines(&self) -> Vec<String> {
        // Letters are at most half as wide as high on average.
        wrapped(&self.caption, (2 * self.board_width() / self.caption_size()) as usize)
    }

    fn height(&self) -> u32 {
        let lines = u32::try_from(self.lines().len()).unwrap_or(u32::MAX);
        self.foot() + if lines == 0 { 0 } else { lines * self.line_height() + self.line_height() / 2 }
    }

    /// Returns the upper left corner of a square.
    fn corner(&self, at: At) -> (u32, u32) {
        let (file, rank) = (u32::from(at.file), u32::from(at.rank));
        let last = u32::from(self.side) - 1;
        let (column, row) = if self.flipped { (last - file, rank) } else { (file, last - rank) };
        (MARGIN + column * SQUARE, TOP + row * SQUARE)
    }

    fn middle(&self, at: At) -> (u32, u32) {
        let (x, y) = self.corner(at);
        (x + SQUARE / 2, y + SQUARE / 2)
    }

    fn write_title(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let PositionView { variant, fen, .. } = &self.view;
        let title = match (self.caption.as_str(), self.turn()) {
            ("", Some(turn)) => format!("{variant}, {} to move", turn.name()),
            ("", None) => variant.clone(),
            (caption, _) => caption.to_owned(),
        };
        writeln!(f, "<title>{}</title>", escaped(&title))?;
        writeln!(f, "<desc>{variant} {}</desc>", escaped(fen))
    }

    /// Returns `true` if the diagram places this drawing.
    fn uses(&self, name: &str) -> bool {
        let has = |mark| self.marks.iter().any(|(_, other)| *other == mark);
        match name {
            "crown" => !self.crowned().is_empty(),
            "check" => !self.view.check.is_empty(),
            "gamble" => has(Mark::Gamble),
            "price" => has(Mark::Price),
            _ => self.view.board.values().any(|piece| piece.drawing == name),
        }
    }

    fn write_picture(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let palette = Palette::of(self.theme);
        self.write_board(&palette, f)?;
        if self.coordinates {
            self.write_coordinates(&palette, f)?;
        }
        self.write_under(&palette, f)?;
        self.write_pieces(f)?;
        self.write_over(&palette, f)?;
        self.write_beside(&palette, f)?;
        self.write_caption(&palette, f)
    }

    fn write_board(&self, palette: &Palette, f: &mut Formatter<'_>) -> fmt::Result {
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
        let squares = (0..self.side).flat_map(|rank| (0..self.side).map(move |file| At { file, rank }));
        for at in squares.filter(|at| (at.file + at.rank).is_multiple_of(2)) {
            let (x, y) = self.corner(at);
            write!(f, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")?;
        }
        writeln!(f, "\"/>")
    }

    fn write_coordinates(&self, palette: &Palette, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "<g fill=\"{}\" font-size=\"24\" text-anchor=\"middle\">", palette.text)?;
        for i in 0..self.side {
            let (x, _) = self.middle(At { file: i, rank: 0 });
            let (_, y) = self.middle(At { file: 0, rank: i });
            let file = char::from(b'a' + i);
            writeln!(f, "<text x=\"{x}\" y=\"{}\">{file}</text>", TOP + self.board_width() + 27)?;
            writeln!(f, "<text x=\"{}\" y=\"{}\">{}</text>", MARGIN / 2, y + 8, i + 1)?;
        }
        writeln!(f, "</g>")
    }

    /// Writes the marks below the pieces: highlights, glows, dots and rings.
    fn write_under(&self, palette: &Palette, f: &mut Formatter<'_>) -> fmt::Result {
        for &at in &self.highlights {
            let (x, y) = self.corner(at);
            writeln!(
                f,
                "<rect class=\"highlight\" data-square=\"{at}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" \
                 fill=\"{}\" fill-opacity=\"{}\"/>",
                palette.highlight,
                Palette::HIGHLIGHT_OPACITY
            )?;
        }
        for at in self.view.check.iter().filter_map(|name| At::parse(name)) {
            self.place("check", at, "check", f)?;
        }
        for &(at, mark) in &self.marks {
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

    fn write_pieces(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for color in Color::BOTH {
            writeln!(f, "<g class=\"{}\" {}>", color.name().to_lowercase(), Colors::of(color).attributes())?;
            for (at, piece) in self.pieces().into_iter().filter(|(_, piece)| piece.side == color.into()) {
                match piece.drawing.strip_prefix("letter-") {
                    Some(letter) => self.write_letter(letter, at, f)?,
                    None => self.place(&piece.drawing, at, "piece", f)?,
                }
            }
            writeln!(f, "</g>")?;
        }
        Ok(())
    }

    /// Writes crowns, dice and coins, and the arrows above everything.
    fn write_over(&self, palette: &Palette, f: &mut Formatter<'_>) -> fmt::Result {
        for at in self.crowned() {
            self.place("crown", at, "crown", f)?;
        }
        for &(at, mark) in &self.marks {
            match mark {
                Mark::Gamble => self.place("gamble", at, "gamble", f)?,
                Mark::Price => self.place("price", at, "price", f)?,
                Mark::Step | Mark::Capture => {}
            }
        }
        self.arrows.iter().try_for_each(|&[from, to]| self.write_arrow(from, to, palette, f))
    }

    /// Writes a disc with a letter, for a piece without a drawing.
    fn write_letter(&self, letter: &str, at: At, f: &mut Formatter<'_>) -> fmt::Result {
        let (x, y) = self.middle(at);
        let letter = letter.to_ascii_uppercase();
        writeln!(
            f,
            "<g class=\"piece\" data-square=\"{at}\"><circle cx=\"{x}\" cy=\"{y}\" r=\"38\" stroke-width=\"2.5\"/><text x=\"{x}\" \
             y=\"{}\" font-size=\"50\" text-anchor=\"middle\" fill=\"currentColor\" stroke=\"none\">{letter}</text></g>",
            y + 18
        )
    }

    fn place(&self, name: &str, at: At, class: &str, f: &mut Formatter<'_>) -> fmt::Result {
        let (x, y) = self.corner(at);
        writeln!(
            f,
            "<use href=\"#{name}\" class=\"{class}\" data-square=\"{at}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" \
             height=\"{SQUARE}\"/>"
        )
    }

    /// Writes an arrow from the centre of a square to near the centre of another.
    fn write_arrow(&self, from: At, to: At, palette: &Palette, f: &mut Formatter<'_>) -> fmt::Result {
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
    fn write_beside(&self, palette: &Palette, f: &mut Formatter<'_>) -> fmt::Result {
        let x = MARGIN + self.board_width() + MARGIN / 2;
        // From the side's edge of the board towards the centre.
        let y = |color: Color, step: u32| match (color == Color::White) == self.flipped {
            true => TOP + 16 + step * 30,
            false => TOP + self.board_width() - 16 - step * 30,
        };
        if let Some(turn) = self.turn() {
            writeln!(
                f,
                "<circle class=\"turn\" cx=\"{x}\" cy=\"{}\" r=\"12\" fill=\"{}\" stroke=\"{}\" stroke-width=\"3\"/>",
                y(turn, 0),
                Colors::of(turn).body,
                palette.text
            )?;
        }
        for color in Color::BOTH {
            let points = self.view.penalties.map_or(0, |points| [points.white, points.black][color]);
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
        let size = self.caption_size();
        for (line, i) in self.lines().iter().zip(0..) {
            writeln!(
                f,
                "<text x=\"{}\" y=\"{}\" fill=\"{}\" font-size=\"{size}\" text-anchor=\"middle\">{}</text>",
                self.width() / 2,
                self.foot() + i * self.line_height() + size,
                palette.text,
                escaped(line)
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
        assert_eq!(escaped("<a href=\"&'\">").to_string(), "&lt;a href=&quot;&amp;&#39;&quot;&gt;");
    }
}
