//! Valid and invalid options of a match.

use super::*;

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

fn config(line: &str) -> Config {
    match parse(&words(line)) {
        Ok(Command::Match(config, _)) => *config,
        other => panic!("{other:?}"),
    }
}

const TWO: &str = "-engine cmd=a tc=10+0.1 -engine cmd=b tc=5";

/// The line that OpenBench's client gives its runner.
#[test]
fn openbench_command_line_is_accepted() {
    let config = config(
        "-recover -variant standard -testEnv -concurrency 2 -rounds 2 -games 2 -resign movecount=3 score=400 \
         -draw movenumber=40 movecount=8 score=10 -engine dir=Engines/ cmd=./SF-A proto=uci tc=0.40+0.01 \
         timemargin=250 option.Threads=1 option.Hash=8 name=SF-dev -engine dir=Engines/ cmd=./SF-B proto=uci \
         tc=0.40+0.01 timemargin=250 option.Threads=1 option.Hash=8 name=SF-base -openings file=Books/b.epd \
         format=epd order=random start=1 -srand 42 -pgnout file=PGNs/1.1.0.0.pgn seldepth=true nodes=true \
         match_line='^info string pgncomment .*'",
    );
    assert_eq!((config.variant.as_str(), config.rounds, config.games, config.seed), ("chess", 2, 2, 42));
    assert_eq!(config.engines[0].limits.to_string(), "0.4+0.01");
    assert_eq!(config.engines[1].options.len(), 2);
    assert!(config.draw.is_some() && config.resign.is_some() && config.is_test_environment);
    assert!(config.openings.is_shuffled && config.counts_pairs);
}

#[test]
fn each_sets_defaults_of_engines() {
    let config = config(
        "-engine cmd=x/a nodes=5 option.Hash=2 -engine cmd=b name=B -each tc=1+1 option.hash=7 option.Threads=3 \
         restart=on -variant empire",
    );
    let [a, b] = config.engines.as_slice() else { panic!() };
    assert_eq!((a.name.as_str(), b.name.as_str()), ("a", "B"));
    assert_eq!(a.limits.nodes, Some(5));
    assert_eq!(a.options, [("Threads".into(), "3".into()), ("Hash".into(), "2".into())]);
    assert_eq!((b.options.len(), b.restart, config.variant.as_str()), (2, true, "empire"));
}

#[test]
fn games_of_file_are_offered_to_engines() {
    let path = std::env::temp_dir().join(format!("upheaval-arena-{}.ini", std::process::id()));
    std::fs::write(&path, "[of-a-file:chess]\ncastling = false\n").unwrap();
    let line = format!("{TWO} -engine proto=builtin tc=5 name=c -variants {} -variant of-a-file", path.display());
    let config = config(&line);
    let options = [("VariantPath".to_owned(), path.display().to_string())];
    assert_eq!((config.variant.as_str(), &config.engines[0].options[..]), ("of-a-file", &options[..]));
    assert!(config.engines[2].options.is_empty());
    std::fs::remove_file(&path).unwrap();
    assert!(parse(&words(&line)).is_err_and(|why| why.contains("cannot read")));
}

#[test]
fn engine_options_name_the_game() {
    let config = config(&format!("{TWO} -each option.UCI_Variant=Subversion -variant standard"));
    assert_eq!(config.variant, "subversion");
    let both = "-engine cmd=a option.UCI_Variant=empire -engine cmd=b option.UCI_Variant=chess -each depth=1";
    assert_eq!(parse(&words(both)), Err("the engines have the variants empire and chess".to_owned()));
}

#[test]
fn chess960_is_called_fischerandom_too() {
    assert_eq!(config(&format!("{TWO} -variant fischerandom")).variant, "chess960");
}

