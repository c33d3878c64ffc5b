//! Files of games: JSON lines of `selfplay`, PGN of the arena, either of them compressed by bzip2 as OpenBench uploads it, or
//! archives of the laboratory. The format is detected from the content.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use bzip2::bufread::MultiBzDecoder;
use games::pgn::PgnReader;
use movegen::fen::printable;
use movegen::{Color, Position, Variant};

use arena::arguments::quoted;
use arena::games::pgn::played::played;
use arena::{Ending, Played};

use crate::entry;
use crate::laboratory::archive::{self, is_archive};
use laboratory::experiment::Experiment;
use laboratory::game::ArchivedGame;
use laboratory::starts::Starts;

/// The games of a file. An error is one line that begins with the name of the file.
pub type Games<'a, V> = Box<dyn Iterator<Item = Result<Played<V>, String>> + 'a>;

/// Returns the games of a file, each replayed by these rules. Games of a PGN without a usable result are skipped; its first
/// player is White of its first game.
pub(crate) fn games_in<V: Variant>(rules: V, path: &Path) -> Result<Games<'static, V>, String> {
    let name = quoted(path);
    let file = File::open(path).map_err(|error| format!("cannot open {name}: {error}"))?;
    let games = games(rules, BufReader::new(file)).map_err(|error| format!("cannot read {name}: {error}"))?;
    Ok(Box::new(games.map(move |game| game.map_err(|error| format!("{name}: {error}")))))
}

/// Returns the games of a stream.
///
/// # Errors
/// When its beginning cannot be read.
pub fn games<'a, V: Variant>(rules: V, mut input: impl BufRead + 'a) -> io::Result<Games<'a, V>> {
    let begin = input.fill_buf()?;
    if is_archive(begin) {
        return Ok(archived(rules, input).unwrap_or_else(|why| Box::new(std::iter::once(Err(why)))));
    }
    if begin.starts_with(b"BZh") {
        return plain(rules, BufReader::new(MultiBzDecoder::new(input)));
    }
    plain(rules, input)
}

/// Returns the games of an archive. Sampled plies at the beginning belong to the opening.
fn archived<'a, V: Variant>(rules: V, input: impl BufRead + 'a) -> Result<Games<'a, V>, String> {
    let (experiment, games) = archive::games::<Experiment, _>(input)?;
    if !experiment.is_of(rules) {
        let rules: Vec<_> = experiment.differences().into_iter().map(|rule| format!(", {rule}")).collect();
        let game = printable(&experiment.game);
        return Err(format!("games of {game}{}, which is not what is asked for", rules.concat()));
    }
    let starts = Starts::of(&experiment, &Position::start_of(rules))?;
    let each = experiment.games_each() as usize;
    Ok(Box::new((0..).zip(games).map(move |(number, bytes)| {
        let start = starts.of_game(number as u64);
        let game = ArchivedGame::decode(&bytes?, &start).map_err(|why| format!("game {}: {why}", number + 1))?;
        Ok(unpacked(start, &game, Color::BOTH[number % each]))
    })))
}

fn unpacked<V: Variant>(mut opening: Position<V>, game: &ArchivedGame<Position<V>>, first: Color) -> Played<V> {
    let made = || game.turns.iter().flat_map(|turn| turn.iter().flatten());
    made().take(game.sampled.into()).for_each(|made| opening.play(made.m, &mut ()));
    let chosen = || made().skip(game.sampled.into());
    Played {
        opening,
        first,
        moves: chosen().map(|made| made.m).collect(),
        scores: chosen().map(|made| made.value.into()).collect(),
        ending: game.outcome.map_or(Ending::TooLong, Ending::Rules),
    }
}

