//! The rules of a game defined by a file, in words.

use movegen::definition::{Bribes, Definition, Extinction, MaterialDraw, Payment, PieceSet};
use movegen::outcome::Verdict;
use movegen::{Bitboard, Color, PieceType};

/// Returns the rules of a game in words, as Markdown. Rules of chess that the game keeps are not repeated.
///
/// ```
/// let page = upheaval_games::rules_page(&upheaval_games::movegen::definition::template("empire").unwrap());
/// assert!(page.contains("* **E** (customPiece1) moves without capturing any number of squares in any direction; captures by a knight's leap."));
/// assert!(page.contains("* White wins with the K on the squares a8 b8 c8 d8 e8 f8 g8 h8."));
/// ```
pub fn rules_page(game: &Definition) -> String {
    let page = Page { game };
    let mut text = format!("# {}\n\n", game.name);
    if let Some(parent) = &game.parent {
        text += &format!("A variant of {parent}.\n\n");
    }
    text += &format!("First position: `{}`\n", game.start);
    let sections = [
        ("Pieces", page.pieces()),
        ("Promotion", page.promotion()),
        ("Moves", page.moves()),
        ("Royal pieces", page.royals()),
        ("Bribes", game.bribes.as_ref().map_or_else(Vec::new, |bribes| page.bribes(bribes))),
        ("End of the game", page.ends()),
    ];
    for (title, sentences) in sections.into_iter().filter(|(_, sentences)| !sentences.is_empty()) {
        text += &format!("\n## {title}\n\n");
        sentences.iter().for_each(|sentence| text += &format!("* {sentence}.\n"));
    }
    text
}

struct Page<'a> {
    game: &'a Definition,
}