#[test]
fn invalid_options_are_rejected_in_one_line() {
    for (more, why) in [
        ("-fast", "unexpected argument '--fast' found"),
        ("-variant draughts", "no game is called 'draughts'; the games are chess, empire, "),
        ("-rounds 0", "0 is not in 1.."),
        ("-rounds x", "invalid value 'x' for '--rounds <N>'"),
        ("-rounds 1 2", "invalid value '1 2' for '--rounds <N>'"),
        ("-games 3", "3 is not in 1..=2"),
        ("-engine cmd=c", "engine 'c' has no tc, st, depth or nodes"),
        ("-engine name=c nodes=1", "engine 'c' has no cmd"),
        ("-engine cmd=a nodes=1", "two engines are called 'a'"),
        ("-engine cmd=c proto=x", "-engine: proto=x: expected uci, xboard or builtin"),
        ("-engine cmd=c tc=1+x", "time control '1+x'"),
        ("-engine cmd=c st=0", "st=0: not a positive number of seconds"),
        ("-engine cmd=c ponder=on", "ponder=on"),
        ("-engine cmd=c colour=blue", "unknown key 'colour'; expected one of cmd, dir, "),
        ("-engine cmd=c fast", "'fast' is not key=value"),
        ("-openings file=x format=bin", "format=bin: expected epd, fen or pgn"),
        ("-openings order=wild", "order=wild"),
        ("-sprt elo0=5 elo1=0", "elo0 must be below elo1"),
        ("-sprt elo1=5 alpha=1", "alpha and beta"),
        ("-sprt elo1=5 -engine cmd=c depth=1", "-sprt is for two engines"),
        ("-draw score=-1", "score=-1: '-1' is not a valid number"),
        ("-use-affinity 3-1", "not a range of processors"),
        ("-pgnout nodes=true", "file= is missing"),
        ("-log engine=true", "file= is missing"),
        ("-report penta=maybe", "expected true or false"),
        ("-output format=xml", "expected format=fastchess or format=cutechess"),
        ("-tournament knockout", "[possible values: roundrobin, gauntlet]"),
        ("-debug", "unexpected argument '--debug'"),
        ("-concurrency -x", "unexpected argument '--x' found"),
        ("-event \u{1b}[2J -rounds \u{1b}[2J", "invalid value ' [2J' for '--rounds"),
    ] {
        let message = parse(&words(&format!("{TWO} {more}"))).expect_err(more);
        assert!(message.contains(why), "{more}: {message}");
        assert!(!message.contains(char::is_control), "{more}: {message}");
    }
    assert!(parse(&words("x")).is_err_and(|why| why == "unexpected argument 'x' found"));
    assert!(parse(&words("-rounds 3")).is_err_and(|why| why == "a match needs two engines, but none was given"));
}

#[test]
fn values_with_blanks_are_kept() {
    let line = [
        "-engine",
        "cmd=my engine",
        "option.Book File=a b=c",
        "-engine",
        "cmd=b",
        "-each",
        "depth=1",
        "-event",
        "A",
        "match",
        "-epdout",
        "last positions.epd",
        "append=false",
    ];
    let Ok(Command::Match(config, _)) = parse(&line.map(str::to_owned)) else { panic!("no match") };
    assert_eq!(config.engines[0].program.command, "my engine");
    assert_eq!(config.engines[0].options, [("Book File".into(), "a b=c".into())]);
    let epd = crate::config::FileOut { path: "last positions.epd".into(), append: false };
    assert_eq!((config.event.as_str(), config.epd), ("A match", Some(epd)));
}

#[test]
fn last_of_repeated_options_applies() {
    let config = config(&format!("{TWO} -rounds 3 -norecover -quick book=x.epd -rounds 4 -recover -repeat 1"));
    assert_eq!((config.rounds, config.games, config.no_recover), (4, 1, false));
    assert!(config.openings.is_shuffled && config.draw.is_some() && config.style == Style::Cutechess);
}

#[test]
fn concurrency_below_one_is_relative_to_processors() {
    let all = std::thread::available_parallelism().unwrap().get();
    assert_eq!(config(&format!("{TWO} -concurrency 0")).concurrency, all);
    assert_eq!(config(&format!("{TWO} -concurrency -1000")).concurrency, 1);
}

#[test]
fn comment_fields_have_the_order_of_fastchess() {
    use crate::games::finished::{Finished, Step};
    let config = config(&format!("{TWO} -pgnout file=x pv=true nodes=true timeleft=true nps=false"));
    let (text, algebraic) = ("e2e4".to_owned(), "e4".to_owned());
    let thought = crate::players::Thought { nodes: 5, line: vec![text.clone()], ..Default::default() };
    let step = Step { text, algebraic, by_white: true, is_book: false, millis: 7, left: Some(2000), thought };
    let game = Finished {
        engines: [0, 1],
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
        begins: (false, 1),
        steps: vec![step],
        result: "1-0".to_owned(),
        reason: "White mates".to_owned(),
        ..Finished::default()
    };
    let pgn = crate::games::pgn::of_match(&config, config.pgn.as_ref().unwrap(), &game);
    assert!(pgn.contains("1. e4 {/0 0.007s, tl=2.000s, n=5, pv=\"e2e4\", White mates} 1-0"), "{pgn}");
}

#[test]
fn states_are_resumed() {
    for line in ["-resume x.state", "-config file=x.state"] {
        assert_eq!(parse(&words(line)), Ok(Command::Resume("x.state".into())));
    }
    assert!(parse(&words(&format!("{TWO} -resume x.state"))).is_err());
}
