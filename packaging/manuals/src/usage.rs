//! Reads what a program says for `--help`, when it reads its command line by itself, as the words that may stand there. The
//! text is the one source: the program's page and completions are made of it, and what it does not say is not completed.
//!
//! ```text
//! PROGRAM word|word ARGUMENT ...    what may follow a word, or the program's name alone
//! Heading that names -options       what may follow each of these:
//!   -option ARGUMENT ...            an option with what may follow it; several may stand in a line
//!             [ARGUMENT ...]        goes on
//! ```
//!
//! An argument is a word, an option with its value, `key=value`, or a name in capitals for what cannot be listed. Of a line
//! only the part before the first two blanks is read; behind them it is explained.

use movegen::variants::NAMES;

/// What may stand behind a word, or behind `key=`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// One of these.
    OneOf(Vec<String>),
    /// The name of a file or folder.
    File,
}

/// What may follow one word of the command line, up to the next such word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opener {
    /// The word; empty for what may follow the program's name.
    pub name: String,
    /// Words, and keys with their `=`.
    pub words: Vec<String>,
    /// What may follow some of these, or the opener itself.
    pub values: Vec<(String, Value)>,
}

/// All of a command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Usage {
    /// The name of the program.
    pub program: &'static str,
    /// In the order of the text.
    pub openers: Vec<Opener>,
}

/// How far the text has been read.
struct Reader {
    usage: Usage,
    /// The openers to which arguments belong, by their places.
    open: Vec<usize>,
    /// Those that the heading names.
    named: Vec<usize>,
    /// Whether the line is of the form `PROGRAM word ...`, in which options are arguments.
    is_synopsis: bool,
    /// The word whose value may come next.
    before: Option<String>,
}

impl Usage {
    /// Reads the text of a program.
    pub fn read(program: &'static str, text: &str) -> Self {
        let usage = Self { program, openers: Vec::new() };
        let mut reader = Reader { usage, open: Vec::new(), named: Vec::new(), is_synopsis: false, before: None };
        text.lines().filter(|line| !line.trim().is_empty()).for_each(|line| reader.line(line));
        reader.usage
    }

    /// What may follow a word.
    pub fn opener(&self, name: &str) -> Option<&Opener> {
        self.openers.iter().find(|opener| opener.name == name)
    }

    /// Whether any of the openers may stand at any place, as options do; else one comes first.
    pub fn has_options(&self) -> bool {
        self.openers.iter().any(|opener| opener.name.starts_with('-') && !opener.name.starts_with("--"))
    }
}

impl Reader {
    fn line(&mut self, line: &str) {
        let indent = line.len() - line.trim_start().len();
        let arguments = line.trim_start().split("  ").next().unwrap_or_default();
        self.before = None;
        let synopsis = arguments.strip_prefix(self.usage.program).and_then(|rest| rest.strip_prefix(' '));
        match synopsis {
            Some(arguments) => self.synopsis(arguments),
            None if indent == 0 => {
                let words = arguments.split([' ', ',']);
                self.named = words.filter(|word| word.starts_with('-')).map(|name| self.at(name)).collect();
                self.is_synopsis = false;
            }
            None if indent == 2 && !self.is_synopsis => {
                self.open = self.named.clone();
                self.arguments(arguments);
            }
            None if arguments.starts_with('[') => self.arguments(arguments),
            None => {}
        }
    }

    fn synopsis(&mut self, arguments: &str) {
        self.is_synopsis = true;
        let mut rest = arguments;
        self.open.clear();
        loop {
            let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
            let name = word.trim_matches(['[', ']']);
            if name.starts_with(|c: char| c.is_ascii_uppercase()) {
                break;
            }
            let place = self.at(name);
            self.open.push(place);
            (self.before, rest) = (Some(name.to_owned()), behind);
            match behind.strip_prefix("| ") {
                Some(more) => rest = more,
                None => break,
            }
        }
        if self.open.is_empty() {
            self.open = vec![self.at("")];
        }
        self.arguments(rest);
    }

    /// The place of an opener, which is made if there is none of that name.
    fn at(&mut self, name: &str) -> usize {
        let openers = &mut self.usage.openers;
        openers.iter().position(|opener| opener.name == name).unwrap_or_else(|| {
            openers.push(Opener { name: name.to_owned(), words: Vec::new(), values: Vec::new() });
            openers.len() - 1
        })
    }

    fn arguments(&mut self, text: &str) {
        text.split(' ').map(|word| word.trim_matches(['[', ']'])).for_each(|word| self.argument(word));
    }

