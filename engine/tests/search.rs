//! Search results and the end of a search.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU32, Ordering};

use eval::score::{REPETITION_WIN, Uci, win_in};
use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
use movegen::{Chess, Empire, Position, Record, Variant};
use upheaval_engine::{Answer, Bound, Control, Engine, Limits, Line, Report, Settings, TreeNode};

struct Run {
    answer: Answer,
    lines: Vec<Line>,
    reports: Vec<Report>,
}

fn settings() -> Settings {
    Settings { hash: Some(4), ..Settings::default() }
}

fn run<V: Variant>(engine: &mut Engine<V>, record: &Record<Position<V>>, limits: &Limits) -> Run {
    let control = Control::default();
    control.arm(limits.ponder);
    let mut reports = Vec::new();
    let answer = engine.go(record, limits, &control, &mut |report| reports.push(report.clone()));
    let lines = reports.iter().filter_map(|r| if let Report::Line(line, _) = r { Some(line.clone()) } else { None });
    Run { answer, lines: lines.collect(), reports }
}

fn search<V: Variant>(fen: &str, limits: &Limits) -> Run {
    let record = Record::new(fen.parse::<Position<V>>().unwrap());
    run(&mut Engine::new(settings()), &record, limits)
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn play<V: Variant>(record: &mut Record<Position<V>>, text: &str) {
    let m = record.position().parse_move(text).unwrap();
    record.push(m);
}

fn best<V: Variant>(fen: &str, run: &Run) -> String {
    fen.parse::<Position<V>>().unwrap().write_move(run.answer.best.unwrap())
}

#[test]
fn mates_are_found_at_their_distance() {
    for (fen, mate) in [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1),
        ("3qr2k/pbpp2pp/1p5N/3Q2b1/2P1P3/P7/1PP2PPP/R4RK1 w - - 0 1", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ] {
        let run = search::<Chess>(fen, &depth(10));
        assert_eq!(Uci(run.answer.score).to_string(), format!("mate {mate}"), "{fen}");
        let line = &run.lines.last().unwrap().moves;
        assert_eq!(line.len(), 2 * mate - 1, "{fen} {line:?}");
    }
}

#[test]
fn campmate_is_played_and_feared() {
    let fen = "8/4K3/7k/8/8/8/8/8 w - - 0 1";
    let run = search::<Empire>(fen, &depth(3));
    assert_eq!(run.answer.score, win_in(1));
    // Black may campmate next move unless White takes the square under fire.
    let fen = "8/8/8/7K/8/T7/4k3/8 w - - 0 1";
    let run = search::<Empire>(fen, &depth(4));
    assert_eq!(best::<Empire>(fen, &run), "a3a1");
}

#[test]
fn stalemate_is_scored_by_the_rules() {
    let fen = "k7/8/1K6/4C3/8/8/8/8 w - - 0 1";
    let run = search::<Empire>(fen, &depth(4));
    assert_eq!(run.answer.score, win_in(1));
    // White keeps the pawn only by a stalemate.
    let run = search::<Chess>("k7/P7/1K6/8/8/8/8/8 w - - 0 1", &depth(6));
    assert_eq!(run.answer.score, 0);
}

#[test]
fn repetition_is_scored_by_the_rules() {
    // White is a rook down and draws by checks on g5 and d8.
    let drawn = search::<Chess>("3Q4/5pkp/8/8/8/8/qr4PP/7K w - - 0 1", &depth(12));
    assert_eq!(drawn.answer.score, 0);

    let mut record = Record::new(Position::<Empire>::start());
    for text in ["e1e2", "b8c6", "e2e1", "c6b8", "e1e2", "b8c6", "e2e1"] {
        play(&mut record, text);
    }
    // c6b8 would bring the start position about for the third time and lose.
    let free = run(&mut Engine::new(settings()), &record, &depth(5));
    assert_ne!(record.position().write_move(free.answer.best.unwrap()), "c6b8");
    let only = Limits { search_moves: vec![record.position().parse_move("c6b8").unwrap()], ..depth(4) };
    let forced = run(&mut Engine::new(settings()), &record, &only);
    assert_eq!(Uci(forced.answer.score).to_string(), "mate -1");
}

#[test]
fn second_occurrence_is_no_proved_loss() {
    let mut record = Record::new("7k/8/8/8/8/8/7P/T5K1 w - - 0 1".parse::<Position<Empire>>().unwrap());
    for text in ["a1a8", "h8h7", "a8a1", "h7h8"] {
        play(&mut record, text);
    }
    let run = run(&mut Engine::new(settings()), &record, &depth(6));
    assert!(run.lines.iter().all(|line| line.score.abs() <= REPETITION_WIN || line.score.abs() >= win_in(40)));
}

#[test]
fn the_fifty_move_rule_is_seen() {
    // With one ply left only a pawn move or capture avoids the draw.
    let run = search::<Chess>("7k/8/8/8/8/8/2Q5/K7 w - - 99 80", &depth(4));
    assert_eq!(run.answer.score, 0);
    let run = search::<Chess>("k7/8/1K6/8/8/8/8/7R w - - 99 80", &depth(3));
    assert_eq!(run.answer.score, win_in(1));
}

#[test]
fn a_finished_game_has_a_score_and_no_move() {
    for (fen, score) in [("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "mate 0"), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0")]
    {
        let run = search::<Chess>(fen, &depth(3));
        assert_eq!((run.answer.best, Uci(run.answer.score).to_string().as_str()), (None, score));
        assert_eq!(run.reports, [Report::Over(run.answer.score)]);
    }
    let run = search::<Empire>("3K4/8/8/7k/8/8/8/q7 b - - 0 1", &depth(3));
    assert_eq!((run.answer.best, Uci(run.answer.score).to_string().as_str()), (None, "mate 0"));
}

#[test]
fn a_node_limit_is_met_exactly() {
    for nodes in [1, 2, 100, 1_000, 33_333] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let run = search::<Empire>(Empire::START, &limits);
        assert_eq!(run.answer.nodes, nodes);
        assert!(run.answer.best.is_some() && !run.lines.is_empty());
    }
}

