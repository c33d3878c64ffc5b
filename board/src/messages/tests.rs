//! Generates the TypeScript types of all messages and compares them with the page's file.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};

use ts_rs::{Config, TS, TypeVisitor};

use super::{Event, GameChange, Reply, Request};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/page/js/messages.d.ts");
const HEAD: &str = "// The messages of the session. Generated from `board/src/messages` by\n\
                    //     UPDATE_MESSAGES=1 cargo test -p upheaval-board --lib messages::tests\n";

/// The declarations of all message types, by name.
struct Declarations {
    config: Config,
    visited: HashSet<TypeId>,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.visited.insert(TypeId::of::<T>()) {
            return;
        }
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            self.found.insert(T::ident(&self.config), format!("{docs}export {}\n", T::decl(&self.config)));
        }
        T::visit_generics(self);
        T::visit_dependencies(self);
    }
}

#[test]
fn types_of_the_page_are_up_to_date() {
    let config = Config::new().with_large_int("number");
    let mut all = Declarations { config, visited: HashSet::new(), found: BTreeMap::new() };
    all.visit::<Request>();
    all.visit::<GameChange>();
    all.visit::<Reply>();
    all.visit::<Event>();
    let declarations: Vec<&str> = all.found.values().map(String::as_str).collect();
    let text = format!("{HEAD}\n{}", declarations.join("\n"));
    if std::env::var_os("UPDATE_MESSAGES").is_some() {
        std::fs::write(FILE, &text).unwrap();
    }
    let file = std::fs::read_to_string(FILE).unwrap_or_default().replace("\r\n", "\n");
    assert!(file == text, "{FILE} is out of date: run the command at its head");
}
