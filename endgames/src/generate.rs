//! Retrograde analysis of a class, and its verification.
//!
//! The graph of a class has a node for each number, and one for each position after a double step that can be taken en passant.
//! Its edges are the moves that stay in the class; moves to other classes are values. The graph is reversed, and nodes are
//! decided in the order of their distance to the end: a node wins when a successor loses, and loses when all successors win.

use movegen::moves::Each;
use movegen::variant::All;
use movegen::{Color, Position, Variant};

use crate::chunks::in_chunks;
use crate::class::{Class, key};
use crate::probe::{Tables, value_of};
use crate::table::{Table, table_of};
use crate::value::Value;

/// Numbers that a thread takes at a time.
const CHUNK: usize = 1 << 14;
/// Marks an edge to a node beyond the numbers, counted within its chunk.
const EXTRA: u32 = 1 << 31;
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
}

impl Node {
    const EMPTY: Self = Self { win: NO_WIN, loss: 0, edges: 0, is_valid: true, draws: false };

    fn add(&mut self, value: Value) {
        match value {
            Value::Draw => self.draws = true,
            Value::Win(plies) => self.win = self.win.min(plies),
            Value::Loss(plies) => self.loss = self.loss.max(plies),
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
    let each_edge = |visit: &mut dyn FnMut(u32, u32)| {
        let mut from = 0_u32;
        for (part, &extra) in parts.iter().zip(&extra) {
            let target = |edge: u32| if edge & EXTRA != 0 { extra + (edge & !EXTRA) } else { edge };
            let mut edges = part.edges.iter();
            for node in &part.nodes {
                edges.by_ref().take(node.edges.into()).for_each(|&edge| visit(from, target(edge)));
                from += 1;
            }
            for (i, (_, edges)) in part.extra.iter().enumerate() {
                edges.iter().for_each(|&edge| visit(extra + i as u32, target(edge)));
            }
        }
    };
    // Predecessors of node n: `sources[begins[n]..begins[n + 1]]`.
    let mut begins = vec![0_u32; nodes.len() + 1];
    each_edge(&mut |_, to| begins[to as usize + 1] += 1);
    for i in 1..begins.len() {
        begins[i] += begins[i - 1];
    }
    let mut ends = begins.clone();
    let mut sources = vec![0_u32; begins.last().copied().unwrap_or_default() as usize];
    each_edge(&mut |from, to| {
        let end = &mut ends[to as usize];
        sources[*end as usize] = from;
        *end += 1;
    });
    drop((ends, parts));
    let mut numbers = decide(&mut nodes, &begins, &sources);
    numbers.truncate(size);
    // Numbers without a position repeat the last value, which compresses best.
    let mut last = 0;
    for number in &mut numbers {
        if *number == INVALID {
            *number = last;
        }
        last = *number;
    }
    Ok(table_of(class.clone(), &numbers, threads))
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
    if let Some(outcome) = V::decided(pos) {
        node.add(value_of(outcome, pos));
        return Ok(node);
    }
    let mut moves = arrayvec::ArrayVec::<_, 1024>::new();
    let constraints = pos.constraints();
    pos.generate::<All>(&constraints, &mut Each(|m| moves.push(m)));
    if moves.is_empty() {
        node.add(value_of(V::no_moves_outcome(pos, constraints.in_check()), pos));
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
            node.add(value.of_move());
        } else if child.en_passant().is_some() {
            let mut further = Vec::new();
            let after = expand(class, tables, &child, &mut further, extra)?;
            edges.push(EXTRA | extra.len() as u32);
            extra.push((after, further));
        } else {
            edges.push(class.number(&child, exchange) as u32);
        }
    }
    node.edges = (edges.len() - begin) as u16;
    Ok(node)
}

/// Decides the nodes in the order of their distance, and returns the numbers of their values.
fn decide(nodes: &mut [Node], begins: &[u32], sources: &[u32]) -> Vec<u16> {
    let mut numbers = vec![UNKNOWN; nodes.len()];
    let mut queues: Vec<Vec<u32>> = Vec::new();
    let push = |queues: &mut Vec<Vec<u32>>, plies: u16, node: u32| {
        let plies = usize::from(plies);
        if queues.len() <= plies {
            queues.resize_with(plies + 1, Vec::new);
        }
        queues[plies].push(node);
    };
    for (i, node) in nodes.iter().enumerate() {
        if !node.is_valid {
            numbers[i] = INVALID;
        } else if node.win != NO_WIN {
            push(&mut queues, node.win, i as u32);
        } else if node.edges == 0 && !node.draws {
            push(&mut queues, node.loss, i as u32);
        }
    }
    let mut plies = 0_u16;
    while usize::from(plies) < queues.len() {
        for i in std::mem::take(&mut queues[usize::from(plies)]) {
            let i = i as usize;
            if numbers[i] != UNKNOWN {
                continue;
            }
            numbers[i] = plies + 1;
            for &source in &sources[begins[i] as usize..begins[i + 1] as usize] {
                let node = &mut nodes[source as usize];
                if numbers[source as usize] != UNKNOWN {
                    continue;
                }
                if plies.is_multiple_of(2) {
                    push(&mut queues, plies + 1, source);
                    continue;
                }
                node.edges -= 1;
                if node.edges == 0 && !node.draws && node.win == NO_WIN {
                    push(&mut queues, node.loss.max(plies + 1), source);
                }
            }
        }
        plies += 1;
    }
    numbers.iter_mut().filter(|number| **number == UNKNOWN).for_each(|number| *number = 0);
    numbers
}

/// Counts of the positions of a class.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Wins, draws and losses of the side to move, White's turn first.
    pub counts: [[u64; 3]; 2],
    /// The longest win in plies, with a position.
    pub longest: Option<(u16, String)>,
    /// Mutual zugzwangs: positions in which the side to move, whichever it is, would have a better result if the opponent had to move.
    pub zugzwangs: u64,
    /// Positions whose value differs from that of their successors.
    pub errors: u64,
    /// The first such position.
    pub first_error: Option<String>,
}

