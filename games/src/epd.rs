//! Extended Position Description: four fields of a FEN, then operations that end with semicolons.

use movegen::{FenError, Game};

/// A position of a list, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position as a complete FEN.
    pub fen: String,
    /// The operations: code and operands, without quotation marks.
    pub operations: Vec<(String, String)>,
}

impl Epd {
    /// Parses a line: a FEN, an EPD, or a FEN followed by operations. The operations `hmvc`, `fmvn` and `gov` (the state that
    /// some games write into a seventh field) supply missing fields of the FEN. The position itself is not checked.
    ///
    /// ```
    /// use upheaval_games::epd::Epd;
    /// let epd = Epd::parse("4k3/8/8/8/8/8/P7/4K3 w - - bm a4; id \"a pawn\";");
    /// assert_eq!(epd.fen, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
    /// assert_eq!(epd.operation("id"), Some("a pawn"));
    /// ```
    pub fn parse(line: &str) -> Self {
        let line = line.trim();
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        if !line.contains(';') && words.len() != 4 {
            return Self { fen: line.to_owned(), operations: Vec::new() };
        }
        let is_clock = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
        let clocks: Vec<&str> = words.iter().skip(4).take(2).take_while(is_clock).copied().collect();
        let mut rest = words.get(4 + clocks.len()..).unwrap_or_default();
        // A complete FEN may have a state; operations begin with a lower-case letter.
        let state = match rest {
            [first, after @ ..] if clocks.len() == 2 && !is_code(first) => {
                rest = after;
                Some(*first)
            }
            _ => None,
        };
        let mut epd = Self { fen: String::new(), operations: operations(&rest.join(" ")) };
        let mut fields = words[..words.len().min(4)].to_vec();
        fields.push(clocks.first().copied().or_else(|| epd.operation("hmvc")).unwrap_or("0"));
        fields.push(clocks.get(1).copied().or_else(|| epd.operation("fmvn")).unwrap_or("1"));
        fields.extend(state.or_else(|| epd.operation("gov")));
        epd.fen = fields.join(" ");
        epd
    }

    /// Returns the operands of an operation.
    pub fn operation(&self, code: &str) -> Option<&str> {
        self.operations.iter().find(|(name, _)| name == code).map(|(_, operand)| operand.as_str())
    }
}

/// Returns `true` if a word is the code of an operation: a small letter, then letters, digits or underscores.
fn is_code(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase()) && word.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_')
}

fn operations(text: &str) -> Vec<(String, String)> {
    let mut is_quoted = false;
    let parts = text.split(|c| {
        is_quoted ^= c == '"';
        c == ';' && !is_quoted
    });
    parts.filter_map(operation).collect()
}

fn operation(text: &str) -> Option<(String, String)> {
    let (code, operand) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    (!code.is_empty()).then(|| (code.to_owned(), operand.trim().trim_matches('"').to_owned()))
}

/// Writes a FEN as a line of EPD: four fields, the clocks as operations, and the state of a game that has one.
pub fn write(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let field = |i: usize| fields.get(i).copied().unwrap_or("-");
    let state = fields.get(6).map(|text| format!(" gov {text};")).unwrap_or_default();
    format!("{} hmvc {}; fmvn {};{state}\n", fields[..fields.len().min(4)].join(" "), field(4), field(5))
}

/// Writes a position with one operation: a complete FEN, the operation and a semicolon.
pub fn write_operation(pos: &impl std::fmt::Display, code: &str, operand: &impl std::fmt::Display) -> String {
    format!("{pos} {code} {operand};\n")
}

/// Parses the positions of a list with their line numbers, by the rules of `game`, a position. Empty lines and lines that begin with `#` are skipped.
pub fn read<'a, G: Game>(game: &'a G, text: &'a str) -> impl Iterator<Item = (usize, Result<G, FenError>)> + 'a {
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(number, line)| (number, game.read_fen(&Epd::parse(line).fen)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Insurrection, Position};

    #[test]
    fn operations_complete_the_fen() {
        let of = |line: &str| Epd::parse(line).fen;
        assert_eq!(of("4k3/8/8/8/8/8/P7/4K3 w - - bm a4; id \"a; b\";"), "4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
        assert_eq!(of("4k3/8/8/8/8/8/P7/4K3 w - - hmvc 7; fmvn 30;"), "4k3/8/8/8/8/8/P7/4K3 w - - 7 30");
        assert_eq!(of("4k3/8/8/8/8/8/P7/4K3 w - - 3 9 acd 3;"), "4k3/8/8/8/8/8/P7/4K3 w - - 3 9");
        assert_eq!(of("4k3/8/8/8/8/8/P7/4K3 w - -"), "4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
        assert_eq!(of("4k3/8/8/8/8/8/P7/4K3 w - - 3 9"), "4k3/8/8/8/8/8/P7/4K3 w - - 3 9");
        let start = Position::<Insurrection>::start().to_string();
        let fields: Vec<&str> = start.split(' ').collect();
        assert_eq!(of(&format!("{} gov {};", fields[..4].join(" "), fields[6])), start);
        assert_eq!(of(&format!("{start} dm 3;")), start);
    }

    #[test]
    fn quoted_semicolons_do_not_end_operations() {
        let epd = Epd::parse("4k3/8/8/8/8/8/P7/4K3 w - - 0 1 id \"a; b\"; dm 3; noop; ce -12");
        let operations = [("id", "a; b"), ("dm", "3"), ("noop", ""), ("ce", "-12")];
        assert_eq!(epd.operations, operations.map(|(code, text)| (code.to_owned(), text.to_owned())));
        assert_eq!((epd.operation("dm"), epd.operation("bm")), (Some("3"), None));
    }

    #[test]
    fn written_position_is_read_back() {
        for fen in ["4k3/8/8/8/8/8/P7/4K3 w - - 7 30", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 Kk"] {
            assert_eq!(Epd::parse(&write(fen)).fen, fen);
            let line = write_operation(&fen, "dm", &3);
            assert_eq!((Epd::parse(&line).fen, Epd::parse(&line).operation("dm")), (fen.to_owned(), Some("3")));
        }
    }

    #[test]
    fn lists_skip_comments_and_count_lines() {
        let text = "\u{feff}# openings\r\n\r\n4k3/8/8/8/8/8/P7/4K3 w - - bm a4;\r\nhello;\n";
        let list: Vec<_> = read(&Position::<Chess>::start(), text).collect();
        assert_eq!(list.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [3, 4]);
        assert!(list[0].1.is_ok() && list[1].1.is_err());
    }
}
