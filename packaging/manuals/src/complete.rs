//! Completions for bash, zsh and fish of programs that read their command lines by themselves, from what their help says
//! ([`Usage`]). All three do the same: they look for the word of command or option that stands last, and offer what may follow
//! it, or behind `key=` what the key may be.

use std::fmt::Write;

use crate::usage::{Opener, Usage, Value};

/// A shell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shell {
    /// GNU's.
    Bash,
    /// The Z shell.
    Zsh,
    /// The friendly one.
    Fish,
}

impl Shell {
    /// All that there are completions for.
    pub const ALL: [Self; 3] = [Self::Bash, Self::Zsh, Self::Fish];

    /// The script for a program.
    pub fn script(self, usage: &Usage) -> String {
        match self {
            Self::Bash => bash(usage),
            Self::Zsh => zsh(usage),
            Self::Fish => fish(usage),
        }
    }
}

/// The words that begin something, of use wherever the one before is complete.
fn beginnings(usage: &Usage) -> String {
    usage
        .openers
        .iter()
        .map(|opener| opener.name.as_str())
        .filter(|name| !name.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// What may follow an opener, options that may always follow not among them.
fn following(usage: &Usage, opener: &Opener) -> Vec<String> {
    let is_opener = |word: &String| usage.has_options() && usage.opener(word).is_some();
    let own = opener.values.iter().filter(|(word, _)| *word == opener.name).filter_map(|(_, value)| match value {
        Value::OneOf(words) => Some(words),
        Value::File => None,
    });
    own.flatten().chain(&opener.words).filter(|word| !is_opener(word)).cloned().collect()
}

/// Every `opener/word` with what may follow the word. What follows the opener itself may also be something else.
fn values(usage: &Usage) -> impl Iterator<Item = (&str, &str, &Value)> {
    usage.openers.iter().flat_map(|opener| {
        let within = opener.values.iter().filter(|(word, value)| *word != opener.name || *value == Value::File);
        within.map(|(word, value)| (opener.name.as_str(), word.as_str(), value))
    })
}

/// A name that every shell takes for a function.
fn function(usage: &Usage) -> String {
    format!("_{}", usage.program.replace('-', "_"))
}

fn bash(usage: &Usage) -> String {
    let (program, name, all) = (usage.program, function(usage), beginnings(usage));
    let find = if usage.has_options() {
        format!(
            "    for ((i = COMP_CWORD - 1; i > 0; i--)); do\n        \
             [[ ' {all} ' == *\" ${{COMP_WORDS[i]}} \"* ]] && opener=${{COMP_WORDS[i]}} && break\n    done\n"
        )
    } else {
        format!(
            "    ((COMP_CWORD == 1)) || [[ ' {all} ' != *\" ${{COMP_WORDS[1]}} \"* ]] || opener=${{COMP_WORDS[1]}}\n"
        )
    };
    let mut text = format!(
        "# Completions of {program}, made of what its --help says.\n{name}() {{\n    \
         local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} opener= words= i\n    \
         # To bash the sign of equality is a word of its own.\n    \
         if [[ $word == = ]]; then\n        before+==\n        word=\n    \
         elif [[ $before == = ]]; then\n        before=${{COMP_WORDS[COMP_CWORD - 2]}}=\n    fi\n{find}    \
         case $opener/$before in\n"
    );
    let mut files = Vec::new();
    for (opener, word, value) in values(usage) {
        match value {
            Value::OneOf(words) => {
                let _ = writeln!(text, "    {opener}/{word}) words='{}' ;;", words.join(" "));
            }
            Value::File => files.push(format!("{opener}/{word}")),
        }
    }
    if !files.is_empty() {
        let _ = write!(
            text,
            "    {})\n        compopt -o filenames\n        mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n        return\n        ;;\n",
            files.join(" | ")
        );
    }
    text += "    *=) return ;;\n    *)\n        case $opener in\n";
    for opener in usage.openers.iter().filter(|opener| !opener.name.is_empty()) {
        let words = following(usage, opener);
        if !words.is_empty() {
            let _ = writeln!(text, "        {}) words='{}' ;;", opener.name, words.join(" "));
        }
    }
    let first = usage.opener("").map(|opener| following(usage, opener).join(" ")).unwrap_or_default();
    let begin = if usage.has_options() {
        format!("words+=' {all}'")
    } else {
        format!("[[ -n $opener ]] || words='{all}{first}'")
    };
    let _ = write!(
        text,
        "        esac\n        {begin}\n        ;;\n    esac\n    \
         mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n    \
         [[ ${{#COMPREPLY[@]}} -ne 1 || ${{COMPREPLY[0]}} != *= ]] || compopt -o nospace\n}}\ncomplete -F {name} {program}\n"
    );
    text
}

fn zsh(usage: &Usage) -> String {
    let (program, all) = (usage.program, beginnings(usage));
    let place = if usage.has_options() { "i = CURRENT - 1; i > 1; i--" } else { "i = 2; i < CURRENT && i == 2; i++" };
    let mut text = format!(
        "#compdef {program}\n# Completions of {program}, made of what its --help says.\n\
         local opener= before= i\n\
         for (({place})); do\n    [[ \" {all} \" == *\" $words[i] \"* ]] && opener=$words[i] && break\ndone\n\
         before=$words[CURRENT-1]\n\
         if [[ $words[CURRENT] == *=* ]]; then\n    before=${{words[CURRENT]%%=*}}=\n    compset -P '*='\nfi\n\
         case $opener/$before in\n"
    );
    for (opener, word, value) in values(usage) {
        let _ = match value {
            Value::OneOf(words) => writeln!(text, "({opener}/{word}) compadd -- {}; return ;;", words.join(" ")),
            Value::File => writeln!(text, "({opener}/{word}) _files; return ;;"),
        };
    }
    text += "(*=) return ;;\nesac\ncase $opener in\n";
    for opener in &usage.openers {
        let (keys, words): (Vec<_>, Vec<_>) =
            following(usage, opener).into_iter().partition(|word| word.ends_with(['=', '.']));
        let add = |flags: &str, words: &[String]| match words {
            [] => String::new(),
            words => format!(" compadd {flags}-- {};", words.join(" ")),
        };
        if keys.len() + words.len() > 0 {
            let _ = writeln!(text, "('{}'){}{} ;;", opener.name, add("-S '' ", &keys), add("", &words));
        }
    }
    let when = if usage.has_options() { "" } else { "[[ -n $opener ]] || " };
    if !all.is_empty() {
        let _ = writeln!(text, "esac\n{when}compadd -- {all}");
    } else {
        text += "esac\n";
    }
    text
}

fn fish(usage: &Usage) -> String {
    let (program, name, all) = (usage.program, function(usage), beginnings(usage));
    let words = if usage.has_options() { "(commandline -opc)[-1..2]" } else { "(commandline -opc)[2]" };
    let mut text = format!(
        "# Completions of {program}, made of what its --help says.\n\
         function {name}_opener\n    for word in {words}\n        \
         if contains -- $word {all}\n            echo -- $word\n            return\n        end\n    end\nend\n\
         function {name}_in\n    test \"$({name}_opener)\" = \"$argv[1]\"\nend\n\
         function {name}_behind\n    {name}_in $argv[1]; and test \"$(commandline -opc)[-1]\" = $argv[2]\nend\n\
         complete -c {program} -f\n"
    );
    let mut line = |condition: &str, words: &[String]| {
        let _ = writeln!(text, "complete -c {program} -n \"{condition}\" -a '{}'", words.join(" "));
    };
    for opener in &usage.openers {
        let words = following(usage, opener);
        if !words.is_empty() {
            line(&format!("{name}_in '{}'", opener.name), &words);
        }
    }
    for (opener, word, value) in values(usage) {
        match value {
            Value::OneOf(words) if word.ends_with('=') => {
                line(
                    &format!("{name}_in '{opener}'"),
                    &words.iter().map(|value| format!("{word}{value}")).collect::<Vec<_>>(),
                );
            }
            Value::OneOf(words) => line(&format!("{name}_behind '{opener}' '{word}'"), words),
            Value::File => {}
        }
    }
    if !all.is_empty() {
        let condition = if usage.has_options() { "true".to_owned() } else { format!("{name}_in ''") };
        line(&condition, &[all]);
    }
    let mut with_files: Vec<_> =
        values(usage).filter(|(.., value)| **value == Value::File).map(|(opener, ..)| opener).collect();
    with_files.dedup();
    for opener in with_files {
        let _ = writeln!(text, "complete -c {program} -n \"{name}_in '{opener}'\" -F");
    }
    text
}
