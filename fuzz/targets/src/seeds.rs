//! Small valid inputs of every target, for the corpora in the repository.

use std::fs;

use arena::matches::journal::Journal;
use tuning::laboratory::archive::Archive;

use crate::known::{self, scratch};
use crate::matches::with_correct_sums;

const UCI: &str = "uci\nsetoption name UCI_Variant value empire\nposition startpos moves e1e2 a7a5\ngo depth 2\n\u{1}\nisready\nd\neval\n\
    setoption name MultiPV value 3\nsetoption name UCI_ShowWDL value true\nposition fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1\n\
    go wtime 100 btime 100 winc 1 movestogo 3 searchmoves e8c8 ponder\nponderhit\n\u{1}\nflip\nucinewgame\ngo infinite\nstop\ngo perft 1\n\
    setoption name Skill Level value 3\nsetoption name UCI_Variant value subversion\ngo mate 2\nd\n";
const XBOARD: &str = "new\nvariant empire\npost\nusermove e2e4\n\u{1}\nforce\nundo\nremove\nhint\nsetboard 7k/8/8/8/4q3/3N4/PP6/2B1K3 w - - 0 1\n\
    lift c1\nput d3\nplayother\n\u{1}\nanalyze\nexclude e2e4\n.\ninclude all\nexit\noption MultiPV=2\nvariant apocalypse\ngo\n\u{1}\ne2e3\nhard\n\
    result 1-0 {mate}\ncomputer\neasy\nbk\ndraw\nvariant subversion\nusermove a2c2,b2b2\n";
const PGN: &str = "[Event \"x\"]\n[White \"a\"]\n[Result \"1-0\"]\n\n1. e4 {+0.34/12 0.1s} e5 (1... c5) 2. Nf3 $1 Nc6 ; rest\n3. Bb5 a6 1-0\n\n\
    [FEN \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O Kd7 2. a8=Q 1/2-1/2\n";
const GAME: &str = r#"{"game":"chess","round":1,"first":"white","fen":"7k/5Q2/6K1/8/8/8/8/8 w - - 0 1","moves":["f7g7"],"scores":[31999],"result":"1-0","reason":"checkmate"}"#;
const UCI_OUTPUT: &str = "id name x\nid author y\noption name Hash type spin default 16 min 1 max 64\noption name UCI_Variant type combo default \
    chess var chess var empire\nuciok\nreadyok\nreadyok\nreadyok\ninfo depth 3 seldepth 5 multipv 1 score cp 13 wdl 5 6 7 nodes 20 nps 30 time 1 \
    hashfull 2 pv e2e4 e7e5\ninfo string x\nbestmove e2e4 ponder e7e5\nreadyok\ninfo score mate -2 upperbound pv e7e5\nbestmove e7e5\n";
const XBOARD_OUTPUT: &str = "feature ping=1 setboard=1 usermove=1 memory=1 myname=\"x y\" variants=\"normal,empire\" option=\"MultiPV -spin 1 1 9\" \
    sigint=0 nps=1 done=1\npong 1\npong 2\n5 13 2 345 e2e4 e7e5\nmove e2e4\npong 3\nmove e7e5\nresign\noffer draw\n1-0 {White mates}\n";

fn with_head(head: &[u8], text: &str) -> Vec<u8> {
    [head, text.as_bytes()].concat()
}

/// Returns inputs for valid positions of every game.
fn positions(per_game: usize, make: impl Fn(u8, usize, &str) -> Vec<u8>) -> Vec<Vec<u8>> {
    (0..movegen::variants::NAMES.len() as u8)
        .flat_map(|game| known::game(game).1.iter().take(per_game).enumerate().map(move |(i, fen)| (game, i, *fen)))
        .map(|(game, i, fen)| make(game, i, fen))
        .collect()
}

/// Returns a conversation, and parts of it in each game; short inputs run fast.
fn conversations(whole: &str, choose: &str) -> Vec<Vec<u8>> {
    let lines: Vec<&str> = whole.lines().collect();
    let pieces = lines.chunks(4).map(|piece| piece.join("\n"));
    let games = movegen::variants::NAMES.into_iter().cycle();
    let short = games.zip(pieces).map(|(game, piece)| format!("{choose}{game}\n{piece}\n").into());
    std::iter::once(whole.into()).chain(short).collect()
}

