//! Lines from the user: edited, completed and remembered at a terminal, taken as they come from a script.

use std::io;

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::command::WORDS;
use super::style::Style;
use crate::input::{self, Input};

pub(super) enum Console {
    /// A person at a terminal.
    Terminal(Box<Editor<Words, DefaultHistory>>),
    /// Lines that are there already, or come through a pipe.
    Pipe,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    Line(String),
    /// A line longer than any command, thrown away.
    TooLong,
    /// The user leaves, by Ctrl-D, Ctrl-C or the end of the script.
    End,
}

impl Console {
    /// The console that suits the terminal.
    pub(super) fn new(style: Style) -> Result<Self, String> {
        if !style.is_terminal {
            return Ok(Self::Pipe);
        }
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let mut editor = Editor::with_config(config).map_err(|error| format!("the terminal: {error}"))?;
        editor.set_helper(Some(Words { moves: Vec::new(), files: FilenameCompleter::new() }));
        Ok(Self::Terminal(Box::new(editor)))
    }

    /// The next line. At a terminal there is a prompt, and these moves complete what is begun.
    pub(super) fn read(&mut self, prompt: &str, moves: impl FnOnce() -> Vec<String>) -> Entry {
        match self {
            Self::Terminal(editor) => {
                if let Some(words) = editor.helper_mut() {
                    words.moves = moves();
                }
                loop {
                    return match editor.readline(prompt) {
                        Ok(line) => Entry::Line(line),
                        Err(ReadlineError::Eof | ReadlineError::Interrupted) => Entry::End,
                        // A Ctrl-C from before, which has stopped the search; one typed now is no signal.
                        #[cfg(unix)]
                        Err(ReadlineError::Signal(_)) => continue,
                        Err(error) => {
                            log::warn!("the terminal has gone: {error}");
                            Entry::End
                        }
                    };
                }
            }
            Self::Pipe => match input::read_line(&mut io::stdin().lock()) {
                Input::Line(line) => Entry::Line(line),
                Input::TooLong => Entry::TooLong,
                Input::End => Entry::End,
            },
        }
    }
}

/// The completions of a line: commands and legal moves, or files behind `save` and `load`.
pub(super) struct Words {
    moves: Vec<String>,
    files: FilenameCompleter,
}

impl Words {
    /// Returns the offset of the word to be completed, and its completions.
    fn matching(&self, line: &str) -> (usize, Vec<String>) {
        let begin = line.rfind(' ').map_or(0, |blank| blank + 1);
        let (before, part) = line.split_at(begin);
        let commands = WORDS.iter().map(|(word, ..)| (*word).to_owned()).filter(|word| word != "#");
        let words: Vec<String> = match before.trim() {
            "" => commands.chain(self.moves.iter().cloned()).collect(),
            "color" => ["white", "black", "both", "none"].map(str::to_owned).to_vec(),
            "new" => movegen::variants::NAMES.map(str::to_owned).to_vec(),
            _ => Vec::new(),
        };
        (begin, words.into_iter().filter(|word| word.starts_with(part)).collect())
    }
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, context: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line.get(..at).unwrap_or(line);
        if typed.starts_with("save ") || typed.starts_with("load ") {
            return self.files.complete(line, at, context);
        }
        let (begin, words) = self.matching(typed);
        Ok((begin, words.into_iter().map(|word| Pair { display: word.clone(), replacement: word }).collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    fn matching(line: &str) -> (usize, Vec<String>) {
        let moves = ["Nf3", "Nc3", "e4"].map(str::to_owned).to_vec();
        Words { moves, files: FilenameCompleter::new() }.matching(line)
    }

    #[test]
    fn commands_and_moves_complete_a_line() {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        assert_eq!(matching("N"), (0, words(&["Nf3", "Nc3"])));
        assert_eq!(matching("e"), (0, words(&["eval", "exit", "e4"])));
        assert_eq!(matching("color b"), (6, words(&["black", "both"])));
        assert_eq!(matching("new a"), (4, words(&["anarchism", "anarchism-strict", "apocalypse"])));
        assert_eq!(matching("resign x"), (7, Vec::new()));
    }
}
