//! Games out of a PGN with what each move was worth to its player, to learn from: those that the arena has written, and what
//! OpenBench makes of them.

use eval::Score;
use eval::score::{INFINITE, LARGEST_EVALUATION, loss_in, win_in};
use movegen::fen::printable;
use movegen::{Color, Outcome, Position, Variant};

use super::replay::{hear_all, variant_of};
use super::scan::{Item, PgnError, PgnGame};
use crate::games::ending::Ending;
use crate::games::played::Played;
use games::plies::Parsed;

/// Words of the tag `Termination` for games that were not decided by play.
const SPOILT: [&str; 5] = ["abandoned", "stalled", "time forfeit", "illegal", "unterminated"];

/// The game of a PGN by the rules `V`. A move is worth what the comment behind it begins with, `+0.34/12` or `-M8/20`;
/// [`INFINITE`] stands where nothing is told. `None` if there is nothing to learn from the result: it is `*`, or an engine was
/// at fault.
///
/// # Errors
/// It is another game, a move is not legal, or the result is not that of the last position.
pub fn played<V: Variant>(game: &PgnGame, first: Color) -> Result<Option<Played<V>>, PgnError> {
    let name = variant_of(game, "chess")?;
    if name != V::NAME {
        return Err(game.error(game.at, format!("a game of {name}, not of {}", V::NAME)));
    }
    let values = values(&game.items);
    let (mut word, mut moves, mut scores) = (0, Vec::new(), Vec::new());
    let record = hear_all::<Position<V>>(
        game,
        |_| false,
        |_, said| {
            if let Parsed::Turn(choices) = said {
                moves.extend(choices.into_iter().flatten());
                scores.push(values[word]);
            }
            word += 1;
        },
    )?;
    let is_spoilt = game.tag("Termination").is_some_and(|why| SPOILT.iter().any(|spoilt| why.contains(spoilt)));
    let result = game.result.or(game.tag("Result")).unwrap_or("*");
    let is_over = record.position().outcome().is_some();
    let ending = match (record.outcome(), result) {
        _ if is_spoilt => None,
        (Some(outcome), "*") => Some(Ending::Rules(outcome)),
        (Some(outcome), result) if Ending::Rules(outcome).result() == result => Some(Ending::Rules(outcome)),
        (Some(outcome), result) if is_over => return Err(game.error(game.end, contradiction(result, outcome))),
        (_, "1-0") => Some(Ending::AdjudicatedWin(Color::White)),
        (_, "0-1") => Some(Ending::AdjudicatedWin(Color::Black)),
        (_, "1/2-1/2") => Some(Ending::AdjudicatedDraw),
        _ => None,
    };
    Ok(ending.map(|ending| Played { opening: *record.first(), first, moves, scores, ending }))
}

fn contradiction(result: &str, outcome: Outcome) -> String {
    format!("the result '{}' is not that of the rules, {outcome}", printable(result))
}

/// What is told of each word of a game.
fn values(items: &[Item]) -> Vec<Score> {
    let mut values = Vec::new();
    let mut is_first = false;
    for item in items {
        match item {
            Item::Word(..) => {
                values.push(INFINITE);
                is_first = true;
            }
            Item::Comment(text) if is_first => {
                if let (Some(value), Some(last)) = (value(text), values.last_mut()) {
                    *last = value;
                }
                is_first = false;
            }
            Item::Comment(_) | Item::Glyph(_) => {}
        }
    }
    values
}

