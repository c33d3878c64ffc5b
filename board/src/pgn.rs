//! Stored games as PGN. In Apocalypse a turn is White's and Black's choice in coordinates; gambles have a question mark.

use games::pgn::{Item, PgnGame, PgnReader, PgnWriter, comment_text, variant_of};
use movegen::Color;

use crate::comment;
use crate::messages::{ErrorCode, HistoryEntry, Player, Refusal, ResultView, Turn};
use crate::rules::{self, PlayedGame, Texts};
use crate::store::{StoredEnd, StoredGame, StoredPly};

/// The tags that are written from other data of a game.
const OWN_TAGS: [&str; 9] = ["Date", "White", "Black", "Result", "Variant", "Assassination", "Rules", "SetUp", "FEN"];
/// Reasons for the end of a game that do not follow from the rules, as the session writes them.
const OTHER_ENDS: [&str; 4] = ["resignation", "agreement", "time", "time on both clocks"];
/// The maximum length of a tag's name or value in characters.
const MAX_TAG_CHARS: usize = 200;

/// Writes a game as PGN. `values` adds comments with the values of its positions.
pub fn write(game: &StoredGame, history: &[HistoryEntry], result: Option<&ResultView>, values: bool) -> String {
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
    if let Some(result) = result {
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
        parts.push(format!("{}; better was {better}", fault.name()));
    }
    parts.extend(entry.comment.clone());
    parts.join(" ")
}

/// Reads all games of a PGN; an error for each game that cannot be played.
pub fn read(text: &str, today: &str) -> Vec<Result<StoredGame, Refusal>> {
    let is_empty = |game: &PgnGame| game.tags.is_empty() && game.words().next().is_none() && game.result.is_none();
    PgnReader::new(text.as_bytes())
        .filter(|game| !game.as_ref().is_ok_and(is_empty))
        .map(|game| {
            let game =
                game.map_err(|error| Refusal::new(ErrorCode::Invalid, format!("{}: {}", error.at, error.why)))?;
            Imported::new(&game).game(&game, today)
        })
        .collect()
}

/// Removes the end of the comment on a ply.
fn take_end(ply: &mut StoredPly, end: &str) -> Option<String> {
    let rest = ply.comment.as_deref()?.strip_suffix(end)?.trim_end().to_owned();
    ply.comment = Some(rest).filter(|rest| !rest.is_empty());
    Some(end.to_owned())
}

/// The moves and comments of one game.
#[derive(Default)]
struct Imported {
    /// The comment before the first move.
    preface: Option<String>,
    /// The moves, each with the comment after it.
    moves: Vec<(String, Option<String>)>,
    /// The last comment, which may be the reason for the end of the game.
    last: String,
}

impl Imported {
    fn new(game: &PgnGame) -> Self {
        let mut imported = Self::default();
        for item in &game.items {
            match item {
                Item::Word(_, word) => imported.moves.push((word.clone(), None)),
                Item::Comment(text) => imported.comment(text),
                Item::Glyph(_) => {}
            }
        }
        imported
    }

    fn comment(&mut self, text: &str) {
        let place = match self.moves.last_mut() {
            Some((_, comment)) => comment,
            None => &mut self.preface,
        };
        let text: String = comment_text(text).chars().take(comment::LONGEST).collect();
        if !text.is_empty() {
            self.last.clone_from(&text);
            *place = comment::join(place.take(), Some(text));
        }
    }

    fn game(self, pgn: &PgnGame, today: &str) -> Result<StoredGame, Refusal> {
        let short = |text: &str| text.chars().filter(|c| !c.is_control()).take(MAX_TAG_CHARS).collect::<String>();
        let tag = |name: &str| pgn.tag(name).map(short);
        let variant = variant_of(pgn, "chess").map_err(|error| Refusal::new(ErrorCode::Unknown, error.why))?.to_owned();
        let mut game = rules::open(&variant, pgn.tag("FEN"))?;
        let mut plies = self.play(&mut *game)?;
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
        let written = plies.last_mut().filter(|_| is_reason(&self.last)).and_then(|ply| take_end(ply, &self.last));
        let tagged = || tag("Termination").filter(|text| text != "normal");
        let end = decided.filter(|_| by_rules.is_none()).map(|score| StoredEnd {
            score: score.to_owned(),
            reason: written.or_else(tagged).unwrap_or_else(|| "agreement or resignation".to_owned()),
        });
        let date = tag("Date").map(|date| date.replace('.', "-")).filter(|date| !date.contains('?'));
        let other_tags = pgn.tags.iter().filter(|(name, _)| !OWN_TAGS.contains(&name.as_str()));
        Ok(StoredGame {
            id: 0,
            start: game.start(),
            moves: game.played().to_vec(),
            plies,
            // An imported game is continued by people.
            players: names.clone().map(|name| Player::Human { name: Some(name) }),
            names,
            time: None,
            left: [0; 2],
            pending: Default::default(),
            seals: Default::default(),
            end,
            comment: self.preface,
            date: date.unwrap_or_else(|| today.to_owned()),
            tags: other_tags.map(|(name, value)| (short(name), short(value))).collect(),
            variant,
        })
    }

    fn play(&self, game: &mut dyn PlayedGame) -> Result<Vec<StoredPly>, Refusal> {
        let mut plies = Vec::new();
        let mut moves = self.moves.iter();
        while let Some((text, comment)) = moves.next() {
            let number = plies.len() + 1;
            let wrong = |refusal: Refusal| Refusal::new(ErrorCode::Invalid, format!("ply {number}: {refusal}"));
            let mut comment = comment.clone();
            let mut turn = Texts::default();
            match game.turn() {
                Turn::White => turn[Color::White] = Some(game.read_move(Color::White, text).map_err(wrong)?),
                Turn::Black => turn[Color::Black] = Some(game.read_move(Color::Black, text).map_err(wrong)?),
                Turn::Both => {
                    let missing =
                        || Refusal::new(ErrorCode::Invalid, format!("turn {number}: Black's choice is missing"));
                    let (other, behind) = moves.next().ok_or_else(missing)?;
                    turn = [text, other].map(|text| Some(text.clone()));
                    comment = comment::join(comment, behind.clone());
                }
            }
            game.play(&turn).map_err(wrong)?;
            let value = comment::take_value(&mut comment);
            plies.push(StoredPly { value, comment, ..StoredPly::default() });
        }
        Ok(plies)
    }
}