/// Counts the values of a class.
pub fn summary<V: Variant>(class: &Class<V>, tables: &Tables<V>, threads: usize) -> Summary {
    scan_all(class, tables, threads, false)
}

/// Counts the values of a class, and compares each with the values of the position's successors.
pub fn verify<V: Variant>(class: &Class<V>, tables: &Tables<V>, threads: usize) -> Summary {
    scan_all(class, tables, threads, true)
}

fn scan_all<V: Variant>(class: &Class<V>, tables: &Tables<V>, threads: usize, compares: bool) -> Summary {
    let scan = |chunk| scan(class, tables, chunk, compares);
    let mut parts = in_chunks(class.size().div_ceil(CHUNK), threads, scan);
    let mut summary = Summary::default();
    for part in &mut parts {
        summary.counts.as_flattened_mut().iter_mut().zip(part.counts.as_flattened()).for_each(|(sum, n)| *sum += n);
        summary.zugzwangs += part.zugzwangs;
        summary.errors += part.errors;
        summary.first_error = summary.first_error.or(part.first_error.take());
        if part.longest.as_ref().map(|part| part.0) > summary.longest.as_ref().map(|longest| longest.0) {
            summary.longest = part.longest.take();
        }
    }
    summary
}

fn scan<V: Variant>(class: &Class<V>, tables: &Tables<V>, chunk: usize, compares: bool) -> Summary {
    let mut summary = Summary::default();
    for pos in chunk_numbers(class, chunk).filter_map(|number| class.position(number)) {
        let Some(value) = tables.probe(&pos) else {
            summary.errors += 1;
            continue;
        };
        let column = match value {
            Value::Win(plies) => {
                if summary.longest.as_ref().is_none_or(|&(longest, _)| plies > longest) {
                    summary.longest = Some((plies, pos.to_string()));
                }
                0
            }
            Value::Draw => 1,
            Value::Loss(_) => 2,
        };
        summary.counts[pos.turn()][column] += 1;
        summary.zugzwangs += u64::from(pos.turn() == Color::White && is_zugzwang(tables, &pos, value));
        if compares && Some(value) != by_successors(class, tables, &pos) {
            summary.errors += 1;
            summary.first_error.get_or_insert_with(|| pos.to_string());
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

fn by_successors<V: Variant>(class: &Class<V>, tables: &Tables<V>, pos: &Position<V>) -> Option<Value> {
    if let Some(outcome) = pos.outcome() {
        return Some(value_of(outcome, pos));
    }
    let table = tables.get(class)?;
    let value = |m| {
        let child = pos.after(m);
        let is_here = child.en_passant().is_none() && class.has(&child) && V::decided(&child).is_none();
        if is_here { table.value(class.number(&child, false)) } else { tables.probe(&child) }.map(Value::of_move)
    };
    let values = pos.legal_moves().iter().map(|&m| value(m)).collect::<Option<Vec<_>>>()?;
    values.into_iter().max_by_key(|value| value.rank())
}
