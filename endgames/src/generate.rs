//! Retrograde analysis of a class, and its verification.
//!
//! The graph of a class has a node for each number, and one for each position after a double step that can be taken en passant.
//! Its edges are the moves that stay in the class; moves to other classes are values. The graph is reversed, and nodes are
//! decided in the order of their distance to the end: a node wins when a successor loses, and loses when all successors win.
//! In the same way won and lost nodes are then decided in the order of their distance to the next move that resets the clock of
//! the 50-move rule. Such a move wins only if it leads to a position that is lost before the clock ends the game.

use movegen::moves::MoveList;
use movegen::{Color, Position, Variant};

use crate::chunks::in_chunks;
use crate::class::{Class, key};
use crate::probe::{LATE, Tables, outcome_or_moves, value_of};
use crate::syzygy::Wdl;
use crate::table::{Numbers, Table, Zeroing};
use crate::value::Value;

/// Numbers that a thread takes at a time.
const CHUNK: usize = 1 << 14;
/// Marks an edge to a node beyond the numbers, counted within its chunk.
const EXTRA: u32 = 1 << 31;
/// Marks an edge by a move that resets the clock.
const RESET: u32 = 1 << 30;
const UNKNOWN: u16 = u16::MAX;
const INVALID: u16 = u16::MAX - 1;
/// No win by a move to another class.
const NO_WIN: u16 = u16::MAX;

/// Values of a node's moves to other classes, and the number of its other moves.
#[derive(Clone, Copy)]
struct Node {
    /// Plies of the fastest win.
    win: u16,
    /// Plies of the slowest loss.
    loss: u16,
    edges: u16,
    is_valid: bool,
    /// A move draws.
    draws: bool,
    /// A move to another class resets the clock.
    resets: bool,
    /// Such a move, or the rules of the game, win before the clock ends the game.
    wins_in_time: bool,
    /// Such a move leads to a position that is not lost, or lost too late.
    escapes: bool,
}

impl Node {
    const EMPTY: Self = Self {
        win: NO_WIN,
        loss: 0,
        edges: 0,
        is_valid: true,
        draws: false,
        resets: false,
        wins_in_time: false,
        escapes: false,
    };

    fn add(&mut self, value: Value) {
        match value {
            Value::Draw => self.draws = true,
            Value::Win(plies) => self.win = self.win.min(plies),
            Value::Loss(plies) => self.loss = self.loss.max(plies),
        }
    }

    /// Adds the end of the game.
    fn end(&mut self, value: Value) {
        self.add(value);
        self.wins_in_time = self.win != NO_WIN;
    }

    /// Adds a move to a position of another class.
    fn add_move(&mut self, value: Value, wdl: Wdl) {
        self.add(value.of_move());
        self.resets = true;
        match wdl {
            Wdl::Loss => self.wins_in_time = true,
            Wdl::Win => (),
            _ => self.escapes = true,
        }
    }
}

/// The nodes of a range of numbers, then the extra ones, and the edges of all in this order.
#[derive(Default)]
struct Part {
    nodes: Vec<Node>,
    extra: Vec<(Node, Vec<u32>)>,
    edges: Vec<u32>,
}

