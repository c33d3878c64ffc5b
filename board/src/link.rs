//! Games as links: variant, start position and moves in the fragment of a URL, so that no server receives them.
//!
//! ```text
//! chess?id=0123456789abcdef&to=black&moves=e2e4&sum=0123456789ab
//! ```
//!
//! A game with `id` is played by link; `to` is the side that receives it. Without `id` the link shares a game, whose number is
//! computed from its moves. `sum` detects links that were cut or edited. In Apocalypse `moves` has White's and Black's choices
//! in turn; `seal` is the hash of a choice, `answer` the choice made after it, and `nonce` reveals the seal of the last turn.

use form_urlencoded::{Serializer, parse};
use movegen::Color;
use sha2::{Digest, Sha256};

use crate::messages::{ErrorCode, Refusal};
use crate::store::StoredEnd;

/// The part of a link's fragment before the game.
const ROUTE: &str = "#/link/";
/// Maximum size of a link, in bytes.
const MAX_BYTES: usize = 12 * 1024;
/// Maximum length of a name, in characters.
const MAX_NAME: usize = 60;
const ID_DIGITS: usize = 16;
const SUM_DIGITS: usize = 12;

/// A side with a hash, a nonce or a choice.
pub(crate) type OfSide = Option<(Color, String)>;

/// The contents of a link.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Link {
    pub(crate) variant: String,
    /// The number of a game that is played by link.
    pub(crate) id: Option<String>,
    /// The side that receives the link.
    pub(crate) to: Option<Color>,
    pub(crate) names: [Option<String>; 2],
    /// The FEN of the start position, if it is not the usual one.
    pub(crate) start: Option<String>,
    pub(crate) moves: Vec<String>,
    pub(crate) seal: OfSide,
    pub(crate) answer: OfSide,
    pub(crate) nonce: OfSide,
    pub(crate) offer: Option<Color>,
    pub(crate) end: Option<StoredEnd>,
}

/// Returns bytes as hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns `true` if a text has so many hexadecimal digits, in small letters.
pub(crate) fn is_hexadecimal(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

/// Returns the first digits of the SHA-256 of a text.
fn digest(text: &str, digits: usize) -> String {
    hexadecimal(&Sha256::digest(text))[..digits].to_owned()
}

fn invalid(why: impl Into<String>) -> Refusal {
    Refusal::new(ErrorCode::Invalid, why).in_field("text")
}

fn damaged() -> Refusal {
    invalid("this link is incomplete or was edited: ask for it again")
}

const fn name(color: Color) -> &'static str {
    ["white", "black"][color as usize]
}

fn side(text: &str) -> Result<Color, Refusal> {
    Color::BOTH.into_iter().find(|&color| name(color) == text).ok_or_else(damaged)
}

/// Splits `white.0123`.
fn of_side(text: &str) -> Result<OfSide, Refusal> {
    let (color, value) = text.split_once('.').ok_or_else(damaged)?;
    Ok(Some((side(color)?, value.to_owned())))
}

impl Link {
    /// Returns the number under which the game is stored.
    pub(crate) fn key(&self) -> String {
        self.id.clone().unwrap_or_else(|| digest(&self.text(), ID_DIGITS))
    }

    /// Writes the part of the URL after `#/link/`.
    pub(crate) fn write(&self) -> String {
        let text = self.text();
        let sum = digest(&text, SUM_DIGITS);
        format!("{text}&sum={sum}")
    }

    fn text(&self) -> String {
        let begin = format!("{}?", self.variant);
        let at = begin.len();
        let mut fields = Serializer::for_suffix(begin, at);
        let mut add = |key: &str, value: &str| {
            fields.append_pair(key, value);
        };
        self.id.iter().for_each(|id| add("id", id));
        self.to.iter().for_each(|&to| add("to", name(to)));
        for color in Color::BOTH {
            self.names[color].iter().for_each(|own| add(name(color), own));
        }
        self.start.iter().for_each(|start| add("start", start));
        add("moves", &self.moves.join("."));
        for (key, value) in [("seal", &self.seal), ("answer", &self.answer), ("nonce", &self.nonce)] {
            value.iter().for_each(|(color, value)| add(key, &format!("{}.{value}", name(*color))));
        }
        self.offer.iter().for_each(|&offer| add("offer", name(offer)));
        self.end.iter().for_each(|end| add("end", &format!("{}.{}", end.score, end.reason)));
        fields.finish()
    }

