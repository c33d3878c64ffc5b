//! Move ordering: which move a node tries next. Moves are generated in stages, because most nodes need only the first.

use movegen::moves::{Each, Sink};
use movegen::variant::{Bribes, Noisy, Quiet};
use movegen::{Bitboard, Constraints, Kind, Man, Move, MoveKind, Position, Square, Variant};

use crate::danger::Danger;
use crate::history::{History, PriorMoves};
use crate::params;
use crate::see::Exchange;

/// A move and how promising it looks.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    m: Move,
    score: i32,
}

/// A list of moves to be scored; its memory is used again and again.
#[derive(Debug, Default)]
pub struct List(Vec<Scored>);

impl Sink for List {
    #[inline]
    fn one(&mut self, m: Move) {
        self.0.push(Scored { m, score: 0 });
    }
}

/// Which quiet moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Quiets {
    All,
    Checks,
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Stage {
    Best,
    MakeNoisy,
    GoodNoisy,
    MakeQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// What the picker asks about moves.
pub struct Knowledge<'a> {
    /// What the search has learnt.
    pub history: &'a History,
    /// What exchanges win.
    pub exchange: &'a Exchange,
    /// The moves before this node.
    pub before: PriorMoves,
    /// Quiet moves that cut in a sister node.
    pub killers: [Move; 2],
}

/// Gives the moves of a node one by one, the most promising first.
pub struct Picker {
    best: Move,
    stage: Stage,
    list: List,
    next: usize,
    bad: usize,
    quiets: Quiets,
    threshold: i32,
}

impl Picker {
    /// All moves of a node, the table's first. `list` lends its memory.
    pub fn new(best: Move, list: List) -> Self {
        Self { best, stage: Stage::Best, list, next: 0, bad: 0, quiets: Quiets::All, threshold: 0 }
    }

    /// Captures, promotions and moves that end the game; those that lose more than `-threshold` by exchanges are left
    /// out. With `quiets`, everything (to answer a check).
    pub fn noisy(best: Move, list: List, threshold: i32, quiets: bool) -> Self {
        let quiets = if quiets { Quiets::All } else { Quiets::None };
        Self { quiets, threshold, ..Self::new(best, list) }
    }

    /// No more quiet moves from here on.
    #[inline]
    pub fn skip_quiets(&mut self) {
        self.quiets = Quiets::None;
    }

    /// Of the quiet moves only direct checks from here on, in no particular order.
    #[inline]
    pub fn only_checks(&mut self) {
        if self.quiets == Quiets::All {
            self.quiets = Quiets::Checks;
        }
    }

    /// Gives the memory back.
    pub fn finish(mut self) -> List {
        self.list.0.clear();
        self.list
    }

