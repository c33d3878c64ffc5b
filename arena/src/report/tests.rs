//! Tests of the printed reports.

use super::*;
use crate::command::{Command, parse};
use crate::games::finished::Finished;
use crate::schedule::Schedule;

fn config(more: &str) -> Config {
    let line = format!("-engine cmd=a name=A nodes=3000 -engine cmd=b name=B nodes=1000 -rounds 8 {more}");
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    match parse(&words) {
        Ok(Command::Match(config, _)) => *config,
        other => panic!("{other:?}"),
    }
}

/// Returns a game without moves.
fn mate() -> Finished {
    Finished {
        engines: [0, 1],
        reason: "White mates".to_owned(),
        termination: "normal".to_owned(),
        ..Finished::default()
    }
}

/// Returns the tally of games with these half points of the first engine.
fn tally(config: &Config, half_points: &[usize]) -> Tally {
    let schedule = Schedule::new(config);
    let mut tally = Tally::new(&schedule, config.engines.len(), config.counts_pairs);
    for (i, points) in half_points.iter().enumerate() {
        let pairing = schedule.game(i + 1).unwrap();
        let result = match (points, pairing.first_is_white) {
            (1, _) => "1/2-1/2",
            (2, true) | (0, false) => "1-0",
            _ => "0-1",
        };
        let game = Finished {
            id: pairing.id,
            encounter: pairing.encounter,
            engines: pairing.by_color(),
            first_is_white: pairing.first_is_white,
            result: result.to_owned(),
            ..mate()
        };
        tally.add(pairing.engines, &game);
    }
    tally
}

fn identities() -> [Identity; 2] {
    [0, 1].map(|_| Identity { threads: Some("1".into()), hash: Some("1".into()), ..Identity::default() })
}

/// Source: output of fastchess 1.8.2 after a match of eight games.
#[test]
fn report_equals_that_of_fastchess() {
    let config = config("-openings file=op.epd format=epd -sprt elo0=0 elo1=50 model=logistic");
    let tally = tally(&config, &[2, 2, 2, 2, 2, 2, 2, 1]);
    assert_eq!(
        interval(&config, &tally, [0, 1], &identities()),
        "--------------------------------------------------\n\
         Results of A vs B (3000 nodes - 1000 nodes, 1t, 1MB, op.epd):\n\
         Elo: 470.44 +/- nan, nElo: 992.88 +/- 240.76\n\
         LOS: 100.00 %, DrawRatio: 0.00 %, PairsRatio: inf\n\
         Games: 8, Wins: 7, Losses: 0, Draws: 1, Points: 7.5 (93.75 %)\n\
         Ptnml(0-2): [0, 0, 0, 1, 3], WL/DD Ratio: -nan\n\
         LLR: 0.53 (18.2%) (-2.94, 2.94) [0.00, 50.00]\n\
         --------------------------------------------------\n"
    );
    assert_eq!(decided(&config, Hypothesis::H1), "SPRT ([0.00, 50.00]) completed - H1 was accepted\n");
    assert_eq!(score(&config, [0, 1], &tally.between(0, 1)), "");
}

/// Source: output of cutechess-cli 1.5.1 after a match of eight games; its scores by color were different.
#[test]
fn report_equals_that_of_cute_chess() {
    let config = config("-output format=cutechess -sprt elo0=0 elo1=50 model=logistic");
    let tally = tally(&config, &[2, 2, 1, 2, 2, 2, 2, 2]);
    assert_eq!(score(&config, [0, 1], &tally.between(0, 1)), "Score of A vs B: 7 - 0 - 1  [0.938] 8\n");
    assert_eq!(
        interval(&config, &tally, [0, 1], &identities()),
        "...      A playing White: 3 - 0 - 1  [0.875] 4\n\
         ...      A playing Black: 4 - 0 - 0  [1.000] 4\n\
         ...      White vs Black: 3 - 4 - 1  [0.438] 8\n\
         Elo difference: 470.4 +/- nan, LOS: 99.6 %, DrawRatio: 12.5 %\n\
         SPRT: llr 1.07 (36.3%), lbound -2.94, ubound 2.94\n"
    );
    assert_eq!(score(&config, [1, 0], &tally.between(1, 0)), "Score of B vs A: 0 - 7 - 1  [0.062] 8\n");
    assert_eq!(tally.between(1, 0).as_white, [4, 0, 0]);
    let closing = closing(&config, &tally);
    let parts = ["\nPlayer: A\n", "\n   \"Win: White mates\": 7\n", "\nPlayer: B\n", "\n   \"Loss: White mates\": 7\n"];
    assert!(parts.iter().all(|part| closing.contains(part)), "{closing}");
}

#[test]
fn three_engines_have_the_table_of_cute_chess() {
    let config = config("-engine cmd=c name=C nodes=1 -rounds 1 -output format=cutechess");
    let tally = tally(&config, &[2, 1, 2, 2, 1, 1]);
    let text = interval(&config, &tally, [0, 1], &identities());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "Rank Name                          Elo     +/-   Games   Score    Draw");
    assert_eq!(lines[1], "   1 A                             338     nan       4   87.5%   25.0%");
    assert_eq!(lines.len(), 4, "{text}");
}

#[test]
fn start_and_end_of_games_are_formatted() {
    let config = config("");
    let second = Schedule::new(&config).game(2).unwrap();
    assert_eq!(started(&config, &second, 8), "Started game 2 of 8 (B vs A)\n");
    assert_eq!(finished(&config, &second, "1-0", "White mates"), "Finished game 2 (B vs A): 1-0 {White mates}\n");
}

#[test]
fn three_engines_have_a_table() {
    let config = config("-engine cmd=c name=C nodes=1 -rounds 1");
    let tally = tally(&config, &[2, 1, 2, 2, 1, 1]);
    let text = interval(&config, &tally, [0, 1], &identities());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 6, "{text}");
    assert_eq!(
        lines[1],
        "Rank Name                             Elo        +/-       nElo        +/-      Games      Score       Draw           Ptnml(0-2)"
    );
    assert!(
        lines[2].starts_with("   1 A ") && lines[2].ends_with(" 4      87.5%       0.0%      [0, 0, 0, 1, 1]"),
        "{text}"
    );
    assert!(
        lines[4].starts_with("   3 C ") && lines[4].ends_with(" 4      25.0%      50.0%      [1, 0, 1, 0, 0]"),
        "{text}"
    );
}

#[test]
fn disputed_game_voids_its_pair() {
    let config = config("");
    let schedule = Schedule::new(&config);
    let mut tally = tally(&config, &[2, 2]);
    for (id, result) in [(3, "*"), (4, "1-0")] {
        let pairing = schedule.game(id).unwrap();
        let game = Finished {
            encounter: pairing.encounter,
            first_is_white: pairing.first_is_white,
            result: result.to_owned(),
            ..mate()
        };
        tally.add(pairing.engines, &game);
    }
    assert_eq!((tally.between(0, 1).five(), tally.between(0, 1).games()), ([0, 0, 0, 0, 1], 2));
    assert_eq!((tally.void, tally.games), (1, 4));
    assert!(closing(&config, &tally).contains("Disputed games that do not count, with their pairs: 1\n"));
}
