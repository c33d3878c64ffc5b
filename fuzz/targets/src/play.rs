//! Games of arbitrary moves, compared with the second implementation of the rules. After every step, incremental keys and
//! accumulators equal recomputed ones, legal moves and outcomes equal the naive ones, and the FEN is read as the same position.

use eval::{Evaluate, Evaluator};
use games::registry::{NAMES, TURN_BASED, TurnBasedVisitor, visit_turn_based};
use movegen::{Color, Position, Record, Variant};
use naive::apocalypse::{Board as ApocalypseBoard, Choice, text};
use naive::board::Board;

use crate::common::{Rng, injure, invariants, random_fen_of};
use crate::known::{self, pick};
use crate::oracles::apocalypse_board;
use crate::oracles::compare::{compare, printed};
use crate::texts::head;

/// The maximum length of a game in plies. Longer games find nothing new, and each ply costs thirty naive generations.
const LONGEST: usize = 64;

/// A turn-based game: the first bytes select game, rules and first position; each further pair is a step.
pub(crate) fn play(data: &[u8]) {
    struct Play<'a>(u8, u8, &'a [u8]);
    impl TurnBasedVisitor for Play<'_> {
        type Out = ();
        fn turn_based<V: Variant>(self, _: V) {
            let Play(manner, begin, steps) = self;
            let Some(rules) = naive::rules(V::NAME) else { return };
            let (_, fens) = known::game(NAMES.iter().position(|&name| name == V::NAME).unwrap() as u8);
            let mut fen = match manner % 4 {
                0 => V::START.to_owned(),
                1 => random_fen_of(&mut Rng(begin.into()), rules.letters(), rules.start().ends_with("Kk")),
                _ => (*pick(fens, begin.into())).to_owned(),
            };
            if manner >= 128 {
                fen = injure(&fen, &mut Rng(u64::from(begin) << 8 | u64::from(manner)));
            }
            if let Ok(first) = fen.parse::<Position<V>>() {
                Game::new(first, rules).run(steps);
            }
        }
    }
    let ([game, manner, begin], steps) = head(data);
    visit_turn_based(pick::<&str>(&TURN_BASED, game.into()), Play(manner, begin, steps));
}

struct Game<V: Variant> {
    record: Record<Position<V>>,
    rules: Box<dyn naive::rules::Rules>,
    board: Board,
    identities: Vec<String>,
    evaluators: [Evaluator<V>; 2],
    accumulators: [<Evaluator<V> as Evaluate<V>>::Accumulator; 2],
    caches: [<Evaluator<V> as Evaluate<V>>::Cache; 2],
}

impl<V: Variant> Game<V> {
    fn new(first: Position<V>, rules: Box<dyn naive::rules::Rules>) -> Self {
        let mut board = Board::read(&first.to_string()).unwrap_or_else(|| panic!("{first} is unreadable"));
        assert!(rules.may_stand(&board) && rules.may_have_passed(&board), "{first} is rejected by the naive rules");
        rules.settle(&mut board);
        let evaluators = [Evaluator::new(), Evaluator::hand_made()];
        let accumulators = evaluators.map(|evaluator| evaluator.refresh(&first));
        let caches = evaluators.map(|evaluator| evaluator.cache());
        let identities = vec![rules.identity(&board)];
        Self { record: Record::new(first), rules, board, identities, evaluators, accumulators, caches }
    }

    fn run(mut self, steps: &[u8]) {
        for step in steps.chunks_exact(2).take(LONGEST) {
            let legal = compare(&*self.rules, &self.board, self.record.position(), "fuzz");
            if self.check_end() {
                return;
            }
            let number = usize::from(u16::from_le_bytes([step[0], step[1]]));
            // Stable when the list of moves grows.
            let chosen = &legal[number % legal.len()];
            let pos = *self.record.position();
            let m = pos.parse_move(&chosen.text).unwrap();
            let mut next = pos;
            let kept = self.accumulators.iter_mut().zip(&mut self.caches);
            for (evaluator, (accumulator, cache)) in self.evaluators.iter().zip(kept) {
                next = pos;
                next.play(m, accumulator);
                evaluator.refresh_stale(&next, accumulator, cache);
            }
            self.record.push(m);
            assert!(next == *self.record.position(), "{pos} {}", chosen.text);
            self.board = chosen.after.clone();
            self.identities.push(self.rules.identity(&self.board));
            self.check_position();
        }
        let pos = self.record.position();
        invariants::check(pos, &mut Rng(pos.key()));
        compare(&*self.rules, &self.board, pos, "fuzz");
        self.check_end();
    }

