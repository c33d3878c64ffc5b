//! Rows of a FEN for any letters.

/// The rows of a board with this number of files. The squares are given rank by rank from a1.
pub(crate) fn rows(squares: &[Option<char>], files: usize) -> String {
    let rows: Vec<String> = squares.chunks(files).rev().map(row).collect();
    rows.join("/")
}

fn row(squares: &[Option<char>]) -> String {
    let mut text = String::new();
    let mut gap = 0;
    for letter in squares {
        match letter {
            None => gap += 1,
            Some(letter) => {
                if gap > 0 {
                    text += &gap.to_string();
                }
                gap = 0;
                text.push(*letter);
            }
        }
    }
    if gap > 0 {
        text += &gap.to_string();
    }
    text
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
