//! Files of games to learn from: lines of JSON as `selfplay` writes them, or PGN as the arena writes it, and either compressed by
//! bzip2, as OpenBench has uploaded the games of its clients. What a file is, it says itself; its name does not matter.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use bzip2::bufread::MultiBzDecoder;
use movegen::{Color, Variant};

use arena::Played;
use arena::arguments::quoted;
use arena::games::pgn::played::played;
use arena::games::pgn::scan::{PgnGame, PgnReader};

use crate::entry;

/// The games of a file, one after the other; what is wrong with one is one line that begins with the file's name.
pub type Games<'a, V> = Box<dyn Iterator<Item = Result<Played<V>, String>> + 'a>;

/// The games of a file, each replayed by the rules `V`. Of a PGN those are left out whose result teaches nothing; its first
/// player is White of its first game.
///
/// # Errors
/// When it cannot be opened.
pub fn games_in<V: Variant>(path: &Path) -> Result<Games<'static, V>, String> {
    let name = quoted(path);
    let file = File::open(path).map_err(|error| format!("cannot open {name}: {error}"))?;
    let games = games(BufReader::new(file)).map_err(|error| format!("cannot read {name}: {error}"))?;
    Ok(Box::new(games.map(move |game| game.map_err(|error| format!("{name}: {error}")))))
}

/// The games of a stream.
///
/// # Errors
/// When its beginning cannot be read.
pub fn games<'a, V: Variant>(mut input: impl BufRead + 'a) -> io::Result<Games<'a, V>> {
    if input.fill_buf()?.starts_with(b"BZh") {
        return plain(BufReader::new(MultiBzDecoder::new(input)));
    }
    plain(input)
}

fn plain<'a, V: Variant>(mut input: impl BufRead + 'a) -> io::Result<Games<'a, V>> {
    // A PGN may begin with a comment; none begins like an object of JSON.
    let begin = input.fill_buf()?.trim_ascii_start();
    let is_json = [b"{\"", b"{}"].iter().any(|open| begin.starts_with(*open));
    if is_json {
        return Ok(Box::new(entry::games(input)));
    }
    let mut first_player = None;
    Ok(Box::new(PgnReader::new(input).filter_map(move |game| {
        let game = game.and_then(|game| {
            let first = color_of_first(&game, &mut first_player);
            played(&game, first)
        });
        game.map_err(|error| error.to_string()).transpose()
    })))
}

/// The colour of the player who was White in the first game.
fn color_of_first(game: &PgnGame, first_player: &mut Option<String>) -> Color {
    let white = game.tag("White").unwrap_or_default();
    match first_player.get_or_insert_with(|| white.to_owned()) == white {
        true => Color::White,
        false => Color::Black,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use bzip2::Compression;
    use bzip2::write::BzEncoder;
    use movegen::Chess;

    /// As OpenBench's client writes it in its compact form.
    const PGN: &str = "[Event \"Fastchess Tournament\"]\n[White \"Upheaval-dev\"]\n[Black \"Upheaval-base\"]\n[Result \"1-0\"]\n\
        [ScaleFactor \"1.0\"]\n\ne4 {+0.34/12} e5 {-0.20/11} 1-0\n\n[Event \"Fastchess Tournament\"]\n[White \"Upheaval-base\"]\n\
        [Black \"Upheaval-dev\"]\n[Result \"1/2-1/2\"]\n\nd4 {unknown} 1/2-1/2\n";
    const LINE: &str = r#"{"game":"chess","round":1,"first":"white","fen":"7k/5Q2/6K1/8/8/8/8/8 w - - 0 1","moves":["f7g7"],"scores":[31999],"result":"1-0","reason":"checkmate"}"#;

    fn read(bytes: &[u8]) -> Vec<Result<Played<Chess>, String>> {
        games(bytes).unwrap().collect()
    }

    fn compressed(text: &str) -> Vec<u8> {
        let mut encoder = BzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn a_file_says_itself_what_it_is() {
        for (bytes, moves) in [
            (PGN.as_bytes().to_vec(), vec![2, 1]),
            (compressed(PGN), vec![2, 1]),
            // Files put behind one another are one file.
            ([compressed(PGN), compressed(PGN)].concat(), vec![2, 1, 2, 1]),
            (LINE.as_bytes().to_vec(), vec![1]),
            (compressed(LINE), vec![1]),
            (format!("{{a comment}}\n{PGN}").into_bytes(), vec![2, 1]),
            (Vec::new(), vec![]),
            (compressed(""), vec![]),
        ] {
            let found: Vec<_> = read(&bytes).into_iter().map(|game| game.unwrap().moves.len()).collect();
            assert_eq!(found, moves);
        }
    }

    #[test]
    fn the_first_player_is_white_of_the_first_game() {
        let games: Vec<_> = read(PGN.as_bytes()).into_iter().map(Result::unwrap).collect();
        assert_eq!(games.iter().map(|game| game.first).collect::<Vec<_>>(), [Color::White, Color::Black]);
        assert_eq!((games[0].scores.clone(), games[0].half_points(Color::White)), (vec![34, -20], 2));
    }

    #[test]
    fn what_is_no_game_is_one_line_with_its_place() {
        let error = |bytes: &[u8]| read(bytes).into_iter().find_map(Result::err).unwrap();
        assert_eq!(error(PGN.replace("e5 {", "e6e4 {").as_bytes()), "7:15: game 1: 'e6e4' is no legal move");
        let whole = compressed(PGN);
        for broken in [&whole[..whole.len() / 2], b"BZh9garbage and more"] {
            let why = games::<Chess>(broken)
                .map_or_else(|error| error.to_string(), |mut games| games.next().unwrap().unwrap_err());
            assert!(!why.is_empty() && !why.contains('\n'), "{why}");
        }
    }
}
