//! The games in which the sides move in turn, searched by alpha-beta.

use ::endgames::syzygy;
use engine::openings::{Judge, OpeningsPlan};
use engine::{Engine, Limits};
use eval::{Evaluator, Score, Wdl};
use movegen::fen::letter_of_piece;
use movegen::{Color, FenError, Game, Move, MoveError, Position, Record, Square, Variant, san};

use crate::explain::turn_based::checkers;
use crate::game::{Notation, PlayedGame};
use crate::game_engine::{
    Answer, EngineError, Evaluation, EvaluatorSource, GameEngine, Line, Report, Request, Resources,
};
use crate::mating;
use crate::plies::{self, TurnBasedReader};
use crate::{Control, Settings};

impl<V: Variant> PlayedGame for Position<V> {
    type Engine = Engine<V>;
    type Reader = TurnBasedReader;
    const SIZE: u8 = 8;
    const TEMPLATE: &'static str = "chess";

    fn is_legal(&self, side: Color, m: Move) -> bool {
        side == Self::turn(self) && Self::is_legal(self, m, &self.constraints())
    }

    fn write(&self, _side: Color, m: Move, notation: Notation) -> String {
        match notation {
            Notation::Coordinates => Self::write_move(self, m),
            Notation::Algebraic => san::san(self, m),
        }
    }

    fn read(&self, side: Color, text: &str, notation: Notation) -> Result<Move, MoveError> {
        match notation {
            Notation::Algebraic if side == Self::turn(self) => san::parse_san(self, text),
            _ => Game::parse_move(self, side, text),
        }
    }

    fn letter_at(&self, file: u8, rank: u8) -> Option<char> {
        self.piece_at(Square::at(file, rank)).map(|piece| letter_of_piece(self.game(), piece))
    }

    fn move_number(&self) -> u32 {
        Self::move_number(self).into()
    }

    fn quiet_plies(&self) -> u32 {
        self.clock().into()
    }

    fn openings(plan: &OpeningsPlan, starts: &[Self], judge: Judge<'_, Self>, taken: &mut dyn FnMut(Self) -> bool) {
        engine::openings::generate(plan, starts, judge, taken);
    }

    fn passed(&self) -> Option<Self> {
        let mut passed = *self;
        passed.pass();
        Some(passed)
    }

    fn with_colors_exchanged(&self) -> Result<Self, FenError> {
        Self::read(self.game(), &self.flipped_fen())
    }

    fn state_text(&self) -> Option<String> {
        self.game().describe_state(self.state())
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let squares: Vec<String> = checkers(self).into_iter().map(|at| at.to_string()).collect();
        let mut facts = vec![("Checkers", squares.join(" "))];
        if let Some(syzygy) = syzygy::common()
            && let Some((wdl, dtz)) = syzygy.wdl(self).zip(syzygy.dtz(self))
        {
            facts.push(("Syzygy", format!("WDL {} DTZ {dtz}", wdl as i32)));
        }
        facts
    }

    fn perft(&self, _pending: Option<Move>, depth: u32) -> u64 {
        movegen::perft::perft(self, depth)
    }

    fn write_plies(&self, choices: [Option<Move>; 2]) -> Vec<String> {
        choices.into_iter().flatten().flat_map(|m| plies::words(self, m)).collect()
    }

    fn variant_pieces(&self, _in_plies: bool) -> Option<String> {
        plies::definition::variant_pieces(self.game())
    }
}

/// The evaluation that a score of the search means in a position.
fn evaluation<V: Variant>(pos: &Position<V>, score: Score) -> Evaluation {
    let Wdl { win, draw, loss } = Wdl::of(pos, score);
    Evaluation { value: score.into(), wdl: [win, draw, loss] }
}

impl EvaluatorSource {
    /// Creates the evaluator. That of a file stays in memory until the process ends, so copy it instead of calling this again.
    ///
    /// # Errors
    /// The file does not fit the game.
    pub fn evaluator<V: Variant>(&self, game: V) -> Result<Evaluator<V>, EngineError> {
        match self {
            Self::Table(table) => Evaluator::of_table(game, *table),
            Self::HandMade => Ok(Evaluator::hand_made_of(game)),
            Self::File(bytes) => Evaluator::of_file(game, bytes),
        }
    }
}

impl<V: Variant> GameEngine<Position<V>> for Engine<V> {
    fn new(of: &Position<V>, settings: Settings, resources: &Resources) -> Result<Self, EngineError> {
        let evaluator = resources.evaluator.evaluator(of.game())?;
        let mut engine = Self::of_game(of.game(), settings, evaluator);
        engine.set_book(resources.book.as_ref().and_then(engine::book::AnyBook::of_game));
        Ok(engine)
    }

    fn set(&mut self, settings: Settings) {
        Self::set(self, settings);
    }

    fn new_game(&mut self) {
        Self::new_game(self);
    }

    fn search(
        &mut self,
        record: &Record<Position<V>>,
        request: &Request<Move>,
        control: &Control,
        report: &mut dyn FnMut(Report<Move>),
    ) -> Answer<Move> {
        let root = record.position();
        let limits = Limits { search_moves: request.among.clone(), ..request.limits.clone() };
        let mut forward = |news: &engine::Report| {
            report(match news {
                engine::Report::Line(line, progress) => {
                    let engine::Line { depth, selective_depth, rank, score, bound, ref moves } = *line;
                    let evaluation = evaluation(root, score);
                    let line = Line { depth, selective_depth, rank, evaluation, bound, moves: moves.clone() };
                    Report::Line(line, *progress)
                }
                engine::Report::CurrentMove(depth, m, number) => Report::CurrentMove(*depth, *m, *number),
                engine::Report::Over(score) => Report::Over(evaluation(root, *score)),
            });
        };
        let answer = match mating::moves_to_prove(self, &limits) {
            Some(moves) => mating::search(self, record, &limits, moves, control, &mut forward),
            None => self.go(record, &limits, control, &mut forward),
        };
        let engine::Answer { best, ponder, score, nodes } = answer;
        Answer { best, ponder, evaluation: evaluation(root, score), strategies: None, odds: Vec::new(), nodes }
    }

    fn evaluate(&self, pos: &Position<V>, side: Color) -> Evaluation {
        let score = Self::evaluate(self, pos);
        evaluation(pos, if side == Position::turn(pos) { score } else { -score })
    }

    fn trace(&self, pos: &Position<V>) -> String {
        self.evaluator().trace(pos).to_string()
    }
}
