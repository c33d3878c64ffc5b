//! Games as PGN, out and in. Moves are written in algebraic notation; in Apocalypse a turn is White's and Black's choice in
//! coordinates, gambles with a question mark. Reading takes what others write: comments, variations, glyphs, several games.

use std::fmt::Write as _;

use movegen::Color;
use movegen::variants::strict_form_of;

use crate::comment;
use crate::messages::{ErrorCode, HistoryEntry, Player, Refusal, ResultView, Turn};
use crate::rules::{self, PlayedGame, Texts};
use crate::store::{StoredEnd, StoredGame, StoredPly};

/// Columns of a line of moves.
const COLUMNS: usize = 80;
/// The tags that are made from what a game is, and not kept as they were.
const OWN_TAGS: [&str; 9] = ["Date", "White", "Black", "Result", "Variant", ASSASSINATION, "Rules", "SetUp", "FEN"];
/// Ends that the rules do not tell, as the session words them.
const OTHER_ENDS: [&str; 4] = ["resignation", "agreement", "time", "time on both clocks"];
/// An old tag: `false` stands for the strict form of the game.
const ASSASSINATION: &str = "Assassination";
/// The value of a still older tag, `Rules`, that stands for the same.
const NO_ASSASSINATION: &str = "no assassination";

/// A game as PGN, with an empty line at its end; with `values` there are comments with the values of its positions.
pub fn write(game: &StoredGame, history: &[HistoryEntry], result: Option<&ResultView>, values: bool) -> String {
    let mut text = String::new();
    let score = result.map_or("*", |result| result.score.as_str());
    tags(&mut text, game, score);
    let mut words: Vec<String> = game.comment.iter().flat_map(|text| in_braces(text)).collect();
    let mut broken = true;
    for (i, entry) in history.iter().enumerate() {
        let is_white = entry.moves.first().is_some_and(|made| Color::from(made.side) == Color::White);
        if is_white {
            words.push(format!("{}.", entry.number));
        } else if broken {
            words.push(format!("{}...", entry.number));
        }
        words.extend(entry.moves.iter().map(|made| made.san.clone()));
        let note = game.plies.get(i).filter(|_| values);
        let remark = remark(entry, note);
        broken = !remark.is_empty();
        if broken {
            words.extend(in_braces(&remark));
        }
    }
    if let Some(result) = result {
        words.extend(in_braces(&result.reason));
    }
    words.push(score.to_owned());
    wrap(&mut text, &words);
    text.push_str("\n\n");
    text
}

fn tags(text: &mut String, game: &StoredGame, score: &str) {
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // A String takes everything.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    let other = |name: &str| game.tags.iter().find(|(tag, _)| tag == name).map_or("?", |(_, value)| value.as_str());
    tag("Event", other("Event"));
    tag("Site", other("Site"));
    tag("Date", &game.date.replace('-', "."));
    tag("Round", other("Round"));
    tag("White", &game.names[0]);
    tag("Black", &game.names[1]);
    tag("Result", score);
    tag("Variant", &game.variant);
    tag("SetUp", "1");
    tag("FEN", &game.start);
    for (name, value) in game.tags.iter().filter(|(name, _)| !["Event", "Site", "Round"].contains(&name.as_str())) {
        tag(name, value);
    }
    text.push('\n');
}

/// What stands behind a move: its value, what a review thinks of it, and the reader's comment.
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

/// A comment, word by word.
fn in_braces(text: &str) -> Vec<String> {
    format!("{{{}}}", comment::tidy(text)).split(' ').map(str::to_owned).collect()
}

fn wrap(text: &mut String, words: &[String]) {
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        match column {
            0 => {}
            _ if column + 1 + length > COLUMNS => (text.push('\n'), column = 0).0,
            _ => (text.push(' '), column += 1).0,
        }
        text.push_str(word);
        column += length;
    }
}

/// All games of a PGN; those that cannot be played tell why.
pub fn read(text: &str, today: &str) -> Vec<Result<StoredGame, Refusal>> {
    let mut games = Vec::new();
    let mut raw = Raw::default();
    let mut rest = text.trim_start_matches('\u{feff}');
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else { break };
        match first {
            '[' => {
                if raw.has_moves {
                    games.push(std::mem::take(&mut raw).game(today));
                }
                rest = raw.tag(rest);
            }
            '{' => {
                let end = rest.find('}').unwrap_or(rest.len());
                raw.comment(&rest[1..end]);
                rest = rest.get(end + 1..).unwrap_or_default();
            }
            ';' | '%' => rest = rest.split_once('\n').map_or("", |(_, rest)| rest),
            '(' => rest = skip_variation(rest),
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || "[{(;".contains(c)).unwrap_or(rest.len());
                // A character that begins no word is passed over.
                let end = end.max(first.len_utf8());
                raw.word(&rest[..end]);
                rest = &rest[end..];
                if raw.is_over {
                    games.push(std::mem::take(&mut raw).game(today));
                }
            }
        }
    }
    if raw.has_moves || !raw.tags.is_empty() {
        games.push(raw.game(today));
    }
    games
}

fn within_quotes(text: &str) -> &str {
    let text = text.strip_prefix('"').unwrap_or(text);
    text.strip_suffix('"').unwrap_or(text)
}

