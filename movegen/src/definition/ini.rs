//! Sections, keys and values of a file. No key has a meaning here.

use super::error::DefinitionError;

/// The maximum size of a file in bytes.
pub const MAX_FILE: usize = 256 * 1024;
/// The maximum number of sections of a file.
pub const MAX_SECTIONS: usize = 256;
/// The maximum length of a line in bytes.
pub const MAX_LINE: usize = 2000;
/// The maximum length of a name of a game.
pub const MAX_NAME: usize = 40;

/// One section: the name of a game, the game from which it inherits, and its keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Section {
    pub(super) line: usize,
    pub(super) name: String,
    pub(super) parent: Option<String>,
    pub(super) entries: Vec<Entry>,
}

/// One line with a key and a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) line: usize,
    pub(super) key: String,
    pub(super) value: String,
}

/// Reads the sections. A line that cannot be read refuses its section, in whose place the error is returned.
pub(super) fn sections(file: &str, text: &str) -> Vec<Result<Section, DefinitionError>> {
    if text.len() > MAX_FILE {
        return vec![Err(DefinitionError::new(file, 1, "", "", format!("the file has more than {MAX_FILE} bytes")))];
    }
    let mut sections: Vec<Result<Section, DefinitionError>> = Vec::new();
    for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let text = text.trim();
        if text.is_empty() || text.starts_with(['#', ';']) {
            continue;
        }
        if text.starts_with('[') {
            if sections.len() == MAX_SECTIONS {
                let why = format!("the file has more than {MAX_SECTIONS} sections");
                sections.push(Err(DefinitionError::new(file, line, "", "", why)));
                break;
            }
            sections.push(header(line, text).map_err(|why| DefinitionError::new(file, line, text, "", why)));
            continue;
        }
        match sections.last_mut() {
            // Lines before the first section are comments in Fairy-Stockfish.
            None => sections.push(Err(DefinitionError::new(file, line, "", text, "a key before the first [section]"))),
            Some(Err(_)) => {}
            Some(last @ Ok(_)) => {
                if let Err(error) = entry(file, line, text, last) {
                    *last = Err(error);
                }
            }
        }
    }
    sections
}

fn entry(
    file: &str,
    line: usize,
    text: &str,
    section: &mut Result<Section, DefinitionError>,
) -> Result<(), DefinitionError> {
    let Ok(section) = section else { return Ok(()) };
    let wrong = |why: &str| DefinitionError::new(file, line, &section.name, text, why);
    if text.len() > MAX_LINE {
        return Err(wrong("the line is too long"));
    }
    let (key, value) = text.split_once('=').ok_or_else(|| wrong("neither 'key = value' nor '[name:parent]'"))?;
    let (key, value) = (key.trim(), value.trim());
    if key.is_empty() {
        return Err(wrong("no key before '='"));
    }
    section.entries.push(Entry { line, key: key.to_owned(), value: value.to_owned() });
    Ok(())
}

fn header(line: usize, text: &str) -> Result<Section, String> {
    let inside =
        text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).ok_or("no ']' at the end of the line")?;
    let (name, parent) = inside.split_once(':').map_or((inside, None), |(name, parent)| (name, Some(parent)));
    let (name, parent) = (name.trim(), parent.map(str::trim));
    for name in std::iter::once(name).chain(parent) {
        if name.is_empty()
            || name.len() > MAX_NAME
            || !name.bytes().all(|c| c.is_ascii_alphanumeric() || b"-_+.".contains(&c))
        {
            return Err(format!("a name has 1 to {MAX_NAME} letters, digits, '-', '_', '+' or '.'"));
        }
    }
    Ok(Section { line, name: name.to_owned(), parent: parent.map(str::to_owned), entries: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_names_parents_and_keys() {
        let text = "# comment\r\n[one]\r\na = b = c\r\n; comment\n\n[two:one]\nkey=\n";
        let read: Vec<Section> = sections("f", text).into_iter().map(Result::unwrap).collect();
        assert_eq!((read[0].name.as_str(), read[0].parent.as_deref(), read[0].line), ("one", None, 2));
        assert_eq!(read[0].entries, [Entry { line: 3, key: "a".to_owned(), value: "b = c".to_owned() }]);
        assert_eq!((read[1].parent.as_deref(), read[1].entries[0].value.as_str()), (Some("one"), ""));
    }

    #[test]
    fn malformed_lines_refuse_their_section() {
        let texts = ["a = b", "[one", "[]", "[a b]", "[a:]", "[one]\nkey", "[one]\n= value", &"x".repeat(MAX_FILE + 1)];
        for text in texts {
            assert!(sections("f", text)[0].is_err(), "{}", &text[..text.len().min(20)]);
        }
        assert_eq!(
            sections("f", "[one]\nkey\n[two]\n").into_iter().map(|section| section.is_ok()).collect::<Vec<_>>(),
            [false, true]
        );
        let many = sections("f", &"[a]\n".repeat(MAX_SECTIONS + 2));
        assert_eq!(many.len(), MAX_SECTIONS + 1);
    }
}
