//! Training games from a PGN with the value of each move for its player, as written by the arena and OpenBench.

use eval::Score;
use eval::score::{INFINITE, LARGEST_EVALUATION, loss_in, win_in};
use movegen::fen::printable;
use movegen::{Color, Outcome, Position, Variant};

use crate::games::ending::Ending;
use crate::games::played::Played;
use games::pgn::{Item, PgnError, PgnGame, read_moves, variant_of};
use games::plies::Parsed;

/// Words of the tag `Termination` of games that were not decided by play.
const EXCLUDED: [&str; 5] = ["abandoned", "stalled", "time forfeit", "illegal", "unterminated"];

/// Plays the game of a PGN by these rules. The value of a move is the beginning of the comment after it, `+0.34/12` or
/// `-M8/20`; [`INFINITE`] if there is none. `None` if the result cannot be used: it is `*`, or an engine failed.
///
/// # Errors
/// The game has other rules, a move is illegal, or the result contradicts the last position.
pub fn played<V: Variant>(rules: V, game: &PgnGame, first: Color) -> Result<Option<Played<V>>, PgnError> {
    let name = variant_of(game, "chess")?;
    if name != rules.name() {
        return Err(game.error(game.at, format!("a game of {name}, not {}", rules.name())));
    }
    let values = values(&game.items);
    let (mut word, mut moves, mut scores) = (0, Vec::new(), Vec::new());
    let record = read_moves(
        &Position::start_of(rules),
        game,
        |_| false,
        |_, parsed| {
            if let Parsed::Turn(choices) = parsed {
                moves.extend(choices.into_iter().flatten());
                scores.push(values[word]);
            }
            word += 1;
        },
    )?;
    let is_excluded = game.tag("Termination").is_some_and(|why| EXCLUDED.iter().any(|word| why.contains(word)));
    let result = game.result.or(game.tag("Result")).unwrap_or("*");
    let is_over = record.position().outcome().is_some();
    let ending = match (record.outcome(), result) {
        _ if is_excluded => None,
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
    format!("the result is '{}', but by the rules {outcome}", printable(result))
}

/// Returns the value of each word of a game.
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
            Item::Comment(_) | Item::Glyph(_) | Item::Variation(_) => {}
        }
    }
    values
}

/// Parses the value at the beginning of a comment: pawns or plies to mate, a slash, and the depth.
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
    use super::*;
    use games::pgn::PgnReader;
    use movegen::{Chess, Empire, Insurrection, Move, Reason, Subversion};

    fn game(text: &str) -> PgnGame {
        PgnReader::new(text.as_bytes()).next().unwrap().unwrap()
    }

    fn of<V: Variant>(text: &str) -> Result<Option<Played<V>>, String> {
        played(V::default(), &game(text), Color::White).map_err(|error| error.to_string())
    }

    #[test]
    fn values_of_arena_and_openbench_are_parsed() {
        let text = "1. e4 {+0.34/12 0.006s, n=2000, sd=7} e5 {-1.05/9} 2. Nf3 {book} Nc6 {unknown} 3. Bc4 $1 {-M8/20} {+9/1} \
                    a6 4. Qe2 {0.00/3, line=x} b5 {/0 0.001s} 5. O-O {+M3/5, White mates} 1-0";
        let game = of::<Chess>(text).unwrap().unwrap();
        let no = INFINITE;
        assert_eq!(game.scores, [34, -105, no, no, loss_in(8), no, 0, no, win_in(3)]);
        assert_eq!((game.moves.len(), game.ending), (9, Ending::AdjudicatedWin(Color::White)));
    }

    #[test]
    fn malformed_values_are_none() {
        for text in
            ["", "/", "+/3", "0.3", "0.3/", "0.3/x", "inf/3", "-nan/3", "+-1/3", "M/3", "Mx/1", "+M-1/1", "é/3", "e3/1"]
        {
            assert_eq!(value(text), None, "{text}");
        }
        assert_eq!((value("1e9/1"), value("-99999/2")), (Some(LARGEST_EVALUATION), Some(-LARGEST_EVALUATION)));
        assert_eq!(value("+M99999999/1"), Some(win_in(eval::score::MAX_PLY)));
    }

    #[test]
    fn result_contradicting_the_rules_is_rejected() {
        let mate = of::<Chess>("1. f3 e5 2. g4 Qh4# 0-1").unwrap().unwrap();
        assert!(matches!(mate.ending, Ending::Rules(Outcome { reason: Reason::Checkmate, .. })));
        assert_eq!(
            of::<Chess>("1. f3 e5 2. g4\nQh4# 1-0").unwrap_err(),
            "2:1: game 1: the result is '1-0', but by the rules 0-1 {checkmate}"
        );
        assert_eq!(of::<Chess>("1. e4 1/2-1/2").unwrap().unwrap().ending, Ending::AdjudicatedDraw);
        let excluded = "[Event \"x\"]\n[Termination \"time forfeit\"]\n\n1. e4 1-0";
        for text in ["1. e4 *", "1. e4", excluded] {
            assert_eq!(of::<Chess>(text), Ok(None), "{text}");
        }
    }

    #[test]
    fn games_of_other_rules_are_rejected() {
        assert_eq!(of::<Empire>("1. e4 1-0").unwrap_err(), "1:1: game 1: a game of chess, not empire");
        let text =
            "[Variant \"insurrection\"]\n[FEN \"4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1\"]\n\n1. Nf3xe5=P {+1.00/4} 1-0";
        assert_eq!(of::<Insurrection>(text).unwrap().unwrap().scores, [100]);
        assert!(of::<Chess>(text).is_err());
    }

    /// In XBoard's plies a bribe takes several words; its value follows the last one.
    #[test]
    fn value_follows_the_last_word_of_a_move() {
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
