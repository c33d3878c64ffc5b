//! Converts games into sheets: the only module of the laboratory that inspects boards.

use apocalypse::search;
use eval::{Evaluate, Evaluator};
use games::Strategy;
use movegen::{Color, Move, MoveKind, Piece, PieceType, Position, Turn, Variant, attacks};

use crate::figures::knowing::Knowing;
use crate::game::{ArchivedGame, Made};
use crate::logistic::expected;
use crate::players::Playable;
use crate::sheet::{Maps, OPENING, PIECE_TYPES, Ply, Purchase, Settled, Sheet, Vocabulary};

/// A position is quiet if there is no check and none of this many plies before and after it changes the pieces.
const CALM: usize = 1;

/// Pieces that were the same for so many plies are no trade half made: three moves of each side, as Kaufman counts ("The Evaluation of
/// Material Imbalances", 1999).
const LASTING: usize = 6;

/// An event to count. Callers may add their own to [`Event::usual`].
#[derive(Clone, Copy, Debug)]
pub struct Event<V: Variant> {
    /// The name in the plural.
    pub name: &'static str,
    /// Returns `true` if the event happens when this legal move is played in this position.
    pub happens: fn(&Position<V>, Move) -> bool,
}

impl<V: Variant> Event<V> {
    /// Returns the events of every game (captures, checks, promotions, castlings) and those of these rules: captures that change
    /// the capturing piece, changes of royals, turns of a side with several royals, and purchases.
    pub fn usual() -> Vec<Self> {
        let gives_check = |pos: &Position<V>, m: Move| pos.after(m).checked_royals().any();
        let mut events = vec![
            Self { name: "captures", happens: Position::is_capture },
            Self { name: "checks", happens: gives_check },
            Self { name: "promotions", happens: |_, m| m.kind() == MoveKind::Promotion },
            Self { name: "castlings", happens: |_, m| m.kind() == MoveKind::Castle },
        ];
        if V::CAPTURES_CHANGE_TYPE {
            events.push(Self { name: "changed pieces", happens: |pos, m| change(pos, m) != 0 });
        }
        if V::ROYALS_CHANGE {
            events.push(Self { name: V::WORDS.royals_changes, happens: V::changes_royals });
        }
        if V::SEVERAL_ROYALS {
            let has_several = |pos: &Position<V>, _| V::royals(pos, pos.turn()).many();
            events.push(Self { name: "turns with several royals", happens: has_several });
        }
        if V::PURCHASES {
            events.push(Self { name: V::WORDS.purchases, happens: |_, m| m.is_purchase() });
        }
        events
    }
}

/// Returns the difference in piece type that a capture makes to the capturing piece; 0 if it does not change.
pub fn change<V: Variant>(pos: &Position<V>, m: Move) -> i32 {
    let Some((piece, victim)) = pos.piece_at(m.from()).zip(pos.captured(m)) else { return 0 };
    V::arrives_as(pos, piece, victim).index() as i32 - piece.piece_type().index() as i32
}

/// The sheet of a game without its plies.
fn begin<G: Playable>(game: &ArchivedGame<G>) -> Sheet {
    let half_points = match game.outcome.map(|outcome| outcome.winner) {
        None | Some(None) => 1,
        Some(Some(Color::White)) => 2,
        Some(Some(Color::Black)) => 0,
    };
    let reason = game.outcome.map_or("length limit", |outcome| outcome.reason.as_str());
    Sheet { half_points, reason, sampled: game.sampled.into(), ..Sheet::default() }
}

impl<V: Variant> Playable for Position<V> {
    fn worth(&self) -> Vec<(char, i32)> {
        let evaluator = Evaluator::<V>::hand_made_of(self.game());
        let value = |piece_type| Evaluate::<V>::value(&evaluator, piece_type);
        self.game().letters().chars().zip((0..).map(PieceType::new)).map(|(letter, of)| (letter, value(of))).collect()
    }

    fn vocabulary(&self) -> Vocabulary {
        Vocabulary {
            piece_types: self.game().letters(),
            events: events(self).iter().map(|event| event.name).collect(),
            size: 8,
        }
    }

