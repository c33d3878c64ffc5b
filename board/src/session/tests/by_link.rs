//! Games by link, each player with a session of its own.

use serde_json::{Value, json};

use super::Bench;
use crate::store::Memory;

fn by_link(variant: &str) -> Value {
    json!({"part": "library", "type": "new", "variant": variant, "white": {"kind": "human", "name": "Ann"}, "black": {"kind": "remote"}})
}

impl Bench {
    fn link(&mut self) -> String {
        self.done(json!({"part": "library", "type": "link"}))["text"].as_str().unwrap().to_owned()
    }

    fn follow(&mut self, link: &str) {
        self.done(json!({"part": "library", "type": "follow", "text": format!("https://a.example/#/link/{link}")}));
    }

    fn choose(&mut self, side: &str, text: &str) {
        let request = self.now(json!({"part": "game", "type": "play", "move": text, "side": side}));
        self.done(request);
    }

    fn moves(&mut self) -> usize {
        self.state()["history"].as_array().unwrap().len()
    }
}

/// Ann has begun a game and played a move, which Bob has received.
fn two(variant: &str, first: &str) -> [Bench; 2] {
    let (mut ann, mut bob) = (Bench::new(), Bench::new());
    ann.done(by_link(variant));
    ann.play(first);
    bob.follow(&ann.link());
    [ann, bob]
}

#[test]
fn link_games_continue_in_both_sessions() {
    let [mut ann, mut bob] = two("chess", "e2e4");
    assert_eq!(bob.state()["mayMove"], json!({"white": false, "black": true}));
    assert_eq!(bob.state()["names"]["white"], "Ann");
    for (white, black) in [("g1f3", "e7e5"), ("f1c4", "b8c6")] {
        bob.play(black);
        assert_eq!(bob.state()["link"], json!({"side": "black", "ready": true}));
        ann.follow(&bob.link());
        assert_eq!(ann.state()["link"], json!({"side": "white", "ready": false}));
        ann.play(white);
        bob.follow(&ann.link());
    }
    assert_eq!((ann.moves(), bob.moves()), (5, 5));
    assert_eq!(ann.done(json!({"part": "library", "type": "list"}))["total"], 1);
    assert_eq!(bob.done(json!({"part": "library", "type": "list"}))["total"], 1);
}

#[test]
fn old_link_opens_the_longer_stored_game() {
    let [mut ann, mut bob] = two("chess", "e2e4");
    let old = ann.link();
    bob.play("e7e5");
    bob.follow(&old);
    assert_eq!(bob.moves(), 2);
    bob.done(super::humans("empire"));
    bob.follow(&old);
    assert_eq!((bob.moves(), bob.state()["position"]["variant"].clone()), (2, json!("chess")));
}

#[test]
fn conflicting_or_illegal_link_changes_nothing() {
    let [mut ann, mut bob] = two("chess", "e2e4");
    bob.play("e7e5");
    let undo = ann.now(json!({"part": "game", "type": "undo"}));
    ann.done(undo);
    ann.play("d2d4");
    let other = ann.link();
    bob.refused(json!({"part": "library", "type": "follow", "text": other}), "conflict");
    let link = crate::link::Link::read(&other).unwrap();
    let illegal = crate::link::Link { moves: vec!["e2e4".to_owned(), "e7e4".to_owned()], ..link.clone() };
    bob.refused(json!({"part": "library", "type": "follow", "text": illegal.write()}), "invalid");
    let resigned = crate::store::StoredEnd { score: "1-0".to_owned(), reason: "resignation".to_owned() };
    let moves = vec!["e2e4".to_owned(), "e7e5".to_owned(), "g1f3".to_owned()];
    let forged = crate::link::Link { moves, end: Some(resigned), ..link };
    bob.refused(json!({"part": "library", "type": "follow", "text": forged.write()}), "conflict");
    bob.refused(json!({"part": "library", "type": "follow", "text": &other[..other.len() - 1]}), "invalid");
}

