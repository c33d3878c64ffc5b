//! Betza notation of a piece's moves, in the subset of Fairy-Stockfish.
//!
//! A move is a modality (`m` without a capture, `c` with one, none for both), further modifiers (`i` first move, `n` lame, `p` hopper, `g`
//! grasshopper, directions) and an atom: a leap such as `N`, a rider such as `R`, or a leap repeated (`NN`) or up to a number of times (`W3`).

use super::reach::Manner;
use crate::error::printable;

/// One direction in which a piece moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Motion {
    /// Files and ranks of one step, from White's view.
    pub(super) step: (i8, i8),
    /// The manner; `None` is a plain leap.
    pub(super) manner: Option<Manner>,
    /// The maximum number of steps, 0 for unlimited.
    pub(super) limit: u8,
    pub(super) moves: bool,
    pub(super) captures: bool,
    /// `true` for moves from the double-step region alone.
    pub(super) is_first: bool,
}

/// The maximum length of a notation. It bounds the number of motions.
const MAX_LENGTH: usize = 100;

/// Leaps by letter: the longer and the shorter side of the step.
const LEAPERS: [(char, (i8, i8)); 11] = [
    ('W', (1, 0)),
    ('F', (1, 1)),
    ('D', (2, 0)),
    ('N', (2, 1)),
    ('A', (2, 2)),
    ('H', (3, 0)),
    ('C', (3, 1)),
    ('L', (3, 1)),
    ('J', (3, 2)),
    ('Z', (3, 2)),
    ('G', (3, 3)),
];

/// The eight directions of a leap, clockwise from the one that goes forward and a little to the right, as bits. For straight and diagonal leaps
/// two of them are the same.
const DIRECTIONS: [(&str, u8); 20] = [
    ("ff", 0b1000_0001),
    ("bb", 0b0001_1000),
    ("rr", 0b0000_0110),
    ("ll", 0b0110_0000),
    ("vv", 0b1001_1001),
    ("ss", 0b0110_0110),
    ("rf", 0b0000_0001),
    ("fr", 0b0000_0010),
    ("br", 0b0000_0100),
    ("rb", 0b0000_1000),
    ("lb", 0b0001_0000),
    ("bl", 0b0010_0000),
    ("fl", 0b0100_0000),
    ("lf", 0b1000_0000),
    ("rv", 0b0000_1001),
    ("lv", 0b1001_0000),
    ("fs", 0b0100_0010),
    ("bs", 0b0010_0100),
    ("fh", 0b1100_0011),
    ("bh", 0b0011_1100),
];

/// The halves and the two pinwheels of a leap's directions.
const HALVES: [(&str, u8); 4] = [("rh", 0b0000_1111), ("lh", 0b1111_0000), ("hr", 0b0101_0101), ("hl", 0b1010_1010)];

/// An atom with its modifiers.
struct Term {
    modifiers: Modifiers,
    letter: char,
    /// The maximum number of steps of a rider, 0 for unlimited; `None` for a leap.
    range: Option<u8>,
}

/// Reads a notation.
///
/// # Errors
/// The unsupported part and the reason.
pub(super) fn parse(text: &str) -> Result<Vec<Motion>, String> {
    let mut motions = Vec::new();
    for Term { modifiers, letter, range } in terms(text)? {
        let atoms: &[(i8, i8)] = match letter {
            'K' | 'Q' => &[(1, 0), (1, 1)],
            'R' => &[(1, 0)],
            'B' => &[(1, 1)],
            _ => LEAPERS
                .iter()
                .find(|(name, _)| *name == letter)
                .map(|(_, leap)| std::slice::from_ref(leap))
                .unwrap_or_default(),
        };
        for &atom in atoms {
            modifiers.add(atom, range, atoms.len() == 1, &mut motions)?;
        }
    }
    Ok(motions)
}

fn terms(text: &str) -> Result<Vec<Term>, String> {
    if text.len() > MAX_LENGTH {
        return Err(format!("moves of more than {MAX_LENGTH} letters"));
    }
    let mut terms = Vec::new();
    let mut letters = text.chars().peekable();
    let mut modifiers = Modifiers::default();
    while let Some(letter) = letters.next() {
        match letter {
            'm' => modifiers.moves = true,
            'c' => modifiers.captures = true,
            'p' => modifiers.hop = Some(Manner::Hop),
            'g' => modifiers.hop = Some(Manner::Grasshop),
            'n' => modifiers.is_lame = true,
            'i' => modifiers.is_first = true,
            // Captures en passant are a property of the type.
            'e' => {}
            'f' | 'b' | 'v' | 'h' | 'r' | 'l' | 's' => {
                let is_joined = |next: char| {
                    next == letter
                        || is_vertical(letter) && is_horizontal(next)
                        || is_horizontal(letter) && is_vertical(next)
                };
                let second = letters.next_if(|&next| is_joined(next));
                modifiers.directions.push([letter, second.unwrap_or(letter)]);
            }
            _ => {
                let is_rider = "RBQ".contains(letter);
                if letter != 'K' && !is_rider && LEAPERS.iter().all(|(name, _)| *name != letter) {
                    return Err(unknown(letter));
                }
                let limit = letters.next_if(|&next| next == letter || next.is_ascii_digit());
                let limit = limit.map(|limit| limit.to_digit(10).unwrap_or(0) as u8);
                let range = limit.or(is_rider.then_some(0));
                terms.push(Term { modifiers: std::mem::take(&mut modifiers), letter, range });
            }
        }
    }
    match modifiers == Modifiers::default() {
        true => Ok(terms),
        false => Err("modifiers without a piece letter at the end of the moves".to_owned()),
    }
}

