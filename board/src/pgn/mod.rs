//! Stored games as PGN. In Apocalypse a turn is White's and Black's choice in coordinates; gambles have a question mark.

pub(crate) mod comment;

use games::pgn::{Item, PgnGame, PgnReader, PgnWriter, comment_text, variant_of};
use movegen::Color;

use crate::messages::NOT_RECORDED;
use crate::messages::{ErrorCode, HistoryEntry, Player, Refusal, ResultView};
use crate::rules::{self, PlayedGame, Texts};
use crate::store::{StoredEnd, StoredGame, StoredPly};

/// The tags that are written from other data of a game.
const OWN_TAGS: [&str; 9] = ["Date", "White", "Black", "Result", "Variant", "Assassination", "Rules", "SetUp", "FEN"];
/// Reasons for the end of a game that do not follow from the rules, as the session writes them.
const OTHER_ENDS: [&str; 4] = ["resignation", "agreement", "time", "time on both clocks"];
const MAX_TAG_CHARS: usize = 200;

/// Writes a game as PGN. `values` adds comments with the values of its positions.
pub(crate) fn write(game: &StoredGame, history: &[HistoryEntry], result: Option<&ResultView>, values: bool) -> String {
    let mut pgn = PgnWriter::default();
    let score = result.map_or("*", |result| result.score.as_str());
    tags(&mut pgn, game, score);
    game.comment.iter().for_each(|text| pgn.comment(text));
    let mut is_interrupted = true;
    for (i, entry) in history.iter().enumerate() {
        if let Some(made) = entry.moves.first() {
            pgn.number(Color::from(made.side), is_interrupted, entry.number);
        }
        entry.moves.iter().for_each(|made| pgn.word(&made.san));
        let note = game.plies.get(i).filter(|_| values);
        let remark = remark(entry, note);
        is_interrupted = !remark.is_empty();
        if is_interrupted {
            pgn.comment(&remark);
        }
    }
    if let Some(result) = result.filter(|result| result.reason != NOT_RECORDED) {
        pgn.comment(&result.reason);
    }
    pgn.finish(score)
}

fn tags(pgn: &mut PgnWriter, game: &StoredGame, score: &str) {
    let other = |name: &str| game.tags.iter().find(|(tag, _)| tag == name).map_or("?", |(_, value)| value.as_str());
    pgn.tag("Event", other("Event"));
    pgn.tag("Site", other("Site"));
    pgn.tag("Date", &game.date.replace('-', "."));
    pgn.tag("Round", other("Round"));
    pgn.tag("White", &game.names[0]);
    pgn.tag("Black", &game.names[1]);
    pgn.tag("Result", score);
    pgn.tag("Variant", &game.variant);
    pgn.tag("SetUp", "1");
    pgn.tag("FEN", &game.start);
    for (name, value) in game.tags.iter().filter(|(name, _)| !["Event", "Site", "Round"].contains(&name.as_str())) {
        pgn.tag(name, value);
    }
    pgn.end_tags();
}

/// Returns the comment after a move: its value, the result of a review, and the user's comment.
fn remark(entry: &HistoryEntry, ply: Option<&StoredPly>) -> String {
    let mut parts = Vec::new();
    parts.extend(ply.and_then(|ply| ply.value).map(comment::command));
    if let Some(note) = ply.and_then(|ply| ply.note.as_ref())
        && let (Some(fault), Some(better)) = (&note.fault, &note.better)
    {
        parts.push(format!("{}; better was {better}", format!("{fault:?}").to_lowercase()));
    }
    parts.extend(entry.comment.as_deref().map(comment::typed));
    parts.join(" ")
}

/// Reads all games of a PGN; an error for each game that cannot be played.
pub(crate) fn read(text: &str, today: &str) -> Vec<Result<StoredGame, Refusal>> {
    let is_empty = |game: &PgnGame| game.tags.is_empty() && game.words().next().is_none() && game.result.is_none();
    PgnReader::new(text.as_bytes())
        .filter(|game| !game.as_ref().is_ok_and(is_empty))
        .map(|game| {
            let game =
                game.map_err(|error| Refusal::new(ErrorCode::Invalid, format!("{}: {}", error.at, error.why)))?;
            imported(&game, today)
        })
        .collect()
}

/// Removes the end of the comment on a ply.
fn take_end(ply: &mut StoredPly, end: &str) -> Option<String> {
    let rest = ply.comment.as_deref()?.strip_suffix(end)?.trim_end().to_owned();
    ply.comment = Some(rest).filter(|rest| !rest.is_empty());
    Some(end.to_owned())
}

