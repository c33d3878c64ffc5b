//! Checks of a definition that need no game: pieces and rules that can never have an effect.

use super::{Definition, PieceSet};
use crate::bitboard::Bitboard;
use crate::fen::read_board;
use crate::piece::{Color, PieceType};
use crate::square::Square;

impl Definition {
    /// Returns a sentence for each rule that can have no effect: piece types that never move or never appear, promotions and goals out of reach,
    /// a side that cannot lose.
    ///
    /// ```
    /// use upheaval_movegen::definition;
    /// let text = "[a:chess]\nimmobile = i\npromotionPieceTypes = qi\n[b:chess]\ncustomPiece1 = b:bB\nflagPiece = b\nflagRegionWhite = *8\n";
    /// let games = definition::read("my.ini", text).games;
    /// assert_eq!(games[0].warnings(), ["'i' never moves"]);
    /// assert_eq!(games[1].warnings(), ["White's 'b' can never reach the goal squares"]);
    /// ```
    pub fn warnings(&self) -> Vec<String> {
        let start = self.pieces_at_start();
        let mut warnings = Vec::new();
        let present = Color::BOTH.map(|color| self.appearing(color, &start));
        for piece_type in self.types.iter() {
            let letter = self.letter(piece_type);
            if !present[0].union(present[1]).has(piece_type) {
                warnings.push(format!("'{letter}' can never appear"));
            } else if Color::BOTH.into_iter().all(|color| self.is_immobile(color, piece_type)) {
                warnings.push(format!("'{letter}' never moves"));
            }
        }
        for color in Color::BOTH {
            let name = color.name();
            let reached = |piece_type: PieceType| {
                let from = start[color][piece_type.index()] | self.arrivals(color, piece_type, present[color]);
                self.reached(color, piece_type, from)
            };
            for pawn in self.promotion.pawns[color].common(present[color]).iter() {
                let region = self.promotion.region[color];
                if !self.promotion.into[color].is_empty() && !reached(pawn).meets(region) {
                    warnings.push(format!("{name}'s '{}' can never reach the promotion squares", self.letter(pawn)));
                }
            }
            let goal = self.flags.region[color];
            match self.flags.piece[color] {
                _ if goal.is_empty() => {}
                Some(piece) if !reached(piece).meets(goal) => {
                    warnings.push(format!("{name}'s '{}' can never reach the goal squares", self.letter(piece)));
                }
                None if !present[color].iter().any(|piece| reached(piece).meets(goal)) => {
                    warnings.push(format!("{name}'s pieces can never reach the goal squares"));
                }
                _ => {}
            }
            if !self.can_lose(color, &start) {
                warnings.push(format!("{name} can never lose"));
            }
        }
        warnings
    }

    fn letter(&self, piece_type: PieceType) -> char {
        self.pieces[piece_type.index()].as_ref().map_or(' ', |piece| piece.letter)
    }

    /// The squares of each type in the first position, by color.
    fn pieces_at_start(&self) -> [[Bitboard; PieceType::MAX]; 2] {
        let mut squares = [[Bitboard::EMPTY; PieceType::MAX]; 2];
        let place = |letter: char, file, rank| {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            if let Some(piece_type) = self.piece_type_of_letter(letter.to_ascii_lowercase()) {
                squares[color][piece_type.index()] |= Bitboard::of(Square::at(file, rank));
            }
            Ok(())
        };
        // The reader has checked the board.
        let _ = read_board(self.start.split(' ').next().unwrap_or_default(), 8, place);
        squares
    }

    /// The types that a color can ever have.
    fn appearing(&self, color: Color, start: &[[Bitboard; PieceType::MAX]; 2]) -> PieceSet {
        let at_start =
            |color: Color| self.types.iter().filter(|of| start[color][of.index()].any()).collect::<PieceSet>();
        let mut present = at_start(color);
        if self.capture_becomes_victim || self.bribes.is_some() {
            present = present.union(at_start(!color)).union(self.promotion.into[!color].iter().copied().collect());
        }
        // A chain of promotions has at most as many steps as there are types.
        for _ in 0..PieceType::MAX {
            if !self.promotion.pawns[color].common(present).is_empty() {
                present = present.union(self.promotion.into[color].iter().copied().collect());
            }
            present = present.union(present.iter().filter_map(|of| self.promotion.promoted[of.index()]).collect());
        }
        present
    }