/// Returns the moves of a valid notation in words.
pub(super) fn in_words(text: &str) -> String {
    let terms = terms(text).unwrap_or_default();
    let mut sentences: Vec<(&str, Vec<String>)> = Vec::new();
    for term in &terms {
        let verb = match (term.modifiers.is_first, term.modifiers.moves, term.modifiers.captures) {
            (true, ..) => "from its first squares moves without capturing",
            (false, true, false) => "moves without capturing",
            (false, false, true) => "captures",
            (false, ..) => "moves and captures",
        };
        match sentences.iter_mut().find(|(known, _)| *known == verb) {
            Some((_, phrases)) => phrases.push(term.in_words()),
            None => sentences.push((verb, vec![term.in_words()])),
        }
    }
    match sentences.is_empty() {
        true => "never moves".to_owned(),
        false => sentences
            .iter()
            .map(|(verb, phrases)| format!("{verb} {}", phrases.join(", or ")))
            .collect::<Vec<_>>()
            .join("; "),
    }
}

impl Term {
    fn in_words(&self) -> String {
        const NUMBERS: [&str; 10] =
            ["any number of", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
        let line = match self.letter {
            'W' | 'R' => Some("straight"),
            'F' | 'B' => Some("diagonally"),
            'K' | 'Q' => Some("in any direction"),
            _ => None,
        };
        let leap = match self.letter {
            'N' => "by a knight's leap",
            'D' => "by a leap of two squares straight",
            'A' => "by a leap of two squares diagonally",
            'H' => "by a leap of three squares straight",
            'G' => "by a leap of three squares diagonally",
            'C' | 'L' => "by a leap of three squares and one to the side",
            _ => "by a leap of three squares and two to the side",
        };
        let mut words = match (line, self.range) {
            (Some(line), range) => {
                let most = usize::from(range.unwrap_or(1)).min(9);
                let squares = if most == 1 { "square" } else { "squares" };
                let up_to = if most > 1 { "up to " } else { "" };
                format!("{up_to}{} {squares} {line}", NUMBERS[most])
            }
            (None, None) => leap.to_owned(),
            (None, Some(0)) => format!("{leap}, any number of times in the same direction"),
            (None, Some(most)) => {
                format!("{leap}, up to {} times in the same direction", NUMBERS[usize::from(most).min(9)])
            }
        };
        let directions: Vec<String> = self.modifiers.directions.iter().map(|&code| direction_in_words(code)).collect();
        if !directions.is_empty() {
            words = format!("{words}, {}", directions.join(" or "));
        }
        match (self.modifiers.hop, self.modifiers.is_lame) {
            (Some(Manner::Grasshop), _) => words + ", landing behind the first piece",
            (Some(_), _) => words + ", hopping over one piece",
            (None, true) => words + ", if the squares between are empty",
            (None, false) => words,
        }
    }
}

fn direction_in_words([first, second]: [char; 2]) -> String {
    let word = |letter| match letter {
        'f' => "forward",
        'b' => "backward",
        'v' => "forward or backward",
        's' => "sideways",
        'l' => "left",
        'r' => "right",
        _ => "half of the directions",
    };
    let (first, second) = if is_vertical(first) { (first, second) } else { (second, first) };
    match first == second {
        true => word(first).to_owned(),
        false if second == 's' => format!("{} or sideways", word(first)),
        false => format!("{} to the {}", word(first), word(second)),
    }
}

fn unknown(letter: char) -> String {
    let letter = printable(letter.encode_utf8(&mut [0; 4]));
    format!(
        "'{letter}' is no letter of Betza notation as far as it is supported: atoms WFDNAHCLJZGKRBQ, modifiers mcingp and fbrlvsh"
    )
}

fn is_vertical(letter: char) -> bool {
    "fbvh".contains(letter)
}

fn is_horizontal(letter: char) -> bool {
    "rlsh".contains(letter)
}

/// The modifiers before an atom.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Modifiers {
    moves: bool,
    captures: bool,
    hop: Option<Manner>,
    is_lame: bool,
    is_first: bool,
    directions: Vec<[char; 2]>,
}