/// The value that a comment begins with, in pawns or in plies to mate, with the depth behind a stroke.
fn value(comment: &str) -> Option<Score> {
    let (value, rest) = comment.split_once('/')?;
    if !rest.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (is_loss, size) = match value.strip_prefix('-') {
        Some(size) => (true, size),
        None => (false, value.strip_prefix('+').unwrap_or(value)),
    };
    if !size.starts_with(|c: char| c.is_ascii_digit() || c == 'M') {
        return None;
    }
    if let Some(plies) = size.strip_prefix('M') {
        let plies = plies.parse::<usize>().ok()?.min(eval::score::MAX_PLY);
        return Some(if is_loss { loss_in(plies) } else { win_in(plies) });
    }
    let pawns: f64 = size.parse().ok()?;
    let value = (100.0 * pawns).round().min(f64::from(LARGEST_EVALUATION)) as Score;
    Some(if is_loss { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::super::scan::PgnReader;
    use super::*;
    use movegen::{Chess, Empire, Insurrection, Move, Reason, Subversion};

    fn game(text: &str) -> PgnGame {
        PgnReader::new(text.as_bytes()).next().unwrap().unwrap()
    }

    fn of<V: Variant>(text: &str) -> Result<Option<Played<V>>, String> {
        played::<V>(&game(text), Color::White).map_err(|error| error.to_string())
    }

    #[test]
    fn values_stand_behind_moves_in_the_words_of_the_arena_and_of_openbench() {
        let text = "1. e4 {+0.34/12 0.006s, n=2000, sd=7} e5 {-1.05/9} 2. Nf3 {book} Nc6 {unknown} 3. Bc4 $1 {-M8/20} {+9/1} \
                    a6 4. Qe2 {0.00/3, line=x} b5 {/0 0.001s} 5. O-O {+M3/5, White mates} 1-0";
        let game = of::<Chess>(text).unwrap().unwrap();
        let no = INFINITE;
        assert_eq!(game.scores, [34, -105, no, no, loss_in(8), no, 0, no, win_in(3)]);
        assert_eq!((game.moves.len(), game.ending), (9, Ending::AdjudicatedWin(Color::White)));
    }

    #[test]
    fn what_no_value_is_is_none() {
        for text in
            ["", "/", "+/3", "0.3", "0.3/", "0.3/x", "inf/3", "-nan/3", "+-1/3", "M/3", "Mx/1", "+M-1/1", "é/3", "e3/1"]
        {
            assert_eq!(value(text), None, "{text}");
        }
        assert_eq!((value("1e9/1"), value("-99999/2")), (Some(LARGEST_EVALUATION), Some(-LARGEST_EVALUATION)));
        assert_eq!(value("+M99999999/1"), Some(win_in(eval::score::MAX_PLY)));
    }

    #[test]
    fn a_result_counts_unless_the_board_says_otherwise() {
        let mate = of::<Chess>("1. f3 e5 2. g4 Qh4# 0-1").unwrap().unwrap();
        assert!(matches!(mate.ending, Ending::Rules(Outcome { reason: Reason::Checkmate, .. })));
        assert_eq!(
            of::<Chess>("1. f3 e5 2. g4\nQh4# 1-0").unwrap_err(),
            "2:1: game 1: the result '1-0' is not that of the rules, 0-1 {checkmate}"
        );
        assert_eq!(of::<Chess>("1. e4 1/2-1/2").unwrap().unwrap().ending, Ending::AdjudicatedDraw);
        let spoilt = "[Event \"x\"]\n[Termination \"time forfeit\"]\n\n1. e4 1-0";
        for text in ["1. e4 *", "1. e4", spoilt] {
            assert_eq!(of::<Chess>(text), Ok(None), "{text}");
        }
    }

    #[test]
    fn games_of_other_rules_are_refused() {
        assert_eq!(of::<Empire>("1. e4 1-0").unwrap_err(), "1:1: game 1: a game of chess, not of empire");
        let text =
            "[Variant \"insurrection\"]\n[FEN \"4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1\"]\n\n1. Nf3xe5=P {+1.00/4} 1-0";
        assert_eq!(of::<Insurrection>(text).unwrap().unwrap().scores, [100]);
        assert!(of::<Chess>(text).is_err());
    }

    /// In XBoard's plies a bribe takes several words; the comment behind the last one tells its value.
    #[test]
    fn a_move_of_several_words_has_the_value_behind_the_last() {
        let found = (0..200).find_map(|seed| {
            let pos = *engine::bench::walk::<Subversion>(30, &mut engine::bench::Random(seed)).position();
            let words = |m: Move| Some(games::plies::words(&pos, m)).filter(|words| words.len() > 1);
            Some((pos, pos.legal_moves().into_iter().find_map(words)?))
        });
        let (pos, words) = found.unwrap();
        let text = format!("[Variant \"subversion\"]\n[FEN \"{pos}\"]\n\n1. {} {{+2.50/3}} 1-0", words.join(" "));
        assert_eq!(of::<Subversion>(&text).unwrap().unwrap().scores, [250]);
    }
}