    /// Whether the moves now given are captures that lose material.
    #[inline]
    pub fn is_at_bad_captures(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    /// The next move, legal here.
    #[inline]
    pub fn next<V: Variant>(&mut self, pos: &Position<V>, c: &Constraints, know: &Knowledge<'_>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Best => {
                    self.stage = Stage::MakeNoisy;
                    if !self.best.is_none() {
                        return Some(self.best);
                    }
                }
                Stage::MakeNoisy => {
                    pos.generate::<Noisy>(c, &mut self.list);
                    if V::BRIBES {
                        self.purchases(pos, c);
                    }
                    for scored in &mut self.list.0 {
                        scored.score = noisy_score(pos, scored.m, know);
                    }
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.pick() {
                    Some(Scored { m, score }) => {
                        if m == self.best {
                            continue;
                        }
                        let floor = || self.threshold - (score * params::good_capture_history() / 1024).max(0) / 16;
                        if may_end_the_game(pos, m) || know.exchange.wins_at_least(pos, m, floor()) {
                            return Some(m);
                        }
                        self.list.0[self.bad] = Scored { m, score };
                        self.bad += 1;
                    }
                    None => self.stage = if self.quiets == Quiets::None { Stage::BadNoisy } else { Stage::MakeQuiet },
                },
                Stage::MakeQuiet => {
                    if self.quiets != Quiets::None {
                        self.next = self.list.0.len();
                        // Whoever is in check has other worries.
                        let danger = if c.in_check() { Danger::NONE } else { Danger::new(pos, know.exchange) };
                        let mut scorer = Scorer { pos, know, danger, list: &mut self.list.0 };
                        pos.generate::<Quiet>(c, &mut scorer);
                        if V::BRIBES {
                            let mut rest = Each(|m| {
                                if !is_purchase(pos, m) {
                                    scorer.one(m);
                                }
                            });
                            pos.generate::<Bribes>(c, &mut rest);
                        }
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    let picked = match self.quiets {
                        Quiets::All => self.pick(),
                        Quiets::Checks => self.next_check(pos),
                        Quiets::None => None,
                    };
                    match picked {
                        Some(Scored { m, .. }) if m == self.best => {}
                        Some(Scored { m, .. }) => return Some(m),
                        None => {
                            self.next = 0;
                            self.stage = Stage::BadNoisy;
                        }
                    }
                }
                Stage::BadNoisy => {
                    self.stage = Stage::BadNoisy;
                    if self.next >= self.bad {
                        self.stage = Stage::Done;
                    } else {
                        self.next += 1;
                        return Some(self.list.0[self.next - 1].m);
                    }
                }
                Stage::Done => return None,
            }
        }
    }

    /// Bribes that are tried among the captures. Where quiet moves are not wanted, one man paid for each target will do.
    fn purchases<V: Variant>(&mut self, pos: &Position<V>, c: &Constraints) {
        let is_one_enough = self.quiets == Quiets::None;
        let mut bought = Bitboard::EMPTY;
        let list = &mut self.list;
        let mut sink = Each(|m: Move| {
            if is_purchase(pos, m) && !(is_one_enough && bought.has(m.to())) {
                bought = bought.with(m.to());
                list.one(m);
            }
        });
        pos.generate::<Bribes>(c, &mut sink);
    }

    /// The next direct check among what is left.
    fn next_check<V: Variant>(&mut self, pos: &Position<V>) -> Option<Scored> {
        let rest = &self.list.0[self.next..];
        let found = rest.iter().position(|scored| gives_direct_check(pos, scored.m));
        self.next += found.map_or(rest.len(), |i| i + 1);
        found.map(|_| self.list.0[self.next - 1])
    }

    /// Selection: the best of what is left is moved to the front.
    #[inline]
    fn pick(&mut self) -> Option<Scored> {
        let rest = &mut self.list.0[self.next..];
        let first = *rest.first()?;
        let (mut at, mut top) = (0, first.score);
        for (i, scored) in rest.iter().enumerate().skip(1) {
            if scored.score > top {
                (at, top) = (i, scored.score);
            }
        }
        rest.swap(0, at);
        self.next += 1;
        Some(rest[0])
    }
}

/// Whether the move ends the game because a royal arrives at its goal (campmate).
#[inline]
pub fn wins_by_arrival<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    V::goal(pos.turn()).has(m.to()) && V::royals(pos, pos.turn()).has(m.from())
}

/// Whether the move is a coup that brings men to power of whom one is attacked: more often than not that is mate.
#[inline]
pub fn may_mate_by_coup<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    let can_be = params::coup_mates() != 0 && V::is_coup(pos, m);
    let Some(victim) = can_be.then(|| pos.captured(m)).flatten() else { return false };
    let (us, to) = (pos.turn(), m.to());
    let occupied = pos.occupied().without(m.from()).with(to);
    let captor = pos.man_at(m.from()).map_or(Kind::PAWN, Man::kind);
    let by_captor = V::captures(captor, us, to, occupied);
    let is_attacked = |at| by_captor.has(at) || V::attackers(pos, at, us, occupied).meets(occupied);
    pos.of(!us, victim).without(to).into_iter().any(is_attacked)
}

/// Whether the move may end the game in a way that exchanges do not know.
#[inline]
pub fn may_end_the_game<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    wins_by_arrival(pos, m) || may_mate_by_coup(pos, m)
}