impl Modifiers {
    /// Adds the motions of an atom. `range` is the maximum number of steps of a rider, 0 for unlimited, and `None` for a leap.
    fn add(&self, atom: (i8, i8), range: Option<u8>, is_single: bool, motions: &mut Vec<Motion>) -> Result<(), String> {
        let is_line = atom.0 <= 1;
        let (manner, limit) = match (self.hop, self.is_lame, range) {
            (Some(_), true, _) | (None, true, Some(_)) => {
                return Err("'n' with a rider or hopper is not supported".to_owned());
            }
            (Some(_), ..) if !is_line => return Err("'p' and 'g' are supported along lines only".to_owned()),
            (Some(manner), false, range) => (Some(manner), range.unwrap_or(0)),
            (None, true, None) => (Some(Manner::Lame), 1),
            (None, false, Some(limit)) => (Some(Manner::Ride), limit),
            (None, false, None) => (None, 1),
        };
        let both = !self.moves && !self.captures;
        if self.is_first && (self.captures || both) {
            return Err("a first move ('i') cannot capture: write 'im'".to_owned());
        }
        let is_straight = is_single && atom.1 == 0;
        let mut chosen = if self.directions.is_empty() { 0xff } else { 0 };
        for &[first, second] in &self.directions {
            // A straight leap has no direction between two others.
            let codes = if is_straight && first != second { [[first; 2], [second; 2]] } else { [[first, second]; 2] };
            for code in codes {
                chosen |= directions(code)?;
            }
        }
        let (long, short) = atom;
        // Clockwise, as files and ranks.
        let steps = [
            (short, long),
            (long, short),
            (long, -short),
            (short, -long),
            (-short, -long),
            (-long, -short),
            (-long, short),
            (-short, long),
        ];
        let (moves, captures) = (self.moves || both, self.captures || both);
        for (_, step) in steps.into_iter().enumerate().filter(|&(bit, _)| chosen >> bit & 1 != 0) {
            let motion = Motion { step, manner, limit, moves, captures, is_first: self.is_first };
            if !motions.contains(&motion) {
                motions.push(motion);
            }
        }
        Ok(())
    }
}

fn directions(code: [char; 2]) -> Result<u8, String> {
    let name: String = code.iter().collect();
    let known = DIRECTIONS.iter().chain(&HALVES).find(|(known, _)| *known == name);
    known.map(|&(_, bits)| bits).ok_or_else(|| format!("the direction '{name}' is not supported"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str) -> Vec<(i8, i8)> {
        let mut steps: Vec<_> = parse(text).unwrap().into_iter().map(|motion| motion.step).collect();
        steps.sort_unstable();
        steps
    }

    #[test]
    fn orthodox_pieces_have_their_moves() {
        assert_eq!(steps("N").len(), 8);
        assert_eq!(steps("K").len(), 8);
        let queen = parse("Q").unwrap();
        assert!(
            queen.len() == 8 && queen.iter().all(|motion| motion.manner == Some(Manner::Ride) && motion.limit == 0)
        );
        let pawn = parse("fmWfceF").unwrap();
        assert_eq!(pawn.iter().filter(|motion| motion.moves).map(|motion| motion.step).collect::<Vec<_>>(), [(0, 1)]);
        assert_eq!(pawn.iter().filter(|motion| motion.captures).count(), 2);
    }

    /// Directions by the page on Betza notation of XBoard's manual: a single direction on an oblique leap is narrow.
    #[test]
    fn directions_select_steps() {
        assert_eq!(steps("fN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("sN"), [(-2, -1), (-2, 1), (2, -1), (2, 1)]);
        assert_eq!(steps("fsN"), [(-2, 1), (2, 1)]);
        assert_eq!(steps("ffN"), steps("fN"));
        assert_eq!(steps("fhN"), [(-2, 1), (-1, 2), (1, 2), (2, 1)]);
        assert_eq!(steps("fF"), [(-1, 1), (1, 1)]);
        assert_eq!(steps("flF"), [(-1, 1)]);
        assert_eq!(steps("fsW"), [(-1, 0), (0, 1), (1, 0)]);
        assert_eq!(steps("rfN"), [(1, 2)]);
        assert_eq!(steps("frN"), [(2, 1)]);
        assert_eq!(steps("hrN").len(), 4);
    }

    #[test]
    fn manners_and_ranges_are_read() {
        let first = |text| parse(text).unwrap()[0];
        assert_eq!((first("nN").manner, first("NN").manner), (Some(Manner::Lame), Some(Manner::Ride)));
        assert_eq!((first("W3").limit, first("pR").manner), (3, Some(Manner::Hop)));
        assert_eq!(first("gQ").manner, Some(Manner::Grasshop));
        let double = first("ifmnD");
        assert!(double.is_first && double.moves && !double.captures && double.step == (0, 2));
    }

    #[test]
    fn moves_are_written_in_words() {
        assert_eq!(
            in_words("mQcN"),
            "moves without capturing any number of squares in any direction; captures by a knight's leap"
        );
        assert_eq!(in_words("FfW"), "moves and captures one square diagonally, or one square straight, forward");
        assert_eq!(in_words("gR"), "moves and captures any number of squares straight, landing behind the first piece");
        assert_eq!(in_words("fsW"), "moves and captures one square straight, forward or sideways");
        assert_eq!(in_words(""), "never moves");
    }

    #[test]
    fn unsupported_notation_is_rejected() {
        for text in ["X", "pN", "nR", "iN", "f", "vrN", "é", "N\u{0}", &"N".repeat(101)] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