    /// The squares on which a type appears after the first position: those of promotions, captures and bribes.
    fn arrivals(&self, color: Color, piece_type: PieceType, present: PieceSet) -> Bitboard {
        let can_arrive_anywhere = self.capture_becomes_victim || self.bribes.is_some();
        let is_promoted = self.promotion.into[color].contains(&piece_type)
            || present.iter().any(|of| self.promotion.promoted[of.index()] == Some(piece_type));
        match (can_arrive_anywhere, is_promoted) {
            (true, _) => Bitboard::FULL,
            (false, true) => self.promotion.region[color],
            (false, false) => Bitboard::EMPTY,
        }
    }

    fn is_immobile(&self, color: Color, piece_type: PieceType) -> bool {
        Square::all().all(|from| self.reached(color, piece_type, Bitboard::of(from)) == Bitboard::of(from))
    }

    /// The squares that a type reaches from these squares in any number of moves, whatever else is on the board.
    fn reached(&self, color: Color, piece_type: PieceType, from: Bitboard) -> Bitboard {
        let reach = self.reach(color, piece_type);
        let (mut reached, mut new) = (from, from);
        while let Some(at) = new.first() {
            let (capture, quiet) = (reach.capture[at.index()], reach.quiet[at.index()]);
            let walked = reach.walks.iter().fold(Bitboard::EMPTY, |all, walk| all | walk.farthest(at));
            let next = capture.lines | capture.leaps | quiet.lines | quiet.leaps | walked & reach.region;
            new = new.without(at) | (next - reached);
            reached |= next;
        }
        reached
    }

    /// Returns `false` if no rule lets a color lose.
    fn can_lose(&self, color: Color, start: &[[Bitboard; PieceType::MAX]; 2]) -> bool {
        use crate::outcome::Verdict;
        let has_royals = self.royals.types.iter().any(|of| start[color][of.index()].any());
        let ends = &self.ends;
        has_royals && ends.checkmate != Verdict::Draw
            || ends.stalemate != Verdict::Draw
            || ends.repetitions > 0 && ends.repetition != Verdict::Draw
            || self.extinction.is_some_and(|extinction| extinction.value != Verdict::Draw)
            || self.flags.region[!color].any()
            || self.counts_checks
            || self.castling.wins.0 != 0
    }
}

#[cfg(test)]
mod tests {
    use crate::definition::{TEMPLATES, read, template};

    #[test]
    fn templates_have_no_idle_rules() {
        // Armies that are used only by games that inherit.
        for name in TEMPLATES.iter().filter(|name| **name != "fairy") {
            let warnings = template(name).unwrap().warnings();
            let idle: Vec<&String> = warnings.iter().filter(|warning| !warning.ends_with("can never appear")).collect();
            assert!(idle.is_empty(), "{name}: {idle:?}");
        }
    }

    #[test]
    fn games_of_the_repository_have_no_idle_rules() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../gamedata/own");
        for file in std::fs::read_dir(folder).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            let read = read("f", &text);
            assert_eq!((read.refused, read.games.len()), (Vec::new(), 10));
            for game in &read.games {
                assert_eq!(game.warnings(), [""; 0], "{}", game.name);
            }
        }
    }

    #[test]
    fn idle_rules_are_reported() {
        let warning = |text: &str| read("f", &format!("[a:chess]\n{text}")).games[0].warnings();
        assert_eq!(warning("silver = s"), ["'s' can never appear"]);
        assert_eq!(
            warning("customPiece1 = p:fF\npawnTypes = p\nmobilityRegionWhiteCustomPiece1 = *2 *3"),
            ["White's 'p' can never reach the promotion squares"]
        );
        assert_eq!(warning("checkmateValue = draw"), ["White can never lose", "Black can never lose"]);
        assert_eq!(warning("flagPiece = *\nflagRegion = -"), [""; 0]);
    }
}
