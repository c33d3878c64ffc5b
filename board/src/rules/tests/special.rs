//! Effects and events of special moves.

use movegen::Color;

use crate::messages::{Ask, Effect, GameEvent, Mode, Step};
use crate::rules::{PlayedGame, Texts, open};

fn game(variant: &str, fen: &str) -> Box<dyn PlayedGame> {
    open(variant, Some(fen)).unwrap()
}

fn step(game: &dyn PlayedGame, side: Color, from: &str, to: &str) -> Step {
    let choices = game.choices(side);
    let origin = choices.origins.iter().find(|origin| origin.square == from && origin.payments.is_none()).unwrap();
    origin.targets.iter().find(|step| step.square == to).unwrap().clone()
}

fn effect(variant: &str, fen: &str, from: &str, to: &str) -> Effect {
    let game = game(variant, fen);
    let side = if fen.contains(" w ") { Color::White } else { Color::Black };
    step(&*game, side, from, to).effect
}

/// The names of the events of a turn.
fn events(variant: &str, fen: &str, texts: [Option<&str>; 2]) -> (Vec<String>, Vec<GameEvent>) {
    let mut game = game(variant, fen);
    let texts: Texts = texts.map(|text| text.map(str::to_owned));
    let events = game.play_turn(&texts).unwrap().events;
    let name = |event: &GameEvent| serde_json::to_value(event).unwrap()["event"].as_str().unwrap().to_owned();
    (events.iter().map(name).collect(), events)
}

