//! Numbers of positions in a table. The pieces are in groups; the first group is numbered up to symmetries of the board, every other one
//! by the squares that the groups before it leave free.

use arrayvec::ArrayVec;
use movegen::Square;

use super::file::MAX_PIECES;

/// Pieces that are numbered together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    length: usize,
    /// The factor of its number in the sum.
    factor: u64,
    form: Form,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    LeadingPawns,
    Pawns,
    /// Three different pieces.
    Unique,
    Kings,
    /// Equal pieces.
    Equal,
}

type Groups = ArrayVec<Group, MAX_PIECES>;

/// The number of placements of three different pieces up to symmetry.
const UNIQUE: u64 = 31_332;
/// The number of placements of two kings up to symmetry.
const KINGS: u64 = 462;

/// `BINOMIALS[k][n]`: the number of sets of `k` of `n` elements.
static BINOMIALS: [[u64; 64]; MAX_PIECES] = {
    let mut all = [[0; 64]; MAX_PIECES];
    let mut n = 0;
    while n < 64 {
        all[0][n] = 1;
        let mut k = 1;
        while k < MAX_PIECES && n > 0 {
            all[k][n] = all[k][n - 1] + all[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    all
};

fn binomial(k: usize, n: usize) -> u64 {
    BINOMIALS.get(k).and_then(|row| row.get(n)).copied().unwrap_or_default()
}

/// Splits pieces after the first `begin` into runs of equal ones.
fn runs(pieces: &[u8], begin: usize) -> impl Iterator<Item = usize> {
    pieces[begin..].chunk_by(|a, b| a == b).map(<[u8]>::len)
}

/// Returns the groups of pieces without pawns, and the number of positions. `order`: the place of the first group in the sum.
pub(super) fn groups(pieces: &[u8], has_unique: bool, order: usize) -> Option<(Groups, u64)> {
    let (form, length, size) = if has_unique { (Form::Unique, 3, UNIQUE) } else { (Form::Kings, 2, KINGS) };
    let is_valid = form == Form::Unique || pieces[..2].iter().all(|piece| piece % 8 == 6);
    let mut groups: Groups = std::iter::once(Group { length, factor: 0, form })
        .chain(runs(pieces, length).map(|length| Group { length, factor: 0, form: Form::Equal }))
        .collect();
    let size = set_factors(&mut groups, &[(order, size)], 64 - length)?;
    is_valid.then_some((groups, size))
}

/// Returns the groups of pieces with pawns, and the number of positions. `pawns`: the numbers of leading pawns and others.
pub(super) fn groups_with_pawns(
    pieces: &[u8],
    leading: u8,
    pawns: [usize; 2],
    orders: [usize; 2],
    file: usize,
) -> Option<(Groups, u64)> {
    let [leads, others] = pawns;
    let is_valid = pieces[..leads].iter().all(|&piece| piece == leading)
        && pieces[leads..leads + others].iter().all(|&piece| piece == leading ^ 8);
    let mut fixed = ArrayVec::<(usize, u64), 2>::new();
    let mut groups = Groups::new();
    groups.push(Group { length: leads, factor: 0, form: Form::LeadingPawns });
    fixed.push((orders[0], leading_numbers(leads, file, 7)));
    if others > 0 {
        groups.push(Group { length: others, factor: 0, form: Form::Pawns });
        fixed.push((orders[1], binomial(others, 48 - leads)));
    }
    groups.extend(runs(pieces, leads + others).map(|length| Group { length, factor: 0, form: Form::Equal }));
    let size = set_factors(&mut groups, &fixed, 64 - leads - others)?;
    is_valid.then_some((groups, size))
}

/// Sets the factors. `fixed`: the place in the sum and the size of the first groups; the others follow in their order. `free`: the
/// number of squares that the first groups leave.
fn set_factors(groups: &mut Groups, fixed: &[(usize, u64)], mut free: usize) -> Option<u64> {
    let mut product = 1_u64;
    let mut next = fixed.len();
    for place in 0..groups.len() {
        let (group, size) = match fixed.iter().position(|&(order, _)| order == place) {
            Some(group) => (group, fixed[group].1),
            None => {
                let length = groups.get(next)?.length;
                free -= length;
                next += 1;
                (next - 1, binomial(length, free + length))
            }
        };
        groups[group].factor = product;
        product = product.checked_mul(size)?;
    }
    groups.iter().all(|group| group.factor > 0).then_some(product)
}

/// The number of a square among those of pawns: greater is nearer to the edge, then to the first rank.
const fn pawn_number(at: Square) -> usize {
    let (file, is_right) = if at.file() > 3 { (7 - at.file(), 1) } else { (at.file(), 0) };
    47 - (file as usize * 12 + (at.rank() as usize).saturating_sub(1) * 2 + is_right)
}

/// The number of placements of leading pawns, the first of which is on this file and on a rank from 1 to below `rank`.
fn leading_numbers(pawns: usize, file: usize, rank: u8) -> u64 {
    (1..rank).map(|rank| binomial(pawns - 1, pawn_number(Square::at(file as u8, rank)))).sum()
}

/// Moves the leading pawns to the front, the leading one first, and returns its file, counted from the edge.
pub(super) fn sort_leading_pawns(pawn: u8, codes: &mut [u8], squares: &mut [Square]) -> Option<usize> {
    let mut count = 0;
    for i in 0..codes.len() {
        if codes[i] == pawn {
            codes.swap(count, i);
            squares.swap(count, i);
            if pawn_number(squares[count]) > pawn_number(squares[0]) {
                squares.swap(count, 0);
            }
            count += 1;
        }
    }
    let file = squares.first()?.file();
    (count > 0).then(|| file.min(7 - file).into())
}

/// Returns the sign of rank minus file: 0 on the diagonal from a1 to h8.
const fn off_diagonal(at: Square) -> i8 {
    (at.rank() as i8 - at.file() as i8).signum()
}

/// The number of a square of the triangle a1-d1-d4, in which those of the diagonal come last.
const fn triangle(at: Square) -> u64 {
    match (at.file(), at.rank()) {
        (file, rank) if file == rank => 6 + file as u64,
        (file, 0) => file as u64 - 1,
        (file, rank) => (file + rank) as u64,
    }
}

/// The number of a square below the diagonal, by ranks.
const fn below(at: Square) -> u64 {
    let (file, rank) = (at.file() as u64, at.rank() as u64);
    7 * rank - rank * rank.saturating_sub(1) / 2 + file - rank - 1
}

/// Returns the number of a position whose pieces are on these squares, in the order of the table. `pawns`: the number of leading pawns.
pub(super) fn number(squares: &mut [Square], groups: &[Group], pawns: usize) -> Option<u64> {
    if squares[0].file() > 3 {
        squares.iter_mut().for_each(|at| *at = Square::new(at.byte() ^ 7));
    }
    let first = groups.first()?;
    if first.form == Form::LeadingPawns {
        squares.get_mut(1..pawns)?.sort_unstable_by_key(|&at| pawn_number(at));
    } else {
        if squares[0].rank() > 3 {
            squares.iter_mut().for_each(|at| *at = at.flip());
        }
        let sign = squares.iter().take(first.length).map(|&at| off_diagonal(at)).find(|&sign| sign != 0);
        if sign == Some(1) {
            squares.iter_mut().for_each(|at| *at = Square::at(at.rank(), at.file()));
        }
    }
    let mut sum = 0;
    let mut begin = 0;
    for group in groups {
        let end = begin + group.length;
        let number = match group.form {
            Form::LeadingPawns => {
                let lead = squares[0];
                let others = squares[1..end].iter().enumerate().map(|(i, &at)| binomial(i + 1, pawn_number(at)));
                leading_numbers(end, lead.file().into(), lead.rank()) + others.sum::<u64>()
            }
            Form::Unique => unique_number([squares[0], squares[1], squares[2]]),
            Form::Kings => kings_number(squares[0], squares[1])?,
            Form::Pawns | Form::Equal => {
                squares.get_mut(begin..end)?.sort_unstable();
                let offset = if group.form == Form::Pawns { 8 } else { 0 };
                let (before, group) = squares[..end].split_at(begin);
                let free =
                    |at: Square| at.index().checked_sub(offset + before.iter().filter(|&&other| other < at).count());
                let mut number = 0;
                for (i, &at) in group.iter().enumerate() {
                    number += binomial(i + 1, free(at)?);
                }
                number
            }
        };
        sum += number * group.factor;
        begin = end;
    }
    Some(sum)
}

fn unique_number([a, b, c]: [Square; 3]) -> u64 {
    let less_b = u64::from(b > a);
    let less_c = u64::from(c > a) + u64::from(c > b);
    let index = |at: Square| at.index() as u64;
    let diagonal = |at: Square| u64::from(at.rank());
    if off_diagonal(a) != 0 {
        return (triangle(a) * 63 + index(b) - less_b) * 62 + index(c) - less_c;
    }
    if off_diagonal(b) != 0 {
        return (6 * 63 + diagonal(a) * 28 + below(b)) * 62 + index(c) - less_c;
    }
    let start = 6 * 63 * 62 + 4 * 28 * 62;
    if off_diagonal(c) != 0 {
        return start + (diagonal(a) * 7 + diagonal(b) - less_b) * 28 + below(c);
    }
    start + 4 * 7 * 28 + (diagonal(a) * 7 + diagonal(b) - less_b) * 6 + diagonal(c) - less_c
}

/// Numbers by square of the first king in the triangle and square of the second; those with both on the diagonal come last.
static KING_NUMBERS: [[u16; 64]; 10] = {
    const NONE: u16 = u16::MAX;
    let mut all = [[NONE; 64]; 10];
    let mut next = 0;
    let mut on_diagonal = 0;
    while on_diagonal < 2 {
        let mut lead = 0;
        while lead < 10 {
            let mut first = 0;
            while first < 64 {
                let a = Square::new(first);
                if a.file() < 4 && a.rank() <= a.file() && triangle(a) == lead {
                    let mut second = 0;
                    while second < 64 {
                        let b = Square::new(second);
                        let are_both = off_diagonal(a) == 0 && off_diagonal(b) == 0;
                        let is_above = off_diagonal(a) == 0 && off_diagonal(b) > 0;
                        if a.distance(b) > 1 && !is_above && are_both == (on_diagonal == 1) {
                            all[lead as usize][b.index()] = next;
                            next += 1;
                        }
                        second += 1;
                    }
                }
                first += 1;
            }
            lead += 1;
        }
        on_diagonal += 1;
    }
    assert!(next as u64 == KINGS);
    all
};

fn kings_number(a: Square, b: Square) -> Option<u64> {
    let number = KING_NUMBERS[triangle(a) as usize][b.index()];
    (number != u16::MAX).then_some(number.into())
}