/// Solves a class. `tables` has the classes that its moves lead to.
///
/// # Errors
/// The class of a successor that has no table.
pub fn generate<V: Variant>(class: &Class<V>, tables: &Tables<V>, threads: usize) -> Result<Table<V>, String> {
    let parts = expand_all(class, tables, threads)?;
    let size = class.size();
    let mut nodes: Vec<Node> = Vec::with_capacity(size);
    let mut extra = Vec::new();
    for part in &parts {
        nodes.extend(&part.nodes);
    }
    for part in &parts {
        extra.push(nodes.len() as u32);
        nodes.extend(part.extra.iter().map(|(node, _)| node));
    }
    let each_edge = |visit: &mut dyn FnMut(Source, u32)| {
        let mut from = 0_u32;
        for (part, &extra) in parts.iter().zip(&extra) {
            let mut visit = |from: u32, edge: u32| {
                let to = edge & !(EXTRA | RESET);
                visit(Source::new(from, edge & RESET != 0), if edge & EXTRA != 0 { extra + to } else { to });
            };
            let mut edges = part.edges.iter();
            for node in &part.nodes {
                edges.by_ref().take(node.edges.into()).for_each(|&edge| visit(from, edge));
                from += 1;
            }
            for (i, (_, edges)) in part.extra.iter().enumerate() {
                edges.iter().for_each(|&edge| visit(extra + i as u32, edge));
            }
        }
    };
    let mut begins = vec![0_u32; nodes.len() + 1];
    each_edge(&mut |_, to| begins[to as usize + 1] += 1);
    for i in 1..begins.len() {
        begins[i] += begins[i - 1];
    }
    let mut ends = begins.clone();
    let mut sources = vec![Source(0); begins.last().copied().unwrap_or_default() as usize];
    each_edge(&mut |from, to| {
        let end = &mut ends[to as usize];
        sources[*end as usize] = from;
        *end += 1;
    });
    drop((ends, parts));
    let predecessors = Predecessors { begins, sources };
    let mut numbers = decide(&mut nodes, &predecessors);
    let mut zeroing = decide_zeroing(&nodes, &numbers, &predecessors);
    numbers.truncate(size);
    zeroing.truncate(size);
    let is_needed =
        numbers.iter().zip(&zeroing).any(|(&number, &plies)| is_decisive(number) && plies != (number - 1).min(LATE));
    for (number, plies) in numbers.iter().zip(&mut zeroing) {
        if !is_decisive(*number) {
            *plies = INVALID;
        }
    }
    fill(&mut numbers);
    fill(&mut zeroing);
    let pack = |numbers: &[u16]| Numbers::pack(numbers, threads);
    let zeroing = if is_needed { Zeroing::Plies(pack(&zeroing)) } else { Zeroing::AsToEnd };
    Ok(Table { class: class.clone(), values: pack(&numbers), zeroing })
}

/// Numbers without a position repeat the last value, which compresses best.
fn fill(numbers: &mut [u16]) {
    let mut last = 0;
    for number in numbers {
        if *number == INVALID {
            *number = last;
        }
        last = *number;
    }
}

/// Returns `true` for the numbers of wins and losses.
const fn is_decisive(number: u16) -> bool {
    number != 0 && number != INVALID
}

/// Returns `true` if the number of a decided position is that of a win of the side to move.
const fn is_win(number: u16) -> bool {
    number.is_multiple_of(2)
}

/// The node that an edge comes from, and whether the move resets the clock.
#[derive(Clone, Copy)]
struct Source(u32);

impl Source {
    const fn new(node: u32, resets: bool) -> Self {
        Self(node << 1 | resets as u32)
    }

    const fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    const fn resets(self) -> bool {
        self.0 & 1 != 0
    }
}

/// The edges of the graph by the nodes that they lead to.
struct Predecessors {
    /// The edges to node n are `sources[begins[n]..begins[n + 1]]`.
    begins: Vec<u32>,
    sources: Vec<Source>,
}

impl Predecessors {
    fn of(&self, node: usize) -> &[Source] {
        &self.sources[self.begins[node] as usize..self.begins[node + 1] as usize]
    }
}

fn expand_all<V: Variant>(class: &Class<V>, tables: &Tables<V>, threads: usize) -> Result<Vec<Part>, String> {
    in_chunks(class.size().div_ceil(CHUNK), threads, |chunk| expand_chunk(class, tables, chunk)).into_iter().collect()
}

fn chunk_numbers<V: Variant>(class: &Class<V>, chunk: usize) -> std::ops::Range<usize> {
    chunk * CHUNK..class.size().min((chunk + 1) * CHUNK)
}

fn expand_chunk<V: Variant>(class: &Class<V>, tables: &Tables<V>, chunk: usize) -> Result<Part, String> {
    let mut part = Part::default();
    for number in chunk_numbers(class, chunk) {
        let node = match class.position(number) {
            None => Node { is_valid: false, ..Node::EMPTY },
            Some(pos) => expand(class, tables, &pos, &mut part.edges, &mut part.extra)?,
        };
        part.nodes.push(node);
    }
    Ok(part)
}