#[test]
fn a_soft_limit_of_nodes_finishes_the_iteration() {
    let whole = search::<Empire>(Empire::START, &depth(11));
    for nodes in [1, 1_000, 5_000] {
        let run = search::<Empire>(Empire::START, &Limits { soft_nodes: Some(nodes), ..depth(11) });
        let last = run.lines.last().unwrap();
        assert!(run.answer.nodes >= nodes && run.answer.nodes < whole.answer.nodes);
        assert!(last.bound == Bound::Exact && whole.lines.contains(last), "{last:?}");
    }
}

struct Deterministic;

impl VisitTurnBased for Deterministic {
    type Out = ();
    fn turn_based<V: Variant>(self, _: V) {
        let record = Record::new(Position::<V>::start());
        let mut engine = Engine::new(settings());
        let cold = run(&mut engine, &record, &depth(6));
        engine.new_game();
        let first = run(&mut engine, &record, &depth(9));
        // A search as deep may find another line with what it knows, and take longer; what is known to greater depth is looked up.
        let warm = run(&mut engine, &record, &depth(6));
        engine.new_game();
        let again = run(&mut engine, &record, &depth(9));
        assert_eq!((first.answer, &first.lines), (again.answer, &again.lines), "{}", V::NAME);
        assert!(warm.answer.nodes < cold.answer.nodes, "the hash table speeds up {}", V::NAME);
    }
}

#[test]
fn search_is_reproducible_after_new_game() {
    for name in TURN_BASED {
        with_turn_based(name, Deterministic).unwrap();
    }
}

struct LegalLines;

impl VisitTurnBased for LegalLines {
    type Out = ();
    fn turn_based<V: Variant>(self, _: V) {
        let mut record = Record::new(Position::<V>::start());
        let mut engine = Engine::new(Settings { threads: 2, lines: 3, ..settings() });
        for _ in 0..60 {
            let run = run(&mut engine, &record, &Limits { nodes: Some(4_000), ..Limits::default() });
            for line in &run.lines {
                let mut game = record.clone();
                for &m in &line.moves {
                    assert_eq!(game.outcome(), None, "{} {line:?} continues after the end", game.first());
                    assert!(game.position().legal_moves().contains(&m), "{} {m:?} in {line:?}", game.position());
                    game.push(m);
                }
            }
            let Some(best) = run.answer.best else { break };
            assert_eq!(run.lines.iter().rfind(|line| line.rank == 1).unwrap().moves[0], best);
            record.push(best);
            if record.outcome().is_some() {
                break;
            }
        }
    }
}

#[test]
fn lines_are_legal_and_end_where_the_game_ends() {
    for name in TURN_BASED {
        with_turn_based(name, LegalLines).unwrap();
    }
}

