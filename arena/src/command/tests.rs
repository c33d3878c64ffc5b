//! Command lines that are understood, and those that are refused.

use super::*;
use crate::config::Body;

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
fn the_command_line_of_openbench_is_understood() {
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
fn engines_take_from_each_what_they_do_not_say_themselves() {
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
fn the_game_may_be_named_by_the_engines_options() {
    let config = config(&format!("{TWO} -each option.UCI_Variant=Subversion -variant standard"));
    assert_eq!(config.variant, "subversion");
    let both = "-engine cmd=a option.UCI_Variant=empire -engine cmd=b option.UCI_Variant=chess -each depth=1";
    assert_eq!(parse(&words(both)), Err("the engines are told to play empire and chess".to_owned()));
}

#[test]
fn wrong_command_lines_are_refused_in_one_line() {
    for (more, why) in [
        ("-fast", "unknown option '-fast'"),
        ("extra", "an engine"),
        ("-variant draughts", "no game is called 'draughts', but chess, empire, "),
        ("-variant fischerandom", "not refereed"),
        ("-rounds 0", "-rounds: '0' is no such number"),
        ("-rounds x", "-rounds: 'x' is no such number"),
        ("-rounds 1 2", "-rounds takes one value, here are 2"),
        ("-games 3", "-games 3: an encounter has 1 or 2 games"),
        ("-engine cmd=c", "engine 'c' has no tc, st, depth or nodes"),
        ("-engine name=c nodes=1", "engine 'c' has no cmd"),
        ("-engine cmd=a nodes=1", "two engines are called 'a'"),
        ("-engine cmd=c proto=x", "proto=x: neither uci nor xboard nor builtin"),
        ("-engine cmd=c tc=1+x", "time control '1+x'"),
        ("-engine cmd=c st=0", "st=0: no number of seconds"),
        ("-engine cmd=c ponder=on", "ponder=on"),
        ("-engine cmd=c colour=blue", "an engine has no 'colour'"),
        ("-openings file=x format=bin", "format=bin: neither epd nor pgn nor fen"),
        ("-openings order=wild", "order=wild"),
        ("-sprt elo0=5 elo1=0", "-sprt: elo0 must be below elo1"),
        ("-sprt elo1=5 alpha=1", "-sprt: alpha and beta"),
        ("-sprt elo1=5 -engine cmd=c depth=1", "-sprt is for two engines"),
        ("-draw score=-1", "score=-1: no such number"),
        ("-use-affinity 3-1", "no list of processors"),
        ("-pgnout nodes=true", "-pgnout needs file="),
        ("-log engine=true", "-log needs file="),
        ("-report penta=maybe", "penta=maybe"),
        ("-output format=xml", "-output: 'format=xml' is unknown"),
        ("-tournament knockout", "neither roundrobin nor gauntlet"),
        ("-debug", "-log file=NAME"),
        ("-concurrency -x", "unknown option '-x'"),
        ("-event \u{1b}[2J -rounds \u{1b}[2J", "-rounds: '\\u{1b}[2J' is no such number"),
    ] {
        let complaint = parse(&words(&format!("{TWO} {more}"))).expect_err(more);
        assert!(complaint.contains(why) || why == "an engine", "{more}: {complaint}");
        assert!(!complaint.contains(char::is_control), "{more}: {complaint}");
    }
    assert_eq!(parse(&words("x")), Err("'x' belongs to no option".to_owned()));
    assert!(parse(&words("-rounds 3")).is_err_and(|why| why == "a match needs two engines, here are 0"));
}

#[test]
fn processors_that_are_not_used_are_counted_from_below() {
    let all = std::thread::available_parallelism().unwrap().get();
    assert_eq!(config(&format!("{TWO} -concurrency 0")).concurrency, all);
    assert_eq!(config(&format!("{TWO} -concurrency -1000")).concurrency, 1);
}

#[test]
fn comments_have_the_order_of_fastchess() {
    use crate::config::Tells;
    let out = config(&format!("{TWO} -pgnout file=x pv=true nodes=true timeleft=true nps=false")).pgn.unwrap();
    assert_eq!(out.tells, [Tells::TimeLeft, Tells::Nodes, Tells::Line]);
}

#[test]
fn other_commands_are_told_from_a_match() {
    assert_eq!((parse(&[]), parse(&words("--help"))), (Ok(Command::Help), Ok(Command::Help)));
    assert_eq!((parse(&words("-version")), parse(&words("--version"))), (Ok(Command::Version), Ok(Command::Version)));
    assert_eq!(parse(&words("-resume x.state")), Ok(Command::Resume("x.state".into())));
    let Ok(Command::Check(engine, games, protocol)) = parse(&words("check ./e --fast variant=empire proto=uci")) else {
        panic!("no check")
    };
    assert_eq!((games, protocol.as_deref()), (vec!["empire".to_owned()], Some("uci")));
    let Body::Uci(program) = engine.body else { panic!("no program") };
    assert_eq!((program.command.as_str(), program.arguments), ("./e", vec!["--fast".to_owned()]));
    assert!(parse(&words("check")).is_err() && parse(&words("check e variant=x")).is_err());
    assert!(parse(&words("check --help")) == Ok(Command::Help) && parse(&words("check --fast e")).is_err());
}
