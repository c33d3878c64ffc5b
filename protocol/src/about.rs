//! Name, banner, license, help and build settings of the program.

pub(crate) const PROGRAM: &str = "Upheaval";
pub(crate) const NAME: &str = concat!("Upheaval ", env!("CARGO_PKG_VERSION"));

pub(crate) const BANNER: &str =
    concat!("Upheaval ", env!("CARGO_PKG_VERSION"), ", an engine for chess variants. Type help for the commands.");

/// The answer to `license`.
pub(crate) const LICENSE: &str = "Upheaval may be used under the MIT license or the Apache License, Version 2.0, \
at your option. The texts stand in LICENSE-MIT and LICENSE-APACHE.";

/// The answer to `help` in a conversation.
pub const HELP: &str = "\
UCI commands
  uci, isready, ucinewgame, setoption name N [value V], stop, ponderhit, quit
  position startpos|fen FEN [moves M ...]
  go [depth N] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo N]
     [mate N] [infinite] [ponder] [searchmoves M ...]
Other commands
  e2e4            a bare move plays on from the position that stands
  d               draws the position, with FEN, key, checks and result
  eval            the static value of the position
  go perft N      counts the leaves N plies deep, below each move; also: perft N
  flip            exchanges the colours
  bench [hash [threads [depth]]]   searches fixed positions of every game and counts nodes
  compiler, license, help
Another game: setoption name UCI_Variant value empire (uci lists them all)
The XBoard protocol: begin with the word xboard";

/// The answer to `compiler`: what the program was built for.
pub(crate) fn compiler() -> String {
    let features = [
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("debug", cfg!(debug_assertions)),
    ];
    let features: String = features.iter().filter(|(_, on)| *on).map(|(name, _)| format!(" {name}")).collect();
    let (arch, os) = (std::env::consts::ARCH, std::env::consts::OS);
    format!("Compiled by rustc for {arch} on {os}\nCompilation settings : {}bit{features}", usize::BITS)
}
