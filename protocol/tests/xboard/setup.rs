//! Features, definitions of games, settings, and the end of the process.

use std::time::Duration;

use games::plies::definition::{is_known, name_in_xboard};
use movegen::variants::NAMES;

use crate::common::Engine;
use crate::moves;

#[test]
fn first_command_selects_the_protocol() {
    let mut engine = Engine::start();
    engine.send("\n# a comment\nxboard\nprotover 2");
    let lines = engine.until("feature done=1");
    assert_eq!(lines[0], "feature done=0");
    let all = lines.join(" ");
    for wanted in ["ping=1", "setboard=1", "usermove=1", "sigint=0", "colors=0", "variants=\"normal,", "highlight=1"] {
        assert!(all.contains(wanted), "{wanted}: {all}");
    }
    assert_eq!(engine.asked("accepted ping\nrejected done\nuci"), ["Error (unknown command): uci"]);
}

/// Each feature is `name=value`, quoted if the value contains spaces: clients split the line this way.
#[test]
fn feature_lines_are_split_into_names_and_values() {
    let mut engine = Engine::start();
    engine.send("xboard\nprotover 2");
    for line in engine.until("feature done=1") {
        let features = line.strip_prefix("feature ").unwrap_or_else(|| panic!("{line}"));
        let mut rest = features;
        while !rest.is_empty() {
            let (name, after) = rest.split_once('=').unwrap_or_else(|| panic!("{line}"));
            assert!(name.chars().all(|c| c.is_ascii_lowercase()), "{line}");
            rest = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap().1,
                None => after.find(' ').map_or("", |end| &after[end..]),
            }
            .trim_start();
        }
    }
}

#[test]
fn game_is_defined_before_the_pong() {
    for name in NAMES {
        let variant = name_in_xboard(name);
        let mut engine = Engine::start();
        engine.send(&format!("xboard\nprotover 2\nnew\nvariant {variant}\nping 1"));
        let lines = engine.until("pong 1");
        let setups: Vec<&String> = lines.iter().filter(|line| line.starts_with("setup ")).collect();
        assert_eq!(setups.len(), usize::from(!is_known(name)), "{lines:#?}");
        let first_piece = lines.iter().position(|line| line.starts_with("piece "));
        let setup = lines.iter().position(|line| line.starts_with("setup "));
        assert!(first_piece.is_none() || setup < first_piece, "{lines:#?}");
    }
    let mut engine = Engine::start_xboard("empire");
    assert_eq!(engine.asked("variant atomic"), ["Error (unsupported variant): atomic"]);
    assert!(moves(&engine.asked("sd 1\nusermove e1e2")).len() == 1, "the old game stays");
}

#[test]
fn standard_commands_are_accepted_silently() {
    let mut engine = Engine::start_xboard("normal");
    let silent = "force\npost\nnopost\neasy\nhard\nrandom\ncomputer\nname Somebody\nrating 2000 2100\naccepted x\nrejected y\n\
                  otim 100\ntime 100\nsd 5\nst 3\nst 0\nnps 1000\nlevel 0 0 0.01\nlevel 40 0:30 0\nmemory 20\ncores 1\n\
                  egtpath syzygy /nowhere\nresult 1-0 {White mates}\nhint\ndraw\n.\nexit\nics -\nwhite\nblack\nforce\nhover e4\n?\n\
                  option SkillLevel=20\noption OwnBook=0\n\n# words";
    let output = engine.asked(silent);
    assert!(output.iter().all(|line| line.starts_with("Hint: ") || line.starts_with("# ")), "{output:#?}");
    assert_eq!(engine.asked("bk"), [" No opening book.", ""]);
}

#[test]
fn illegal_moves_and_errors_are_distinguished() {
    let mut engine = Engine::start_xboard("normal");
    assert_eq!(engine.asked("force\nusermove e2e5"), ["Illegal move: e2e5"]);
    assert_eq!(engine.asked("usermove nonsense"), ["Illegal move: nonsense"]);
    assert_eq!(engine.asked("foobar"), ["Error (unknown command): foobar"]);
    assert_eq!(engine.asked("st x"), ["Error (bad argument): st x"]);
    assert_eq!(engine.asked("option Nothing=1"), ["Error (bad option): No such option: Nothing"]);
    let output = engine.asked("setboard 8/8 w");
    assert!(output.len() == 1 && output[0].starts_with("tellusererror Illegal position: "), "{output:#?}");
    assert!(engine.asked("e2e4\nusermove e7e5\ng1f3").is_empty(), "usermove is optional");
}

#[test]
fn edit_sets_up_a_position() {
    let mut engine = Engine::start_xboard("normal");
    assert!(engine.asked("force\nedit\n#\nKe1\nRa1\nc\nKg8\nPf7\nPg7\nPh7\n.").is_empty());
    engine.send("sd 3\ngo");
    engine.until("1-0 {checkmate}");
}

#[test]
fn quit_and_end_of_input_end_the_process() {
    for (command, quits) in
        [("analyze", true), ("analyze", false), ("level 0 60 0\ngo", true), ("level 0 60 0\ngo", false)]
    {
        let mut engine = Engine::start_xboard("normal");
        engine.send(command);
        std::thread::sleep(Duration::from_millis(20));
        match quits {
            true => engine.send("quit"),
            false => engine.hang_up(),
        }
        let (status, _, errors, time) = engine.end();
        assert!(
            status.success() && errors.is_empty() && time < Duration::from_secs(5),
            "{command}: {status} {errors} {time:?}"
        );
    }
}

/// XBoard loads a position from its command line before it selects the game.
#[test]
fn loaded_position_defines_the_game_again() {
    let mut engine = Engine::start_with(&["xboard", "empire"]);
    engine.send("xboard\nprotover 2");
    let lines = engine.until("feature done=1");
    assert!(
        lines.iter().any(|line| line.starts_with("setup (") && line.ends_with("TECDKCET w kq - 0 1")),
        "{lines:#?}"
    );
    engine.send("new\nvariant empire\nping 1");
    engine.until("pong 1");
    let fen = "rnbqkbnr/pppppppp/8/8/4S3/8/PPPS1PPP/TECDKCET w kq - 0 1";
    // XBoard sends this before the loaded position.
    assert!(engine.asked("force\nsetboard rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1").is_empty());
    let output = engine.asked(&format!("force\nsetboard {fen}"));
    let setups: Vec<&String> = output.iter().filter(|line| line.starts_with("setup ")).collect();
    assert_eq!(setups.len(), 2, "{output:#?}");
    assert!(setups[0].contains("8x8+0_great ") && setups[1].contains("8x8+0_fairy "), "{output:#?}");
    assert!(setups.iter().all(|line| line.ends_with(fen)), "{output:#?}");
    assert!(engine.asked(&format!("setboard {fen}")).is_empty(), "once is enough");
}

#[test]
fn fischerandom_castles_by_its_name() {
    let mut engine = Engine::start_xboard("fischerandom");
    let fen = "1k5r/8/8/8/8/8/5P2/R4KR1 w GAh - 0 1";
    assert!(engine.asked(&format!("force\nsetboard {fen}\nusermove O-O")).is_empty());
    assert!(engine.asked("usermove b8h8").is_empty());
    assert!(engine.asked("usermove O-O-O")[0].starts_with("Illegal move"));
    assert!(engine.asked(&format!("new\nvariant fischerandom\nforce\nsetboard {fen}\nusermove f1a1")).is_empty());
}
