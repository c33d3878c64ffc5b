//! What the arena asks of a game beyond [`Game`]: moves in algebraic notation and in XBoard's plies, openings, and which moves
//! other programs are known to dispute.

use apocalypse::Choice;
use games::plies;
use movegen::san::parse_san;
use movegen::{Color, Game, Move, MoveKind, Position, Record, Square, Variant};

use crate::games::pgn::hearing::{ApocalypseHearing, Hearing, TurnBasedHearing};
use crate::openings::{OpeningsPlan, generate, generate_apocalypse};

/// A game that the arena can referee.
pub trait Refereed: Game<Move: Sync> {
    /// What hears the words of a PGN.
    type Hearing: Hearing<Self>;

    /// Balanced positions after random moves, by the seed.
    fn openings(plan: &OpeningsPlan) -> Vec<Self>;

    /// Plies since a capture or a pawn move.
    fn quiet_plies(&self) -> u32;

    /// The number of the move, as the FEN has it.
    fn move_number(&self) -> u32;

    /// The words by which XBoard reads these choices, one for each of its plies.
    fn words(&self, choices: [Option<Self::Move>; 2]) -> Vec<String>;

    /// The tag `VariantPieces` that XBoard needs to read a game, in plies or in the notation that games are written in.
    fn variant_pieces(in_plies: bool) -> Option<String>;

    /// The choice as games are written down with it.
    fn algebraic(&self, _of: Color, m: Self::Move) -> String {
        self.write_move(m)
    }

    /// Why the rules of other programs allow this illegal move, if it is known that they do.
    fn disputed(_record: &Record<Self>, _of: Color, _text: &str) -> Option<&'static str> {
        None
    }

    /// The legal choice that a text in algebraic or coordinate notation means.
    fn read_algebraic(&self, of: Color, text: &str) -> Option<Self::Move> {
        let plain = |text: &str| text.trim_end_matches(['+', '#', '!', '?']).replace('0', "O").replace('=', "");
        let wanted = plain(text);
        let written = self.moves(of).into_iter().find(|&m| plain(&self.algebraic(of, m)) == wanted);
        written.or_else(|| self.parse_move(of, text.trim_end_matches(['+', '#', '!', '?'])).ok())
    }
}

impl<V: Variant> Refereed for Position<V> {
    type Hearing = TurnBasedHearing;

    fn openings(plan: &OpeningsPlan) -> Vec<Self> {
        generate(plan)
    }

    fn quiet_plies(&self) -> u32 {
        self.clock().into()
    }

    fn move_number(&self) -> u32 {
        Self::move_number(self).into()
    }

    fn algebraic(&self, _of: Color, m: Move) -> String {
        plies::algebraic(self, m)
    }

    fn read_algebraic(&self, of: Color, text: &str) -> Option<Move> {
        parse_san(self, text).ok().filter(|_| of == Self::turn(self))
    }

    fn words(&self, choices: [Option<Move>; 2]) -> Vec<String> {
        choices.into_iter().flatten().flat_map(|m| plies::words(self, m)).collect()
    }

    fn variant_pieces(_in_plies: bool) -> Option<String> {
        plies::definition::variant_pieces::<V>()
    }

    /// Fairy-Stockfish does not look at the face-off when a pawn captures en passant, although both pawns leave the
    /// line at once.
    fn disputed(record: &Record<Self>, of: Color, text: &str) -> Option<&'static str> {
        let pos = record.position();
        let last = record.moves().last()?[!of].filter(|m| m.kind() == MoveKind::DoubleStep)?;
        let from = Square::parse(text.get(0..2)?)?;
        let to = Square::parse(text.get(2..)?)?;
        let victim = last.to();
        let passes = victim.file() == to.file() && from.rank() == victim.rank();
        let is_pawn = pos.of(of, movegen::PieceType::PAWN).has(from);
        let is_capture = movegen::attacks::pawn(of, from).has(to) && !pos.occupied().has(to);
        if !(passes && is_pawn && is_capture) || V::facing(pos, !of).is_empty() {
            return None;
        }
        let occupied = pos.occupied().without(from).without(victim).with(to);
        let is_attacked = |royal| V::attackers(pos, royal, !of, occupied).without(victim).any();
        (!V::royals(pos, of).into_iter().any(is_attacked)).then_some("captures en passant and opens a face-off")
    }
}