/// Plays a game through. Returns the comment before the first move, the plies, and the last comment, which may be the reason
/// for the end of the game.
fn play(pgn: &PgnGame, game: &mut dyn PlayedGame) -> Result<(Option<String>, Vec<StoredPly>, String), Refusal> {
    let (mut preface, mut plies, mut last) = (None, Vec::<StoredPly>::new(), String::new());
    // The choices of an incomplete turn, and the comments on them.
    let (mut turn, mut remarks) = (Texts::default(), None);
    for item in &pgn.items {
        match item {
            Item::Word(_, word) => {
                let sides = game.turn().sides();
                let open = sides.iter().find(|side| turn[**side].is_none()).copied().unwrap_or(sides[0]);
                turn[open] = Some(word.clone());
                if open != sides[sides.len() - 1] {
                    continue;
                }
                let number = game.move_number();
                let wrong = |refusal: Refusal| {
                    let why = match refusal.code {
                        ErrorCode::Illegal => format!("{} is not legal here", movegen::fen::printable(word)),
                        _ => refusal.message,
                    };
                    Refusal::new(ErrorCode::Invalid, format!("move {number}: {why}"))
                };
                game.play_turn(&std::mem::take(&mut turn)).map_err(wrong)?;
                plies.push(StoredPly { comment: remarks.take(), ..StoredPly::default() });
            }
            Item::Comment(text) => {
                let text: String = comment_text(text).chars().take(comment::LONGEST).collect();
                let place = match plies.last_mut() {
                    _ if turn[Color::White].is_some() => &mut remarks,
                    Some(ply) => &mut ply.comment,
                    None => &mut preface,
                };
                if !text.is_empty() {
                    last.clone_from(&text);
                    *place = Some(place.take().map_or(text.clone(), |first| format!("{first} {text}")));
                }
            }
            Item::Glyph(_) => {}
        }
    }
    if turn[Color::White].is_some() {
        let why = format!("turn {}: Black's choice is missing", plies.len() + 1);
        return Err(Refusal::new(ErrorCode::Invalid, why));
    }
    for ply in &mut plies {
        ply.value = comment::take_value(&mut ply.comment);
        ply.comment = ply.comment.as_deref().map(comment::untyped);
    }
    Ok((preface, plies, last))
}

fn imported(pgn: &PgnGame, today: &str) -> Result<StoredGame, Refusal> {
    let variant = variant_of(pgn, "chess").map_err(|error| Refusal::new(ErrorCode::Unknown, error.why))?;
    let mut game = rules::open(variant, pgn.tag("FEN"))?;
    let (comment, mut plies, last) = play(pgn, &mut *game)?;
    let short = |text: &str| text.chars().filter(|c| !c.is_control()).take(MAX_TAG_CHARS).collect::<String>();
    let tag = |name: &str| pgn.tag(name).map(short);
    // `?` is kept: it is a name that can be given here, and elsewhere it means an unknown player.
    let name = |name: &str| tag(name).filter(|value| !value.is_empty()).unwrap_or_else(|| name.to_owned());
    let names = [name("White"), name("Black")];
    let decided = Some(pgn.score()).filter(|score| matches!(*score, "1-0" | "0-1" | "1/2-1/2"));
    // The comment after the last move is the reason for the end, if this program has written it.
    let by_rules = game.result().map(|result| result.reason);
    let is_reason = |text: &str| match &by_rules {
        Some(reason) => text == reason,
        None => decided.is_some() && OTHER_ENDS.contains(&text),
    };
    let written = plies.last_mut().filter(|_| is_reason(&last)).and_then(|ply| take_end(ply, &last));
    let tagged = || tag("Termination").filter(|text| text != "normal");
    let end = decided.filter(|_| by_rules.is_none()).map(|score| StoredEnd {
        score: score.to_owned(),
        reason: written.or_else(tagged).unwrap_or_else(|| NOT_RECORDED.to_owned()),
    });
    let date = tag("Date").map(|date| date.replace('.', "-")).filter(|date| !date.contains('?'));
    let other_tags = pgn.tags.iter().filter(|(name, _)| !OWN_TAGS.contains(&name.as_str()));
    Ok(StoredGame {
        variant: game.name().to_owned(),
        start: game.first_fen(),
        moves: game.played(),
        plies,
        // An imported game is continued by people.
        players: names.clone().map(|name| Player::Human { name: Some(name) }),
        names,
        end,
        comment,
        date: date.unwrap_or_else(|| today.to_owned()),
        tags: other_tags.map(|(name, value)| (short(name), short(value))).collect(),
        ..StoredGame::default()
    })
}