    fn argument(&mut self, word: &str) {
        if let Some((keys, text)) = word.split_once('=') {
            for key in keys.split('|') {
                // Of a key such as option.NAME only the beginning is known.
                match key.split_once(|c: char| c.is_ascii_uppercase()) {
                    Some((begin, _)) => self.word(begin),
                    None => self.word(&format!("{key}=")),
                }
                if let (Some(key), Some(value)) = (self.before.take(), value(text)) {
                    self.value(&key, &value);
                }
            }
        } else if word.starts_with('-') && !self.is_synopsis {
            self.open = vec![self.at(word)];
            self.before = Some(word.to_owned());
        } else if let Some(value) =
            value(word).filter(|value| word.contains('|') || *value == Value::File || word == "GAME")
        {
            match (self.before.take(), value) {
                (Some(before), value) => self.value(&before, &value),
                (None, Value::OneOf(words)) => words.iter().for_each(|word| self.word(word)),
                (None, Value::File) => {}
            }
        } else if word.starts_with(|c: char| c.is_ascii_lowercase() || c == '-') {
            self.word(word);
        } else {
            self.before = None;
        }
    }

    fn word(&mut self, word: &str) {
        for &place in &self.open {
            let words = &mut self.usage.openers[place].words;
            if !words.iter().any(|known| known == word) {
                words.push(word.to_owned());
            }
        }
        self.before = Some(word.to_owned());
    }

    fn value(&mut self, word: &str, value: &Value) {
        for &place in &self.open {
            self.usage.openers[place].values.push((word.to_owned(), value.clone()));
        }
    }
}

/// What a value's description lists.
fn value(text: &str) -> Option<Value> {
    let words = |words: &[&str]| Some(Value::OneOf(words.iter().map(|&word| word.to_owned()).collect()));
    let listed: Vec<&str> = text.split('|').collect();
    match text {
        "FILE" | "FOLDER" | "PROGRAM" | "STATE" | "ENGINE" => Some(Value::File),
        "BOOL" => words(&["true", "false"]),
        "GAME" => words(&NAMES),
        _ if listed.iter().all(|word| word.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())) => {
            words(&listed)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
Does things.

tool [uci | xboard]               speaks
tool play GAME [--level 0-20] [--color white|black] [--fen FEN]
               [--resume FILE]    plays, with -nothing else
tool check ENGINE [proto=uci|xboard] [option.NAME=VALUE]
Options of -engine, and -each
  cmd=PROGRAM tc=[MOVES/]TIME[+INC] st=SECONDS
The match
  -games 1|2 -reverse             and so on
            says=NOTHING
  -out file=FILE [nodes|pv=BOOL]
";

    fn words(usage: &Usage, name: &str) -> Vec<String> {
        usage.opener(name).unwrap_or_else(|| panic!("no {name}")).words.clone()
    }

    fn value_of(usage: &Usage, name: &str, word: &str) -> Option<Value> {
        let values = &usage.opener(name)?.values;
        values.iter().find(|(known, _)| known == word).map(|(_, value)| value.clone())
    }

    fn one_of(words: &[&str]) -> Option<Value> {
        Some(Value::OneOf(words.iter().map(|&word| word.to_owned()).collect()))
    }

    #[test]
    fn the_words_of_a_synopsis_are_found_with_what_follows_them() {
        let usage = Usage::read("tool", TEXT);
        assert_eq!(words(&usage, "uci"), words(&usage, "xboard"));
        let expected: Vec<_> = NAMES.into_iter().chain(["--level", "--color", "--fen", "--resume"]).collect();
        let mut found = words(&usage, "play");
        if let Some(Value::OneOf(games)) = value_of(&usage, "play", "play") {
            found.splice(0..0, games);
        }
        assert_eq!(found, expected);
        assert_eq!(value_of(&usage, "play", "--color"), one_of(&["white", "black"]));
        assert_eq!(value_of(&usage, "play", "--level"), None);
        assert_eq!(value_of(&usage, "play", "--resume"), Some(Value::File));
        assert_eq!(value_of(&usage, "check", "check"), Some(Value::File));
        assert_eq!(words(&usage, "check"), ["proto=", "option."]);
    }

    #[test]
    fn options_of_sections_are_found_with_their_keys() {
        let usage = Usage::read("tool", TEXT);
        for name in ["-engine", "-each"] {
            assert_eq!(words(&usage, name), ["cmd=", "tc=", "st="]);
            assert_eq!(value_of(&usage, name, "cmd="), Some(Value::File));
            assert_eq!(value_of(&usage, name, "tc="), None);
        }
        assert_eq!(value_of(&usage, "-games", "-games"), one_of(&["1", "2"]));
        assert_eq!(words(&usage, "-reverse"), [""; 0]);
        assert_eq!(words(&usage, "-out"), ["file=", "nodes=", "pv="]);
        assert_eq!(value_of(&usage, "-out", "pv="), one_of(&["true", "false"]));
        assert!(usage.has_options());
    }

    #[test]
    fn a_program_without_words_of_command_has_arguments_all_the_same() {
        let usage = Usage::read("tool", "tool GAME [--black]   plays\n");
        assert_eq!(words(&usage, ""), NAMES.into_iter().chain(["--black"]).collect::<Vec<_>>());
        assert!(!usage.has_options());
    }
}
