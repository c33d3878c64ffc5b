//! Apocalypse on a terminal: penalties, choices that are gambles, and what became of both choices of a turn.

use apocalypse::rules::{Choice, Position, Square};
use games::explain::{Effect, Illegal, apocalypse as explain};
use games::names;
use movegen::{Color, Game};

use super::board::Spot;
use super::playable::Playable;

impl Playable for Position {
    fn remarks(&self) -> Vec<String> {
        let [white, black] = Color::BOTH.map(|side| self.penalties(side));
        match (white, black) {
            (0, 0) => Vec::new(),
            _ => vec![format!("Penalties: White {white}, Black {black}; two lose.")],
        }
    }

    fn written(&self, _: Color, m: Choice) -> String {
        m.to_string()
    }

    fn understood(&self, of: Color, text: &str) -> Result<Choice, String> {
        self.parse_move(of, text).or_else(|error| by_name(self, of, text).unwrap_or_else(|| Err(error.to_string())))
    }

    fn touched(&self, m: Choice) -> Vec<Spot> {
        [m.from(), m.to()].map(|at| (at.file(), at.rank())).to_vec()
    }

    fn effect(&self, of: Color, m: Choice) -> Option<String> {
        let effect = |effect: Effect| match effect {
            Effect::Gamble { .. } => {
                Some(format!("a gamble: void, and a penalty, unless {} makes it possible", (!of).name()))
            }
            Effect::Capture { piece, .. } => {
                Some(format!("takes the {} if it stays", names::piece(Self::NAME, piece.letter, piece.color)))
            }
            Effect::Relocation { to, .. } => Some(format!("is put on {to}")),
            _ => None,
        };
        let effects: Vec<String> = explain::effects(self, of, m).into_iter().filter_map(effect).collect();
        (!effects.is_empty()).then(|| effects.join(", "))
    }

    fn turn_text(&self, moves: [Option<Choice>; 2]) -> String {
        let [Some(white), Some(black)] = moves else { return String::new() };
        let mut text = format!("Turn {}: White {white}, Black {black}", self.turn_number());
        let next = self.resolve([white, black]);
        for side in Color::BOTH {
            if next.penalties(side) > self.penalties(side) {
                text += &format!("; {}'s choice is void and costs a penalty point", side.name());
            }
        }
        text
    }

    fn prices(&self, _: Option<Spot>) -> Result<Vec<String>, String> {
        Err(format!("no piece can be bought in {}", Self::NAME))
    }
}

/// The choice that a text like `Nb3`, `a3` or `axb4` means; `None` if it has no such form.
fn by_name(pos: &Position, of: Color, text: &str) -> Option<Result<Choice, String>> {
    let bare = text.replace('x', "");
    let (letter, rest) = match bare.strip_prefix('N') {
        Some(rest) => ('n', rest),
        None => ('p', &*bare),
    };
    let (hint, goal) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    let to = Square::parse(goal)?;
    if hint.len() > 2 || !hint.is_ascii() {
        return None;
    }
    // A text with both squares means that piece, of any type.
    let is_any = hint.len() == 2 && letter == 'p';
    let is_meant = |choice: &Choice| {
        let piece = pos.letter_at(choice.from()).map(|letter| letter.to_ascii_lowercase());
        let from = choice.from().to_string();
        choice.to() == to && (is_any || piece == Some(letter)) && hint.chars().all(|c| from.contains(c))
    };
    let found: Vec<Choice> = pos.moves(of).into_iter().filter(is_meant).collect();
    Some(match &found[..] {
        [choice] => Ok(*choice),
        [] => {
            let from = Square::parse(hint).and_then(|from| explain::illegal(pos, of, from, to));
            Err(from.unwrap_or(Illegal::NoneReaches(letter, to.into(), false)).words(Position::NAME))
        }
        _ => Err(Illegal::Ambiguous(found.iter().map(ToString::to_string).collect()).words(Position::NAME)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Position {
        Position::start()
    }

    #[test]
    fn choices_are_read_by_squares_and_by_name() {
        let of = |text: &str| start().understood(Color::White, text).map(|choice| choice.to_string());
        for (text, choice) in [("a1b3", "a1b3"), ("Nb3", "a1b3"), ("a3", "a2a3"), ("Nexd3", "e1d3"), ("Nac2", "a1c2")] {
            assert_eq!(of(text).as_deref(), Ok(choice), "{text}");
        }
        assert_eq!(of("Nc2"), Err("which one? a1c2, e1c2".to_owned()));
        assert_eq!(of("a3a4"), Err("a3 is empty".to_owned()));
        assert_eq!(of("a4a3"), Err("the footman on a4 is Black's".to_owned()));
        assert_eq!(of("a1a2"), Err("the horseman jumps two squares one way and one across".to_owned()));
        assert_eq!(of("Ne5"), Err("none of your horsemen can move to e5".to_owned()));
        assert_eq!(of("hello"), Err("'hello' is not a move".to_owned()));
    }

    #[test]
    fn gambles_and_penalties_are_described() {
        let pos = start();
        let gamble = pos.moves(Color::White).into_iter().find(|choice| choice.is_speculative()).unwrap();
        let text = pos.effect(Color::White, gamble).unwrap();
        assert!(text.starts_with("a gamble: void, and a penalty, unless Black "), "{text}");
        let away = pos.parse_move(Color::Black, "e5d3").unwrap();
        let text = pos.turn_text([Some(gamble), Some(away)]);
        let next = pos.resolve([gamble, away]);
        assert_eq!(text.contains("White's choice is void"), next.penalties(Color::White) == 1, "{text}");
        let both = pos.resolve([gamble, gamble.swapped()]);
        assert_eq!(both.remarks(), ["Penalties: White 1, Black 1; two lose."]);
    }
}
