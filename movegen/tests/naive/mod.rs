//! A second implementation of the games, slow and plain, that shares nothing with the first but FEN and move strings:
//! it walks over a board of letters, tries every move on a copy, and checks the result. Both play the
//! same random games and must agree in every position: legal moves, check, endings, and the FEN after each move.
//!
//! The second implementation is the crate `naive`. To add a game: a struct with its `Rules` there, and a test below.

mod compare;

use std::collections::BTreeMap;

use crate::common::{Rng, base, good_fens, random_fen_of};
use compare::{compare, printed};
use naive::board::{self, Board};
use naive::rules::{self, Rules, Tried};
use naive::{coups, empire, subversion};
use upheaval_movegen::{Position, Record, Variant};

/// Where random games begin, how many positions are compared in such games, and after how many plies they are left.
const SOURCES: [(Source, usize, usize); 3] =
    [(Source::Start, 6_000, 150), (Source::Known, 7_000, 60), (Source::Random, 9_000, 20)];

#[derive(Clone, Copy)]
enum Source {
    /// The start position.
    Start,
    /// A position of `fen/good.txt`.
    Known,
    /// A board set up at random, which both implementations must accept or both refuse.
    Random,
}

fn read(fen: &str) -> Board {
    Board::read(fen).unwrap_or_else(|| panic!("{fen} cannot be read"))
}

/// The events met: a comparison of rules that never occur would prove nothing.
type Tally = BTreeMap<&'static str, usize>;

fn count(tally: &mut Tally, rules: &dyn Rules, board: &Board, legal: &[Tried]) {
    let us = board.white_moves;
    let mut met = |what| *tally.entry(what).or_default() += 1;
    legal.iter().for_each(|m| met(m.sort));
    let attackers =
        |king| board::squares().filter(|&at| board.is_of(at, !us) && rules.captures(board, at, king)).count();
    match rules.royals(board, us).into_iter().map(attackers).max() {
        None | Some(0) => {}
        Some(1) => met("check"),
        Some(_) => met("double check"),
    }
    rules.noteworthy(board, legal).into_iter().for_each(&mut met);
    if rules.is_over(board) {
        return;
    }
    for m in rules.tries(board) {
        match rules.objection(&m.after, us) {
            Some("face-off") => met("a move refused by face-off"),
            Some(_) => met("a move refused by check"),
            None if m.sort == "double step" => {
                let replies = rules.tries(&m.after);
                for reply in replies.iter().filter(|reply| reply.sort == "en passant") {
                    match rules.objection(&reply.after, !us) {
                        Some("face-off") => met("en passant refused by face-off"),
                        Some(_) => met("en passant refused by check"),
                        None => {}
                    }
                }
            }
            None => {}
        }
    }
}

/// Plays one random game from a position that both sides have accepted; returns how many positions were compared.
fn play_out<V: Variant>(
    rules: &dyn Rules,
    (start, longest): (&str, usize),
    rng: &mut Rng,
    tally: &mut Tally,
    context: &str,
) -> usize {
    let mut board = read(start);
    rules.settle(&mut board);
    let mut record = Record::new(start.parse::<Position<V>>().unwrap_or_else(|e| panic!("{context}: {e}")));
    let mut history = vec![rules.identity(&board)];
    let mut played: Vec<String> = Vec::new();
    for ply in 0.. {
        let context = format!("{context}, {start}, moves {}", played.join(" "));
        let legal = compare(rules, &board, record.position(), &context);
        count(tally, rules, &board, &legal);
        let identity = rules.identity(&board);
        let repeated = history.iter().filter(|&old| *old == identity).count() >= 3;
        let end = rules
            .end(&board)
            .or_else(|| repeated.then(|| rules.repetition(!board.white_moves)))
            .or_else(|| (board.clock >= 100).then_some((None, "fifty-move rule")));
        let found = record.outcome().map(|outcome| outcome.to_string());
        assert_eq!(found, end.map(printed), "{context}: the end of the game");
        if let Some((_, reason)) = end {
            *tally.entry(reason).or_default() += 1;
        }
        if end.is_some() || ply == longest {
            return ply + 1;
        }
        let chosen = choose(&legal, &played, rng);
        let m = record.position().parse_move(&chosen.text).unwrap_or_else(|e| panic!("{context}: {e}"));
        record.push(m);
        board = chosen.after.clone();
        history.push(rules.identity(&board));
        played.push(chosen.text.clone());
    }
    unreachable!("the loop ends by its own count")
}

/// Any legal move, but more often than chance would have it one of a rare sort, or the one that takes the last back, so
/// that positions occur again.
fn choose<'a>(legal: &'a [Tried], played: &[String], rng: &mut Rng) -> &'a Tried {
    let back = played.iter().rev().nth(1).map(|last| last[2..4].to_owned() + &last[..2]);
    if let Some(m) = legal.iter().find(|m| Some(&m.text) == back.as_ref())
        && rng.one_in(3)
    {
        return m;
    }
    let rare = |m: &&Tried| !matches!(m.sort, "step" | "capture" | "pawn step" | "pawn capture" | "bribe");
    let rare: Vec<&Tried> = legal.iter().filter(rare).collect();
    if !rare.is_empty() && rng.one_in(4) { rare[rng.below(rare.len())] } else { rng.pick(legal) }
}