/// Returns valid inputs of a target.
///
/// # Panics
/// There is no such target, or files cannot be written.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    match target {
        "fen" => positions(12, |game, _, fen| with_head(&[game], fen)),
        "move_text" => {
            let texts = ["e2e4", "e7e8q", "O-O", "e1g1", "a2c2,b2b2", "Nf3+", "exd5", "b1a3", "a2a3b4"];
            positions(4, |game, i, _| with_head(&[game, i as u8], texts[i]))
        }
        "play" => positions(3, |game, i, _| {
            let steps: Vec<u8> = (0..40).map(|step| (step * 7 + i * 13) as u8 % 37 * ((step + 1) % 2) as u8).collect();
            [&[game, i as u8, i as u8], steps.as_slice()].concat()
        }),
        "play_apocalypse" => (0..6_u8).map(|i| (0..50).map(|step: u8| step.wrapping_mul(i) % 29).collect()).collect(),
        "uci" => conversations(UCI, "setoption name UCI_Variant value "),
        "xboard" => conversations(XBOARD, "variant "),
        "lists" => positions(3, |game, _, fen| with_head(&[game], &format!("# list\n{fen}\n{fen} hmvc 3; fmvn 7;\n"))),
        "pgn" => (0..6_u8).map(|game| with_head(&[game], PGN)).collect(),
        "games" => vec![with_head(&[0], GAME), with_head(&[0], PGN)],
        "network" => {
            let of = |game| [vec![game, 8, 80, 0, 1, 9], vec![game, 9, 80, 0, 1, 9], vec![game, 9], vec![game, 0, 85]];
            (0..5_u8).flat_map(of).collect()
        }
        "weights" => {
            let chess = gamedata::weights("chess").map_or("", |file| file.content);
            let part: String = chess.lines().take(40).map(|line| format!("{line}\n")).collect();
            vec![with_head(&[0], &part), with_head(&[255], &format!("# few\nfew-output{}\n", " -7 8".repeat(16)))]
        }
        "table" | "checkpoint" => (0..4_u8).map(|i| vec![9, 1, i % 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 63, i]).collect(),
        "archive" => vec![archive_of(&[]), archive_of(&[&[0, 1, 0, 1, 5, 3, 0]])],
        "arena_state" => vec![state()],
        "arena_command" => COMMANDS.iter().map(|line| line.replace(' ', "\n").into()).collect(),
        "engine_output" => (0..6_u8)
            .flat_map(|game| [with_head(&[game, 0], UCI_OUTPUT), with_head(&[game, 1], XBOARD_OUTPUT)])
            .collect(),
        _ => panic!("no seeds for '{target}'"),
    }
}

const COMMANDS: [&str; 3] = [
    "-engine cmd=./new name=new -engine cmd=./old proto=xboard -each tc=8+0.08 option.Hash=16 -variant empire -rounds 20 -srand 1 -sprt elo0=0 \
     elo1=5 alpha=0.05 beta=0.05",
    "-engine cmd=builtin -engine cmd=x dir=y arg=z timemargin=5 depth=3 -games 2 -repeat -concurrency 2 -pgnout x.pgn min=true -resign \
     movecount=3 score=600 -draw movenumber=30 movecount=8 score=10 -maxmoves 200 -recover -tournament gauntlet",
    "-engine cmd=./engine st=1 -engine proto=builtin -each nodes=5 -openings order=random plies=3 -srand 1 -log x engine=false",
];

fn archive_of(games: &[&[u8]]) -> Vec<u8> {
    let path = scratch("seed");
    let _ = fs::remove_file(&path);
    let mut archive = Archive::open(&path, &7_u32).unwrap();
    games.iter().for_each(|game| archive.add(game).unwrap());
    archive.write().unwrap();
    let bytes = fs::read(&path).unwrap();
    [[5, 0].as_slice(), &bytes].concat()
}

fn state() -> Vec<u8> {
    let path = scratch("seed-state");
    let _ = fs::remove_file(&path);
    drop(Journal::create(&path, vec!["-rounds".to_owned(), "2".to_owned()], 1).unwrap());
    // A state contains the folder of its match; the corpus does not depend on it.
    let here = std::env::current_dir().unwrap();
    let text = fs::read_to_string(&path).unwrap().replace(&here.display().to_string(), "/");
    with_correct_sums(text.as_bytes())
}
