//! Lines from a stream that may hold anything: bytes that are no text, lines without an end, no end of line at all.

use std::io::{BufRead, Read as _};

/// The longest line that is read: a game of a hundred thousand plies.
const MAX_LINE_BYTES: usize = 1 << 20;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// A line without its end; bytes that are no text have become question marks.
    Line(String),
    /// A line longer than any command, thrown away.
    TooLong,
    End,
}

/// Reads the next line. A stream that fails has ended.
pub(crate) fn read_line(stream: &mut impl BufRead) -> Input {
    let (mut line, mut too_long) = (Vec::new(), false);
    loop {
        let Ok(count) = stream.by_ref().take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut line) else {
            return Input::End;
        };
        if count == 0 && line.is_empty() && !too_long {
            return Input::End;
        }
        let has_end = line.pop_if(|byte| *byte == b'\n').is_some();
        if !has_end && count > MAX_LINE_BYTES {
            too_long = true;
            line.clear();
            continue;
        }
        return if too_long { Input::TooLong } else { Input::Line(String::from_utf8_lossy(&line).into_owned()) };
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Input> {
        let mut stream = io::BufReader::with_capacity(7, bytes);
        let mut found = Vec::new();
        while found.last() != Some(&Input::End) {
            found.push(read_line(&mut stream));
        }
        found
    }

    fn line(text: &str) -> Input {
        Input::Line(text.to_owned())
    }

    #[test]
    fn lines_end_at_line_feed_or_eof() {
        assert_eq!(
            lines(b"uci\n\nisready, and more\nquit"),
            [line("uci"), line(""), line("isready, and more"), line("quit"), Input::End]
        );
        assert_eq!(lines(b""), [Input::End]);
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        assert_eq!(lines(b"a\xff\x00b\r\n"), [line("a\u{fffd}\0b\r"), Input::End]);
    }

    #[test]
    fn a_line_without_end_is_thrown_away_whole() {
        let mut bytes = vec![b'x'; MAX_LINE_BYTES + 1];
        bytes.extend_from_slice(b"\nuci\n");
        assert_eq!(lines(&bytes), [Input::TooLong, line("uci"), Input::End]);
        assert_eq!(lines(&vec![b'x'; MAX_LINE_BYTES + 9]), [Input::TooLong, Input::End]);
    }
}
