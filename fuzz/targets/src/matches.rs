//! Input of the arena: its state files, its command line, and the output of engines.

use std::fs;
use std::time::Duration;

use arena::clock::{Clock, Limits};
use arena::command;
use arena::config::{EngineConfig, Program, Protocol, Timeouts};
use arena::matches::journal::{self, Journal};
use arena::players::process::Process;
use arena::players::uci::Uci;
use arena::players::xboard::Xboard;
use arena::players::{Answer, Ask, Player};
use games::PlayedGame;
use games::registry::{Visitor, visit};
use movegen::{Color, Record};

use crate::known::{self, check_error, pick, scratch};
use crate::texts::head;

/// The state of a match, unchanged and with corrected checksums: read, reopened, and read again with the same contents.
pub(crate) fn arena_state(data: &[u8]) {
    check_state(data);
    check_state(&with_correct_sums(data));
}

/// Returns the lines of a state with correct checksums.
pub(crate) fn with_correct_sums(data: &[u8]) -> Vec<u8> {
    /// The length of a checksum and the blank before it.
    const SUM_BYTES: usize = 9;
    let lines = data.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines
        .flat_map(|line| {
            let json = &line[..line.len().saturating_sub(SUM_BYTES)];
            [json, format!(" {:08x}\n", crc32fast::hash(json)).as_bytes()].concat()
        })
        .collect()
}

fn check_state(data: &[u8]) {
    let path = scratch("state");
    fs::write(&path, data).unwrap();
    match Journal::reopen(&path) {
        Ok((mut journal, state)) => {
            if let Some(game) = state.games.first() {
                journal.keep(game, [1, 2]).unwrap();
            }
            drop(journal);
            let again = journal::read(&path).unwrap();
            assert_eq!(again.head, state.head);
            assert_eq!(again.games.len(), state.games.len() + usize::from(!state.games.is_empty()));
            assert!(again.games.starts_with(&state.games));
        }
        Err(error) => {
            check_error(&error);
            assert!(fs::read(&path).unwrap() == data, "a rejected state is not changed");
        }
    }
}

/// A command line, one argument per line.
pub(crate) fn arena_command(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let arguments: Vec<String> = text.lines().map(str::to_owned).collect();
    // These options read files.
    let reads = ["file=", "conf=", "engines"];
    if reads.iter().any(|word| text.contains(word)) {
        return;
    }
    if let Err(error) = command::parse(&arguments) {
        check_error(&error);
    }
}

/// An engine with this output, regardless of its input.
pub(crate) fn engine_output(data: &[u8]) {
    struct Listen<'a>(u8, &'a [u8]);
    impl Visitor for Listen<'_> {
        type Out = ();
        fn visit<G: PlayedGame>(self, _: G) {
            listen::<G>(self.0, self.1);
        }
    }
    let ([game, manner], output) = head(data);
    visit(known::game(game).0, Listen(manner, output));
}

fn listen<G: PlayedGame>(manner: u8, output: &[u8]) {
    let program = Program { command: "engine".to_owned(), ..Program::default() };
    let limits = Limits {
        control: None,
        move_time: Some(Duration::from_secs(1)),
        depth: Some(3),
        nodes: None,
        margin: Duration::ZERO,
    };
    let config = EngineConfig {
        name: "engine".to_owned(),
        protocol: if manner.is_multiple_of(2) { Protocol::Uci } else { Protocol::Xboard },
        program,
        limits,
        options: vec![("Hash".to_owned(), "16".to_owned()), ("Threads".to_owned(), "2".to_owned())],
        white_pov: manner >= 128,
        ..EngineConfig::default()
    };
    let timeouts = Timeouts::default();
    let process = Process::with_output(output);
    if manner.is_multiple_of(2) {
        if let Ok(player) = Uci::start(process, &config, G::NAME, &timeouts) {
            play::<G>(player, &limits);
        }
    } else if let Ok(player) = Xboard::start(process, &config, G::NAME, &timeouts) {
        play::<G>(player, &limits);
    }
}

/// Requests moves until the engine fails. A legal move replaces an illegal answer.
fn play<G: PlayedGame>(mut player: impl Player<G>, limits: &Limits) {
    let clocks = [Clock::new(limits), Clock::new(limits)];
    let mut record = Record::new(G::start());
    let fen = record.position().to_string();
    let mut texts = Vec::new();
    for turn in 0..6 {
        let side = Color::BOTH[turn % 2];
        let ask = Ask {
            record: &record,
            fen: &fen,
            texts: &texts,
            side,
            clocks: [&clocks[0], &clocks[1]],
            timeout: Duration::from_secs(1),
        };
        if turn == 0 && player.new_game(&ask).is_err() {
            break;
        }
        let Ok(reply) = player.choose(&ask) else { break };
        let legal = record.position().moves(side);
        if legal.is_empty() {
            break;
        }
        let m = match reply.answer {
            Answer::Move(m) => m,
            Answer::Text(text) => {
                assert!(!text.contains(char::is_control), "{text:?}");
                record.position().parse_move(side, &text).unwrap_or_else(|_| *pick(&legal, turn))
            }
            Answer::Resigns => break,
        };
        assert!(legal.contains(&m), "typed moves are legal");
        texts.push(record.position().write_move(m));
        if record.position().turn() == movegen::Turn::Both {
            let other = record.position().moves(!side)[0];
            record.play(if side == Color::White { [Some(m), Some(other)] } else { [Some(other), Some(m)] });
        } else {
            record.play_for(side, m);
        }
    }
    for warning in player.take_warnings() {
        assert!(!warning.contains(char::is_control), "{warning:?}");
    }
    player.game_over("1-0", "White mates");
}
