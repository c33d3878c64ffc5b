//! Known mates, disproofs, certificates.

use engine::Control;
use movegen::{Anarchism, Chess, Empire, Insurrection, Position, Record, Subversion, Variant, mate};
use naive::certificate::{Certificate as Read, check};

use crate::{Budget, Certificate, Solver, Stipulation, Verdict, helpmate};

fn record<V: Variant>(fen: &str) -> Record<Position<V>> {
    Record::new(fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")))
}

fn solver<V: Variant>(record: &Record<Position<V>>, threads: usize) -> Solver<V> {
    Solver::new(record.position(), Stipulation::Mate, 4, threads)
}

/// The shortest mate, the length of its line, and the first moves.
fn solve<V: Variant>(fen: &str, max: u32, threads: usize) -> (Verdict, u32, usize, Vec<String>) {
    let record = record::<V>(fen);
    let mut solver = solver(&record, threads);
    let found = solver.shortest(&record, max, &Budget::default(), &mut |_| {});
    let (mut line, mut keys): (_, Vec<movegen::Move>) = (Vec::new(), Vec::new());
    if found.verdict == Verdict::Proved {
        line = solver.line(&record, found.moves);
        keys = solver.keys(&record, found.moves, &Budget::default(), &mut |_| {}).proved;
    }
    if found.verdict == Verdict::Proved {
        let only = solver.only_key(&record, found.moves, &Budget::default());
        assert_eq!(only, keys.first().copied().filter(|_| keys.len() == 1));
    }
    let keys = keys.into_iter().map(|m| record.position().write_move(m)).collect();
    (found.verdict, found.moves, line.len(), keys)
}

/// Positions with the number of moves and the first moves.
const CHESS: [(&str, u32, &[&str]); 3] = [
    ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1, &["a1a8"]),
    ("3qr2k/pbpp2pp/1p5N/3Q2b1/2P1P3/P7/1PP2PPP/R4RK1 w - - 0 1", 2, &["d5g8"]),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, &["f6a6"]),
];

#[test]
fn known_mates_are_solved_at_their_distance() {
    for (fen, moves, keys) in CHESS {
        for threads in [1, 3] {
            let (verdict, found, plies, first) = solve::<Chess>(fen, 4, threads);
            assert_eq!((verdict, found, plies), (Verdict::Proved, moves, 2 * moves as usize - 1), "{fen}");
            assert_eq!(first, keys, "{fen} with {threads} threads");
        }
    }
}

#[test]
fn stored_puzzles_of_every_game_are_solved() {
    fn puzzles<V: Variant>() {
        let lines: Vec<&str> = gamedata::puzzles(V::NAME).unwrap().lines().collect();
        for line in lines.iter().step_by(1 + lines.len() / 10) {
            let (fen, moves) = line.trim_end_matches(';').split_once(" dm ").unwrap();
            let moves: u32 = moves.split(';').next().unwrap().parse().unwrap();
            if moves <= 5 {
                let (verdict, found, plies, keys) = solve::<V>(fen, moves, 1);
                assert_eq!((verdict, found), (Verdict::Proved, moves), "{fen}");
                assert!(plies < 2 * moves as usize && !keys.is_empty(), "{fen}: {plies} plies");
            }
        }
    }
    puzzles::<Insurrection>();
    puzzles::<Anarchism>();
    puzzles::<Subversion>();
}

#[test]
fn campmate_and_stalemate_win_in_empire() {
    let (verdict, moves, ..) = solve::<Empire>("8/4K3/8/k7/8/8/8/8 w - - 0 1", 2, 1);
    assert_eq!((verdict, moves), (Verdict::Proved, 1));
    let stalemate = "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1";
    let (_, moves, ..) = solve::<Empire>(stalemate, 2, 1);
    assert_eq!(moves, 1);
}