#[test]
fn promotion_asks_for_the_piece_type() {
    let game = game("insurrection", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    let asked = step(&*game, Color::White, "a7", "a8");
    assert_eq!((asked.ask, asked.m), (Some(Ask::Promotion), None));
    let letters: Vec<_> = asked.next.iter().filter_map(|answer| answer.letter.as_deref()).collect();
    assert_eq!(letters, ["q", "n", "r", "b", "k"]);
    assert_eq!(asked.next[4].m.as_deref(), Some("a7a8k"));
    assert!(asked.next[4].effect.crowned && !asked.next[0].effect.crowned);
}

#[test]
fn capture_previews_the_new_piece_type() {
    let fen = "4k3/8/2n5/3P4/8/8/8/4K3 w - - 0 1";
    let shown = effect("insurrection", fen, "d5", "c6");
    assert_eq!((shown.becomes.as_deref(), shown.captures.unwrap().square.as_str()), (Some("n"), "c6"));
    assert_eq!(events("insurrection", fen, [Some("d5c6"), None]).0, ["capture", "becomes"]);
}

/// The author's example: the royal king takes a pawn, and White is an anarcho-syndicalist commune.
#[test]
fn coup_names_both_governments() {
    let fen = "2b2r2/5p1p/3p3k/1b4P1/q2N3N/8/P6P/R2NQ1K1 b - - 0 1";
    let coup = effect("insurrection", fen, "h6", "g5").coup.unwrap();
    assert_eq!((coup.fell.as_str(), coup.rules.as_str()), ("monarchy", "anarcho-syndicalist commune"));
    assert_eq!(coup.royals, ["a2", "h2"]);
    let (names, events) = events("insurrection", fen, [None, Some("h6g5")]);
    assert_eq!(names, ["capture", "coup", "check"]);
    assert_eq!(events[1], GameEvent::Coup(coup));
}

#[test]
fn castling_and_en_passant_have_events() {
    assert!(effect("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1", "g1").castles);
    assert_eq!(events("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", [Some("e1c1"), None]).0, ["castle"]);
    let passing = effect("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5", "d6");
    assert_eq!(passing.captures.unwrap().square, "d5");
}

#[test]
fn move_only_squares_are_marked() {
    let game = game("empire", "4k3/8/8/3p4/8/8/T6K/8 w - - 0 1");
    let mode = |to| step(&*game, Color::White, "a2", to).mode;
    assert_eq!([mode("a5"), mode("b3")], [Mode::Step, Mode::MoveOnly]);
    let choices = game.choices(Color::White);
    assert_eq!(choices.origins.iter().find(|origin| origin.square == "a2").unwrap().harmless, ["d5"]);
}

#[test]
fn face_off_and_camp_are_shown_near_kings() {
    let view = game("empire", "4k3/8/8/4D3/8/8/8/4K3 w - - 0 1").view();
    let face_off = view.face_off.unwrap();
    assert_eq!((face_off.line.len(), face_off.guard.as_deref()), (8, Some("e5")));
    assert!(view.camps.is_none());
    let near = game("empire", "k7/8/8/4K3/8/8/8/8 w - - 0 1").view().camps.unwrap();
    assert_eq!((near.white.len(), near.black.len()), (8, 0));
    let won = effect("empire", "8/4K3/8/k7/8/8/8/8 w - - 0 1", "e7", "e8").result.unwrap();
    assert_eq!(won.words, "White wins by campmate.");
}

/// gamedata/games/subversion/specification.md: three non-pawn pieces, or two and both pawns.
#[test]
fn expensive_payment_is_made_piece_by_piece() {
    let fen = "4k3/8/8/8/3q4/2N5/PP6/R2K1B2 w - - 0 1";
    let game = open("subversion", Some(fen)).unwrap();
    let first = game.pay("d4", &[]).unwrap();
    assert_eq!(first.price, "three non-pawn pieces, or two of them and all pawns");
    assert_eq!(first.needs, "three non-pawn pieces, or two non-pawn pieces and all pawns");
    let paid =
        |pieces: &[&str]| game.pay("d4", &pieces.iter().map(|&piece| piece.to_owned()).collect::<Vec<_>>()).unwrap();
    let with_pawn = paid(&["a2"]);
    assert_eq!((with_pawn.paid.len(), with_pawn.needs.as_str()), (2, "two non-pawn pieces"));
    assert_eq!(paid(&["a1"]).needs, "two non-pawn pieces, or one non-pawn piece and all pawns");
    assert!(paid(&["a1", "f1", "b2"]).m.is_some());
    assert!(paid(&["f1", "c3", "a1"]).m.is_some());
    let changed = |pieces: &[&str]| paid(pieces).changes.into_iter().map(|change| change.square).collect::<Vec<_>>();
    assert_eq!(changed(&["f1", "c3", "a1"]), ["a1", "f1", "c3", "d4"]);
    assert!(changed(&["f1", "c3"]).is_empty(), "nothing changes before it is paid");
    let bribe = events("subversion", fen, [Some("a1f1c3d4q"), None]).1;
    assert!(
        matches!(&bribe[0], GameEvent::Bribe { price, .. } if price == "a rook, a bishop and a knight"),
        "{bribe:?}"
    );
}

#[test]
fn gambles_swaps_and_clashes_have_events() {
    let start = "npppn/p3p/5/P3P/NPPPN w - - 0 1 00";
    assert_eq!(events("apocalypse", start, [Some("a1b3"), Some("a4b3")]).0, ["capture", "gamble"]);
    assert_eq!(events("apocalypse", start, [Some("a2b3"), Some("e4d3")]).0, ["gamble", "gamble", "penalty", "penalty"]);
    assert_eq!(events("apocalypse", start, [Some("a1b3"), Some("a5b3")]).0, ["clash"]);
    let swap = "n3n/p4/1P3/5/N3N w - - 0 1 00";
    assert_eq!(events("apocalypse", swap, [Some("b3a4"), Some("a4b3")]).0, ["swap"]);
}

#[test]
fn relocation_asks_for_the_square() {
    let game = game("apocalypse", "4n/P3p/5/4P/N3N w - - 0 1 00");
    let asked = step(&*game, Color::White, "a4", "a5");
    assert_eq!(asked.ask, Some(Ask::Relocation));
    assert!(asked.next.iter().any(|answer| answer.square == "c3" && answer.m.as_deref() == Some("a4a5c3")));
}