/// Computes a node, appends its edges, and the extra nodes that they lead to.
fn expand<V: Variant>(
    class: &Class<V>,
    tables: &Tables<V>,
    pos: &Position<V>,
    edges: &mut Vec<u32>,
    extra: &mut Vec<(Node, Vec<u32>)>,
) -> Result<Node, String> {
    let mut node = Node::EMPTY;
    let mut moves = MoveList::new();
    if let Some(outcome) = outcome_or_moves(pos, &mut moves) {
        node.end(value_of(outcome, pos));
    }
    let begin = edges.len();
    for m in moves {
        let child = pos.after(m);
        let mut exchange = false;
        let stays = class.has(&child) || {
            let (child_key, exchanged) = key(&child);
            exchange = exchanged;
            child_key == class.key()
        };
        if !stays {
            let value =
                tables.probe(&child).ok_or_else(|| format!("{class} leads to '{child}', whose class has no table"))?;
            let wdl = tables.wdl_of(&child, value).ok_or_else(|| format!("the table of '{child}' is damaged"))?;
            node.add_move(value, wdl);
        } else if child.en_passant().is_some() {
            let mut further = Vec::new();
            let after = expand(class, tables, &child, &mut further, extra)?;
            edges.push(EXTRA | RESET | extra.len() as u32);
            extra.push((after, further));
        } else {
            let reset = if child.clock() == 0 { RESET } else { 0 };
            edges.push(reset | class.number(&child, exchange) as u32);
        }
    }
    node.edges = (edges.len() - begin) as u16;
    Ok(node)
}

/// Decides the nodes in the order of their distance, and returns the numbers of their values.
fn decide(nodes: &mut [Node], predecessors: &Predecessors) -> Vec<u16> {
    let mut numbers = vec![UNKNOWN; nodes.len()];
    let mut queues = Queues::default();
    for (i, node) in nodes.iter().enumerate() {
        if !node.is_valid {
            numbers[i] = INVALID;
        } else if node.win != NO_WIN {
            queues.push(node.win, i);
        } else if node.edges == 0 && !node.draws {
            queues.push(node.loss, i);
        }
    }
    let mut plies = 0;
    while let Some(queue) = queues.take(plies) {
        for i in queue {
            let i = i as usize;
            if numbers[i] != UNKNOWN {
                continue;
            }
            numbers[i] = plies + 1;
            for source in predecessors.of(i) {
                let source = source.node();
                let node = &mut nodes[source];
                if numbers[source] != UNKNOWN {
                    continue;
                }
                if plies.is_multiple_of(2) {
                    queues.push(plies + 1, source);
                    continue;
                }
                node.edges -= 1;
                if node.edges == 0 && !node.draws && node.win == NO_WIN {
                    queues.push(node.loss.max(plies + 1), source);
                }
            }
        }
        plies += 1;
    }
    numbers.iter_mut().filter(|number| **number == UNKNOWN).for_each(|number| *number = 0);
    numbers
}

/// Nodes by the plies after which they are decided.
#[derive(Default)]
struct Queues(Vec<Vec<u32>>);

impl Queues {
    fn push(&mut self, plies: u16, node: usize) {
        let plies = usize::from(plies);
        if self.0.len() <= plies {
            self.0.resize_with(plies + 1, Vec::new);
        }
        self.0[plies].push(node as u32);
    }

    /// Takes the nodes of this number of plies; `None` if there are none of this or a larger one.
    fn take(&mut self, plies: u16) -> Option<Vec<u32>> {
        self.0.get_mut(usize::from(plies)).map(std::mem::take)
    }
}

/// Decides won and lost nodes in the order of their distance to a move that resets the clock, and returns the distances; [`LATE`] for
/// those that the clock makes draws.
fn decide_zeroing(nodes: &[Node], numbers: &[u16], predecessors: &Predecessors) -> Vec<u16> {
    // Moves that reset the clock within the class may lead to nodes that are won too late, which is known afterwards.
    let mut in_time: Vec<bool> = numbers.iter().map(|&number| is_decisive(number)).collect();
    loop {
        let plies = zeroing_with(nodes, numbers, predecessors, &in_time);
        let now: Vec<bool> = plies.iter().map(|&plies| plies < LATE).collect();
        if now == in_time {
            return plies;
        }
        in_time = now;
    }
}