#[test]
fn draw_and_resignation_come_by_link() {
    let [mut ann, mut bob] = two("chess", "e2e4");
    bob.play("e7e5");
    let offer = bob.now(json!({"part": "game", "type": "offerDraw", "side": "black"}));
    bob.done(offer);
    ann.follow(&bob.link());
    assert_eq!(ann.state()["drawOffer"], "black");
    let accept = ann.now(json!({"part": "game", "type": "offerDraw", "side": "white"}));
    ann.done(accept);
    bob.follow(&ann.link());
    assert_eq!(bob.state()["result"]["reason"], "agreement");

    let [mut ann, mut bob] = two("chess", "e2e4");
    let resign = bob.now(json!({"part": "game", "type": "resign", "side": "black"}));
    bob.done(resign);
    ann.follow(&bob.link());
    assert_eq!(ann.state()["result"]["score"], "1-0");
}

#[test]
fn apocalypse_link_seals_then_reveals() {
    let (mut ann, mut bob) = (Bench::new(), Bench::new());
    ann.done(by_link("apocalypse"));
    ann.choose("white", "a2a3");
    let sealed = ann.link();
    assert!(!sealed.contains("a2a3") && sealed.contains("seal=white."));
    bob.follow(&sealed);
    bob.choose("black", "a4a3");
    ann.follow(&bob.link());
    assert_eq!(ann.moves(), 1);
    ann.choose("white", "a1b3");
    bob.follow(&ann.link());
    let state = bob.state();
    let made = &state["history"][0]["moves"][0];
    assert_eq!((&made["move"], &made["sealed"]["hash"].is_string()), (&json!("a2a3"), &true));
    assert_eq!(state["mayMove"], json!({"white": false, "black": true}));
}

#[test]
fn choice_other_than_the_sealed_one_is_refused() {
    let (mut ann, mut bob) = (Bench::new(), Bench::new());
    ann.done(by_link("apocalypse"));
    ann.choose("white", "a2a3");
    bob.follow(&ann.link());
    bob.choose("black", "a4a3");
    ann.follow(&bob.link());
    let honest = crate::link::Link::read(&ann.link()).unwrap();
    for moves in [["a1b3", "a4a3"], ["a2a3", "a5b3"]] {
        let forged = crate::link::Link { moves: moves.map(str::to_owned).to_vec(), ..honest.clone() };
        bob.refused(json!({"part": "library", "type": "follow", "text": forged.write()}), "conflict");
    }
    bob.follow(&honest.write());
    assert_eq!(bob.moves(), 1);
}

#[test]
fn shared_game_is_opened_once_for_both_sides() {
    let mut ann = Bench::new();
    ann.done(super::humans("empire"));
    ann.play("e1e2");
    let link = ann.link();
    let mut bob = Bench::new();
    bob.follow(&link);
    bob.follow(&link);
    assert_eq!(bob.done(json!({"part": "library", "type": "list"}))["total"], 1);
    assert_eq!(bob.state()["mayMove"], json!({"white": false, "black": true}));
    let position = ann.done(json!({"part": "library", "type": "link", "position": {"ply": 1}}))["text"].clone();
    bob.done(json!({"part": "library", "type": "follow", "text": position}));
    assert_eq!(bob.moves(), 0);
    assert_eq!(bob.state()["position"]["fen"], ann.state()["position"]["fen"]);
}

#[test]
fn link_game_survives_a_restart() {
    let [mut ann, mut bob] = two("insurrection", "e2e4");
    bob.play("d7d5");
    let memory = Memory::default();
    let changes = memory.changes();
    let mut kept = Bench::with_store(Box::new(memory));
    kept.done(by_link("insurrection"));
    kept.play("e2e4");
    let games = changes.take().into_iter().filter_map(|change| match change {
        crate::store::Change::Game(id, text) => Some((id, text)),
        _ => None,
    });
    let mut again = Bench::with_store(Box::new(Memory::new(games, Some(1))));
    again.follow(&bob.link());
    assert_eq!((again.moves(), ann.moves()), (2, 1));
}