    fn watch(start: &Self, game: &ArchivedGame<Self>, maps: &mut Maps) -> Sheet {
        let (events, mut pos) = (events(start), *start);
        let mut sheet = Sheet { start: balance(start), ..begin(game) };
        let mut noisy = Vec::with_capacity(game.turns.len());
        let mut lasted = 0;
        for (number, made) in game.turns.iter().map(|turn| turn.iter().flatten().next()).enumerate() {
            let Some(Made { m, value, .. }) = made else { break };
            let (m, side) = (*m, pos.turn());
            if number < OPENING {
                sheet.opening.push(games::pgn::move_text(&pos, side, m));
            }
            let is_noisy = pos.is_capture(m) || m.is_purchase() || m.kind() == MoveKind::Promotion;
            noisy.push(is_noisy);
            let share = expected((*value).into());
            let mut ply = Ply {
                side: side as u8,
                choices: pos.count_moves() as u32,
                expected: if side == Color::White { share } else { 1.0 - share } as f32,
                captures: u8::from(pos.is_capture(m)),
                balance: pos.checked_royals().is_empty().then(|| balance(&pos)),
                settled: (lasted == LASTING).then(|| settled(&pos)),
                rulers: V::ROYALS_CHANGE.then(|| Color::BOTH.map(|color| ruler(&pos, color))),
                ..Ply::default()
            };
            for (bit, event) in events.iter().enumerate() {
                if (event.happens)(&pos, m) {
                    ply.events[side] |= 1 << bit;
                    maps.events[bit][m.to().index()] += 1;
                }
            }
            if m.is_purchase() {
                sheet.purchases.push(purchase(&pos, m));
            }
            lasted = if is_noisy { 0 } else { lasted + 1 };
            maps.positions += 1;
            pos.pieces().for_each(|(piece, at)| maps.pieces[slot(piece)][at.index()] += 1);
            sheet.plies.push(ply);
            pos = pos.after(m);
        }
        for (number, ply) in sheet.plies.iter_mut().enumerate() {
            let around = number.saturating_sub(CALM)..(number + CALM).min(noisy.len());
            ply.balance = ply.balance.filter(|_| !noisy[around].contains(&true));
        }
        sheet
    }
}

fn slot(piece: Piece) -> usize {
    2 * piece.piece_type().index() + piece.color() as usize
}

/// Returns the events of [`Event::usual`] and further ones of this position's game.
fn events<V: Variant>(first: &Position<V>) -> Vec<Event<V>> {
    let mut events = Event::<V>::usual();
    events.push(Event { name: "en-passant captures", happens: |_, m| m.kind() == MoveKind::EnPassant });
    if V::CAPTURES_CHANGE_TYPE {
        events.push(Event { name: "captures that promote", happens: |pos, m| change(pos, m) > 0 });
        events.push(Event { name: "captures that demote", happens: |pos, m| change(pos, m) < 0 });
    }
    if Color::BOTH.into_iter().any(|color| V::facing(first, color).any()) {
        events.push(Event { name: "turns with a piece bound by a face-off", happens: |pos, _| is_bound(pos) });
    }
    events
}

/// Returns `true` if a piece of the side to move alone stands between its royal and an enemy that this royal may not face.
pub fn is_bound<V: Variant>(pos: &Position<V>) -> bool {
    let (us, occupied) = (pos.turn(), pos.occupied());
    V::royals(pos, us).into_iter().any(|royal| {
        (V::facing(pos, !us) & attacks::open_rook(royal)).into_iter().any(|other| {
            let between = attacks::between(royal, other) & occupied;
            between.count() == 1 && between.meets(pos.color(us))
        })
    })
}

fn balance<V: Variant>(pos: &Position<V>) -> [i8; PIECE_TYPES] {
    let mut balance = [0; PIECE_TYPES];
    for (piece, _) in pos.pieces() {
        balance[piece.piece_type().index()] += if piece.color() == Color::White { 1 } else { -1 };
    }
    balance
}

fn settled<V: Variant>(pos: &Position<V>) -> Settled {
    let pieces = Color::BOTH.map(|color| {
        let others = pos.color(color) & !pos.piece_type(PieceType::PAWN) & !V::royals(pos, color);
        others.count() as u8
    });
    let has_pair = |color| i8::from(pos.of(color, PieceType::BISHOP).many());
    Settled { balance: balance(pos), pieces, bishop_pair: has_pair(Color::White) - has_pair(Color::Black) }
}

