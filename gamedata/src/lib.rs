//! Data of every game. Each game has a folder in `games`; the README lists its files and what replaces a
//! missing one.

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The number of levels of play; the last one is full strength.
pub const LEVELS: u32 = 10;

/// The manifest of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    /// The name in protocols and command lines, which is that of the folder.
    pub name: &'static str,
    /// The name for players.
    pub title: &'static str,
    /// A few words for menus.
    pub summary: &'static str,
    /// A sentence or two for people who do not know the game.
    pub about: &'static str,
    /// Further names that are accepted as input.
    pub aliases: &'static [&'static str],
    /// The game whose files replace missing ones.
    pub base: Option<&'static str>,
    /// Positions have the value that the base's endgame tables give them, except in classes that the game's own tables have.
    pub inherits_endgames: bool,
    /// The owner of [`network`], whose name is in the network's header; `None` if neither the game nor a base has one.
    pub network_owner: Option<&'static str>,
    /// The levels of play, if they have been measured for this game.
    pub ladder: Option<Ladder>,
    /// Pieces that differ from those of the base and of chess.
    pub pieces: &'static [Piece],
}

/// The strength of each level of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ladder {
    /// The strengths of the levels but the last, in the units of the engine's skill.
    pub strengths: [u32; LEVELS as usize - 1],
    /// The Elo of each level, the last one at 10,000 nodes a move.
    pub elo: [u32; LEVELS as usize],
}

/// A piece type as players see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The small letter of the piece type.
    pub letter: char,
    /// White's name and Black's.
    pub names: [&'static str; 2],
    /// A description of its moves: "moves along diagonals".
    pub moves: &'static str,
}

/// A file, and the game in whose folder it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct File<T> {
    /// The game that was asked for, or the base that the file is inherited from.
    pub owner: &'static str,
    /// The file's content.
    pub content: T,
}

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// Returns all games in alphabetical order of their names.
pub fn games() -> &'static [Game] {
    &GAMES
}

/// Returns the game of this name.
pub fn game(name: &str) -> Option<&'static Game> {
    GAMES.iter().find(|game| game.name == name)
}

/// Finds a game by its name, title or an alias, in any case.
///
/// ```
/// assert_eq!(upheaval_gamedata::find("Empire chess").unwrap().name, "empire");
/// assert_eq!(upheaval_gamedata::find("standard").unwrap().name, "chess");
/// assert_eq!(upheaval_gamedata::find("checkers"), None);
/// ```
pub fn find(text: &str) -> Option<&'static Game> {
    let is_named = |name: &str| name.eq_ignore_ascii_case(text);
    GAMES
        .iter()
        .find(|game| is_named(game.name) || is_named(game.title) || game.aliases.iter().any(|alias| is_named(alias)))
}

/// Returns the game of this name, its base, the base's base and so on.
fn with_bases(name: &str) -> impl Iterator<Item = &'static Game> {
    std::iter::successors(game(name), |found| found.base.and_then(game))
}

/// Returns a game's own file.
fn own<T: Copy>(table: &'static [(&'static str, T)], name: &str) -> Option<File<T>> {
    table.iter().find(|(owner, _)| *owner == name).map(|&(owner, content)| File { owner, content })
}

/// Returns a game's own file or the one that it inherits.
fn inherited<T: Copy>(table: &'static [(&'static str, T)], name: &str) -> Option<File<T>> {
    with_bases(name).find_map(|game| own(table, game.name))
}

/// Returns the network of the evaluation, of the game or its base.
pub fn network(name: &str) -> Option<File<&'static [u8]>> {
    inherited(NETWORKS, name)
}

/// Returns the network of a simultaneous game, as text.
pub fn text_network(name: &str) -> Option<&'static str> {
    own(TEXT_NETWORKS, name).map(|file| file.content)
}

/// Returns the endgame tables of a game, then those of its base if it inherits them.
pub fn endgames(name: &str) -> impl Iterator<Item = File<&'static [u8]>> {
    let base = |of: &&Game| if of.inherits_endgames { of.base.and_then(game) } else { None };
    std::iter::successors(game(name), base).filter_map(|game| own(ENDGAMES, game.name))
}

/// Returns the weights of the hand-made evaluation, of the game or its base.
pub fn weights(name: &str) -> Option<File<&'static str>> {
    inherited(WEIGHTS, name)
}

/// Returns the positions of a game's bench, one FEN per line. Empty lines and lines that begin with `#` are comments.
pub fn bench(name: &str) -> Option<&'static str> {
    own(BENCH, name).map(|file| file.content)
}

/// Returns a game's opening book.
pub fn book(name: &str) -> Option<&'static str> {
    own(BOOKS, name).map(|file| file.content)
}

/// Returns the tasks of the board's introduction to a game, as JSON.
pub fn lessons(name: &str) -> Option<&'static str> {
    own(LESSONS, name).map(|file| file.content)
}

/// Returns the number of a game's proved mates.
pub fn puzzle_count(name: &str) -> usize {
    own(PUZZLE_COUNTS, name).map_or(0, |file| file.content)
}

/// Returns proved mates, one per line: FEN, `dm`, moves to the mate and `;`. None are in a browser, which loads the file when it needs
/// it.
pub fn puzzles(name: &str) -> Option<&'static str> {
    own(PUZZLES, name).map(|file| file.content)
}

