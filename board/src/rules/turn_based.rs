//! The games in which the sides move in turn.

use engine::book::AnyBook;
use games::explain::turn_based::{checkers, effects, facing_line, harmless, illegal};
use games::explain::{At, Effect as Fact, PieceAt, illegal_payment};
use movegen::fen::letter_of_piece_type;
use movegen::variants::loaded;
use movegen::{Bitboard, Color, Move, PieceType, Position, Square, State, Variant};

use super::tree::{Leaf, changes, preview, tree};
use super::{Shown, book, checked, explanation, payment, texts, unsold, view_of};
use crate::messages::{
    Act, BookView, Effect, Explanation, FaceOff, GameInfo, Government, Mode, Origin, PaymentView, PieceView,
    PositionView, Refusal, Sides, Step,
};

/// Distance from the goal within which a king's last rank is shown.
const NEAR_CAMP: u8 = 3;

fn square(at: At) -> Square {
    Square::at(at.file, at.rank)
}

impl<V: Variant> Shown for Position<V> {
    fn letters(&self) -> &'static str {
        self.game().letters()
    }

    fn complete_info(&self, info: &mut GameInfo) {
        let start = self;
        let letter = |&piece_type: &PieceType| letter_of_piece_type(start.game(), piece_type).to_string();
        info.promotions = start.game().promotions().iter().map(letter).collect();
        info.governments = start.governments().is_some();
        info.bribes = V::PURCHASES && loaded(start.game().name()).is_none_or(|game| game.definition().bribes.is_some());
        info.campmate = start.game().goal(Color::White).any();
        info.face_off = V::facing(start, Color::White).any();
        info.threats = true;
    }

    fn complete_view(&self, view: &mut PositionView) {
        view.check = texts(self.checked_royals());
        view.checkers = texts(checkers(self));
        view.face_off = face_off(self);
        view.camps = camps(self);
    }

    fn origins(&self, side: Color) -> Vec<Origin> {
        let legal = self.legal_moves();
        let leaves = legal.iter().filter(|m| !m.is_purchase()).map(|&m| Leaf {
            from: m.from().into(),
            first: m.to().into(),
            step: step(self, side, m),
        });
        let mut origins = tree(leaves.collect(), |from| texts(harmless(self, square(from))));
        origins.extend(Square::all().filter_map(|target| {
            let moves: Vec<Move> = legal.iter().filter(|m| m.is_purchase() && m.to() == target).copied().collect();
            (!moves.is_empty()).then(|| Origin {
                square: target.to_string(),
                act: Act::Turn,
                targets: Vec::new(),
                payments: Some(payment::payments(self, target, &moves)),
                harmless: Vec::new(),
            })
        }));
        origins
    }

    fn explain(&self, _side: Color, from: &str, to: &str, pay: bool) -> Result<Explanation, Refusal> {
        let [from, to] = [checked(from, Square::parse(from))?, checked(to, Square::parse(to))?];
        let reason = if pay { illegal_payment(self, from, to) } else { illegal(self, from, to) };
        Ok(explanation(self.game().name(), reason.as_ref()))
    }

    fn turn_effects(&self, chosen: [Option<Move>; 2], _after: &Self) -> Vec<Fact> {
        chosen[self.turn()].map(|m| effects(self, m)).unwrap_or_default()
    }

    fn marked(&self, m: Move) -> Vec<String> {
        match m.is_purchase() {
            true => texts(self.payment(m).with(m.to())),
            false => texts([m.from(), m.to()]),
        }
    }

    fn reach(&self, from: &str) -> Option<[Vec<String>; 2]> {
        let from = Square::parse(from)?;
        let piece = self.piece_at(from).filter(|piece| piece.piece_type() != PieceType::PAWN)?;
        let (us, occupied) = (piece.color(), self.occupied());
        let captures = self.game().captures(piece.piece_type(), us, from, occupied) - self.color(us);
        Some([texts(self.game().steps(piece.piece_type(), us, from, occupied)), texts(captures)])
    }

    fn shown(&self, piece: PieceAt) -> PieceView {
        PieceView { royal: V::royals(self, piece.color).has(square(piece.at)), ..view_of(self.game().name(), piece) }
    }

    fn rule(&self, letter: char) -> &'static str {
        games::names::rule(self.game(), letter)
    }

    fn pay(&self, target: &str, paid: &[String]) -> Result<PaymentView, Refusal> {
        if V::PURCHASES { payment::pay(self, target, paid) } else { Err(unsold(self.game().name())) }
    }

    fn book(&self, book: &AnyBook) -> BookView {
        book::played(self, book)
    }

    fn governments(&self) -> Option<Sides<Government>> {
        let field = self.state().to_field().filter(|_| V::ROYALS_CHANGE)?;
        let mut letters = field.chars().map(|letter| letter.to_ascii_lowercase());
        let mut next = || {
            let letter = letters.next()?;
            Some(Government { letter: letter.to_string(), name: self.rule(letter).to_owned() })
        };
        Some(Sides { white: next()?, black: next()? })
    }
}

fn step<V: Variant>(pos: &Position<V>, side: Color, m: Move) -> Step {
    let captures = |piece_type| pos.game().captures(piece_type, side, m.from(), pos.occupied()).has(m.to());
    Step {
        square: m.to().to_string(),
        letter: m.promotes_to().map(|piece_type| letter_of_piece_type(pos.game(), piece_type).to_string()),
        m: Some(pos.write_move(m)),
        mode: match () {
            () if pos.is_capture(m) => Mode::Capture,
            () if pos.piece_at(m.from()).is_some_and(|piece| captures(piece.piece_type())) => Mode::Step,
            () => Mode::MoveOnly,
        },
        effect: Effect { changes: changes(pos, &pos.after(m)), ..preview(pos, effects(pos, m)) },
        ..Step::default()
    }
}

fn face_off<V: Variant>(pos: &Position<V>) -> Option<FaceOff> {
    let (line, guards) = facing_line(pos).filter(|(_, guards)| !guards.many())?;
    Some(FaceOff { line: texts(line), guard: guards.first().map(|at| at.to_string()) })
}

fn camps<V: Variant>(pos: &Position<V>) -> Option<Sides<Vec<String>>> {
    let near = |color: Color| {
        let goal = pos.game().goal(color);
        let is_near = |at: Square| goal.into_iter().any(|square| square.distance(at) <= NEAR_CAMP);
        let matters = pos.of(color, PieceType::KING).into_iter().any(is_near);
        texts(if matters { goal } else { Bitboard::EMPTY })
    };
    let camps = Color::BOTH.map(near);
    camps.iter().any(|squares| !squares.is_empty()).then(|| Sides::new(camps))
}
