//! Explanations as messages. The reasons themselves are tested in `games`.

use movegen::Color;

use crate::messages::{ErrorCode, Explanation};
use crate::rules::open;

fn ask(variant: &str, fen: Option<&str>, from: &str, to: &str, pay: bool) -> Explanation {
    open(variant, fen).unwrap().explain(Color::White, from, to, pay).unwrap()
}

#[test]
fn illegal_move_is_explained_with_squares() {
    assert!(ask("chess", None, "e2", "e4", false).legal);
    let blocked = ask("chess", None, "a1", "a3", false);
    assert_eq!((blocked.legal, blocked.words.as_str()), (false, "the pawn on a2 is in the way"));
    assert_eq!(blocked.squares, ["a2"]);
    let unpaid = ask("subversion", Some("4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1"), "h1", "c5", true);
    assert_eq!((unpaid.legal, unpaid.words.as_str()), (false, "the king cannot be paid"));
}

#[test]
fn gamble_is_legal_and_has_a_condition() {
    assert!(ask("apocalypse", None, "a2", "a3", false).legal);
    let gamble = ask("apocalypse", None, "a2", "b3", false);
    assert!(gamble.legal && gamble.words.starts_with("an enemy piece must arrive on b3: "), "{}", gamble.words);
    let wrong = open("apocalypse", None).unwrap().explain(Color::White, "f1", "a2", false).unwrap_err();
    assert_eq!(wrong.code, ErrorCode::Malformed);
}