/// Returns the rules page for players in Markdown, of the game or its base. It names diagrams as `pictures/NAME.svg`, and those of
/// another game as `../GAME/pictures/NAME.svg`.
pub fn rules(name: &str) -> Option<File<&'static str>> {
    inherited(RULES, name)
}

/// Returns a diagram of a game's rules page as SVG, by the name of the file.
pub fn picture(game: &str, file: &str) -> Option<&'static str> {
    PICTURES.iter().find(|(owner, name, _)| *owner == game && *name == file).map(|&(.., svg)| svg)
}

/// Returns the levels of play of the game or its base, else those of chess.
pub fn ladder(name: &str) -> File<Ladder> {
    let of =
        |name: &str| with_bases(name).find_map(|game| game.ladder.map(|content| File { owner: game.name, content }));
    let chess = of("chess").expect("chess has a ladder, as a test checks");
    of(name).unwrap_or(chess)
}

/// Returns the piece with this small letter in the game or its base, else in chess, else in any game that has one.
pub fn piece(game: &str, letter: char) -> Option<&'static Piece> {
    let games = with_bases(game).chain(self::game("chess")).chain(&GAMES);
    games.flat_map(|game| game.pieces).find(|piece| piece.letter == letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn base_is_asked_for_missing_files() {
        for name in ["insurrection-strict", "anarchism-strict"] {
            let base = game(name).and_then(|game| game.base).expect("a base");
            assert_eq!((network(name), weights(name), ladder(name)), (network(base), weights(base), ladder(base)));
            assert_ne!(network(name).map(|file| file.owner), Some(name));
            assert_eq!((bench(name), book(name)), (None, None));
        }
    }

    #[test]
    fn tables_are_inherited_only_if_the_manifest_permits_it() {
        let owners = |name| endgames(name).map(|file| file.owner).collect::<Vec<_>>();
        assert_eq!(owners("chess960"), ["chess"]);
        assert_eq!(owners("anarchism-strict"), ["anarchism-strict", "anarchism", "insurrection"]);
        let owned = games().iter().filter(|game| !game.inherits_endgames);
        assert!(owned.flat_map(|game| endgames(game.name).map(|file| (game.name, file.owner))).all(|(a, b)| a == b));
    }

    #[test]
    fn unknown_game_has_no_files_and_the_ladder_of_chess() {
        assert_eq!((network("checkers"), weights("checkers"), rules("checkers")), (None, None, None));
        assert_eq!(ladder("checkers").owner, "chess");
    }

    #[test]
    fn books_of_problems_are_complete_sorted_and_without_duplicates() {
        for game in ["chess", "empire", "insurrection", "anarchism", "subversion", "apocalypse"] {
            let read = |line: &'static str| {
                let (fen, operations) = line.split_once(" dm ").unwrap();
                let (moves, rest) = operations.split_once(';').unwrap();
                let themes: Vec<&str> = rest.split('"').nth(1).unwrap().split(", ").collect();
                // Board, side and rights; the clock and the number of the move are no part of a problem.
                let fields = fen.split(' ').enumerate().filter(|(i, _)| !matches!(i, 4 | 5)).map(|(_, field)| field);
                (moves.parse::<u32>().unwrap(), themes, fields.collect::<Vec<_>>())
            };
            let problems: Vec<_> = puzzles(game).unwrap().lines().map(read).collect();
            assert!(problems.len() >= 1_000, "{game} has {} problems", problems.len());
            let long = problems.iter().filter(|(moves, ..)| *moves >= 8).count();
            assert!(long >= 200, "{game} has {long} long problems");
            assert!(problems.is_sorted_by_key(|(moves, themes, _)| (*moves, themes.clone())), "{game}");
            let different: HashSet<_> = problems.iter().map(|(.., fields)| fields).collect();
            assert_eq!(different.len(), problems.len(), "{game}");
        }
    }

    #[test]
    fn puzzles_are_counted() {
        for game in games() {
            assert_eq!(puzzle_count(game.name), puzzles(game.name).map_or(0, |file| file.lines().count()));
        }
    }

    #[test]
    fn network_owner_is_named_in_every_manifest() {
        for game in games() {
            assert_eq!(game.network_owner, network(game.name).map(|file| file.owner));
        }
    }

    #[test]
    fn manifest_texts_are_complete() {
        for game in games() {
            assert!(!game.title.is_empty() && !game.title.contains('/'), "{}", game.name);
            assert!(!game.summary.is_empty() && !game.summary.ends_with('.'), "{}", game.name);
            assert!(game.about.is_empty() || game.about.ends_with('.'), "{}", game.name);
        }
    }

    #[test]
    fn names_titles_and_aliases_are_unambiguous() {
        for game in games() {
            for text in [game.name, game.title].iter().chain(game.aliases) {
                assert_eq!(find(text), Some(game), "{text}");
            }
        }
    }

    #[test]
    fn piece_falls_back_to_chess() {
        assert_eq!(piece("empire", 'k').map(|piece| piece.names), Some(["kaiser", "king"]));
        assert_eq!(piece("subversion", 'k').map(|piece| piece.names), Some(["king", "king"]));
        assert_eq!(piece("chess", 't').map(|piece| piece.names), Some(["tower", "tower"]));
        assert_eq!(piece("chess", '?'), None);
    }
}
