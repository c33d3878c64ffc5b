//! Legal moves as a tree (origin, target, answer to a question), and their effects: as a preview, and as events.

use games::explain::{At, Effect as Fact, PieceAt, counted, listed};
use games::names;
use movegen::Color;

use super::{Shown, piece_at, squares, texts};
use crate::messages::{Act, Ask, BoardChange, Captured, Coup, Effect, GameEvent, Origin, Step, Wing};

/// A legal move in the tree.
pub(super) struct Leaf {
    pub(super) from: At,
    /// The square to click first.
    pub(super) first: At,
    pub(super) step: Step,
}

/// Groups moves by origin and first target.
pub(super) fn tree(mut leaves: Vec<Leaf>, harmless: impl Fn(At) -> Vec<String>) -> Vec<Origin> {
    leaves.sort_by_key(|Leaf { from, first, .. }| (from.rank, from.file, first.rank, first.file));
    let origin = |own: &[Leaf]| Origin {
        square: own[0].from.to_string(),
        act: Act::Move,
        targets: own.chunk_by(|a, b| a.first == b.first).map(target).collect(),
        payments: None,
        harmless: harmless(own[0].from),
    };
    leaves.chunk_by(|a, b| a.from == b.from).map(origin).collect()
}

fn target(leaves: &[Leaf]) -> Step {
    let square = leaves[0].first.to_string();
    let next: Vec<Step> = leaves.iter().map(|leaf| leaf.step.clone()).collect();
    let first = next[0].clone();
    if next.len() == 1 && first.letter.is_none() && first.square == square {
        return first;
    }
    let (ask, effect) = match first.letter {
        Some(_) => (Ask::Promotion, common(&next)),
        None => (Ask::Relocation, Effect::default()),
    };
    let gamble = next.iter().all(|step| step.gamble);
    Step { square, letter: None, m: None, ask: Some(ask), next, mode: first.mode, gamble, needs: None, effect }
}

/// Returns the common part of the effects of all answers to a question.
fn common(answers: &[Step]) -> Effect {
    let mut common = answers[0].effect.clone();
    for Step { effect: other, .. } in &answers[1..] {
        keep_equal(&mut common.captures, &other.captures);
        keep_equal(&mut common.becomes, &other.becomes);
        keep_equal(&mut common.crowned, &other.crowned);
        keep_equal(&mut common.coup, &other.coup);
        keep_equal(&mut common.check, &other.check);
        keep_equal(&mut common.result, &other.result);
        common.changes.retain(|change| other.changes.contains(change));
    }
    common
}

fn keep_equal<T: PartialEq + Default>(kept: &mut T, other: &T) {
    if kept != other {
        *kept = T::default();
    }
}

/// Returns a preview of a move, without the squares that change.
pub(super) fn preview<G: Shown>(pos: &G, facts: Vec<Fact>) -> Effect {
    let mut effect = Effect::default();
    for fact in facts {
        match fact {
            Fact::Capture { piece, .. } => effect.captures = Some(captured(pos, piece)),
            Fact::Becomes { piece, royal, .. } => {
                effect.becomes = Some(piece.letter.to_string());
                effect.crowned = royal;
            }
            Fact::NewRoyals { side, was, now, royals } => effect.coup = Some(coup(pos, side, was, now, royals)),
            Fact::Castle { .. } => effect.castles = true,
            Fact::Check(royals) => effect.check = texts(royals),
            Fact::End(outcome) => effect.result = Some(super::result_view(outcome)),
            _ => {}
        }
    }
    effect
}

/// Returns the squares that differ between two positions.
pub(super) fn changes<G: Shown>(pos: &G, next: &G) -> Vec<BoardChange> {
    let pieces = squares::<G>().map(|at| (at, piece_at(pos, at), piece_at(next, at)));
    let changed = pieces.filter(|(_, before, after)| before != after);
    changed.map(|(at, _, piece)| BoardChange { square: at.to_string(), piece }).collect()
}

/// Returns an effect of a turn as an event.
pub(super) fn event<G: Shown>(before: &G, after: &G, fact: Fact) -> Option<GameEvent> {
    Some(match fact {
        Fact::Purchase { target, paid } => GameEvent::Bribe {
            square: target.at.to_string(),
            piece: piece_at(after, target.at)?,
            paid: texts(paid.iter().map(|piece| piece.at)),
            price: in_words(before, &paid),
        },
        Fact::Capture { piece, .. } => GameEvent::Capture(captured(before, piece)),
        Fact::Becomes { piece, is_promotion: true, .. } => {
            GameEvent::Promotion { square: piece.at.to_string(), now: piece.letter.to_string() }
        }
        Fact::Becomes { was, piece, royal, .. } => GameEvent::Becomes {
            square: piece.at.to_string(),
            was: was.to_string(),
            now: piece.letter.to_string(),
            royal,
        },
        Fact::NewRoyals { side, was, now, royals } => GameEvent::Coup(coup(before, side, was, now, royals)),
        Fact::Castle { king_side } => GameEvent::Castle { wing: if king_side { Wing::King } else { Wing::Queen } },
        Fact::Check(royals) => GameEvent::Check { royals: texts(royals) },
        Fact::Gamble { side, played, gamble } => {
            GameEvent::Gamble { side: side.into(), played, words: gamble.words(before.name()) }
        }
        Fact::Swap(first, second) => GameEvent::Swap { first: first.to_string(), second: second.to_string() },
        Fact::Clash(at, left) => {
            GameEvent::Clash { square: at.to_string(), left: left.map(|piece| before.shown(piece)) }
        }
        Fact::Relocation { side, to } => GameEvent::Relocation { side: side.into(), square: to.to_string() },
        Fact::Penalty { side, points } => GameEvent::Penalty { side: side.into(), points },
        Fact::End(_) => return None,
    })
}

fn captured<G: Shown>(pos: &G, piece: PieceAt) -> Captured {
    Captured { square: piece.at.to_string(), piece: pos.shown(piece) }
}

fn coup<G: Shown>(pos: &G, side: Color, was: char, now: char, royals: Vec<At>) -> Coup {
    Coup {
        side: side.into(),
        fell: pos.rule(was).to_owned(),
        rules: pos.rule(now).to_owned(),
        letter: now.to_string(),
        royals: texts(royals),
    }
}

/// Returns pieces in words, the most valuable first: `a bishop and two pawns`.
fn in_words<G: Shown>(pos: &G, pieces: &[PieceAt]) -> String {
    let count = |letter: char| {
        let count = pieces.iter().filter(|piece| piece.letter == letter).count();
        u32::try_from(count).ok().filter(|&n| n > 0).map(|n| counted(n, names::piece(pos.name(), letter, Color::White)))
    };
    listed(&pos.letters().chars().rev().filter_map(count).collect::<Vec<_>>())
}