/// As [`decide_zeroing`], if moves that reset the clock win or lose in time where they lead to these nodes.
fn zeroing_with(nodes: &[Node], numbers: &[u16], predecessors: &Predecessors, in_time: &[bool]) -> Vec<u16> {
    // `edges` counts those that do not reset the clock.
    let mut nodes: Vec<Node> = nodes.iter().map(|&node| Node { edges: 0, ..node }).collect();
    for to in 0..nodes.len() {
        for source in predecessors.of(to) {
            let node = &mut nodes[source.node()];
            match (source.resets(), in_time[to]) {
                (false, _) => node.edges += 1,
                (true, false) => node.escapes = true,
                (true, true) if is_win(numbers[to]) => node.resets = true,
                (true, true) => node.wins_in_time = true,
            }
        }
    }
    let mut queues = Queues::default();
    for (i, node) in nodes.iter().enumerate().filter(|&(i, _)| is_decisive(numbers[i])) {
        if is_win(numbers[i]) {
            if node.wins_in_time {
                queues.push(1, i);
            }
        } else if node.edges == 0 && !node.escapes {
            queues.push(node.resets.into(), i);
        }
    }
    let mut distances = vec![LATE; nodes.len()];
    let mut plies = 0;
    while plies < LATE
        && let Some(queue) = queues.take(plies)
    {
        for i in queue {
            let i = i as usize;
            if distances[i] < LATE {
                continue;
            }
            distances[i] = plies;
            for source in predecessors.of(i).iter().filter(|source| !source.resets()).map(|source| source.node()) {
                let node = &mut nodes[source];
                if !is_win(numbers[i]) {
                    queues.push(plies + 1, source);
                    continue;
                }
                node.edges -= 1;
                if node.edges == 0 && !node.escapes && is_decisive(numbers[source]) && !is_win(numbers[source]) {
                    queues.push(plies + 1, source);
                }
            }
        }
        plies += 1;
    }
    distances
}

/// Counts of the positions of a class.
#[derive(Clone, Debug)]
pub struct Summary<V: Variant> {
    /// Wins, draws and losses of the side to move, White's turn first.
    pub counts: [[u64; 3]; 2],
    /// The longest win in plies, with a position.
    pub longest: Option<(u16, Position<V>)>,
    /// Wins that the 50-move rule makes draws.
    pub late: u64,
    /// Mutual zugzwangs: positions in which the side to move, whichever it is, would have a better result if the opponent had to move.
    pub zugzwangs: u64,
    /// The first of them.
    pub first_zugzwang: Option<Position<V>>,
    /// Positions whose value differs from that of their successors.
    pub errors: u64,
    /// The first such position.
    pub first_error: Option<Position<V>>,
}

impl<V: Variant> Default for Summary<V> {
    fn default() -> Self {
        Self {
            counts: [[0; 3]; 2],
            longest: None,
            late: 0,
            zugzwangs: 0,
            first_zugzwang: None,
            errors: 0,
            first_error: None,
        }
    }
}

impl<V: Variant> Summary<V> {
    /// Adds the counts of other positions.
    pub fn add(&mut self, other: &Self) {
        self.counts.as_flattened_mut().iter_mut().zip(other.counts.as_flattened()).for_each(|(sum, n)| *sum += n);
        if other.longest.map(|(plies, _)| plies) > self.longest.map(|(plies, _)| plies) {
            self.longest = other.longest;
        }
        self.late += other.late;
        self.zugzwangs += other.zugzwangs;
        self.first_zugzwang = self.first_zugzwang.or(other.first_zugzwang);
        self.errors += other.errors;
        self.first_error = self.first_error.or(other.first_error);
    }
}

/// Counts the values of a class.
pub fn summary<V: Variant>(class: &Class<V>, tables: &Tables<V>, threads: usize) -> Summary<V> {
    scan_all(class, tables, threads, false)
}

