//! Boards and functions by the names that ffish.js gives them. Lists are texts separated by blanks, as there.

#![allow(clippy::needless_pass_by_value, reason = "wasm-bindgen passes optional texts by value")]

use games::movegen::{Color, MoveError, Outcome};
use games::{AnySession, Notation, SetUpError, fen_error_number, registry};
use wasm_bindgen::prelude::*;

/// A game in progress. Moves are UCI text; in Apocalypse they are choices, White's first.
#[wasm_bindgen]
pub struct Board(Box<dyn AnySession>);

fn open(variant: &str, fen: Option<&str>) -> Result<Box<dyn AnySession>, JsError> {
    let unknown = || JsError::new(&format!("unknown game '{variant}'; known games: {}", variants()));
    let name = registry::find(variant).ok_or_else(unknown)?;
    Ok(registry::open(name, fen, &[]).ok_or_else(unknown)??)
}

/// The names of all games.
#[wasm_bindgen]
pub fn variants() -> String {
    registry::NAMES.join(" ")
}

/// Name and version of this package.
#[wasm_bindgen]
pub fn info() -> String {
    concat!("Upheaval ", env!("CARGO_PKG_VERSION")).to_owned()
}

/// The FEN of the start position of a game.
#[wasm_bindgen(js_name = startingFen)]
pub fn starting_fen(variant: &str) -> Result<String, JsError> {
    Ok(open(variant, None)?.fen())
}

/// 1 if the FEN is valid, 0 if it is empty, otherwise a negative number that names the invalid field, as in ffish.js: letter of no piece
/// -10, other errors of the board -8, side to move -6, castling -5, en passant -4, number of kings -3, clock -2, move number -1, other
/// fields -11.
#[wasm_bindgen(js_name = validateFen)]
pub fn validate_fen(fen: &str, variant: Option<String>) -> Result<i32, JsError> {
    let variant = variant.as_deref().unwrap_or(registry::NAMES[0]);
    let start = open(variant, None)?;
    Ok(match start.duplicate().set_up(Some(fen), &[]) {
        _ if fen.trim().is_empty() => 0,
        Err(SetUpError::Fen(error)) => fen_error_number(&error),
        _ => 1,
    })
}

