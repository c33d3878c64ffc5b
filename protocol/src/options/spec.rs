//! The options: their names, ranges and defaults in one list, and the names of the games. Prints nothing: each protocol
//! lists the options in its own form.

use movegen::Variant;
use movegen::variants::NAMES;

/// What an option is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Id {
    Threads,
    Hash,
    ClearHash,
    Ponder,
    MultiPv,
    MoveOverhead,
    SkillLevel,
    Variant,
    AnalyseMode,
    ShowWdl,
    LimitStrength,
    Elo,
    Seed,
    Argmax,
    ApocalypseTables,
    EvalFile,
    OwnBook,
    BookFile,
    DebugLogFile,
}

/// What may be set: a number, a yes or no, one of the games, an action, a text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// A number.
    Spin {
        /// What it is at first.
        default: u32,
        /// The smallest.
        min: u32,
        /// The largest.
        max: u32,
    },
    /// Yes or no.
    Check {
        /// What it is at first.
        default: bool,
    },
    /// One of the games.
    Game,
    /// Something to be done.
    Button,
    /// A file or a folder.
    Text,
}

/// One option.
pub(crate) struct Spec {
    /// Its name in UCI.
    pub(crate) name: &'static str,
    /// What it is about.
    pub(crate) id: Id,
    /// What it may be set to.
    pub(crate) kind: Kind,
}

const fn spec(name: &'static str, id: Id, kind: Kind) -> Spec {
    Spec { name, id, kind }
}

/// The value of `Skill Level` that plays as well as it can.
pub(super) const FULL_SKILL: u32 = engine::skill::FULL_OPTION;
/// The range of `UCI_Elo`, which is the same in all games: clients read it before a game is chosen. Where the ladder of a
/// game ends before the range does, the game's weakest or strongest level is played.
pub(super) const WEAKEST_ELO: u32 = 420;
pub(super) const STRONGEST_ELO: u32 = 2175;

/// The largest number of any option: clients read signed numbers of 32 bits.
pub(super) const LARGEST: u32 = i32::MAX as u32;

/// Every option, in the order in which `uci` lists them. Threads stands before Hash, as clients set them.
pub(crate) const SPECS: [Spec; 19] = [
    spec("Threads", Id::Threads, Kind::Spin { default: 1, min: 1, max: 512 }),
    spec("Hash", Id::Hash, Kind::Spin { default: 16, min: 1, max: 131_072 }),
    spec("Clear Hash", Id::ClearHash, Kind::Button),
    spec("Ponder", Id::Ponder, Kind::Check { default: false }),
    spec("MultiPV", Id::MultiPv, Kind::Spin { default: 1, min: 1, max: 256 }),
    spec("Move Overhead", Id::MoveOverhead, Kind::Spin { default: 30, min: 0, max: 5000 }),
    spec("Skill Level", Id::SkillLevel, Kind::Spin { default: FULL_SKILL, min: 0, max: FULL_SKILL }),
    spec("UCI_Variant", Id::Variant, Kind::Game),
    spec("UCI_AnalyseMode", Id::AnalyseMode, Kind::Check { default: false }),
    spec("UCI_ShowWDL", Id::ShowWdl, Kind::Check { default: false }),
    spec("UCI_LimitStrength", Id::LimitStrength, Kind::Check { default: false }),
    spec("UCI_Elo", Id::Elo, Kind::Spin { default: STRONGEST_ELO, min: WEAKEST_ELO, max: STRONGEST_ELO }),
    spec("Seed", Id::Seed, Kind::Spin { default: 0, min: 0, max: LARGEST }),
    spec("Argmax", Id::Argmax, Kind::Check { default: false }),
    spec("ApocalypseTables", Id::ApocalypseTables, Kind::Text),
    spec("EvalFile", Id::EvalFile, Kind::Text),
    spec("OwnBook", Id::OwnBook, Kind::Check { default: false }),
    spec("BookFile", Id::BookFile, Kind::Text),
    spec("Debug Log File", Id::DebugLogFile, Kind::Text),
];

/// ` var chess var …`: chess first, since clients look for it there, the others by the alphabet.
pub(crate) fn games() -> String {
    let mut others = NAMES[1..].to_vec();
    others.sort_unstable();
    NAMES[..1].iter().chain(&others).map(|name| format!(" var {name}")).collect()
}

/// The game of that name, in any case; clients have several names for chess.
pub(crate) fn game_of(name: &str) -> Option<&'static str> {
    const OTHER_NAMES_OF_CHESS: [&str; 3] = ["standard", "normal", "fromposition"];
    let name = name.to_ascii_lowercase();
    match OTHER_NAMES_OF_CHESS.contains(&name.as_str()) {
        true => Some(movegen::Chess::NAME),
        false => NAMES.into_iter().find(|known| *known == name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_of_elo_is_that_of_the_ladders() {
        assert_eq!([WEAKEST_ELO, STRONGEST_ELO], engine::skill::Ladder::range_of_elo());
    }

    #[test]
    fn other_names_of_chess_are_taken() {
        for name in ["standard", "normal", "fromposition", "Chess"] {
            assert_eq!(game_of(name), Some("chess"), "{name}");
        }
        assert_eq!(game_of(""), None);
    }
}
