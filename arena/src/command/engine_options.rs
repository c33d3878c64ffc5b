//! What is said of an engine on the command line.

use std::path::Path;
use std::time::Duration;

use movegen::fen::printable;

use super::part::{flag, number};
use crate::clock::{self, Limits};
use crate::config::{Body, EngineConfig, Program};

/// What has been said of an engine.
#[derive(Clone, Debug, Default)]
pub(super) struct EngineOptions {
    pub(super) name: Option<String>,
    pub(super) program: Program,
    pub(super) protocol: Option<String>,
    limits: Limits,
    is_endless: bool,
    options: Vec<(String, String)>,
    init: Vec<String>,
    restart: Option<bool>,
    tells_whites_value: Option<bool>,
}

impl EngineOptions {
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let wrong = |why: &str| format!("{key}={}: {why}", printable(value));
        match key {
            "cmd" => value.clone_into(&mut self.program.command),
            "dir" => value.clone_into(&mut self.program.folder),
            "arg" => self.program.arguments.push(value.to_owned()),
            "args" => self.program.arguments.extend(value.split_whitespace().map(str::to_owned)),
            "stderr" => value.clone_into(&mut self.program.errors),
            "name" => self.name = Some(value.to_owned()),
            "proto" => match value {
                "uci" | "xboard" | "builtin" => self.protocol = Some(value.to_owned()),
                "cecp" => self.protocol = Some("xboard".to_owned()),
                _ => return Err(wrong("neither uci nor xboard nor builtin")),
            },
            "tc" => {
                self.limits.control = clock::parse(value)?;
                self.is_endless = self.limits.control.is_none();
            }
            "st" => {
                let time = clock::seconds(value).filter(|time| !time.is_zero());
                self.limits.move_time = Some(time.ok_or_else(|| wrong("no number of seconds"))?);
            }
            "depth" | "plies" => self.limits.depth = Some(number(key, value)?).filter(|&n| n > 0),
            "nodes" => self.limits.nodes = Some(number(key, value)?).filter(|&n| n > 0),
            "timemargin" => self.limits.margin = Duration::from_millis(number(key, value)?),
            "restart" => self.restart = Some(value != "auto" && flag(key, value)?),
            "initstr" => self.init.extend(value.split("\\n").map(str::to_owned)),
            "whitepov" => self.tells_whites_value = Some(flag(key, value)?),
            "ponder" if flag(key, value)? => return Err(wrong("the arena does not let engines ponder")),
            "ponder" | "trust" | "tscale" | "book" | "bookdepth" => {}
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => {
                    self.options.retain(|(set, _)| !set.eq_ignore_ascii_case(name));
                    self.options.push((name.to_owned(), value.to_owned()));
                }
                _ => return Err(format!("an engine has no '{}'", printable(key))),
            },
        }
        Ok(())
    }

    /// The engine, with what is said of all engines where nothing is said of this one.
    pub(super) fn finish(self, each: &Self) -> Result<EngineConfig, String> {
        let mut options = each.options.clone();
        options.retain(|(name, _)| !self.options.iter().any(|(own, _)| own.eq_ignore_ascii_case(name)));
        options.extend(self.options);
        let or = |own: String, each: &String| if own.is_empty() { each.clone() } else { own };
        let program = Program {
            command: or(self.program.command, &each.program.command),
            arguments: [each.program.arguments.clone(), self.program.arguments].concat(),
            folder: or(self.program.folder, &each.program.folder),
            errors: or(self.program.errors, &each.program.errors),
        };
        let limits = Limits {
            control: self.limits.control.or(each.limits.control).filter(|_| !self.is_endless),
            move_time: self.limits.move_time.or(each.limits.move_time),
            depth: self.limits.depth.or(each.limits.depth),
            nodes: self.limits.nodes.or(each.limits.nodes),
            margin: if self.limits.margin.is_zero() { each.limits.margin } else { self.limits.margin },
        };
        let protocol = self.protocol.or_else(|| each.protocol.clone()).unwrap_or_else(|| "uci".to_owned());
        let file = Path::new(&program.command).file_name().map(|name| name.to_string_lossy().into_owned());
        let name = self.name.or(file).unwrap_or_else(|| "builtin".to_owned());
        let body = match (protocol.as_str(), program.command.is_empty()) {
            ("builtin", _) => Body::Builtin,
            (_, true) => return Err(format!("engine '{}' has no cmd", printable(&name))),
            ("xboard", _) => Body::Xboard(program),
            _ => Body::Uci(program),
        };
        Ok(EngineConfig {
            name,
            body,
            limits,
            options,
            init: [each.init.clone(), self.init].concat(),
            restart: self.restart.or(each.restart).unwrap_or(false),
            tells_whites_value: self.tells_whites_value.or(each.tells_whites_value).unwrap_or(false),
        })
    }
}
