//! Files of numbers in named rows: a row's name and its numbers, which may continue in lines that begin with a number; `#` begins a
//! comment.

use eval::weights::WeightsError;
use movegen::fen::printable;

/// A row of numbers and how a file calls it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// The name at the beginning of its line.
    pub name: &'static str,
    /// Numbers in the row.
    pub len: usize,
}

/// Reads rows; gives all numbers in the order of the blocks, those of a row not mentioned as nothing. `largest` maps the
/// number of a row to the largest absolute value of its numbers.
///
/// # Errors
/// The first line that cannot be understood, quoted.
pub(super) fn parse(text: &str, blocks: &[Block], largest: impl Fn(usize) -> i32) -> Result<Vec<i32>, WeightsError> {
    let mut rows: Vec<Option<Vec<i32>>> = vec![None; blocks.len()];
    let mut current = None;
    for (line, content) in (1..).zip(text.lines()) {
        let wrong = |text: &str, why: &str| WeightsError { line, text: printable(text), why: why.to_owned() };
        let content = content.split('#').next().unwrap_or_default().trim();
        let mut words = content.split_whitespace().peekable();
        if let Some(name) = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_alphabetic())) {
            let number = blocks.iter().position(|block| block.name == name);
            let number = number.ok_or_else(|| wrong(name, "there are no such numbers"))?;
            if rows[number].replace(Vec::new()).is_some() {
                return Err(wrong(name, "these numbers have been given before"));
            }
            current = Some(number);
        }
        for word in words {
            let number: i32 = word.parse().map_err(|_| wrong(word, "not a whole number"))?;
            let current = current.ok_or_else(|| wrong(word, "numbers before any name"))?;
            if number.unsigned_abs() > largest(current).unsigned_abs() {
                return Err(wrong(word, "the number is too large"));
            }
            let row = rows[current].get_or_insert_default();
            if row.len() == blocks[current].len {
                return Err(wrong(content, "too many numbers"));
            }
            row.push(number);
        }
    }
    let mut numbers = Vec::with_capacity(blocks.iter().map(|block| block.len).sum());
    for (block, row) in blocks.iter().zip(rows) {
        let row = row.unwrap_or_else(|| vec![0; block.len]);
        if row.len() != block.len {
            let why = format!("{} numbers are needed, here are {}", block.len, row.len());
            return Err(WeightsError { line: 0, text: block.name.to_owned(), why });
        }
        numbers.extend(row);
    }
    Ok(numbers)
}