    fn check_position(&self) {
        let pos = self.record.position();
        assert_eq!(pos.key(), pos.recomputed_key(), "{pos}");
        assert!(pos.to_string().parse::<Position<V>>().is_ok_and(|read| read == *pos), "{pos}");
        for (evaluator, kept) in self.evaluators.iter().zip(&self.accumulators) {
            let fresh = evaluator.refresh(pos);
            assert!(*kept == fresh, "{pos}: {evaluator:?} has a wrong accumulator");
            assert_eq!(evaluator.score(pos, kept), evaluator.score(pos, &fresh), "{pos}");
        }
    }

    /// Compares the outcomes. Returns `true` if the game is over.
    fn check_end(&self) -> bool {
        let now = self.identities.last().unwrap();
        let repeated = self.identities.iter().filter(|&old| old == now).count() >= 3;
        let naive = (self.rules.end(&self.board))
            .or_else(|| repeated.then(|| self.rules.repetition(!self.board.white_moves)))
            .or_else(|| (self.board.clock >= 100).then_some((None, "fifty-move rule")));
        let found = self.record.outcome().map(|outcome| outcome.to_string());
        assert_eq!(found, naive.map(printed), "{}", self.record.position());
        naive.is_some()
    }
}

/// A game of Apocalypse: the first byte selects the first position, each further four are the choices of a turn.
pub(crate) fn play_apocalypse(data: &[u8]) {
    let ([manner, begin], turns) = head(data);
    let (_, fens) = known::game(NAMES.len() as u8 - 1);
    let mut fen = (*pick(fens, begin.into())).to_owned();
    if manner >= 128 {
        fen = injure(&fen, &mut Rng(u64::from(begin) << 8 | u64::from(manner)));
    }
    let Ok(first) = fen.parse::<apocalypse::Position>() else { return };
    let board = ApocalypseBoard::read(&first.board_text(), Color::BOTH.map(|c| first.penalties(c)));
    let mut board = board.unwrap_or_else(|| panic!("{first} is unreadable"));
    let mut record = Record::new(first);
    for turn in turns.chunks_exact(4).take(LONGEST) {
        let pos = record.position();
        check_apocalypse(&board, pos);
        if record.outcome().is_some() {
            return;
        }
        let numbers = [[turn[0], turn[1]], [turn[2], turn[3]]].map(|pair| usize::from(u16::from_le_bytes(pair)));
        let chosen: [Choice; 2] = [0, 1].map(|side| {
            let list: Vec<Choice> = board.choices(side).into_iter().collect();
            *pick(&list, numbers[side])
        });
        let found = Color::BOTH.map(|color| {
            let wanted = text(&chosen[color.index()]);
            let choices = pos.choices(color);
            *choices.iter().find(|choice| format!("{choice:?}") == wanted).unwrap()
        });
        record.play(found.map(Some));
        board = board.turn(chosen);
    }
    check_apocalypse(&board, record.position());
    // Choices after the end of the game are not compared.
    if board.end() == "*" {
        apocalypse_board::compare(&board);
    }
}

fn check_apocalypse(board: &ApocalypseBoard, pos: &apocalypse::Position) {
    let short = format!("{} {}{}", pos.board_text(), pos.penalties(Color::White), pos.penalties(Color::Black));
    assert_eq!(short, board.short(), "{pos}");
    assert_eq!(pos.outcome().map_or("*".to_owned(), |outcome| outcome.to_string()), board.end(), "{pos}");
    assert_eq!(pos.to_string().parse().as_ref(), Ok(pos), "{pos}");
    assert_eq!(pos.swapped().swapped(), *pos, "{pos}");
    for color in Color::BOTH {
        let mut found: Vec<String> = pos.choices(color).iter().map(|choice| format!("{choice:?}")).collect();
        let mut naive: Vec<String> = board.choices(color.index()).iter().map(text).collect();
        found.sort_unstable();
        naive.sort_unstable();
        assert_eq!(found, naive, "{pos} {color:?}");
    }
}