    /// Reads a link, or its part after `#/link/`.
    ///
    /// # Errors
    /// The text is not a link, is too long, or was cut or edited.
    pub(crate) fn read(text: &str) -> Result<Self, Refusal> {
        if text.len() > MAX_BYTES {
            return Err(invalid(format!("this link has more than {MAX_BYTES} bytes")));
        }
        let text = text.rsplit_once(ROUTE).map_or(text, |(_, rest)| rest).trim();
        let not_a_link = || {
            let shown = movegen::fen::printable(text);
            invalid(format!("'{shown}' is not a link of a game: it must contain '{ROUTE}'"))
        };
        let (variant, rest) = text.split_once('?').ok_or_else(not_a_link)?;
        let (_, sum) = text.rsplit_once("&sum=").ok_or_else(damaged)?;
        let signed = &text[..text.len() - sum.len() - "&sum=".len()];
        if sum != digest(signed, SUM_DIGITS) {
            return Err(damaged());
        }
        let mut link = Self { variant: variant.to_owned(), ..Self::default() };
        for (key, value) in parse(rest.as_bytes()) {
            let value = value.into_owned();
            match &*key {
                "id" if is_hexadecimal(&value, ID_DIGITS) => link.id = Some(value),
                "to" => link.to = Some(side(&value)?),
                "white" | "black" if value.chars().count() <= MAX_NAME && !value.contains(char::is_control) => {
                    link.names[side(&key)?] = Some(value);
                }
                "start" => link.start = Some(value),
                "moves" => link.moves = value.split('.').filter(|m| !m.is_empty()).map(str::to_owned).collect(),
                "seal" => link.seal = of_side(&value)?.filter(|(_, hash)| is_hexadecimal(hash, 64)),
                "answer" => link.answer = of_side(&value)?,
                "nonce" => link.nonce = of_side(&value)?.filter(|(_, nonce)| is_hexadecimal(nonce, 32)),
                "offer" => link.offer = Some(side(&value)?),
                "end" => link.end = Some(end(&value)?),
                "sum" => {}
                _ => return Err(damaged()),
            }
        }
        if link.id.is_some() != link.to.is_some() {
            return Err(damaged());
        }
        Ok(link)
    }
}

fn end(text: &str) -> Result<StoredEnd, Refusal> {
    let (score, reason) = text.split_once('.').ok_or_else(damaged)?;
    let is_known = ["1-0", "0-1", "1/2-1/2"].contains(&score);
    let is_plain = !reason.is_empty() && reason.len() <= 100 && !reason.contains(char::is_control);
    match is_known && is_plain {
        true => Ok(StoredEnd { score: score.to_owned(), reason: reason.to_owned() }),
        false => Err(damaged()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> Link {
        Link {
            variant: "apocalypse".to_owned(),
            id: Some("0123456789abcdef".to_owned()),
            to: Some(Color::Black),
            names: [Some("Ann & Bé=".to_owned()), None],
            start: Some("npppn/p3p/5/P3P/NPPPN w - - 0 1 00".to_owned()),
            moves: vec!["a2a3".to_owned(), "a4a3".to_owned()],
            seal: Some((Color::White, "ab".repeat(32))),
            answer: Some((Color::Black, "b4b3".to_owned())),
            nonce: Some((Color::White, "cd".repeat(16))),
            offer: Some(Color::White),
            end: Some(StoredEnd { score: "1/2-1/2".to_owned(), reason: "agreement".to_owned() }),
        }
    }

    #[test]
    fn written_link_is_read_again() {
        let simple = Link { variant: "chess".to_owned(), ..Link::default() };
        for link in [full(), simple] {
            assert_eq!(Link::read(&link.write()).unwrap(), link);
            assert_eq!(Link::read(&format!(" https://a.example/b/#/link/{}\n", link.write())).unwrap(), link);
        }
    }

    #[test]
    fn edited_or_cut_link_is_refused() {
        let text = full().write();
        for at in 0..text.len() {
            assert!(Link::read(&text[..at]).is_err(), "{at}");
            let mut edited = text.clone().into_bytes();
            edited[at] ^= 1;
            if let Ok(edited) = String::from_utf8(edited) {
                assert!(Link::read(&edited).is_err(), "{edited}");
            }
        }
        for text in ["", "https://a.example/", "é#/link/é", "chess?moves=&sum=", &"x".repeat(20_000)] {
            assert!(!Link::read(text).unwrap_err().message.is_empty());
        }
    }
}