fn ruler<V: Variant>(pos: &Position<V>, of: Color) -> u8 {
    let first = V::royals(pos, of).first().and_then(|at| pos.piece_at(at));
    first.map_or(PieceType::KING, Piece::piece_type).index() as u8
}

fn purchase<V: Variant>(pos: &Position<V>, m: Move) -> Purchase {
    let piece_type = |at| pos.piece_at(at).map_or(PieceType::PAWN, Piece::piece_type).index() as u8;
    let mut paid: Vec<u8> = pos.payment(m).into_iter().map(piece_type).collect();
    paid.sort_unstable_by(|a, b| b.cmp(a));
    Purchase { side: pos.turn() as u8, bought: piece_type(m.to()), paid }
}

const AT_ONCE: [&str; 5] = ["captures", "gambles", "gambles that hold", "penalties", "knights made of pawns"];

impl Playable for apocalypse::Position {
    fn worth(&self) -> Vec<(char, i32)> {
        Vec::new()
    }

    fn mix(&self, side: Color, strategy: &Strategy) -> Vec<(apocalypse::Choice, f32)> {
        search::played(&strategy.mix[side], self.penalties(side)).map(|(m, share)| (m, share as f32)).collect()
    }

    fn vocabulary(&self) -> Vocabulary {
        Vocabulary { piece_types: "pn", events: AT_ONCE.to_vec(), size: 5 }
    }

    fn watch(start: &Self, game: &ArchivedGame<Self>, maps: &mut Maps) -> Sheet {
        let (mut sheet, mut pos) = (begin(game), *start);
        for (number, turn) in game.turns.iter().enumerate() {
            let [Some(white), Some(black)] = turn else { break };
            debug_assert!(movegen::Game::turn(&pos) == Turn::Both);
            let choices = [white.m, black.m];
            if number < OPENING {
                sheet.opening.push(choices.map(|choice| choice.to_string()).join(" "));
            }
            let next = pos.resolve(choices);
            let pieces = |pos: &Self| pos.occupied().count_ones();
            let mut ply = Ply {
                side: 2,
                choices: Color::BOTH.map(|side| pos.choices(side).len() as u32).iter().product(),
                expected: (f32::from(white.value) / 10_000.0 + 1.0) / 2.0,
                captures: pieces(&pos).saturating_sub(pieces(&next)) as u8,
                mixed: Some([white, black].map(|made| (made.mix.len() as u8, bits(made)))),
                ..Ply::default()
            };
            for side in Color::BOTH {
                let choice = choices[side];
                let gambles = choice.is_speculative();
                let happened = [
                    pos.pieces(!side) & choice.via().bit() != 0 && pos.is_playable(side, choice, choices[!side]),
                    gambles,
                    gambles && pos.is_playable(side, choice, choices[!side]),
                    next.penalties(side) > pos.penalties(side),
                    next.knights(side).count_ones() > pos.knights(side).count_ones(),
                ];
                for (bit, _) in happened.into_iter().enumerate().filter(|&(_, happened)| happened) {
                    ply.events[side] |= 1 << bit;
                    maps.events[bit][choice.to().index()] += 1;
                }
                for (piece_type, set) in [pos.pawns(side), pos.knights(side)].into_iter().enumerate() {
                    apocalypse::rules::squares(set)
                        .for_each(|at| maps.pieces[2 * piece_type + side as usize][at.index()] += 1);
                }
            }
            maps.positions += 1;
            sheet.plies.push(ply);
            pos = next;
        }
        sheet
    }

    fn knowing(start: &Self, games: &[Vec<u8>], seed: u64) -> Result<Option<Knowing>, &'static str> {
        Knowing::of(start, games, seed)
    }
}

