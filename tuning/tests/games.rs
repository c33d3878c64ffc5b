//! Matches of every game: repeatable, in pairs, and true to the rules.

#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

use std::convert::Infallible;
use std::time::Duration;

use arena::games::pgn;
use arena::openings::{OpeningsPlan, generate};
use arena::{Ending, Played};
use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
use movegen::{Chess, Color, Empire, Move, Position, Record, Variant};
use upheaval_tuning::entry::Entry;
use upheaval_tuning::selfplay::pool;
use upheaval_tuning::summary::Event;
use upheaval_tuning::{Match, SelfPlayer, Summary};

const SIDE_BY_SIDE: usize = 2;

fn openings<V: Variant>(number: usize, seed: u64) -> Vec<Position<V>> {
    generate(&Position::start(), &OpeningsPlan { number, seed, shortest: 5, longest: 7, margin: 150, depth: 2 })
}

fn contest(nodes: [u64; 2]) -> Match {
    Match { players: nodes.map(SelfPlayer::of_nodes), resign: None, longest: 300 }
}

fn play<V: Variant>(contest: &Match, openings: &[Position<V>], concurrency: usize) -> Vec<Played<V>> {
    let mut games = Vec::new();
    let take = |game| {
        games.push(game);
        Ok::<(), Infallible>(())
    };
    pool(concurrency).unwrap().install(|| contest.play(openings, take)).unwrap();
    games
}

fn for_every_game(work: &(impl VisitTurnBased<Out = ()> + Clone)) {
    TURN_BASED.into_iter().for_each(|name| with_turn_based(name, work.clone()).unwrap());
}

#[test]
fn the_seed_decides_the_games_of_every_variant() {
    #[derive(Clone)]
    struct Repeat;
    impl VisitTurnBased for Repeat {
        type Out = ();
        fn turn_based<V: Variant>(self, _: V) {
            let of = |seed, concurrency| play::<V>(&contest([60, 40]), &openings(2, seed), concurrency);
            let games = of(1, 1);
            assert_eq!(games.len(), 4);
            assert!(games == of(1, SIDE_BY_SIDE), "{}: games played side by side differ", V::NAME);
            assert!(games != of(2, SIDE_BY_SIDE), "{}: the seed changes nothing", V::NAME);
        }
    }
    for_every_game(&Repeat);
}

#[test]
fn pair_shares_opening_and_reverses_colours() {
    let openings = openings::<Empire>(3, 5);
    let games = play(&contest([50, 30]), &openings, SIDE_BY_SIDE);
    assert_eq!(games.len(), 6);
    for (pair, opening) in games.chunks(2).zip(&openings) {
        assert!(pair.iter().all(|game| game.opening == *opening), "{opening}");
        assert_eq!([pair[0].first, pair[1].first], Color::BOTH);
    }
}

/// Colours are treated alike: players that differ only in a setting that the limits ignore play the same game
/// twice.
#[test]
fn equal_strength_plays_mirrored_results() {
    let mut alike = contest([40, 40]);
    assert!(alike.is_between_equals());
    alike.players[1].settings.overhead += Duration::from_millis(1);
    assert!(!alike.is_between_equals());
    let games = play(&alike, &openings::<Chess>(2, 3), SIDE_BY_SIDE);
    for pair in games.chunks(2) {
        assert_eq!((&pair[0].moves, &pair[0].scores), (&pair[1].moves, &pair[1].scores));
        assert_eq!(pair[0].half_points(pair[0].first) + pair[1].half_points(pair[1].first), 2);
    }
}

#[test]
fn equal_players_play_one_game_from_each_opening() {
    let games = play(&contest([30, 30]), &openings::<Chess>(3, 3), SIDE_BY_SIDE);
    assert_eq!(games.len(), 3);
    assert!(games.iter().all(|game| game.first == Color::White));
}

/// Replays a written game by the rules alone: every move is legal, the game ends with the last one and not
/// before, and its result is the one that was written.
fn replay<V: Variant>(entry: &Entry, longest: u32) {
    assert_eq!(entry.game, V::NAME);
    let mut record = Record::new(entry.fen.parse::<Position<V>>().unwrap());
    for text in &entry.moves {
        assert_eq!(record.outcome(), None, "{entry:?}");
        let pos = record.position();
        let m: Move = pos.parse_move(text).unwrap();
        record.push(m);
    }
    let (result, reason) = match record.outcome() {
        Some(outcome) => (outcome.score(), outcome.reason.as_str()),
        None => ("1/2-1/2", "length limit"),
    };
    assert_eq!((entry.result.as_str(), entry.reason.as_str()), (result, reason), "{entry:?}");
    assert!(record.outcome().is_some() || entry.moves.len() == longest as usize, "{entry:?}");
    assert_eq!(entry.scores.len(), entry.moves.len());
}

#[test]
fn results_agree_with_moves_in_every_variant() {
    #[derive(Clone)]
    struct Check;
    impl VisitTurnBased for Check {
        type Out = ();
        fn turn_based<V: Variant>(self, _: V) {
            let contest = contest([1, 80]);
            let mut summary = Summary::new(contest.games_each(), Event::<V>::usual());
            for (i, game) in play::<V>(&contest, &openings(3, 9), SIDE_BY_SIDE).iter().enumerate() {
                let entry = Entry::new(i + 1, game);
                let line = serde_json::to_string(&entry).unwrap();
                assert!(!line.contains('\n') && serde_json::from_str::<Entry>(&line).unwrap() == entry);
                replay::<V>(&entry, contest.longest);
                let text = pgn::of_self_play(game, i + 1, ["first", "second"]);
                assert_eq!(text.split_ascii_whitespace().last(), Some(entry.result.as_str()), "{text}");
                let (_, moves) = text.split_once("\n\n").unwrap();
                assert!(moves.lines().all(|line| line.len() <= 80), "{text}");
                summary.add(game);
            }
            assert_eq!((summary.games(), summary.pairs().count(), summary.white().count()), (6, 3, 6));
        }
    }
    for_every_game(&Check);
}

#[test]
fn a_game_that_grows_too_long_is_drawn() {
    let short = Match { longest: 4, ..contest([20, 10]) };
    for game in play(&short, &openings::<Chess>(1, 1), 1) {
        assert_eq!((game.moves.len(), &game.ending), (4, &Ending::TooLong));
        replay::<Chess>(&Entry::new(1, &game), 4);
    }
}

#[test]
fn a_game_that_both_call_won_is_resigned() {
    let lost: Position<Chess> = "4k3/8/8/8/8/8/QQ6/4K3 w - - 0 1".parse().unwrap();
    let resigning = Match { resign: Some(900), ..contest([20, 10]) };
    for game in play(&resigning, &[lost], 1) {
        assert_eq!((game.moves.len(), &game.ending), (6, &Ending::Resigned(Color::Black)));
        assert_eq!(Entry::new(1, &game).played(Chess), Ok(game));
    }
}

#[test]
fn the_first_error_ends_the_match() {
    let mut taken = 0;
    let take = |_| {
        taken += 1;
        if taken == 2 { Err("enough") } else { Ok(()) }
    };
    let openings = openings::<Chess>(4, 1);
    let ended = pool(1).unwrap().install(|| contest([5, 6]).play(&openings, take));
    assert_eq!((ended, taken), (Err("enough"), 2));
}
