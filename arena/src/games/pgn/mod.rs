//! PGN of finished games: those of matches with the engines' reports in comments, in the form of fastchess, and those of
//! self-play.

pub mod played;

use games::pgn::{MoveWord, PgnWriter, move_text, number_mark, plies_of, variant_pieces};
use games::plies::definition::MOVES_TAG;
use games::{DEFINITION_TAG, definition_checksum};
use movegen::{Chess, Color, Position, Variant};

use super::finished::{Finished, Step};
use super::played::Played;
use crate::calendar;
use crate::config::{Config, Notation, PgnOut};

/// Writes a game of a match.
pub fn of_match(config: &Config, out: &PgnOut, game: &Finished) -> String {
    let mut text = PgnWriter::default();
    match_tags(&mut text, config, out, game);
    text.end_tags();
    let last = game.steps.len().saturating_sub(1);
    for (i, (step, words)) in game.steps.iter().zip(words_of(config, out.notation, game)).enumerate() {
        let mut parts = Vec::new();
        for MoveWord { by, number, text } in words {
            parts.extend(number_mark(by, i == 0, number));
            parts.push(text);
        }
        if !out.is_minimal {
            let reason = (i == last).then_some(game.reason.as_str());
            parts.push(format!("{{{}}}", comment(out, step, reason)));
        }
        text.word(&parts.join(" "));
    }
    if game.steps.is_empty() && !out.is_minimal {
        text.word(&format!("{{{}}}", clean(&game.reason)));
    }
    text.finish(&game.result)
}

/// Returns the words of each choice.
fn words_of(config: &Config, notation: Notation, game: &Finished) -> Vec<Vec<MoveWord>> {
    if notation == Notation::Plies {
        let texts: Vec<&str> = game.steps.iter().map(|step| step.text.as_str()).collect();
        // The choices are legal: the referee has played them.
        return plies_of(&config.variant, &game.fen, &texts).unwrap_or_default();
    }
    let mut number = game.begins.1;
    let word = |step: &Step| {
        let text = if notation == Notation::Coordinates { &step.text } else { &step.algebraic };
        let word = MoveWord { by: if step.by_white { Color::White } else { Color::Black }, number, text: text.clone() };
        number += u32::from(!step.by_white);
        vec![word]
    };
    game.steps.iter().map(word).collect()
}

fn match_tags(text: &mut PgnWriter, config: &Config, out: &PgnOut, game: &Finished) {
    let engines = game.engines.map(|engine| &config.engines[engine]);
    let (date, begin) = calendar::utc(game.when.0);
    let mut tag = |key: &str, value: &str| text.optional_tag(key, value);
    tag("Event", &config.event);
    tag("Site", &config.site);
    tag("Date", &date.replace('-', "."));
    tag("Round", &(game.encounter + 1).to_string());
    tag("White", &engines[0].name);
    tag("Black", &engines[1].name);
    tag("Result", &game.result);
    let is_orthodox = config.variant == Chess::NAME;
    tag("Variant", if is_orthodox { "" } else { &config.variant });
    tag(DEFINITION_TAG, &definition_checksum(&config.variant));
    tag(MOVES_TAG, &variant_pieces(&config.variant, out.notation == Notation::Plies).unwrap_or_default());
    if !is_orthodox || game.fen != Position::<Chess>::start().to_string() {
        tag("SetUp", "1");
        tag("FEN", &game.fen);
    }
    if out.is_minimal {
        return;
    }
    for (color, (name, author)) in ["White", "Black"].into_iter().zip(&game.identities) {
        tag(&format!("Engine{color}Name"), name);
        tag(&format!("Engine{color}Author"), author);
    }
    let (end_date, end) = calendar::utc(game.when.1);
    let seconds = game.spent.1.as_secs();
    tag("GameDuration", &format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60));
    tag("GameStartTime", &format!("{date}T{begin} +0000"));
    tag("GameEndTime", &format!("{end_date}T{end} +0000"));
    tag("PlyCount", &game.steps.len().to_string());
    tag("Termination", &game.termination);
    let limits = engines.map(|engine| match engine.limits.to_string() {
        text if text.contains("nodes") || text.contains("plies") || text.is_empty() => "-".to_owned(),
        text => text,
    });
    match limits {
        [white, black] if white == black => tag("TimeControl", &white),
        [white, black] => {
            tag("WhiteTimeControl", &white);
            tag("BlackTimeControl", &black);
        }
    }
}