/// Counts the values of a class, and compares each with the values of the position's successors.
pub fn verify<V: Variant>(class: &Class<V>, tables: &Tables<V>, threads: usize) -> Summary<V> {
    scan_all(class, tables, threads, true)
}

fn scan_all<V: Variant>(class: &Class<V>, tables: &Tables<V>, threads: usize, compares: bool) -> Summary<V> {
    let scan = |chunk| scan(class, tables, chunk, compares);
    let mut summary = Summary::default();
    in_chunks(class.size().div_ceil(CHUNK), threads, scan).iter().for_each(|part| summary.add(part));
    summary
}

fn scan<V: Variant>(class: &Class<V>, tables: &Tables<V>, chunk: usize, compares: bool) -> Summary<V> {
    let mut summary = Summary::default();
    let table = tables.get(class);
    for pos in chunk_numbers(class, chunk).filter_map(|number| class.position(number)) {
        let Some(value) = tables.probe(&pos) else {
            summary.errors += 1;
            continue;
        };
        let column = match value {
            Value::Win(plies) => {
                if summary.longest.as_ref().is_none_or(|&(longest, _)| plies > longest) {
                    summary.longest = Some((plies, pos));
                }
                0
            }
            Value::Draw => 1,
            Value::Loss(_) => 2,
        };
        summary.counts[pos.turn()][column] += 1;
        summary.late += u64::from(tables.wdl_of(&pos, value) == Some(Wdl::CursedWin));
        if pos.turn() == Color::White && is_zugzwang(tables, &pos, value) {
            summary.zugzwangs += 1;
            summary.first_zugzwang.get_or_insert(pos);
        }
        if compares && !agrees_with_successors(table, tables, &pos, value) {
            summary.errors += 1;
            summary.first_error.get_or_insert(pos);
        }
    }
    summary
}

/// Returns `true` if both sides would have a better result in a position of this value if the opponent had to move.
fn is_zugzwang<V: Variant>(tables: &Tables<V>, pos: &Position<V>, value: Value) -> bool {
    if value.rank() > 0 || pos.checked_royals().any() {
        return false;
    }
    let mut passed = *pos;
    passed.pass();
    let other = if V::validate(&passed).is_ok() { tables.probe(&passed) } else { None };
    other.is_some_and(|other| value.rank().signum() + other.rank().signum() < 0)
}

fn agrees_with_successors<V: Variant>(
    table: Option<&Table<V>>,
    tables: &Tables<V>,
    pos: &Position<V>,
    value: Value,
) -> bool {
    let Some((by_moves, zeroing)) = tables.by_moves(pos, value, table) else { return false };
    by_moves == value && (value == Value::Draw || tables.zeroing(pos) == zeroing)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Node 0 is lost and each other one has a move to the node before. That of node 150, which is lost, leads to node `to` and resets the
    /// clock.
    fn distances(to: u32) -> Vec<u16> {
        let edge = |n: u32| if n == 150 { (Source::new(n, true), to) } else { (Source::new(n, false), n - 1) };
        let edges: Vec<(Source, u32)> = (1..=160).map(edge).collect();
        let mut predecessors = Predecessors { begins: vec![0], sources: Vec::new() };
        for node in 0..=160 {
            predecessors.sources.extend(edges.iter().filter(|edge| edge.1 == node).map(|edge| edge.0));
            predecessors.begins.push(predecessors.sources.len() as u32);
        }
        decide_zeroing(&[Node::EMPTY; 161], &(1..=161).collect::<Vec<u16>>(), &predecessors)
    }

    #[test]
    fn reset_to_win_in_time_loses() {
        let distances = distances(99);
        assert_eq!([99, 100, 101, 149, 150, 160].map(|n: usize| distances[n]), [99, 100, LATE, LATE, 1, 11]);
    }

    #[test]
    fn reset_to_late_win_escapes() {
        let distances = distances(101);
        assert_eq!([100, 101, 150, 160].map(|n: usize| distances[n]), [100, LATE, LATE, LATE]);
    }
}