#[test]
fn solver_agrees_with_exhaustive_search() {
    for fen in [
        "r1b1k2r/ppp2ppp/2n5/3qp3/1b6/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 8",
        "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
        "8/8/8/8/8/2k5/7r/K7 b - - 0 1",
        "3k4/8/3K4/8/8/8/8/3R4 w - - 0 1",
        "k7/2Q5/8/1K6/8/8/8/8 w - - 0 1",
    ] {
        let record = record::<Chess>(fen);
        for moves in 1..=2 {
            let expected = mate::is_forced(record.position(), moves, &mut 10_000_000).unwrap();
            let found = solver(&record, 1).within(&record, moves, &Budget::default(), &mut |_| {});
            assert_eq!(found == Verdict::Proved, expected, "{fen} in {moves}");
        }
    }
}

#[test]
fn lost_side_suffers_mate_whatever_it_plays() {
    for (fen, least) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Some(0)),
        ("7k/8/6K1/8/8/8/8/R7 b - - 0 1", Some(1)),
        ("6k1/8/5K2/8/8/8/8/R7 b - - 0 1", Some(2)),
        // Stalemate, and a king that escapes.
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", None),
        ("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", None),
    ] {
        let record = record::<Chess>(fen);
        for moves in 0..=2 {
            let found = solver(&record, 1).suffers(&record, moves, &Budget::default());
            let is_lost = least.is_some_and(|least| least <= moves);
            assert_eq!(found, if is_lost { Verdict::Proved } else { Verdict::Disproved }, "{fen} in {moves}");
        }
    }
}

/// Positions of endgame tables, and positions from which captures and promotions lead to them.
#[test]
fn endgame_tables_change_no_answer() {
    fn compare<V: Variant>(fens: &[&str], max: u32) {
        for fen in fens {
            let record = record::<V>(fen);
            let answers = [solver(&record, 1), solver(&record, 1).without_endgames()].map(|mut solver| {
                let found = solver.shortest(&record, max, &Budget::default(), &mut |_| {});
                (found, solver.keys(&record, found.moves, &Budget::default(), &mut |_| {}).proved)
            });
            assert_eq!(answers[0], answers[1], "{fen}");
        }
    }
    compare::<Chess>(&["8/8/8/8/8/2k5/7r/K7 b - - 0 1", "5k2/8/8/8/8/2K5/7Q/8 w - - 0 1"], 5);
    compare::<Chess>(&["7k/5P2/6K1/8/8/8/7p/8 w - - 0 1", "8/8/8/8/1p6/1k6/1p6/1K6 b - - 0 1"], 5);
    compare::<Empire>(&["8/4P3/8/3k4/8/8/2K5/8 w - - 0 1", "8/8/4K3/8/k7/8/8/2N5 w - - 0 1"], 4);
    compare::<Insurrection>(&["7k/8/6K1/8/8/8/8/R7 w - - 0 1 Kk", "7k/8/5KP1/8/8/8/8/R7 w - - 0 1 Kk"], 3);
    compare::<Subversion>(&["7k/8/5K2/8/8/8/8/R7 w - - 0 1", "7k/4P3/5K2/8/8/8/7p/8 w - - 0 1"], 4);
}

#[test]
fn long_wins_of_endgame_tables_are_solved_at_once() {
    fn solve<V: Variant>(fen: &str, moves: u32) {
        let record = record::<V>(fen);
        let mut solver = solver(&record, 1);
        let few = Budget { nodes: Some(100), ..Budget::default() };
        let found = solver.shortest(&record, 40, &few, &mut |_| {});
        assert_eq!((found.verdict, found.moves), (Verdict::Proved, moves), "{fen}");
        assert_eq!(solver.line(&record, moves).len(), 2 * moves as usize - 1, "{fen}");
        let certificate = solver.certificate(&record, moves, 1_000_000).unwrap();
        assert!(check(&read(&certificate)).unwrap() > 0, "{fen}");
    }
    solve::<Chess>("8/8/8/8/8/2k5/1R6/K7 w - - 0 1", 16);
    solve::<Empire>("8/7k/8/8/8/8/8/K7 w - - 0 1", 11);
    solve::<Insurrection>("8/8/8/8/8/2k5/1R6/K7 w - - 0 1 Rk", 14);
    solve::<Subversion>("8/8/8/5k2/8/8/1Q6/K7 w - - 0 1", 10);
}