impl Page<'_> {
    fn letter(&self, piece_type: PieceType) -> String {
        let piece = self.game.pieces[piece_type.index()].as_ref();
        piece.map_or_else(String::new, |piece| piece.letter.to_ascii_uppercase().to_string())
    }

    /// The letters of the types: `N, B or R`.
    fn any_of(&self, types: impl IntoIterator<Item = PieceType>) -> String {
        joined(types.into_iter().map(|piece_type| self.letter(piece_type)), "or")
    }

    fn set(&self, types: PieceSet) -> String {
        if types == self.game.types { "any piece".to_owned() } else { self.any_of(types.iter()) }
    }

    fn pieces(&self) -> Vec<String> {
        let pieces = self.game.pieces.iter().flatten();
        let mut sentences: Vec<String> = pieces
            .map(|piece| {
                format!("**{}** ({}) {}", piece.letter.to_ascii_uppercase(), piece.name, piece.moves_in_words())
            })
            .collect();
        for (color, piece_type) in each(|_| self.game.types.iter().collect()) {
            let region = self.game.reach(color, piece_type).region;
            if region != Bitboard::FULL {
                sentences.push(format!("{}'s {} stays on {}", color.name(), self.letter(piece_type), squares(region)));
            }
        }
        sentences
    }

    fn promotion(&self) -> Vec<String> {
        let rules = &self.game.promotion;
        let mut sentences = Vec::new();
        let may = if rules.is_mandatory_for_pawns { "promotes" } else { "may promote" };
        for color in Color::BOTH {
            let (pawns, into) = (rules.pawns[color], &rules.into[color]);
            if !pawns.is_empty() && !into.is_empty() {
                let (pawns, into) = (self.set(pawns), self.any_of(into.iter().copied()));
                sentences.push(format!(
                    "{}'s {pawns} {may} to {into} on {}",
                    color.name(),
                    squares(rules.region[color])
                ));
            }
        }
        for piece_type in self.game.types.iter() {
            if let Some(promoted) = rules.promoted[piece_type.index()] {
                let may = if rules.is_mandatory_for_pieces { "promotes" } else { "may promote" };
                sentences.push(format!(
                    "{} {may} to {} by a move into or from the zone",
                    self.letter(piece_type),
                    self.letter(promoted)
                ));
            }
            if rules.limit[piece_type.index()] > 0 {
                sentences.push(format!(
                    "A promotion to {} needs fewer than {} of them",
                    self.letter(piece_type),
                    rules.limit[piece_type.index()]
                ));
            }
        }
        sentences
    }

    fn moves(&self) -> Vec<String> {
        let game = self.game;
        let mut sentences = Vec::new();
        for color in Color::BOTH {
            let region = game.steps.double[color];
            if region.any() && region != Bitboard::rank(color.rank(1)) {
                sentences.push(format!(
                    "{}'s pieces make double steps and first moves from {}",
                    color.name(),
                    squares(region)
                ));
            }
            if game.passes_on_stalemate[color] {
                sentences.push(format!("{} passes if it has no legal move", color.name()));
            }
        }
        let rules = [
            (game.steps.double.iter().all(|region| region.is_empty()), "There are no double steps"),
            (game.castling.rights.0 == 0, "There is no castling"),
            (game.castling.is_opposite, "A side may not castle to the side to which its opponent has castled"),
            (game.must_capture, "A side that can capture must capture"),
            (!game.checking, "Moves that give check are illegal"),
            (game.flying_general, "Kings may not face each other on an open line"),
            (game.capture_becomes_victim, "A capturing piece that is not royal becomes a piece of the captured type"),
        ];
        sentences.extend(rules.into_iter().filter(|(is_rule, _)| *is_rule).map(|(_, text)| text.to_owned()));
        sentences
    }

    fn royals(&self) -> Vec<String> {
        let rules = &self.game.royals;
        let mut sentences = Vec::new();
        if !rules.types.is_empty() {
            sentences.push(format!("Every {} is royal", self.set(rules.types)));
        }
        if rules.coup {
            sentences.push("A capture by a royal piece makes the other pieces of the captured type royal for their side, if there are any".to_owned());
        }
        if rules.only_last_is_safe {
            sentences.push("Only a sole royal piece must be safe; others can be captured".to_owned());
        }
        if rules.is_mated_unreleased {
            sentences.push("A side is also mated if none of its moves releases an attacked royal piece".to_owned());
        }
        sentences
    }

    fn bribes(&self, rules: &Bribes) -> Vec<String> {
        let mut sentences = vec![format!(
            "A side can buy {} of its opponent instead of moving; the piece changes sides where it is",
            self.set(rules.types)
        )];
        if !rules.near.is_empty() {
            sentences.push(format!("It must be next to the buyer's {}", self.set(rules.near)));
        }
        if !rules.guard.is_empty() {
            sentences.push(format!("It must not be next to its own side's {}", self.set(rules.guard)));
        }
        for (when, prices) in [("", &rules.price), (" that gives check", &rules.price_in_check)] {
            for target in rules.types.iter().filter(|target| !prices[target.index()].is_empty()) {
                let prices = joined(prices[target.index()].iter().map(|price| self.price(price)), "or");
                sentences.push(format!("A {}{when} costs {prices}", self.letter(target)));
            }
        }
        sentences
    }

    fn price(&self, price: &Payment) -> String {
        let pieces = price.pieces.iter().take(price.len.into()).map(|&types| format!("({})", self.set(types)));
        joined(pieces.chain(price.all_pawns.then(|| "all pawns".to_owned())), "and")
    }

    fn ends(&self) -> Vec<String> {
        let game = self.game;
        let mut sentences = Vec::new();
        let goal = if game.flags.count > 1 { format!("{} of ", game.flags.count) } else { String::new() };
        for color in Color::BOTH.into_iter().filter(|&color| game.flags.region[color].any()) {
            let piece = game.flags.piece[color]
                .map_or_else(|| "any piece".to_owned(), |piece| format!("the {}", self.letter(piece)));
            let safe = if game.flags.is_safe { ", if it is not attacked there" } else { "" };
            let next = if game.flags.gives_move { ", after one more move of the opponent" } else { "" };
            sentences.push(format!(
                "{} wins with {goal}{piece} on {}{safe}{next}",
                color.name(),
                squares(game.flags.region[color])
            ));
        }
        if let Some(extinction) = &game.extinction {
            sentences.push(self.extinction(extinction));
        }
        if game.counts_checks {
            sentences.push("A side wins by its last check; the first position has the numbers".to_owned());
        }
        if game.castling.wins.0 != 0 {
            sentences.push("Some castling moves win, and the loss of their rights loses".to_owned());
        }
        let ends = &game.ends;
        if ends.checkmate != Verdict::Loss {
            sentences.push(format!("A side that is checkmated {}", result(ends.checkmate)));
        }
        if ends.stalemate != Verdict::Draw {
            let who = if ends.stalemate_counts_pieces { ", if it has fewer pieces" } else { "" };
            sentences.push(format!("A side without a legal move {}{who}", result(ends.stalemate)));
        }
        match (ends.repetitions, ends.repetition) {
            (0, _) => sentences.push("Repetition has no effect".to_owned()),
            (3, Verdict::Draw) => {}
            (count, verdict) => {
                sentences.push(format!("The side to move after {count} occurrences of a position {}", result(verdict)));
            }
        }
        match ends.move_rule {
            0 => sentences.push("There is no draw by a number of moves".to_owned()),
            50 => {}
            moves => sentences.push(format!("{moves} moves without a capture or an advance are a draw")),
        }
        if ends.material == MaterialDraw::Kings {
            sentences.push("Bare kings are a draw".to_owned());
        }
        sentences
    }

    fn extinction(&self, rules: &Extinction) -> String {
        let types = if rules.all_pieces { "pieces at all".to_owned() } else { self.set(rules.types) };
        if rules.is_pseudo_royal {
            return format!("The last {types} of a side is royal");
        }
        let count = if rules.count > 0 { format!("at most {}", rules.count) } else { "no".to_owned() };
        format!("A side with {count} {types} {}", result(rules.value))
    }
}

fn each(types: impl Fn(Color) -> Vec<PieceType>) -> impl Iterator<Item = (Color, PieceType)> {
    Color::BOTH.into_iter().flat_map(move |color| types(color).into_iter().map(move |piece_type| (color, piece_type)))
}

fn result(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "wins",
        Verdict::Loss => "loses",
        Verdict::Draw => "draws",
    }
}

fn squares(squares: Bitboard) -> String {
    if squares == Bitboard::FULL {
        return "any square".to_owned();
    }
    let names: Vec<String> = squares.into_iter().map(|at| at.to_string()).collect();
    format!("the squares {}", names.join(" "))
}

fn joined(words: impl IntoIterator<Item = String>, last: &str) -> String {
    let mut words: Vec<String> = words.into_iter().collect();
    match words.pop() {
        None => "none".to_owned(),
        Some(word) if words.is_empty() => word,
        Some(word) => format!("{} {last} {word}", words.join(", ")),
    }
}