#[wasm_bindgen]
impl Board {
    /// A board at the start of a game (chess by default) or at a FEN.
    ///
    /// # Errors
    /// There is no such game, or the FEN is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(variant: Option<String>, fen: Option<String>) -> Result<Self, JsError> {
        open(variant.as_deref().unwrap_or(registry::NAMES[0]), fen.as_deref()).map(Self)
    }

    /// The name of the game.
    pub fn variant(&self) -> String {
        self.0.name().to_owned()
    }

    /// The FEN of the current position.
    pub fn fen(&self) -> String {
        self.0.fen()
    }

    /// Sets up a FEN; the moves so far are forgotten.
    ///
    /// # Errors
    /// The FEN is invalid; the board is unchanged.
    #[wasm_bindgen(js_name = setFen)]
    pub fn set_fen(&mut self, fen: &str) -> Result<(), JsError> {
        Ok(self.0.set_up(Some(fen), &[])?)
    }

    /// Sets up the start position.
    pub fn reset(&mut self) -> Result<(), JsError> {
        Ok(self.0.set_up(None, &[])?)
    }

    /// `true` if White moves or chooses next.
    pub fn turn(&self) -> bool {
        self.side() == Color::White
    }

    /// Frees the memory of the board, which cannot be used afterwards; `free` does the same.
    pub fn delete(self) {}

    /// The legal moves.
    #[wasm_bindgen(js_name = legalMoves)]
    pub fn legal_moves(&self) -> String {
        self.moves().join(" ")
    }

    /// The legal moves in algebraic notation, in the order of `legalMoves`.
    #[wasm_bindgen(js_name = legalMovesSan)]
    pub fn legal_moves_san(&self) -> String {
        self.moves().iter().filter_map(|m| self.algebraic(m).ok()).collect::<Vec<_>>().join(" ")
    }

    /// The number of legal moves.
    #[wasm_bindgen(js_name = numberLegalMoves)]
    pub fn number_legal_moves(&self) -> usize {
        self.moves().len()
    }

    /// Plays a move. Returns `false` if it is illegal.
    pub fn push(&mut self, m: &str) -> bool {
        self.0.play(self.side(), m).is_ok()
    }

    /// Plays a move in algebraic notation. Returns `false` if it is illegal.
    #[wasm_bindgen(js_name = pushSan)]
    pub fn push_san(&mut self, san: &str) -> bool {
        let m = self.0.convert(self.side(), san, Notation::Algebraic, Notation::Coordinates);
        m.is_ok_and(|m| self.push(&m))
    }

    /// Plays moves up to the first illegal one.
    #[wasm_bindgen(js_name = pushMoves)]
    pub fn push_moves(&mut self, moves: &str) {
        let _ = moves.split_whitespace().all(|m| self.push(m));
    }

    /// Plays moves in algebraic notation up to the first illegal one.
    #[wasm_bindgen(js_name = pushSanMoves)]
    pub fn push_san_moves(&mut self, moves: &str) {
        let _ = moves.split_whitespace().all(|m| self.push_san(m));
    }

    /// Undoes the last move or, in Apocalypse, the last turn or pending choice.
    pub fn pop(&mut self) {
        let pending = usize::from(self.0.pending().is_some());
        self.0.undo_to((self.0.turns() + pending).saturating_sub(1));
    }

    /// The moves played.
    #[wasm_bindgen(js_name = moveStack)]
    pub fn move_stack(&self) -> String {
        let pending = self.0.pending().map(|(_, m)| m);
        self.0.played().into_iter().flatten().flatten().chain(pending).collect::<Vec<_>>().join(" ")
    }

    /// The number of turns played.
    #[wasm_bindgen(js_name = gamePly)]
    pub fn game_ply(&self) -> usize {
        self.0.turns()
    }

    /// The number of the move, from 1.
    #[wasm_bindgen(js_name = fullmoveNumber)]
    pub fn fullmove_number(&self) -> u32 {
        self.0.move_number()
    }

    /// A legal move in algebraic notation.
    ///
    /// # Errors
    /// The move is illegal.
    #[wasm_bindgen(js_name = sanMove)]
    pub fn san_move(&self, m: &str) -> Result<String, JsError> {
        Ok(self.algebraic(m)?)
    }

    /// A line from the current position in algebraic notation with move numbers; an empty text if a move is illegal.
    #[wasm_bindgen(js_name = variationSan)]
    pub fn variation_san(&self, moves: &str) -> String {
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        let (mut number, mut white, mut text) = (self.0.move_number(), self.turn(), String::new());
        let written = self.0.write_line(self.side(), &moves, Notation::Algebraic);
        for san in written.iter().filter(|_| written.len() == moves.len()) {
            match (white, text.is_empty()) {
                (true, _) => text += &format!(" {number}. {san}"),
                (false, true) => text += &format!(" {number}...{san}"),
                (false, false) => text += &format!(" {san}"),
            }
            number += u32::from(!white);
            white = !white;
        }
        text.trim_start().to_owned()
    }

    /// `true` if a royal piece of the side to move is attacked.
    #[wasm_bindgen(js_name = isCheck)]
    pub fn is_check(&self) -> bool {
        self.0.describe().lines().any(|line| line.strip_prefix("Checkers: ").is_some_and(|squares| !squares.is_empty()))
    }

    /// `true` if a legal move captures a piece.
    ///
    /// # Errors
    /// The move is illegal.
    #[wasm_bindgen(js_name = isCapture)]
    pub fn is_capture(&self, m: &str) -> Result<bool, JsError> {
        Ok(self.algebraic(m)?.contains('x'))
    }

    /// `true` if the game is over; with `claim`, also by repetition and the clock.
    #[wasm_bindgen(js_name = isGameOver)]
    pub fn is_game_over(&self, claim: Option<bool>) -> bool {
        self.ended(claim).is_some()
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game continues; `claim` as in `isGameOver`.
    pub fn result(&self, claim: Option<bool>) -> String {
        self.ended(claim).map_or("*", Outcome::score).to_owned()
    }

    /// The result with its reason, such as `1-0 {campmate}`; an empty text while the game continues.
    pub fn outcome(&self) -> String {
        self.0.outcome().map_or_else(String::new, |outcome| outcome.to_string())
    }

    /// The board as text, White below.
    #[wasm_bindgen(js_name = toVerboseString)]
    pub fn to_verbose_string(&self) -> String {
        self.0.describe()
    }
}

impl Board {
    fn side(&self) -> Color {
        self.0.side_to_choose()
    }

    fn moves(&self) -> Vec<String> {
        self.0.moves(self.side())
    }

    fn algebraic(&self, m: &str) -> Result<String, MoveError> {
        self.0.convert(self.side(), m, Notation::Coordinates, Notation::Algebraic)
    }

    fn ended(&self, claim: Option<bool>) -> Option<Outcome> {
        if claim == Some(true) { self.0.outcome() } else { self.0.position_outcome() }
    }
}
