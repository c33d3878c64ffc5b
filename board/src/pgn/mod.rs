//! Stored games as PGN. In Apocalypse a turn is White's and Black's choice in coordinates; gambles have a question mark.

pub(crate) mod comment;

use games::pgn::{Item, PgnGame, PgnReader, PgnWriter, comment_text, variant_of};
use games::{DEFINITION_TAG, definition_checksum};
use movegen::{Color, Turn};

use crate::messages::{ErrorCode, HistoryEntry, NOT_RECORDED, Player, Refusal, ResultView, Variation};
use crate::rules::{self, PlayedGame, Texts};
use crate::session::MAX_VARIATIONS;
use crate::store::{StoredEnd, StoredGame, StoredPly, StoredVariation};

/// The tags that are written from other data of a game.
const OWN_TAGS: [&str; 10] =
    [DEFINITION_TAG, "Date", "White", "Black", "Result", "Variant", "Assassination", "Rules", "SetUp", "FEN"];
/// Reasons for the end of a game that do not follow from the rules, as the session writes them.
const OTHER_ENDS: [&str; 4] = ["resignation", "agreement", "time", "time on both clocks"];
const MAX_TAG_CHARS: usize = 200;

/// Writes a game as PGN. `values` adds comments with the values of its positions.
pub(crate) fn write(
    game: &StoredGame,
    history: &[HistoryEntry],
    variations: &[Variation],
    result: Option<&ResultView>,
    values: bool,
) -> String {
    let mut pgn = PgnWriter::default();
    let score = result.map_or("*", |result| result.score.as_str());
    tags(&mut pgn, game, score);
    game.comment.iter().for_each(|text| pgn.comment(text));
    line(&mut pgn, Lines { game, variations, values }, None, history);
    if let Some(result) = result.filter(|result| result.reason != NOT_RECORDED) {
        pgn.comment(&result.reason);
    }
    pgn.finish(score)
}

/// The source of the lines of a PGN.
#[derive(Clone, Copy)]
struct Lines<'a> {
    game: &'a StoredGame,
    variations: &'a [Variation],
    values: bool,
}

/// Writes the moves of the game or of a variation, each followed by the variations that replace it.
fn line(pgn: &mut PgnWriter, lines: Lines<'_>, own: Option<usize>, entries: &[HistoryEntry]) {
    let plies = own.map_or(&lines.game.plies[..], |number| &lines.game.variations[number].plies);
    let mut is_interrupted = true;
    for (i, entry) in entries.iter().enumerate() {
        if let Some(made) = entry.moves.first() {
            pgn.number(Color::from(made.side), is_interrupted, entry.number);
        }
        entry.moves.iter().for_each(|made| pgn.word(&made.san));
        entry.nag.iter().for_each(|nag| pgn.word(&format!("${nag}")));
        let note = plies.get(i).filter(|_| lines.values);
        let remark = remark(entry, note);
        is_interrupted = !remark.is_empty();
        if is_interrupted {
            pgn.comment(&remark);
        }
        for (number, variation) in lines.variations.iter().enumerate() {
            if variation.parent == own && variation.ply == entry.ply {
                pgn.begin_variation();
                line(pgn, lines, Some(number), &variation.entries);
                pgn.end_variation();
                is_interrupted = true;
            }
        }
    }
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
    pgn.optional_tag(DEFINITION_TAG, &definition_checksum(&game.variant));
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

/// A line as it is read.
#[derive(Default)]
struct Read {
    /// The comment before the first move.
    preface: Option<String>,
    plies: Vec<StoredPly>,
    /// The last comment, which may be the reason for the end of the game.
    last: String,
}

/// Glyphs that are written after a move, with their numbers.
const MARKS: [(&str, u8); 6] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];

/// Plays the moves of the game or of a variation through. Variations end before their first illegal move.
fn play(
    items: &[Item],
    game: &mut dyn PlayedGame,
    own: Option<usize>,
    variations: &mut Vec<StoredVariation>,
) -> Result<Read, Refusal> {
    let mut read = Read::default();
    // The choices of an incomplete turn, and the comments on them.
    let (mut turn, mut remarks) = (Texts::default(), None);
    for item in items {
        match item {
            Item::Word(_, word) => {
                let sides = game.turn().sides();
                let open = sides.iter().find(|side| turn[**side].is_none()).copied().unwrap_or(sides[0]);
                turn[open] = Some(word.clone());
                if open != sides[sides.len() - 1] {
                    continue;
                }
                let nag = MARKS.iter().find(|(mark, _)| sides.len() == 1 && word.ends_with(mark)).map(|(_, nag)| *nag);
                let number = game.move_number();
                let wrong = |refusal: Refusal| {
                    let why = match refusal.code {
                        ErrorCode::Illegal => format!("{} is not legal here", movegen::fen::printable(word)),
                        _ => refusal.message,
                    };
                    Refusal::new(ErrorCode::Invalid, format!("move {number}: {why}"))
                };
                match game.play_turn(&std::mem::take(&mut turn)) {
                    Ok(_) => read.plies.push(StoredPly { comment: remarks.take(), nag, ..StoredPly::default() }),
                    Err(refusal) if own.is_none() => return Err(wrong(refusal)),
                    Err(_) => break,
                }
            }
            Item::Comment(text) => {
                let text: String = comment_text(text).chars().take(comment::LONGEST).collect();
                let place = match read.plies.last_mut() {
                    _ if turn[Color::White].is_some() => &mut remarks,
                    Some(ply) => &mut ply.comment,
                    None => &mut read.preface,
                };
                if !text.is_empty() {
                    read.last.clone_from(&text);
                    *place = Some(place.take().map_or(text.clone(), |first| format!("{first} {text}")));
                }
            }
            Item::Glyph(glyph) => {
                if let (Some(ply), Ok(nag)) = (read.plies.last_mut(), glyph.trim_start_matches('$').parse()) {
                    ply.nag = Some(nag).filter(|nag| *nag > 0);
                }
            }
            Item::Variation(items) => {
                let ply = game.turns().checked_sub(1).filter(|_| !read.plies.is_empty());
                if let Some(ply) = ply.filter(|_| game.turn() != Turn::Both && variations.len() < MAX_VARIATIONS) {
                    let number = variations.len();
                    variations.push(StoredVariation { parent: own, ply, ..StoredVariation::default() });
                    let mut line = game.at(ply);
                    let read = play(items, &mut *line, Some(number), variations)?;
                    variations[number].moves = line.played().split_off(ply);
                    variations[number].plies = read.plies;
                }
            }
        }
    }
    if turn[Color::White].is_some() && own.is_none() {
        let why = format!("turn {}: Black's choice is missing", read.plies.len() + 1);
        return Err(Refusal::new(ErrorCode::Invalid, why));
    }
    for ply in &mut read.plies {
        ply.value = comment::take_value(&mut ply.comment);
        ply.comment = ply.comment.as_deref().map(comment::untyped);
    }
    Ok(read)
}

fn imported(pgn: &PgnGame, today: &str) -> Result<StoredGame, Refusal> {
    let variant = variant_of(pgn, "chess").map_err(|error| Refusal::new(ErrorCode::Unknown, error.why))?;
    let mut game = rules::open(variant, pgn.tag("FEN"))?;
    let mut variations = Vec::new();
    let Read { preface: comment, mut plies, last } = play(&pgn.items, &mut *game, None, &mut variations)?;
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
        variations,
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