fn skip_variation(text: &str) -> &str {
    let mut depth = 0_usize;
    let mut in_comment = false;
    for (i, c) in text.char_indices() {
        match c {
            '{' => in_comment = true,
            '}' => in_comment = false,
            '(' if !in_comment => depth += 1,
            ')' if !in_comment => {
                depth -= 1;
                if depth == 0 {
                    return &text[i + 1..];
                }
            }
            _ => {}
        }
    }
    ""
}

/// Takes what the comment on a ply ends with.
fn take_end(ply: &mut StoredPly, end: &str) -> Option<String> {
    let rest = ply.comment.as_deref()?.strip_suffix(end)?.trim_end().to_owned();
    ply.comment = Some(rest).filter(|rest| !rest.is_empty());
    Some(end.to_owned())
}

/// What stands in a PGN of one game.
#[derive(Default)]
struct Raw {
    tags: Vec<(String, String)>,
    /// The comment before the first move.
    preface: Option<String>,
    /// Each move with the comment behind it.
    moves: Vec<(String, Option<String>)>,
    /// The comment read last, which may say how the game has ended.
    last: String,
    result: Option<String>,
    has_moves: bool,
    is_over: bool,
}

impl Raw {
    /// Reads a tag at the beginning of the text, and gives what follows it.
    fn tag<'a>(&mut self, text: &'a str) -> &'a str {
        let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
        let inner = line.trim().trim_start_matches('[').trim_end_matches(']');
        if let Some((name, value)) = inner.split_once(char::is_whitespace) {
            let value = within_quotes(value.trim()).replace("\\\"", "\"").replace("\\\\", "\\");
            let short = |text: &str| text.chars().filter(|c| !c.is_control()).take(200).collect::<String>();
            self.tags.push((short(name), short(&value)));
        }
        rest
    }

    fn comment(&mut self, text: &str) {
        let place = match self.moves.last_mut() {
            Some((_, comment)) => comment,
            None => &mut self.preface,
        };
        let text: String = comment::tidy(text).chars().take(comment::LONGEST).collect();
        if !text.is_empty() {
            self.last.clone_from(&text);
            *place = comment::join(place.take(), Some(text));
        }
    }

    fn word(&mut self, word: &str) {
        self.has_moves = true;
        if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
            self.result = Some(word.to_owned());
            self.is_over = true;
            return;
        }
        let is_number = word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
        let bare = match is_number {
            true => word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.'),
            false => word,
        };
        let is_plain_number = bare.chars().all(|c| c.is_ascii_digit() || c == '.');
        if !bare.is_empty() && !is_plain_number && !bare.starts_with('$') && !bare.starts_with(['!', '?']) {
            self.moves.push((bare.to_owned(), None));
        }
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    fn game(self, today: &str) -> Result<StoredGame, Refusal> {
        let named = self.get("Variant").unwrap_or("chess").to_lowercase();
        let variant = gamedata::find(&named).map_or(named.clone(), |game| game.name.to_owned());
        let is_off = self.get(ASSASSINATION).is_some_and(|value| value.eq_ignore_ascii_case("false"))
            || self.get("Rules") == Some(NO_ASSASSINATION);
        let strict = strict_form_of(&variant).filter(|_| is_off).map(str::to_owned);
        let variant = strict.unwrap_or(variant);
        let mut game = rules::open(&variant, self.get("FEN"))?;
        let mut plies = self.play(&mut *game)?;
        let name = |tag: &str, other: &str| match self.get(tag) {
            None | Some("" | "?") => other.to_owned(),
            Some(name) => name.to_owned(),
        };
        let names = [name("White", "White"), name("Black", "Black")];
        let score = self.result.clone().or_else(|| self.get("Result").map(str::to_owned));
        let told = score.filter(|score| matches!(score.as_str(), "1-0" | "0-1" | "1/2-1/2"));
        // What stands behind the last move is how the game ended, if it was written here.
        let by_rules = game.result().map(|result| result.reason);
        let is_reason = |text: &str| match &by_rules {
            Some(reason) => text == reason,
            None => told.is_some() && OTHER_ENDS.contains(&text),
        };
        let written = plies.last_mut().filter(|_| is_reason(&self.last)).and_then(|ply| take_end(ply, &self.last));
        let tagged = || self.get("Termination").filter(|text| *text != "normal").map(str::to_owned);
        let end = told.filter(|_| by_rules.is_none()).map(|score| StoredEnd {
            score,
            reason: written.or_else(tagged).unwrap_or_else(|| "agreement or resignation".to_owned()),
        });
        let date = self.get("Date").map(|date| date.replace('.', "-")).filter(|date| !date.contains('?'));
        Ok(StoredGame {
            id: 0,
            start: game.start(),
            moves: game.played().to_vec(),
            plies,
            // Whoever played the game, people go on with it.
            players: names.clone().map(|name| Player::Human { name: Some(name) }),
            names,
            time: None,
            left: [0; 2],
            pending: Default::default(),
            seals: Default::default(),
            end,
            comment: self.preface,
            date: date.unwrap_or_else(|| today.to_owned()),
            tags: self.tags.into_iter().filter(|(name, _)| !OWN_TAGS.contains(&name.as_str())).collect(),
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