fn plain<'a, V: Variant>(rules: V, mut input: impl BufRead + 'a) -> io::Result<Games<'a, V>> {
    // A PGN may begin with a comment; none begins like an object of JSON.
    let begin = input.fill_buf()?.trim_ascii_start();
    let is_json = [b"{\"", b"{}"].iter().any(|open| begin.starts_with(*open));
    if is_json {
        return Ok(Box::new(entry::games(rules, input)));
    }
    let mut first_player = None;
    Ok(Box::new(PgnReader::new(input).filter_map(move |game| {
        let game = game.and_then(|game| {
            let white = game.tag("White").unwrap_or_default();
            let is_first = *first_player.get_or_insert_with(|| white.to_owned()) == white;
            played(rules, &game, if is_first { Color::White } else { Color::Black })
        });
        game.map_err(|error| error.to_string()).transpose()
    })))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use bzip2::Compression;
    use bzip2::write::BzEncoder;
    use movegen::{Chess, Coups, Insurrection};

    use crate::laboratory::archive::Archive;
    use crate::laboratory::play::play_on;

    /// As OpenBench's client writes it in its compact form.
    const PGN: &str = "[Event \"Fastchess Tournament\"]\n[White \"Upheaval-dev\"]\n[Black \"Upheaval-base\"]\n[Result \"1-0\"]\n\
        [ScaleFactor \"1.0\"]\n\ne4 {+0.34/12} e5 {-0.20/11} 1-0\n\n[Event \"Fastchess Tournament\"]\n[White \"Upheaval-base\"]\n\
        [Black \"Upheaval-dev\"]\n[Result \"1/2-1/2\"]\n\nd4 {unknown} 1/2-1/2\n";
    const LINE: &str = r#"{"game":"chess","round":1,"first":"white","fen":"7k/5Q2/6K1/8/8/8/8/8 w - - 0 1","moves":["f7g7"],"scores":[31999],"result":"1-0","reason":"checkmate"}"#;

    fn read(bytes: &[u8]) -> Vec<Result<Played<Chess>, String>> {
        games(Chess, bytes).unwrap().collect()
    }

    fn compressed(text: &str) -> Vec<u8> {
        let mut encoder = BzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn format_is_detected_from_the_content() {
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
    fn first_player_is_white_of_first_game() {
        let games: Vec<_> = read(PGN.as_bytes()).into_iter().map(Result::unwrap).collect();
        assert_eq!(games.iter().map(|game| game.first).collect::<Vec<_>>(), [Color::White, Color::Black]);
        assert_eq!((games[0].scores.clone(), games[0].half_points(Color::White)), (vec![34, -20], 2));
    }

    #[test]
    fn archive_games_begin_after_sampled_plies() {
        let path = std::env::temp_dir().join(format!("upheaval-sources-{}", std::process::id()));
        let experiment = Experiment {
            random: Some([3, 5]),
            soft: true,
            seed: 9,
            longest: 40,
            ..Experiment::usual("insurrection", 30)
        };
        let mut archive = Archive::open(&path, &experiment, false).unwrap();
        let start = Position::<Insurrection>::start();
        let starts = Starts::of(&experiment, &start).unwrap();
        play_on(&experiment, &starts, 0..12, &|| false, |bytes| archive.add(&bytes)).unwrap();
        archive.write().unwrap();
        let games: Vec<Played<Insurrection>> =
            games_in(Insurrection::default(), &path).unwrap().collect::<Result<_, _>>().unwrap();
        assert_eq!(games.len(), 12);
        for game in &games {
            assert_eq!(game.moves.len(), game.scores.len());
            let drawn = 40 - game.moves.len();
            assert!((3..=5).contains(&drawn) || game.winner().is_some(), "{drawn} plies drawn");
            assert!(game.opening != start && game.scores.iter().any(|&value| value != 0));
        }
        let error = |file: Games<'static, Chess>| file.into_iter().find_map(Result::err).unwrap();
        assert!(
            error(games_in(Chess, &path).unwrap()).ends_with("games of insurrection, which is not what is asked for")
        );
        let gentle = games_in(Coups::<true, false>, &path).unwrap().find_map(Result::err).unwrap();
        assert!(gentle.ends_with("which is not what is asked for"));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn invalid_game_is_one_line_with_position() {
        let error = |bytes: &[u8]| read(bytes).into_iter().find_map(Result::err).unwrap();
        assert_eq!(error(PGN.replace("e5 {", "e6e4 {").as_bytes()), "7:15: game 1: 'e6e4' is not a legal move");
        let whole = compressed(PGN);
        for broken in [&whole[..whole.len() / 2], b"BZh9garbage and more"] {
            let why = games(Chess, broken)
                .map_or_else(|error| error.to_string(), |mut games| games.next().unwrap().unwrap_err());
            assert!(!why.is_empty() && !why.contains('\n'), "{why}");
        }
    }
}