/// The entropy of the strategy that a choice was drawn from.
fn bits<M>(made: &Made<M>) -> f32 {
    made.mix.iter().map(|&(_, share)| if share > 0.0 { -share * share.log2() } else { 0.0 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire, Game, Insurrection, Subversion};

    /// The sheet of a game of these moves.
    fn sheet<V: Variant>(fen: &str, moves: &[&str]) -> Sheet {
        let start: Position<V> = fen.parse().unwrap();
        let mut record = movegen::Record::new(start);
        let mut turns = Vec::new();
        for text in moves {
            let m = record.position().parse_move(text).unwrap();
            let made = Made { m, value: 100, mix: Vec::new() };
            turns.push(match record.position().turn() {
                Color::White => [Some(made), None],
                Color::Black => [None, Some(made)],
            });
            record.push(m);
        }
        let game = ArchivedGame { sampled: 0, turns, outcome: record.outcome() };
        Position::watch(&start, &game, &mut Maps::default())
    }

    fn names<V: Variant>(ply: &Ply) -> Vec<&'static str> {
        let side = usize::from(ply.side);
        let names = Position::<V>::start().vocabulary().events.into_iter().enumerate();
        names.filter(|(bit, _)| ply.events[side] >> bit & 1 != 0).map(|(_, name)| name).collect()
    }

    #[test]
    fn coup_is_recorded_with_previous_royals() {
        let sheet = sheet::<Insurrection>("4k3/8/8/2b5/8/3b4/4K3/5R2 w - - 0 1 Kk", &["e2d3", "e8e7"]);
        assert_eq!(sheet.plies[0].rulers, Some([5, 5]));
        assert_eq!(sheet.plies[1].rulers, Some([5, 2]), "bishops rule Black");
        let seen = names::<Insurrection>(&sheet.plies[0]);
        assert!(seen.contains(&"coups") && seen.contains(&"captures"), "{seen:?}");
        assert!(!seen.contains(&"changed pieces"), "a royal does not change");
    }

    #[test]
    fn pieces_settle_once_after_six_unchanged_plies() {
        let moves = ["e4d5", "e8d8", "e1e2", "d8e8", "e2e1", "e8d8", "e1e2", "d8e8", "e2e1"];
        let sheet = sheet::<Chess>("n3k1n1/8/8/3p4/4P3/8/8/2B1KB2 w - - 0 1", &moves);
        let settled: Vec<_> = sheet.plies.iter().enumerate().filter_map(|(n, ply)| Some((n, ply.settled?))).collect();
        let mut balance = [0; PIECE_TYPES];
        balance[..3].copy_from_slice(&[1, -2, 2]);
        assert_eq!(settled, [(7, Settled { balance, pieces: [2; 2], bishop_pair: 1 })]);
    }

    #[test]
    fn capturing_piece_is_promoted_or_demoted() {
        let rises = sheet::<Insurrection>("4k3/8/2n5/3P4/8/8/8/4K3 w - - 0 1 Kk", &["d5c6"]);
        assert!(names::<Insurrection>(&rises.plies[0]).contains(&"captures that promote"));
        let falls = sheet::<Insurrection>("4k3/8/2p5/3Q4/8/8/8/4K3 w - - 0 1 Kk", &["d5c6"]);
        assert!(names::<Insurrection>(&falls.plies[0]).contains(&"captures that demote"));
    }

    #[test]
    fn a_bribe_has_its_price() {
        let sheet = sheet::<Subversion>("4k3/8/8/8/4r3/3N4/8/2B1KB2 w - - 0 1", &["c1f1e4r"]);
        assert_eq!(sheet.purchases, [Purchase { side: 0, bought: 3, paid: vec![2, 2] }]);
        assert_eq!(sheet.plies[0].captures, 0);
    }

    #[test]
    fn start_of_empire_has_no_bound_piece() {
        let sheet = sheet::<Empire>(Empire::START, &["c3c4"]);
        assert_eq!(names::<Empire>(&sheet.plies[0]), [""; 0]);
        assert_eq!(sheet.opening, ["c4"]);
    }

    #[test]
    fn a_gamble_and_its_penalty_are_seen() {
        let start = <apocalypse::Position as Game>::start();
        let gamble = start.choices(Color::White).into_iter().find(|choice| choice.is_speculative()).unwrap();
        let safe = start.safe_choices(Color::Black)[0];
        let made = |m| Some(Made { m, value: 0, mix: vec![(m, 0.5), (m, 0.5)] });
        let game = ArchivedGame { sampled: 0, turns: vec![[made(gamble), made(safe)]], outcome: None };
        let mut maps = Maps::default();
        let sheet = apocalypse::Position::watch(&start, &game, &mut maps);
        assert_eq!(sheet.plies[0].events, [0b01010, 0], "it does not hold and costs a point");
        assert_eq!(sheet.plies[0].mixed, Some([(2, 1.0); 2]));
        assert_eq!((maps.positions, maps.pieces[0].iter().sum::<u64>()), (1, 5));
    }
}
