//! A model of XBoard's board: the effect of a ply, and the text in which XBoard relays a ply to the other engine. It knows no
//! rules of any game. Like XBoard with its legality test off, it plays every ply, and it repeats XBoard's handling of castling,
//! en passant and promotion.

use movegen::{Position, Square, Variant};

use super::ply::{NO_PIECE, Ply, Step};
use crate::explain::At;

/// XBoard's board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    files: u8,
    /// Letters as in a FEN, rank by rank from White's side.
    pieces: Vec<Option<char>>,
    /// Letters that stand for other pieces, so that a suffix can name a piece of the other side.
    nicknames: &'static [(char, char)],
    /// The file on which XBoard allows an en-passant capture.
    en_passant: Option<u8>,
}

impl Board {
    /// Returns the board of a position, with the file on which XBoard allows an en-passant capture.
    pub fn of<V: Variant>(pos: &Position<V>) -> Self {
        let en_passant = pos.passed_square().map(Square::file);
        Self { en_passant, ..Self::new(&pos.board_text(), &[]) }
    }

    /// Parses the first field of a FEN.
    pub fn new(board: &str, nicknames: &'static [(char, char)]) -> Self {
        let mut pieces = Vec::new();
        let mut files = 0;
        // The hands of games with drops follow in brackets; they are not part of the board.
        for row in board.split('[').next().unwrap_or_default().split('/').rev() {
            let begin = pieces.len();
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(empty) => pieces.extend((0..empty).map(|_| None)),
                    None => pieces.push(Some(letter)),
                }
            }
            files = u8::try_from(pieces.len() - begin).unwrap_or_default();
        }
        Self { files, pieces, nicknames, en_passant: None }
    }

    /// Returns the pieces rank by rank from White's side, as letters of a FEN.
    pub fn pieces(&self) -> &[Option<char>] {
        &self.pieces
    }

    /// Returns the number of squares on which the pieces differ from these.
    pub fn differs_from(&self, pieces: &[Option<char>]) -> usize {
        self.pieces.iter().zip(pieces).filter(|(mine, other)| mine != other).count()
    }

    /// Returns the empty squares outside the first and last rank, where pawns promote.
    pub fn inner_empty(&self) -> impl Iterator<Item = At> {
        let (files, ranks) = (self.files, self.ranks());
        let spots = (1..ranks.saturating_sub(1)).flat_map(move |rank| (0..files).map(move |file| At { file, rank }));
        spots.filter(|&at| self.at(at).is_none())
    }

    fn ranks(&self) -> u8 {
        let ranks = self.pieces.len().checked_div(self.files.into());
        ranks.and_then(|ranks| ranks.try_into().ok()).unwrap_or_default()
    }

    fn index(&self, at: At) -> Option<usize> {
        let index = usize::from(at.rank) * usize::from(self.files) + usize::from(at.file);
        (at.file < self.files && index < self.pieces.len()).then_some(index)
    }

    /// Returns the piece on a square.
    pub fn at(&self, at: At) -> Option<char> {
        self.index(at).and_then(|index| self.pieces[index])
    }

    /// Returns the number of pieces with this letter.
    pub fn number_of(&self, piece: char) -> usize {
        self.pieces.iter().filter(|other| **other == Some(piece)).count()
    }

    /// Returns the square of the piece with this letter if it is the only one.
    pub fn only(&self, piece: char) -> Option<At> {
        let all = (0..self.ranks()).flat_map(|rank| (0..self.files).map(move |file| At { file, rank }));
        let mut found = all.filter(|&at| self.at(at) == Some(piece));
        found.next().filter(|_| found.next().is_none())
    }

    fn set(&mut self, at: At, piece: Option<char>) {
        if let Some(index) = self.index(at) {
            self.pieces[index] = piece;
        }
    }

    fn named(&self, letter: char, by_white: bool) -> Option<char> {
        let letter = super::colored(letter, by_white);
        let stands_for = self.nicknames.iter().find(|(nickname, _)| *nickname == letter).map(|(_, piece)| *piece);
        let is_no_piece = letter.eq_ignore_ascii_case(&NO_PIECE);
        stands_for.or_else(|| (!is_no_piece).then_some(letter))
    }

    /// Plays a ply as XBoard does.
    pub fn play(&mut self, ply: &Ply) {
        let en_passant = self.en_passant.take();
        match *ply {
            Ply::Pass => {}
            Ply::Castle(king, rook) => {
                let files = if rook.file > king.file { [6, 5] } else { [2, 3] };
                let pieces = [king, rook].map(|at| self.at(at));
                [king, rook].into_iter().for_each(|at| self.set(at, None));
                files.into_iter().zip(pieces).for_each(|(file, piece)| self.set(At { file, ..king }, piece));
            }
            Ply::Drop(piece, to) => self.set(to, Some(piece)),
            Ply::Go(step) => self.go(step, en_passant),
        }
    }

    fn go(&mut self, step: Step, en_passant: Option<u8>) {
        let Step { from, to, over, first_over, becomes } = step;
        over.into_iter().chain(first_over).for_each(|at| self.set(at, None));
        let piece = self.at(from);
        let by_white = piece.is_some_and(|piece| piece.is_ascii_uppercase());
        self.update_en_passant(piece, from, to);
        let is_king = piece.is_some_and(|piece| piece.eq_ignore_ascii_case(&'k'));
        if is_king && from.rank == to.rank && from.file.abs_diff(to.file) > 1 && self.is_inner(from) {
            self.castle(from, to);
        } else {
            let promotes = becomes.is_some() && (to.rank == 0 || to.rank + 1 == self.ranks());
            if !promotes && self.captures_en_passant(piece, from, to, en_passant) {
                let rank = if by_white { to.rank.checked_sub(1) } else { Some(to.rank + 1) };
                if let Some(rank) = rank {
                    self.set(At { rank, ..to }, None);
                }
            }
            self.set(from, None);
            self.set(to, piece);
        }
        if let Some(letter) = becomes {
            self.set(to, self.named(letter, by_white));
        }
    }

    /// A pawn that moves two ranks or more can be captured en passant if an enemy pawn stands beside its target, or if it has
    /// also moved sideways, which happens in no game.
    fn update_en_passant(&mut self, piece: Option<char>, from: At, to: At) {
        let (is_double, enemy) = match piece {
            Some('P') => (to.rank >= from.rank + 2, 'p'),
            Some('p') => (to.rank + 2 <= from.rank, 'P'),
            _ => return,
        };
        let beside = |file: Option<u8>| file.is_some_and(|file| self.at(At { file, ..to }) == Some(enemy));
        let is_offered = beside(to.file.checked_sub(1)) || beside(Some(to.file + 1)) || to.file != from.file;
        if is_double && is_offered {
            self.en_passant = Some(to.file);
        }
    }

    fn captures_en_passant(&self, piece: Option<char>, from: At, to: At, en_passant: Option<u8>) -> bool {
        let half = self.ranks() / 2;
        let is_far = match piece {
            Some('P') => from.rank >= half,
            Some('p') => from.rank < half,
            _ => false,
        };
        let files = from.file.abs_diff(to.file);
        is_far && files > 0 && (en_passant == Some(to.file) || files > 4) && self.at(to).is_none()
    }

    fn is_inner(&self, at: At) -> bool {
        at.file > 0 && at.file + 1 < self.files
    }

    /// Moves the king to its target, and the next piece on that side to the square beside it.
    fn castle(&mut self, from: At, to: At) {
        let rightward = to.file > from.file;
        let edge = if rightward { self.files - 1 } else { 0 };
        let step = |file: u8| if rightward { file + 1 } else { file - 1 };
        let mut file = step(from.file);
        while file != edge && self.at(At { file, ..from }).is_none() {
            file = step(file);
        }
        let beside = if rightward { to.file - 1 } else { to.file + 1 };
        let (king, rook) = (self.at(from), self.at(At { file, ..from }));
        self.set(At { file: beside, ..from }, rook);
        self.set(At { file, ..from }, None);
        self.set(from, None);
        self.set(to, king);
    }

    /// Returns the texts in which XBoard relays plies that are played one after the other on this board; a pass has none.
    pub fn relay(&self, plies: &[Ply]) -> Vec<Option<String>> {
        let mut board = self.clone();
        let relay = |ply: &Ply| {
            let text = board.relayed(ply);
            board.play(ply);
            text
        };
        plies.iter().map(relay).collect()
    }

    /// Returns the text in which XBoard relays a ply to an engine; `None` if it sends the position after the ply instead.
    pub fn relayed(&self, ply: &Ply) -> Option<String> {
        let Ply::Go(step) = *ply else {
            return (*ply != Ply::Pass).then(|| ply.to_string());
        };
        let Step { from, to, over, first_over, becomes } = step;
        let Some(over) = over else { return Some(ply.to_string()) };
        let is_white = |at: At| self.at(at).is_some_and(|piece| piece.is_ascii_uppercase());
        let suffix = becomes.map(String::from).unwrap_or_default();
        if is_white(over) == is_white(from) {
            // XBoard relays a ply that removes a piece of its own side as castling, with that piece beside the target.
            let file = to.file + b'a';
            let beside = char::from(if from.file > over.file { file + 1 } else { file - 1 });
            return Some(format!("{from}{to},{over}{beside}{}", to.rank + 1));
        }
        Some(match first_over {
            Some(first) => format!("{from}{first},{first}{over},{over}{to}{suffix}"),
            None => format!("{from}{over},{over}{to}{suffix}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(name: &str) -> At {
        At::parse(name).unwrap()
    }

    fn shown(board: &str) -> Board {
        Board::new(board, &[])
    }

    fn after(board: &str, plies: &[Ply]) -> Board {
        let mut shown = shown(board);
        plies.iter().for_each(|ply| shown.play(ply));
        shown.en_passant = None;
        shown
    }

    fn plain(text: &str) -> Ply {
        Ply::parse(text).unwrap()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    #[test]
    fn suffix_replaces_any_piece() {
        assert_eq!(after("8/8/8/4p3/8/5N2/8/8", &[plain("f3e5p")]), shown("8/8/8/4P3/8/8/8/8"));
        assert_eq!(after("8/8/5n2/8/8/8/P7/8", &[plain("a2f6n")]), shown("8/8/5N2/8/8/8/8/8"));
        assert_eq!(after("8/8/8/4P3/8/5n2/8/8", &[plain("f3e5q")]), shown("8/8/8/4q3/8/8/8/8"));
    }

    #[test]
    fn no_piece_suffix_empties_the_square() {
        assert_eq!(after("8/8/8/8/8/8/P7/8", &[plain("a2b5z")]), shown("8/8/8/8/8/8/8/8"));
    }

    #[test]
    fn nickname_suffix_names_an_enemy_piece() {
        let mut shown = Board::new("5/p4/1P3/5/5", &[('m', 'N'), ('w', 'P')]);
        shown.play(&plain("a4b3m"));
        assert_eq!(shown.at(spot("b3")), Some('N'));
    }

    #[test]
    fn king_castles_with_the_next_piece() {
        assert_eq!(after("r3k2r/8/8/8/8/8/8/R3K2R", &[plain("e1g1")]), shown("r3k2r/8/8/8/8/8/8/R4RK1"));
        assert_eq!(after("r3k2r/8/8/8/8/8/8/R3K2R", &[plain("e8c8")]), shown("2kr3r/8/8/8/8/8/8/R3K2R"));
    }

    #[test]
    fn en_passant_is_allowed_only_after_the_double_step() {
        let board = "8/3p4/8/4P3/8/8/8/8";
        assert_eq!(after(board, &[plain("d7d5"), plain("e5d6")]), shown("8/8/3P4/8/8/8/8/8"));
        assert_eq!(after(board, &[plain("d7d5"), Ply::Pass, Ply::Pass, plain("e5d6")]), shown("8/8/3P4/3p4/8/8/8/8"));
        assert_eq!(after(START, &[plain("e2e4"), plain("d7d5"), plain("e4d5")]).at(spot("d5")), Some('P'));
    }

    #[test]
    fn trampled_pieces_are_removed() {
        let board = "8/8/2n5/8/8/8/8/2B2B2";
        let ply = Ply::trample(spot("c1"), Some(spot("f1")), spot("c6"), spot("c6"), Some('n'));
        assert_eq!(ply.to_string(), "c1xf1xc6-c6n");
        assert_eq!(after(board, &[ply]), shown("8/8/2N5/8/8/8/8/8"));
        assert_eq!(shown(board).relayed(&ply).unwrap(), "c1f1,f1c6,c6c6n");
    }

    #[test]
    fn two_legs_are_one_trampling_ply() {
        let ply = plain("b4c5,c5d2");
        assert_eq!(ply, Ply::trample(spot("b4"), None, spot("c5"), spot("d2"), None));
        assert_eq!(after("2n2/1P3/5/5/5", &[ply]), shown("5/5/5/3P1/5"));
    }

    #[test]
    fn trampling_an_own_piece_is_relayed_as_castling() {
        let board = "8/8/8/8/8/8/P6P/8";
        let ply = Ply::trample(spot("a2"), None, spot("h2"), spot("b5"), Some(NO_PIECE));
        assert_eq!(ply.to_string(), "a2xh2-b5z");
        assert_eq!(after(board, &[ply]), shown("8/8/8/8/8/8/8/8"));
        assert_eq!(shown(board).relayed(&ply).unwrap(), "a2b5,h2a5");
        let ply = Ply::trample(spot("a2"), None, spot("h2"), spot("a4"), Some(NO_PIECE));
        assert_eq!(shown(board).relayed(&ply).unwrap(), "a2a4,h2`4");
        let ply = Ply::trample(spot("h2"), None, spot("a2"), spot("b5"), Some(NO_PIECE));
        assert_eq!(shown(board).relayed(&ply).unwrap(), "h2b5,a2c5");
    }

    #[test]
    fn pass_is_relayed_as_a_position() {
        assert_eq!(shown(START).relayed(&Ply::Pass), None);
        assert_eq!(Ply::Pass.to_string(), "@@@@");
        assert_eq!(Ply::Drop('n', spot("c4")).to_string(), "N@c4");
    }

    #[test]
    fn squares_off_the_board_are_ignored() {
        let mut board = Board::new("5/5/5/5/5", &[]);
        for text in ["a1l9", "l9a1k", "h8a1", "a1a1"] {
            board.play(&plain(text));
        }
        assert_eq!(board.pieces().len(), 25);
        assert!(Ply::parse("e2e").is_none() && Ply::parse("e2e4é").is_none() && Ply::parse("e2e4qq").is_none());
        assert!(Ply::parse("é").is_none() && At::parse("a0").is_none());
        assert!(Ply::parse("e2e4q,e4e6").is_none());
        assert!(Ply::parse("e2e4,e5e6").is_none() && Ply::parse("e2e4,e4").is_none() && Ply::parse(",").is_none());
    }

    #[test]
    fn en_passant_and_castling_follow_xboard() {
        let cases = [
            ("8/8/8/8/3p4/8/4P3/8", "e2e4 d4e3", "8/8/8/8/8/4p3/8/8"),
            // Not after a single step, nor after a double step without an enemy pawn beside it, unless it moves sideways.
            ("8/8/8/8/3p4/4P3/8/8", "e3e4 d4e3", "8/8/8/8/4P3/4p3/8/8"),
            ("8/8/8/8/1p6/8/4P3/8", "e2e4 b4e3", "8/8/8/8/4P3/4p3/8/8"),
            ("8/8/8/8/1p6/8/4P3/8", "e2f4 b4f3", "8/8/8/8/8/5p2/8/8"),
            // Only pawns on the far half of the board capture en passant, and only sideways.
            ("8/8/8/3p4/8/4P3/8/8", "e3e5 d5e4", "8/8/8/4P3/4p3/8/8/8"),
            ("8/8/8/8/4p3/3p4/8/4P3", "e1e3 e4e2", "8/8/8/8/8/3pP3/4p3/8"),
            // A pawn that promotes on the last rank does not capture en passant; one that changes elsewhere does.
            ("8/P6p/8/8/8/8/8/8", "a7h8q", "7Q/7p/8/8/8/8/8/8"),
            ("8/8/8/8/8/8/p6P/8", "a2h1q", "8/8/8/8/8/8/7P/7q"),
            ("8/3p4/8/4P3/8/8/8/8", "d7d5 e5d6n", "8/8/3N4/8/8/8/8/8"),
            // A king that moves one file does not castle, nor does one on the edge.
            ("8/8/8/8/8/8/8/4K2R", "e1f1", "8/8/8/8/8/8/8/5K1R"),
            ("8/8/8/8/8/8/8/1R2K3", "e1c1", "8/8/8/8/8/8/8/2KR4"),
            ("8/8/8/8/8/8/8/K2R4", "a1c1", "8/8/8/8/8/8/8/2KR4"),
            ("8/8/8/8/8/8/8/4R2K", "h1f1", "8/8/8/8/8/8/8/4RK2"),
        ];
        for (board, plies, expected) in cases {
            let plies: Vec<Ply> = plies.split(' ').map(plain).collect();
            assert_eq!(after(board, &plies), shown(expected), "{board}");
        }
    }
}