/// Whether the moved man itself attacks an enemy royal from where it goes.
#[inline]
pub fn gives_direct_check<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    let occupied = pos.occupied().without(m.from()).with(m.to());
    if V::BRIBES && m.is_bribe() {
        let (us, occupied) = (pos.turn(), occupied - m.paid());
        let kind = pos.man_at(m.to()).map_or(Kind::PAWN, Man::kind);
        return V::captures(kind, us, m.to(), occupied).meets(V::royals(pos, !us));
    }
    pos.man_at(m.from())
        .is_some_and(|man| V::captures(man.kind(), man.color(), m.to(), occupied).meets(V::royals(pos, !man.color())))
}

/// Whether the move is a bribe that brings over more than a pawn: it is tried among the captures.
#[inline]
pub fn is_purchase<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    V::BRIBES
        && params::purchases() != 0
        && m.is_bribe()
        && pos.man_at(m.to()).is_some_and(|man| man.kind() != Kind::PAWN)
}

/// Whether the picker gives this move among the captures.
#[inline]
pub fn is_noisy<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    pos.is_capture(m) || m.promotes_to().is_some() || wins_by_arrival(pos, m) || is_purchase(pos, m)
}

#[inline]
fn noisy_score<V: Variant>(pos: &Position<V>, m: Move, know: &Knowledge<'_>) -> i32 {
    if wins_by_arrival(pos, m) {
        return i32::MAX / 2;
    }
    if may_mate_by_coup(pos, m) {
        return i32::MAX / 4;
    }
    16 * know.exchange.gain(pos, m) + know.history.noisy(pos, m)
}

/// Takes quiet moves and scores them on the way: what they have in common is looked up once for each man.
struct Scorer<'a, V: Variant> {
    pos: &'a Position<V>,
    know: &'a Knowledge<'a>,
    danger: Danger,
    list: &'a mut Vec<Scored>,
}

impl<V: Variant> Scorer<'_, V> {
    #[inline]
    fn push(&mut self, m: Move, worth: i32) {
        let killer = match self.know.killers {
            [first, _] if first == m => params::killer_first(),
            [_, second] if second == m => params::killer_second(),
            _ => 0,
        };
        self.list.push(Scored { m, score: worth + killer });
    }
}

impl<V: Variant> Sink for Scorer<'_, V> {
    #[inline]
    fn fan(&mut self, from: Square, to: Bitboard) {
        if to.is_empty() {
            return;
        }
        let kind = self.pos.man_at(from).map_or(Kind::PAWN, Man::kind);
        let butterfly = self.know.history.butterfly(self.pos.turn(), from);
        let after = self.know.history.rows(kind, &self.know.before);
        let value = self.know.exchange.value(kind);
        for to in to {
            let i = to.index();
            let history = History::together(butterfly[i], after.map(|row| row[i]));
            let danger = self.danger.of_move(kind, value, from, to);
            self.push(Move::new(from, to, MoveKind::Normal), history + danger);
        }
    }

    #[inline]
    fn shifted(&mut self, to: Bitboard, step: i8, kind: MoveKind) {
        if to.is_empty() {
            return;
        }
        let after = self.know.history.rows(Kind::PAWN, &self.know.before);
        let value = self.know.exchange.value(Kind::PAWN);
        for to in to {
            let (from, i) = (to.offset(-step), to.index());
            let butterfly = self.know.history.butterfly(self.pos.turn(), from)[i];
            let history = History::together(butterfly, after.map(|row| row[i]));
            let danger = self.danger.of_move(Kind::PAWN, value, from, to);
            self.push(Move::new(from, to, kind), history + danger);
        }
    }

    /// Bribes and castling. What a bribe wins is worth more than any history.
    #[inline]
    fn one(&mut self, m: Move) {
        let won = if m.is_bribe() { 64 * self.know.exchange.gain(self.pos, m) } else { 0 };
        self.push(m, won + self.know.history.quiet(self.pos, m, &self.know.before));
    }
}