#[test]
fn wins_of_endgame_tables_come_before_the_last_ply_of_the_clock() {
    for (clock, verdict) in [(97, Verdict::Proved), (98, Verdict::Disproved)] {
        let record = record::<Chess>(&format!("7k/8/4K3/8/8/8/8/6Q1 w - - {clock} 80"));
        let found = solver(&record, 1).shortest(&record, 10, &Budget::default(), &mut |_| {});
        assert_eq!(found.verdict, verdict, "{clock}");
    }
}

/// White checks for ever, and cannot do more.
#[test]
fn perpetual_check_is_no_win() {
    let fen = "6k1/8/6p1/8/8/8/1q3PPP/3Q2K1 w - - 0 1";
    let (verdict, moves, ..) = solve::<Chess>(fen, 4, 1);
    assert_eq!((verdict, moves), (Verdict::Disproved, 4));
}

#[test]
fn clock_and_history_end_games() {
    let within = |record: &Record<Position<Chess>>, moves| {
        solver(record, 1).within(record, moves, &Budget::default(), &mut |_| {})
    };
    let ladder = |clock: u32| record::<Chess>(&format!("7k/8/8/8/8/8/R7/1R5K w - - {clock} 80"));
    let moves = solver(&ladder(0), 1).shortest(&ladder(0), 6, &Budget::default(), &mut |_| {}).moves;
    let last = 100 - (2 * moves - 1);
    assert_eq!(within(&ladder(last), moves), Verdict::Proved);
    assert_eq!(within(&ladder(last + 1), moves), Verdict::Disproved);

    // The position after the first move of the only mate has stood twice.
    let mut game = record::<Chess>("7k/8/8/8/8/8/R7/1R5K w - - 0 1");
    for text in "a2a7 h8g8 a7a2 g8h8 a2a7 h8g8 a7a2 g8h8".split(' ') {
        game.push(game.position().parse_move(text).unwrap());
    }
    let keys = solver(&game, 1).keys(&game, 3, &Budget::default(), &mut |_| {}).proved;
    assert!(keys.iter().all(|&m| game.position().write_move(m) != "a2a7"));
}

#[test]
fn stopped_solver_can_be_asked_again() {
    let record = record::<Chess>(CHESS[2].0);
    let mut solver = solver(&record, 1);
    let control = Control::default();
    control.stop();
    let stopped = Budget { control: Some(&control), ..Budget::default() };
    let start = self::record::<Chess>(Chess::START);
    assert_eq!(solver.shortest(&start, 9, &stopped, &mut |_| {}).verdict, Verdict::Unknown);
    let few = Budget { nodes: Some(1), ..Budget::default() };
    assert_eq!(solver.within(&start, 5, &few, &mut |_| {}), Verdict::Unknown);
    let found = solver.shortest(&record, 4, &Budget::default(), &mut |_| {});
    assert_eq!((found.verdict, found.moves), (Verdict::Proved, 3));
}

#[test]
fn selfmates_and_helpmates_are_solved() {
    // Qhb2+ forces Qxb2 mate.
    let record = record::<Chess>("7Q/1q6/8/8/4n3/5Q2/8/K1k5 w - - 0 1");
    let mut solver = Solver::new(record.position(), Stipulation::Selfmate, 1, 1);
    let keys = solver.keys(&record, 1, &Budget::default(), &mut |_| {});
    assert_eq!(keys.proved.iter().map(|&m| record.position().write_move(m)).collect::<Vec<_>>(), ["h8b2"]);
    let found = solver.shortest(&record, 2, &Budget::default(), &mut |_| {});
    assert_eq!((found.verdict, found.moves, solver.line(&record, 1).len()), (Verdict::Proved, 1, 2));
    let pos: Position<Chess> = "7k/5K2/8/6R1/8/8/8/8 b - - 0 1".parse().unwrap();
    let (solutions, is_complete) = helpmate::solve(&pos, 1, 10, &Budget::default());
    assert_eq!((solutions.len(), is_complete), (1, true));
    let (solutions, is_complete) = helpmate::solve(&pos, 2, 1_000, &Budget { nodes: Some(3), ..Budget::default() });
    assert_eq!((solutions.len(), is_complete), (0, false));
}

