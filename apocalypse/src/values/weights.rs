//! Weights as text: one line a row of features, its name and its numbers; `#` begins a comment. A number of 1000 is what
//! makes an otherwise equal position worth 0.71.

use super::features::{BLOCKS, FEATURES};
use super::rows;
use eval::weights::WeightsError;

/// The largest number that may stand in a file.
const LARGEST: i32 = 20_000;

/// The weight of each feature, in thousandths.
pub type Weights = [i32; FEATURES];

/// Returns the built-in weights, as text.
pub fn built_in() -> &'static str {
    gamedata::weights("apocalypse").expect("Apocalypse has weights").content
}

/// Reads weights. A row may be continued on lines that begin with a number; a row not mentioned is nothing.
///
/// # Errors
/// The first line that cannot be understood, quoted.
pub fn parse(text: &str) -> Result<Weights, WeightsError> {
    let mut weights = [0; FEATURES];
    weights.copy_from_slice(&rows::parse(text, &BLOCKS, |_| LARGEST)?);
    Ok(weights)
}

/// Writes weights so that [`parse`] reads the same.
pub fn write(weights: &Weights) -> String {
    let mut text = String::new();
    let mut begin = 0;
    for block in BLOCKS {
        let row = &weights[begin..begin + block.len];
        begin += block.len;
        text += block.name;
        // Squares in rows of three files, material in rows of the side that has more.
        let mut in_line = 0;
        let mut width = if block.name == "material" {
            1
        } else if block.len > 8 {
            3
        } else {
            block.len
        };
        if block.len > 8 {
            text += "\n ";
        }
        for number in row {
            if in_line == width {
                text += "\n ";
                in_line = 0;
                width += usize::from(block.name == "material");
            }
            text += &format!(" {number}");
            in_line += 1;
        }
        text += "\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut weights = [0; FEATURES];
        weights.iter_mut().zip(-70..).for_each(|(weight, n)| *weight = n);
        assert_eq!(parse(&write(&weights)), Ok(weights));
        assert_eq!(parse("# nothing\n\n"), Ok([0; FEATURES]));
    }

    #[test]
    fn malformed_file_is_reported_by_line() {
        let error_of = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(error_of("penalty 1\npawns 3"), "invalid weights, line 2, 'pawns': there are no such numbers");
        assert_eq!(
            error_of("penalty 1\npenalty 2"),
            "invalid weights, line 2, 'penalty': these numbers have been given before"
        );
        assert_eq!(error_of("penalty x"), "invalid weights, line 1, 'x': not a whole number");
        assert_eq!(error_of("penalty 1 2"), "invalid weights, line 1, 'penalty 1 2': too many numbers");
        assert_eq!(error_of("3"), "invalid weights, line 1, '3': numbers before any name");
        assert_eq!(error_of("steps 1 2"), "invalid weights, line 0, 'steps': 4 numbers are needed, here are 2");
        assert_eq!(error_of("penalty 99999"), "invalid weights, line 1, '99999': the number is too large");
    }
}
