//! `go` and `go perft`.

use std::fmt::Write as _;

use games::{AnyEngine, AnySession, Control, Notation, Report, Request};
use movegen::fen::printable;
use rayon::prelude::*;

use super::command::Go;
use super::report::Reporter;
use crate::options::View;

/// The search that `go` requests in the current position, and error messages for the parts of it that are ignored.
fn request(session: &dyn AnySession, go: &Go) -> (Request<String>, Vec<String>) {
    let side = session.side_to_choose();
    let mut errors = go.errors.clone();
    let mut among = Vec::new();
    // Clients that exclude every move send the null move.
    for text in go.search_moves.iter().filter(|text| *text != "0000") {
        match session.convert(side, text, Notation::Coordinates, Notation::Coordinates) {
            Ok(m) => among.push(m),
            Err(_) => errors.push(format!("searchmoves: '{}' is not legal here", printable(text))),
        }
    }
    (Request { side, among, limits: go.limits_for(side) }, errors)
}

/// Searches until a limit or `control` ends the search, and returns the end of the answer with the only `bestmove`.
pub(crate) fn go(
    session: &dyn AnySession,
    engine: &mut dyn AnyEngine,
    go: &Go,
    view: View,
    control: &Control,
    print: &dyn Fn(&str),
) -> String {
    let (request, errors) = request(session, go);
    for error in errors {
        print(&format!("info string error: {error}"));
    }
    let mut reporter = Reporter::new(request.side, view, request.limits.infinite);
    let mut report = |news: Report<String>| print(&reporter.report(&news));
    match engine.search(session, &request, control, &mut report) {
        Ok(answer) => reporter.answer(&answer),
        Err(error) => format!("info string error: {error}\nbestmove (none)"),
    }
}