#[test]
fn lines_of_thought_differ_and_are_ranked() {
    let record = Record::new(Position::<Chess>::start());
    let mut engine = Engine::new(Settings { lines: 4, ..settings() });
    let run = run(&mut engine, &record, &depth(6));
    let last: Vec<&Line> = run.lines.iter().filter(|line| line.depth == 6).collect();
    assert_eq!(last.iter().map(|line| line.rank).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(last.windows(2).all(|pair| pair[0].score >= pair[1].score && pair[0].moves[0] != pair[1].moves[0]));
    assert!(last.iter().all(|line| line.bound == Bound::Exact));
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let pos = Position::<Chess>::start();
    let asked: Vec<_> = ["a2a3", "h2h3"].iter().map(|text| pos.parse_move(text).unwrap()).collect();
    let run = search::<Chess>(Chess::START, &Limits { search_moves: asked.clone(), ..depth(5) });
    assert!(run.lines.iter().all(|line| asked.contains(&line.moves[0])));
}

#[test]
fn a_mate_limit_ends_the_search_at_the_mate() {
    let limits = Limits { mate: Some(2), ..Limits::default() };
    let run = search::<Chess>("3qr2k/pbpp2pp/1p5N/3Q2b1/2P1P3/P7/1PP2PPP/R4RK1 w - - 0 1", &limits);
    assert_eq!(Uci(run.answer.score).to_string(), "mate 2");
}

#[test]
fn early_stop_is_not_lost() {
    let control = Control::default();
    control.arm(false);
    control.stop();
    let mut engine = Engine::<Chess>::new(settings());
    let limits = Limits { infinite: true, ..Limits::default() };
    let answer = engine.go(&Record::new(Position::start()), &limits, &control, &mut |_| {});
    assert!(answer.best.is_some());
}

#[test]
fn infinite_search_waits_for_the_stop() {
    let control = Control::default();
    control.arm(false);
    let record = Record::new("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse::<Position<Chess>>().unwrap());
    std::thread::scope(|scope| {
        let searching = scope.spawn(|| {
            let mut engine = Engine::<Chess>::new(settings());
            engine.go(&record, &Limits { infinite: true, ..Limits::default() }, &control, &mut |_| {})
        });
        std::thread::yield_now();
        assert!(!control.is_stopped());
        control.stop();
        assert_eq!(searching.join().unwrap().best, None);
    });
}

#[test]
fn watching_control_stops_the_search() {
    static LEFT: AtomicU32 = AtomicU32::new(20);
    let control = Control::watching(|| LEFT.fetch_sub(1, Ordering::Relaxed) == 1);
    let record = Record::new(Position::<Chess>::start());
    assert!(Engine::new(settings()).go(&record, &Limits::default(), &control, &mut |_| {}).best.is_some());
}

#[test]
fn ponder_search_answers_after_the_hit() {
    let control = Control::default();
    control.arm(true);
    let record = Record::new(Position::<Chess>::start());
    std::thread::scope(|scope| {
        let limits = Limits { ponder: true, ..depth(2) };
        let (record, control) = (&record, &control);
        let searching = scope.spawn(move || Engine::new(settings()).go(record, &limits, control, &mut |_| {}));
        control.ponder_hit();
        assert!(searching.join().unwrap().best.is_some());
    });
}

#[test]
fn tree_has_reachable_positions_of_the_depth_once() {
    let mut engine = Engine::<Chess>::new(settings());
    let record = Record::new(Position::start());
    run(&mut engine, &record, &depth(8));
    let mut seen = HashSet::new();
    let root = record.position();
    let nodes = engine.tree(root, 4, &mut seen);
    assert!(nodes.len() > 10 && nodes[0].position == *root, "{}", nodes.len());
    let keys: HashSet<u64> = nodes.iter().map(|node| node.position.key()).collect();
    assert!(keys.len() == nodes.len() && keys == seen);
    for TreeNode { position, best, .. } in &nodes {
        assert!(best.is_none_or(|m| position.is_legal(m, &position.constraints())), "{position}");
    }
    assert!(engine.tree(root, 4, &mut seen).is_empty());
    let deeper = engine.tree(root, 6, &mut HashSet::new());
    assert!(deeper.len() < nodes.len() && deeper.iter().all(|node| keys.contains(&node.position.key())));
    for unreached in [9, u32::MAX] {
        assert!(engine.tree(root, unreached, &mut HashSet::new()).is_empty(), "{unreached}");
    }
}

#[test]
fn unaffordable_settings_are_detected() {
    assert!(settings().is_affordable_after(&Settings::default()));
    assert!(!Settings { hash: Some(usize::MAX), ..settings() }.is_affordable_after(&settings()));
}
