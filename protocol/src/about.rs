//! What the program says of itself.

/// The name alone.
pub(crate) const PROGRAM: &str = "Upheaval";
/// Name and version.
pub(crate) const NAME: &str = concat!("Upheaval ", env!("CARGO_PKG_VERSION"));

/// The greeting for somebody at a terminal.
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
And besides
  e2e4            a bare move plays on from the position that stands
  d               draws the position, with FEN, key, checks and result
  eval            the static value of the position
  go perft N      counts the leaves N plies deep, below each move; also: perft N
  flip            exchanges the colours
  bench [hash [threads [depth]]]   searches fixed positions of every game and counts nodes
  compiler, license, help
Another game: setoption name UCI_Variant value empire (uci lists them all)
The XBoard protocol: begin with the word xboard";

/// The answer to `--help` on the command line.
pub const USAGE: &str = "\
An engine for chess variants. Without arguments it speaks UCI or the XBoard protocol on standard input and output.

upheaval [uci | xboard]                          speak the protocol that the first word chooses
upheaval xboard GAME                             the same; XBoard is told of this game before it asks
upheaval play GAME [--level 0-20] [--color white|black|both|none] [--time SECONDS] [--fen FEN] [--resume FILE]
                                                 play a game here, on the terminal (docs/play.md)
upheaval show [GAME] [DEPTH]                     search every game's start position, for people to read
upheaval go [GAME] LIMITS [POSITION]             search; LIMITS as in UCI's go: depth 10, movetime 1000 ...
upheaval perft [GAME] DEPTH [POSITION]           count the leaves of the tree of moves
upheaval d [GAME] [POSITION]                     draw a position
upheaval eval [GAME] [POSITION]                  its static value
upheaval bench [HASH [THREADS [DEPTH]]]          search fixed positions of every game and count nodes
upheaval bench --signature                       the same, in the form of benches/signature.txt
upheaval genfens N [seed S] [book FILE] [GAME] [plies=A-B] [margin=CP]
                                                 random openings, as test frameworks ask for them
upheaval --version | --help | license | compiler

POSITION is: startpos|fen FEN [moves M ...]      without it, the game's start
RUST_LOG=debug writes a log to standard error.";

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