/// Counts the leaves below each move, on all processors. The text has `move: leaves` per line in alphabetical order and the
/// sum between empty lines.
pub(crate) fn perft(session: &dyn AnySession, depth: u32, control: &Control) -> String {
    if depth == 0 {
        return "\nNodes searched: 1\n\n".to_owned();
    }
    let mut moves = session.moves(session.side_to_choose());
    moves.sort_unstable();
    let counts: Option<Vec<u64>> = moves.par_iter().map(|m| session.perft(m, depth, control)).collect();
    let Some(counts) = counts else { return "info string perft was stopped".to_owned() };
    let mut text = String::new();
    for (m, leaves) in moves.iter().zip(&counts) {
        let _ = writeln!(text, "{m}: {leaves}");
    }
    let _ = writeln!(text, "\nNodes searched: {}\n", counts.iter().sum::<u64>());
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::command::{Command, parse};
    use games::Settings;
    use games::registry::open;
    use std::cell::RefCell;
    use std::time::Duration;

    fn session(name: &str, moves: &str) -> Box<dyn AnySession> {
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        open(name, None, &moves).unwrap().unwrap()
    }

    fn go_of(line: &str) -> Go {
        match parse(line).unwrap() {
            Command::Go(go) => go,
            other => panic!("{other:?}"),
        }
    }

    fn request_of(line: &str) -> (Request<String>, Vec<String>) {
        request(session("chess", "").as_ref(), &go_of(line))
    }

    fn clock_of(line: &str) -> Option<[u128; 2]> {
        request_of(line).0.limits.clock.map(|clock| [clock.left.as_millis(), clock.increment.as_millis()])
    }

    #[test]
    fn clock_of_side_to_move_counts() {
        assert_eq!(clock_of("go wtime 100 btime 200 winc 3 binc 4"), Some([100, 3]));
        assert_eq!(clock_of("go wtime -50 btime 200"), Some([0, 0]));
        assert_eq!(clock_of("go depth 3"), None);
    }

    #[test]
    fn missing_clock_is_taken_from_other_side() {
        assert_eq!(clock_of("go btime 200 binc 4"), Some([200, 4]));
        assert_eq!(clock_of("go winc 4"), Some([0, 4]));
        assert_eq!(clock_of("go wtime 100 binc 4"), Some([100, 0]));
    }

    #[test]
    fn illegal_search_moves_are_reported_and_ignored() {
        let (request, errors) = request_of("go searchmoves e2e4 e2e5 0000 x depth 2");
        assert_eq!(request.among, ["e2e4"]);
        assert_eq!(errors, ["searchmoves: 'e2e5' is not legal here", "searchmoves: 'x' is not legal here"]);
        assert!(request_of("go searchmoves 0000 depth 2").1.is_empty());
    }

    #[test]
    fn largest_clock_does_not_overflow() {
        let (request, _) =
            request_of("go wtime 99999999999999999999 winc 99999999999999999999 movetime 9999999999999999");
        let limits = request.limits;
        let clock = limits.clock.unwrap();
        let sum = clock.left + clock.increment * 100 + limits.move_time.unwrap();
        assert!(std::time::Instant::now().checked_add(sum).is_some() && sum > Duration::from_secs(1));
    }

    /// The output of `go` in a game of Apocalypse without endgame tables.
    fn search(engine: &mut dyn AnyEngine, session: &dyn AnySession, line: &str) -> String {
        let control = Control::default();
        control.arm(false);
        let output = RefCell::new(String::new());
        let view = View { lines: 1, show_wdl: false, analyse: false };
        let last = go(session, engine, &go_of(line), view, &control, &|text| {
            let mut output = output.borrow_mut();
            output.push_str(text);
            output.push('\n');
        });
        output.into_inner() + &last + "\n"
    }

    fn apocalypse_engine(seed: u64) -> Box<dyn AnyEngine> {
        let settings = Settings { hash: Some(1), seed, ..Settings::default() };
        session("apocalypse", "").new_engine(settings, &games::Resources::default()).unwrap()
    }

    #[test]
    fn equal_seeds_draw_equal_choices() {
        let play = |seed| -> Vec<String> {
            let mut engine = apocalypse_engine(seed);
            let start = session("apocalypse", "");
            let mut best = || search(engine.as_mut(), start.as_ref(), "go depth 3").lines().last().unwrap().to_owned();
            (0..12).map(|_| best()).collect()
        };
        assert_eq!(play(5), play(5));
        let game = session("apocalypse", "a1b3 e5d3");
        let text = search(apocalypse_engine(7).as_mut(), game.as_ref(), "go depth 3");
        assert!(text.contains("info string strategy white depth 3 value "), "{text}");
        assert!(!text.contains("strategy black"), "{text}");
    }

    #[test]
    fn last_line_begins_with_best_move() {
        let mut engine = apocalypse_engine(7);
        for moves in ["", "a1b3", "a1b3 e5d3"] {
            let text = search(engine.as_mut(), session("apocalypse", moves).as_ref(), "go depth 2 searchmoves 0000 z9");
            let lines: Vec<&str> = text.lines().collect();
            let best = lines[lines.len() - 1].strip_prefix("bestmove ").unwrap();
            assert!(lines[lines.len() - 2].ends_with(&format!(" pv {best}")), "{text}");
            assert!(text.starts_with("info string error: searchmoves: 'z9' is not legal here\n"), "{text}");
        }
    }

    #[test]
    fn finished_game_has_score_and_no_best_move() {
        for (fen, score) in [("5/p4/5/5/N4 00", "mate 0"), ("n4/5/5/P4/5 00", "cp 1"), ("n4/5/5/5/N4 00", "cp 0")] {
            let game = open("apocalypse", Some(fen), &[]).unwrap().unwrap();
            let text = search(apocalypse_engine(7).as_mut(), game.as_ref(), "go depth 2");
            assert!(text.starts_with(&format!("info depth 0 score {score}")), "{text}");
            assert!(text.ends_with("\nbestmove (none)\n"), "{text}");
        }
    }

    #[test]
    fn perft_has_a_line_per_move_and_the_sum() {
        let control = Control::default();
        let text = perft(session("empire", "").as_ref(), 2, &control);
        assert_eq!(text.lines().count(), 30 + 3);
        assert!(text.contains("\na3a4: 20\n"), "{text}");
        assert!(text.ends_with("\n\nNodes searched: 600\n\n"), "{text}");
        assert_eq!(perft(session("chess", "").as_ref(), 0, &control), "\nNodes searched: 1\n\n");
        // https://www.chessprogramming.org/Perft_Results
        assert!(perft(session("chess", "").as_ref(), 6, &control).contains("\nNodes searched: 119060324\n"));
        let choices = session("apocalypse", "");
        assert!(perft(choices.as_ref(), 1, &control).starts_with("a1b3: 1\n"));
        assert!(perft(choices.as_ref(), 3, &control).ends_with("\n\nNodes searched: 1427\n\n"));
        assert!(perft(session("apocalypse", "a1b3").as_ref(), 1, &control).contains("a5b3: 1\n"));
    }

    #[test]
    fn stopped_perft_has_no_count() {
        let control = Control::default();
        control.stop();
        assert_eq!(perft(session("chess", "").as_ref(), 30, &control), "info string perft was stopped");
    }
}