/// Plays random games from all sources, and asks that every expected thing was met on the way.
fn agree<V: Variant>(rules: &dyn Rules, seed: u64, expected: &[&'static str]) {
    let mut rng = Rng(seed);
    let mut tally = Tally::new();
    let mut known = good_fens(base(V::NAME));
    // A game that is also played by stricter rules refuses some of them.
    known.retain(|fen| rules.may_stand(&read(fen)));
    let context = format!("{} seed {seed:#x}", V::NAME);
    assert_eq!(V::START, rules.start());
    for (source, wanted, longest) in SOURCES {
        let mut compared = 0;
        while compared < wanted {
            let start = match source {
                Source::Start => rules.start().to_owned(),
                Source::Known => rng.pick(&known).clone(),
                Source::Random => random_fen_of(&mut rng, rules.letters(), rules.start().ends_with("Kk")),
            };
            let board = read(&start);
            let accepted = rules.may_stand(&board) && rules.may_have_passed(&board) && rules.may_castle_so(&board);
            assert_eq!(start.parse::<Position<V>>().is_ok(), accepted, "{context}: {start} accepted");
            if accepted {
                compared += play_out::<V>(rules, (&start, longest), &mut rng, &mut tally, &context);
            } else {
                assert!(matches!(source, Source::Random), "{context}: {start} is refused");
                *tally.entry("refused set-up").or_default() += 1;
            }
        }
    }
    println!("{context}: {tally:?}");
    for what in expected {
        assert!(tally.contains_key(what), "{context} never met '{what}': {tally:?}");
    }
}

const EVERYWHERE: [&str; 13] = [
    "step",
    "capture",
    "pawn step",
    "pawn capture",
    "double step",
    "en passant",
    "promotion",
    "castling",
    "check",
    "double check",
    "checkmate",
    "stalemate",
    "en passant refused by check",
];

#[test]
fn chess_agrees_with_its_naive_rules() {
    let also = ["insufficient material", "threefold repetition", "fifty-move rule", "refused set-up"];
    agree::<upheaval_movegen::Chess>(&rules::Chess, 0xc4e5_5000, &[&EVERYWHERE[..], &also].concat());
}

#[test]
fn empire_agrees_with_its_naive_rules() {
    let also = ["campmate", "a move refused by face-off", "threefold repetition", "fifty-move rule", "refused set-up"];
    let rare = ["en passant refused by face-off"];
    agree::<upheaval_movegen::Empire>(&empire::Empire, 0xe591_0000, &[&EVERYWHERE[..], &also, &rare].concat());
}

/// Both games of coups, with and without assassination. Sorts of moves are named by what they bring about.
fn coups_agree<const KING_PROMOTION: bool, const ASSASSINATION: bool>(seed: u64) {
    let rules = coups::Coups { king_promotion: KING_PROMOTION, assassination: ASSASSINATION };
    let also = ["coup", "succession", "decline", "several royals", "a royal pawn in check", "refused set-up"];
    let ends = ["insufficient material", "threefold repetition", "fifty-move rule"];
    let rare = ["a deposed king castles", "a last royal pawn that may not promote"];
    let assassination: &[&str] = if ASSASSINATION { &["mate although pieces could move"] } else { &[] };
    let expected = [&EVERYWHERE[..], &also, &ends, &rare, assassination].concat();
    agree::<upheaval_movegen::Coups<KING_PROMOTION, ASSASSINATION>>(&rules, seed, &expected);
}

#[test]
fn insurrection_agrees_with_its_naive_rules() {
    coups_agree::<true, true>(0x1250_0001);
}

#[test]
fn insurrection_without_assassination_agrees_with_its_naive_rules() {
    coups_agree::<true, false>(0x1250_0002);
}

#[test]
fn anarchism_agrees_with_its_naive_rules() {
    coups_agree::<false, true>(0xa5a0_0001);
}

#[test]
fn anarchism_without_assassination_agrees_with_its_naive_rules() {
    coups_agree::<false, false>(0xa5a0_0002);
}

#[test]
fn subversion_agrees_with_its_naive_rules() {
    let also =
        ["bribe", "a checking piece bribed", "a bribe that is an ordinary move", "mate although a bribe was possible"];
    let ends = ["insufficient material", "threefold repetition", "fifty-move rule", "refused set-up"];
    let expected = [&EVERYWHERE[..], &also, &ends].concat();
    agree::<upheaval_movegen::Subversion>(&subversion::Subversion, 0x50b0_0001, &expected);
}

/// The naive rules themselves against published counts (chessprogramming.org/Perft_Results; gamedata/games/empire/specification.md;
/// the vectors).
#[test]
fn naive_rules_give_published_perft_counts() {
    fn perft(rules: &dyn Rules, board: &Board, depth: u32) -> usize {
        let moves = rules.legal(board);
        if depth == 1 { moves.len() } else { moves.iter().map(|m| perft(rules, &m.after, depth - 1)).sum() }
    }
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let insurrection = coups::Coups { king_promotion: true, assassination: true };
    let cases: [(&dyn Rules, &str, usize); 5] = [
        (&rules::Chess, rules::Chess.start(), 8_902),
        (&rules::Chess, kiwipete, 97_862),
        (&empire::Empire, empire::Empire.start(), 20_895),
        (&insurrection, insurrection.start(), 8_902),
        (&subversion::Subversion, "6k1/8/8/8/3N4/4R3/8/4K3 b - - 0 1", 600),
    ];
    for (rules, fen, leaves) in cases {
        assert_eq!(perft(rules, &read(fen), 3), leaves, "{fen}");
    }
}
