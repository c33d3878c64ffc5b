//! Features of XBoard engines.

/// Features and name of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Features {
    pub(super) ping: bool,
    pub(super) setboard: bool,
    pub(super) usermove: bool,
    pub(super) algebraic: bool,
    pub(super) time: bool,
    pub(super) colors: bool,
    /// An extension of this project: moves in coordinates, both moves of a simultaneous turn in one line.
    pub(super) coordinates: bool,
    pub(super) reuse: bool,
    pub(super) nps: bool,
    pub(super) memory: bool,
    pub(super) cores: bool,
    pub(super) variants: Option<Vec<String>>,
    pub(super) options: Vec<String>,
    pub(super) is_done: bool,
    pub(super) name: String,
}

/// Those of version 1 of the protocol.
impl Default for Features {
    fn default() -> Self {
        Self {
            ping: false,
            setboard: false,
            usermove: false,
            algebraic: false,
            time: true,
            colors: true,
            coordinates: false,
            reuse: true,
            nps: false,
            memory: false,
            cores: false,
            variants: None,
            options: Vec::new(),
            is_done: false,
            name: String::new(),
        }
    }
}

impl Features {
    /// Sets a feature. Returns `false` if it is unknown.
    pub(super) fn set(&mut self, name: &str, value: &str) -> bool {
        let yes = value == "1";
        match name {
            "ping" => self.ping = yes,
            "setboard" => self.setboard = yes,
            "usermove" => self.usermove = yes,
            "san" => self.algebraic = yes,
            "time" => self.time = yes,
            "colors" => self.colors = yes,
            "coordinates" => self.coordinates = yes,
            "reuse" => self.reuse = yes,
            "nps" => self.nps = yes,
            "memory" => self.memory = yes,
            "smp" => self.cores = yes,
            "done" => self.is_done = yes,
            "variants" => self.variants = Some(value.split(',').map(|name| name.trim().to_owned()).collect()),
            "option" => self.options.push(value.split(" -").next().unwrap_or_default().trim().to_owned()),
            "myname" => value.clone_into(&mut self.name),
            "name" | "draw" | "debug" | "highlight" => {}
            _ => return false,
        }
        true
    }
}

/// Parses the features of a line: `ping=1 myname="A B"`.
pub(crate) fn features(list: &str) -> Vec<(String, String)> {
    let mut features = Vec::new();
    let mut rest = list.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        features.push((name.trim().to_owned(), value.to_owned()));
        rest = after.trim_start();
    }
    features
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_parsed_with_and_without_quotes() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            features("ping=1 setboard=1 myname=\"A B 1=2\" variants=\"normal,empire\" done=1"),
            [
                pair("ping", "1"),
                pair("setboard", "1"),
                pair("myname", "A B 1=2"),
                pair("variants", "normal,empire"),
                pair("done", "1")
            ]
        );
        assert_eq!(features("option=\"Hash -spin 64 1 4096\""), [pair("option", "Hash -spin 64 1 4096")]);
        assert_eq!((features(""), features("x"), features("a=\"b")), (vec![], vec![], vec![pair("a", "b")]));
    }
}