fn certificate<V: Variant>(fen: &str, moves: u32) -> Certificate {
    let record = record::<V>(fen);
    let mut solver = solver(&record, 1);
    let found = solver.shortest(&record, moves, &Budget::default(), &mut |_| {});
    assert_eq!((found.verdict, found.moves), (Verdict::Proved, moves), "{fen}");
    solver.certificate(&record, moves, 100_000).unwrap()
}

fn read(certificate: &Certificate) -> Read {
    let Certificate { game, fen, mate, moves, sha256 } = certificate.clone();
    Read { game, fen, mate, moves, sha256 }
}

fn certificates() -> Vec<Certificate> {
    vec![
        certificate::<Chess>(CHESS[0].0, 1),
        certificate::<Chess>(CHESS[1].0, 2),
        certificate::<Chess>(CHESS[2].0, 3),
        certificate::<Insurrection>("2b2r2/5p1p/3p3k/1b4P1/q2N3N/8/P6P/R2NQ1K1 b - - 0 1 Kk", 1),
        certificate::<Empire>("8/8/4K3/8/k7/8/8/8 w - - 0 1", 2),
    ]
}

#[test]
fn certificates_pass_the_naive_check() {
    for certificate in certificates() {
        assert!(check(&read(&certificate)).unwrap() > 0, "{certificate:?}");
    }
}

/// A small generator, so that the mutations are the same everywhere.
fn below(state: &mut u64, n: usize) -> usize {
    *state = movegen::zobrist::splitmix64(*state);
    (*state % n as u64) as usize
}

/// Changes one part. The digest is left as it is, or made anew for a proof with a move removed, doubled or made to end sooner.
fn mutated(certificate: &Certificate, state: &mut u64) -> Read {
    let mut read = read(certificate);
    let mut moves: Vec<&str> = certificate.moves.split(' ').collect();
    let at = below(state, moves.len());
    match below(state, 6) {
        0 => drop(moves.remove(at)),
        1 => moves.insert(at, moves[at]),
        2 => return Read { mate: read.mate - 1, ..remade(read, certificate.moves.clone()) },
        3 => {
            let mut bytes = read.moves.into_bytes();
            let at = below(state, bytes.len());
            bytes[at] = bytes[at].wrapping_add(1 + below(state, 7) as u8) & 127;
            return Read { moves: String::from_utf8(bytes).unwrap(), ..self::read(certificate) };
        }
        4 => {
            let mut bytes = read.fen.into_bytes();
            let at = below(state, bytes.len());
            bytes[at] = b" /-8KQkqpbw0"[below(state, 12)];
            let fen = String::from_utf8(bytes).unwrap();
            read = self::read(certificate);
            return if fen == read.fen { Read { fen: String::new(), ..read } } else { Read { fen, ..read } };
        }
        _ => return Read { game: ["go", "subversion"][below(state, 2)].to_owned(), ..read },
    }
    let moves = moves.join(" ");
    remade(read, moves)
}

/// The certificate with other moves and their digest.
fn remade(read: Read, moves: String) -> Read {
    let made = Certificate::new(&read.game, read.fen, read.mate, moves);
    self::read(&made)
}

/// 300 mutations; `MUTATIONS=10000` makes more.
#[test]
fn mutated_certificates_are_rejected() {
    let count = std::env::var("MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(300);
    let (certificates, mut state) = (certificates(), 1);
    for i in 0..count {
        let mutated = mutated(&certificates[i % certificates.len()], &mut state);
        assert!(check(&mutated).is_err(), "{mutated:?}");
    }
}
