//! FENs of pieces, or of the colours of squares after a piece was picked up with the mouse: yellow is a target, blue a target
//! where the engine dictates what the piece becomes, magenta a target where the user chooses it, green a target that makes other
//! pieces royal, cyan a square to click on the way, red a gamble. Lower-case letters only mark.

pub(crate) const TARGET: char = 'Y';
pub(crate) const DICTATED: char = 'B';
pub(crate) const OFFERED: char = 'M';
/// A target that depends on the opponent's choice.
pub(crate) const GAMBLE: char = 'R';
/// A further piece to pay or capture.
pub(crate) const ON_THE_WAY: char = 'C';
/// A mark of royal pieces; not a target.
pub(crate) const ROYAL: char = 'r';
pub(crate) const ROYALS_CHANGE: char = 'G';

/// The rows of a board with this number of files. The squares are given rank by rank from a1.
pub(crate) fn rows(squares: &[Option<char>], files: usize) -> String {
    let row = |squares: &[Option<char>]| {
        let (mut text, mut gap) = (String::new(), 0);
        for letter in squares.iter().copied().chain([Some('/')]) {
            let Some(letter) = letter else {
                gap += 1;
                continue;
            };
            if gap > 0 {
                text += &std::mem::take(&mut gap).to_string();
            }
            text.push(letter);
        }
        text
    };
    let text: String = squares.chunks(files).rev().map(row).collect();
    text.trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_rank_is_first_and_empty_squares_are_counted() {
        let mut squares = [None; 8];
        (squares[0], squares[6]) = (Some('K'), Some('p'));
        assert_eq!(rows(&squares, 4), "2p1/K3");
        assert_eq!(rows(&[None; 10], 5), "5/5");
    }
}