/// Returns the comment after a move, without braces.
fn comment(out: &PgnOut, step: &Step, reason: Option<&str>) -> String {
    if step.is_book {
        return "book".to_owned();
    }
    let thought = &step.thought;
    let seconds = |millis: i64| format!("{:.3}s", millis as f64 / 1000.0);
    let value = thought.value.map(|value| value.to_string()).unwrap_or_default();
    let mut parts = vec![format!("{value}/{} {}", thought.depth, seconds(step.millis as i64))];
    let fields = [
        (out.time_left, format!("tl={}", seconds(step.left.unwrap_or_default() as i64))),
        (out.latency, format!("latency={}", seconds(step.millis as i64 - thought.time as i64))),
        (out.nodes, format!("n={}", thought.nodes)),
        (out.selective_depth, format!("sd={}", thought.selective_depth)),
        (out.speed, format!("nps={}", thought.speed)),
        (out.hash_full, format!("hashfull={}", thought.hash_full)),
        (out.table_hits, format!("tbhits={}", thought.table_hits)),
        (out.line, format!("pv=\"{}\"", clean(&thought.line.join(" ")))),
    ];
    parts.extend(fields.into_iter().filter_map(|(is_selected, text)| is_selected.then_some(text)));
    parts.extend(reason.map(clean));
    parts.join(", ")
}

/// Replaces the characters that end a comment or a quoted line.
fn clean(text: &str) -> String {
    text.replace(['{', '}', '"'], "'")
}

/// Writes a game of self-play. `names` are those of the first and the second player.
pub fn of_self_play<V: Variant>(game: &Played<V>, round: usize, names: [&str; 2]) -> String {
    let mut text = PgnWriter::default();
    let [white, black] = if game.first == Color::White { names } else { [names[1], names[0]] };
    let name = game.opening.game().name();
    text.tag("Event", &format!("Upheaval plays {name}"));
    text.tag("Site", "?");
    text.tag("Date", "????.??.??");
    text.tag("Round", &round.to_string());
    text.tag("White", white);
    text.tag("Black", black);
    text.tag("Result", game.result());
    text.tag("Variant", name);
    text.optional_tag(DEFINITION_TAG, &definition_checksum(name));
    text.optional_tag(MOVES_TAG, &variant_pieces(name, false).unwrap_or_default());
    text.tag("SetUp", "1");
    text.tag("FEN", &game.opening.to_string());
    text.tag("PlyCount", &game.moves.len().to_string());
    text.tag("Termination", game.ending.termination());
    text.end_tags();
    for (i, (pos, m)) in game.steps().enumerate() {
        text.number(pos.turn(), i == 0, pos.move_number().into());
        text.word(&move_text(&pos, pos.turn(), m));
    }
    text.comment(game.ending.short());
    text.finish(game.result())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ending::Ending;

    #[test]
    fn self_play_game_follows_the_standard() {
        let opening: Position<Chess> = "4k3/8/8/8/8/8/r7/4K3 b - - 3 41".parse().unwrap();
        let m = opening.parse_move("e8e7").unwrap();
        let moves = vec![m];
        let game = Played { opening, first: Color::Black, moves, scores: vec![0], ending: Ending::TooLong };
        let text = of_self_play(&game, 7, ["one", "two"]);
        assert_eq!(
            text,
            "[Event \"Upheaval plays chess\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"7\"]\n[White \"two\"]\n\
             [Black \"one\"]\n[Result \"1/2-1/2\"]\n[Variant \"chess\"]\n[SetUp \"1\"]\n\
             [FEN \"4k3/8/8/8/8/8/r7/4K3 b - - 3 41\"]\n[PlyCount \"1\"]\n[Termination \"adjudication\"]\n\n\
             41... Ke7 {length limit} 1/2-1/2\n\n"
        );
    }
}
