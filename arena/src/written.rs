//! Games as PGN: tags, moves, and what engines thought in comments, as fastchess writes them; and last positions as EPD.

use std::fmt::Write;

use super::config::{Config, Notation, PgnOut, Tells};
use super::finished::{Finished, Step};

/// Columns of a line of moves.
const COLUMNS: usize = 80;
/// The position that needs no tag in orthodox chess.
const ORTHODOX: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A game as PGN, an empty line at its end.
pub fn pgn(config: &Config, out: &PgnOut, game: &Finished) -> String {
    let mut text = String::new();
    // A String takes everything.
    let _ = tags(&mut text, config, out, game);
    text.push('\n');
    let mut column = 0;
    let mut add = |piece: &str| {
        if column > 0 {
            let is_full = column + 1 + piece.len() > COLUMNS;
            text.push(if is_full { '\n' } else { ' ' });
            column = if is_full { 0 } else { column + 1 };
        }
        text.push_str(piece);
        column += piece.len();
    };
    let (mut number, last) = (game.begins.1, game.steps.len().saturating_sub(1));
    for (i, step) in game.steps.iter().enumerate() {
        let mut piece = match (step.by_white, i) {
            (true, _) => format!("{number}. "),
            (false, 0) => format!("{number}... "),
            (false, _) => String::new(),
        };
        piece.push_str(match out.notation {
            Notation::Algebraic => &step.algebraic,
            Notation::Coordinates => &step.text,
        });
        if !step.by_white {
            number += 1;
        }
        if !out.is_short {
            let reason = (i == last).then_some(game.reason.as_str());
            let _ = write!(piece, " {{{}}}", comment(out, step, reason));
        }
        add(&piece);
    }
    if game.steps.is_empty() && !out.is_short {
        add(&format!("{{{}}}", clean(&game.reason)));
    }
    add(&game.result);
    text.push_str("\n\n");
    text
}

fn tags(text: &mut String, config: &Config, out: &PgnOut, game: &Finished) -> std::fmt::Result {
    let name = |side: usize| &config.engines[game.engines[side]].name;
    let mut tag = |key: &str, value: &str| match value {
        "" => Ok(()),
        value => writeln!(text, "[{key} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\"")),
    };
    let (date, begin) = utc(game.when.0);
    tag("Event", &config.event)?;
    tag("Site", &config.site)?;
    tag("Date", &date.replace('-', "."))?;
    tag("Round", &(game.encounter + 1).to_string())?;
    tag("White", name(0))?;
    tag("Black", name(1))?;
    tag("Result", &game.result)?;
    let is_orthodox = config.variant == <movegen::Chess as movegen::Variant>::NAME;
    if !is_orthodox {
        tag("Variant", &config.variant)?;
    }
    if !is_orthodox || game.fen != ORTHODOX {
        tag("SetUp", "1")?;
        tag("FEN", &game.fen)?;
    }
    if out.is_short {
        return Ok(());
    }
    for (color, (name, author)) in ["White", "Black"].into_iter().zip(&game.identities) {
        tag(&format!("Engine{color}Name"), name)?;
        tag(&format!("Engine{color}Author"), author)?;
    }
    let (end_date, end) = utc(game.when.1);
    let seconds = game.spent.1.as_secs();
    tag("GameDuration", &format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60))?;
    tag("GameStartTime", &format!("{date}T{begin} +0000"))?;
    tag("GameEndTime", &format!("{end_date}T{end} +0000"))?;
    tag("PlyCount", &game.steps.len().to_string())?;
    tag("Termination", &game.termination)?;
    let limits = [0, 1].map(|side: usize| match config.engines[game.engines[side]].limits.to_string().as_str() {
        text if text.contains("nodes") || text.contains("plies") || text.is_empty() => "-".to_owned(),
        text => text.to_owned(),
    });
    match limits[0] == limits[1] {
        true => tag("TimeControl", &limits[0]),
        false => tag("WhiteTimeControl", &limits[0]).and_then(|()| tag("BlackTimeControl", &limits[1])),
    }
}

/// What stands behind a move, without braces.
fn comment(out: &PgnOut, step: &Step, reason: Option<&str>) -> String {
    if step.is_book {
        return "book".to_owned();
    }
    let thought = &step.thought;
    let seconds = |millis: i64| format!("{:.3}s", millis as f64 / 1000.0);
    let value = thought.value.map(|value| value.to_string()).unwrap_or_default();
    let mut parts = vec![format!("{value}/{} {}", thought.depth, seconds(step.millis as i64))];
    for tells in &out.tells {
        parts.push(match tells {
            Tells::TimeLeft => format!("tl={}", seconds(step.left.unwrap_or_default() as i64)),
            Tells::Latency => format!("latency={}", seconds(step.millis as i64 - thought.time as i64)),
            Tells::Nodes => format!("n={}", thought.nodes),
            Tells::SelectiveDepth => format!("sd={}", thought.selective_depth),
            Tells::Speed => format!("nps={}", thought.speed),
            Tells::HashFull => format!("hashfull={}", thought.hash_full),
            Tells::TableHits => format!("tbhits={}", thought.table_hits),
            Tells::Line => format!("pv=\"{}\"", clean(&thought.line.join(" "))),
        });
    }
    parts.extend(reason.map(clean));
    parts.join(", ")
}

/// A text that can stand in a comment.
fn clean(text: &str) -> String {
    text.replace(['{', '}', '"'], "'")
}

/// The last position as EPD: the four fields, the clocks as operations, and the state of a game that has one.
pub fn epd(game: &Finished) -> String {
    let fields: Vec<&str> = game.last_fen.split(' ').collect();
    let field = |i: usize| fields.get(i).copied().unwrap_or("-");
    let state = fields.get(6).map(|text| format!(" gov {text};")).unwrap_or_default();
    format!("{} hmvc {}; fmvn {};{state}\n", fields[..fields.len().min(4)].join(" "), field(4), field(5))
}

/// Seconds since 1970 as a date and a time of the day, `2026-01-31` and `23:59:59`.
pub fn utc(seconds: u64) -> (String, String) {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years are counted from March, so that the leap day is the last one (H. Hinnant, "chrono-compatible low-level date
    // algorithms").
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let date = format!("{year:04}-{month:02}-{day:02}");
    (date, format!("{:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, date, time) in [
            (0, "1970-01-01", "00:00:00"),
            (951_782_399, "2000-02-28", "23:59:59"),
            (951_782_400, "2000-02-29", "00:00:00"),
            (1_735_689_600, "2025-01-01", "00:00:00"),
        ] {
            assert_eq!(utc(seconds), (date.to_owned(), time.to_owned()));
        }
    }

    #[test]
    fn an_epd_gives_back_its_position() {
        for fen in ["4k3/8/8/8/8/8/P7/4K3 w - - 7 30", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 Kk"] {
            let game = super::super::finished::example(fen);
            assert_eq!(super::super::suite::fen_of(epd(&game).trim()), fen);
        }
    }
}