/// The game in which both sides choose at once.
impl Refereed for apocalypse::Position {
    type Hearing = ApocalypseHearing;

    fn openings(plan: &OpeningsPlan) -> Vec<Self> {
        generate_apocalypse(plan)
    }

    /// Nothing in this game is a move that makes no progress.
    fn quiet_plies(&self) -> u32 {
        0
    }

    fn move_number(&self) -> u32 {
        self.turn_number().into()
    }

    fn words(&self, choices: [Option<Choice>; 2]) -> Vec<String> {
        match choices {
            [Some(white), Some(black)] => plies::apocalypse::words(self, [white, black]),
            _ => Vec::new(),
        }
    }

    fn variant_pieces(in_plies: bool) -> Option<String> {
        in_plies.then(|| plies::apocalypse::VARIANT_PIECES.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire};

    fn after<V: Variant>(fen: &str, text: &str) -> Record<Position<V>> {
        let mut record = Record::new(fen.parse::<Position<V>>().unwrap());
        let m = record.position().parse_move(text).unwrap();
        record.push(m);
        record
    }

    #[test]
    fn an_en_passant_capture_that_opens_a_face_off_is_disputed() {
        // The pawns on d5 and e5 alone stand between the kings.
        let record = after::<Empire>("8/3p4/8/k3P2K/8/8/8/8 b - - 0 1", "d7d5");
        assert!(record.position().parse_move("e5d6").is_err());
        let disputed = |text| Position::<Empire>::disputed(&record, Color::White, text);
        assert_eq!(disputed("e5d6"), Some("captures en passant and opens a face-off"));
        for other in ["e5f6", "h5h8", "e5d6q", "x", "", "e5", "d5d6"] {
            assert_eq!(disputed(other), None, "{other}");
        }
    }

    #[test]
    fn an_en_passant_capture_into_check_is_plainly_illegal() {
        let record = after::<Empire>("k7/3p4/8/r3P2K/8/8/8/8 b - - 0 1", "d7d5");
        assert!(record.position().parse_move("e5d6").is_err());
        assert_eq!(Position::<Empire>::disputed(&record, Color::White, "e5d6"), None);
        let record = after::<Chess>("k7/3p4/8/r3P2K/8/8/8/8 b - - 0 1", "d7d5");
        assert_eq!(Position::<Chess>::disputed(&record, Color::White, "e5d6"), None);
    }

    #[test]
    fn moves_are_read_in_both_notations() {
        let start = Position::<Chess>::start();
        for text in ["Nf3", "Nf3!", "g1f3", "Nf3+"] {
            let m = start.read_algebraic(Color::White, text).unwrap();
            assert_eq!(start.write_move(m), "g1f3", "{text}");
        }
        let castle: Position<Chess> = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
        for (text, meant) in [("O-O", "e1g1"), ("0-0", "e1g1"), ("a8=Q+", "a7a8q"), ("a8Q", "a7a8q")] {
            let m = castle.read_algebraic(Color::White, text).unwrap();
            assert_eq!(castle.write_move(m), meant);
        }
        assert_eq!(start.read_algebraic(Color::White, "Nf4"), None);
        assert_eq!(start.read_algebraic(Color::Black, "Nf6"), None);
    }

    /// Each legal move of a position has a text of its own, in every game.
    #[test]
    fn no_two_moves_are_written_alike() {
        struct Check;
        impl movegen::variants::VisitTurnBased for Check {
            type Out = ();
            fn turn_based<V: Variant>(self) {
                for plies in (0..60).step_by(3) {
                    let record = engine::bench::walk::<V>(plies, &mut engine::bench::Random(plies as u64));
                    let pos = record.position();
                    let moves = pos.legal_moves();
                    let texts: std::collections::HashSet<String> =
                        moves.iter().map(|&m| plies::algebraic(pos, m)).collect();
                    assert_eq!(texts.len(), moves.len(), "{pos}: {texts:?}");
                }
            }
        }
        movegen::variants::TURN_BASED
            .into_iter()
            .for_each(|name| movegen::variants::with_turn_based(name, Check).unwrap());
    }
}
