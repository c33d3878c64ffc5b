//! The functions of the module, in the shape of pyffish's: a game by its name, a FEN, and the moves played from there. They take
//! Apocalypse too, as UCI does: the choices of a turn one after the other, White's first.

use std::ffi::CString;
use std::ops::Deref;

use ::apocalypse::Position;
use games::registry::{self, APOCALYPSE};
use games::{AnySession, Definitions, GameSession, Notation, SetUpError, fen_error_number};
use movegen::{Color, Outcome, Reason};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::errors::{all_games, game_with_chess960, unknown_game, value_error};
use crate::moves::MoveText;
use crate::session::{self, Form, TurnBased, given_fen, unless_start};

/// Result of `validate_fen` for a valid FEN.
pub(crate) const FEN_OK: i32 = 1;
/// The value of a won game.
pub(crate) const VALUE_MATE: i32 = 32_000;

/// Notation of `get_san`: standard algebraic notation in every game.
pub(crate) const NOTATION_DEFAULT: i32 = 0;
/// Standard algebraic notation.
pub(crate) const NOTATION_SAN: i32 = 1;
/// Long algebraic notation, with the whole origin.
pub(crate) const NOTATION_LAN: i32 = 2;

/// Moves as Python's list.
type Moves = Vec<MoveText>;

/// A game of any kind as these functions set it up.
enum Game {
    TurnBased(Box<dyn TurnBased>),
    Apocalypse(GameSession<Position>),
}

impl Deref for Game {
    type Target = dyn AnySession;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::TurnBased(session) => &**session,
            Self::Apocalypse(session) => session,
        }
    }
}

impl Game {
    /// The game after these moves.
    fn after(variant: &str, fen: &str, moves: &[MoveText]) -> PyResult<Self> {
        if variant != APOCALYPSE {
            return session::open(variant, Some(fen), moves).map(Self::TurnBased);
        }
        let mut session = GameSession::default();
        session.set_up(unless_start(Some(fen)), moves).map_err(value_error)?;
        Ok(Self::Apocalypse(session))
    }

    /// The same for what can be asked between turns only.
    fn after_turns(variant: &str, fen: &str, moves: &[MoveText]) -> PyResult<Self> {
        let game = Self::after(variant, fen, moves)?;
        match game.pending() {
            Some(_) => Err(value_error("Black's choice of the last turn is missing")),
            None => Ok(game),
        }
    }

    /// Returns the value of a result for the side to move, or for White in Apocalypse.
    fn value(&self, outcome: Outcome) -> i32 {
        match outcome.winner {
            None => 0,
            Some(winner) if winner == self.side_to_choose() => VALUE_MATE,
            Some(_) => -VALUE_MATE,
        }
    }

    /// Returns if there is an outcome, and its value.
    fn ended(&self, outcome: Option<Outcome>) -> (bool, i32) {
        (outcome.is_some(), outcome.map_or(0, |outcome| self.value(outcome)))
    }
}

/// The version of the package as three numbers.
#[pyfunction]
pub(crate) fn version() -> (u32, u32, u32) {
    let number = |text: &str| text.parse().unwrap_or_default();
    (
        number(env!("CARGO_PKG_VERSION_MAJOR")),
        number(env!("CARGO_PKG_VERSION_MINOR")),
        number(env!("CARGO_PKG_VERSION_PATCH")),
    )
}

/// The name of the engine, its version and its authors.
#[pyfunction]
pub(crate) fn info() -> &'static str {
    concat!("Upheaval ", env!("CARGO_PKG_VERSION"), " by ", env!("CARGO_PKG_AUTHORS"))
}

/// Returns the names of all games.
///
/// >>> import upheaval
/// >>> upheaval.variants()[:3]
/// ['chess', 'empire', 'insurrection']
#[pyfunction]
pub(crate) fn variants() -> Vec<&'static str> {
    all_games()
}

/// Makes games available that a text in the format of `variants.ini` defines, next to those of texts before. A game with an error is
/// left out with a `UserWarning`; a text without any game is a `ValueError`.
///
/// >>> import upheaval
/// >>> upheaval.load_variant_config("[sixth:chess]\nflagPiece = p\nflagRegionWhite = *6\nflagRegionBlack = *3")
/// >>> upheaval.is_immediate_game_end("sixth", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", ["a5a6"])
/// (True, -32000)
#[pyfunction]
pub(crate) fn load_variant_config(py: Python<'_>, config: &str) -> PyResult<()> {
    let read = Definitions::read("config", config);
    read.add().map_err(value_error)?;
    for error in &read.errors {
        let text = CString::new(error.to_string()).map_err(value_error)?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
    }
    Ok(())
}

/// The FEN of a game's start.
///
/// >>> import upheaval
/// >>> upheaval.start_fen("empire")
/// 'rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1'
#[pyfunction]
pub(crate) fn start_fen(variant: &str) -> PyResult<String> {
    Game::after(variant, "startpos", &[]).map(|game| game.fen())
}

/// The legal moves after `moves` from a position, which is the start if `fen` is `startpos`. With `chess960`, here and in
/// the functions below, `chess` is `chess960`: castling is written as the king taking its rook. In Apocalypse they are White's
/// choices, or Black's behind a choice of White.
///
/// >>> import upheaval
/// >>> upheaval.legal_moves("chess", "k7/8/1K6/8/8/8/8/8 w - - 0 1", ["b6c7"])
/// ['a8a7']
#[pyfunction]
#[pyo3(signature = (variant, fen, moves, chess960=false))]
pub(crate) fn legal_moves<'py>(
    py: Python<'py>,
    variant: &str,
    fen: &str,
    moves: Moves,
    chess960: bool,
) -> PyResult<Bound<'py, PyList>> {
    let variant = game_with_chess960(variant, chess960)?;
    match Game::after(variant, fen, &moves)? {
        Game::TurnBased(session) => session.legal_moves(py),
        game => PyList::new(py, game.moves(game.side_to_choose())),
    }
}

/// The FEN after `moves` from a position.
///
/// >>> import upheaval
/// >>> upheaval.get_fen("empire", "startpos", ["e1e2"])
/// 'rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/4K3/TECD1CET b kq - 1 1'
#[pyfunction]
#[pyo3(signature = (variant, fen, moves, chess960=false, sfen=false, show_promoted=false, count_started=0))]
#[expect(
    unused_variables,
    clippy::too_many_arguments,
    reason = "arguments of pyffish, some of which change nothing here"
)]
pub(crate) fn get_fen(
    variant: &str,
    fen: &str,
    moves: Moves,
    chess960: bool,
    sfen: bool,
    show_promoted: bool,
    count_started: i32,
) -> PyResult<String> {
    let variant = game_with_chess960(variant, chess960)?;
    if sfen {
        return Err(value_error("no game has an SFEN"));
    }
    let fen = Game::after_turns(variant, fen, &moves)?.fen();
    Ok(if chess960 { shredder(&fen) } else { fen })
}

/// Returns the FEN with the files of the rooks as castling rights (Shredder-FEN), as pyffish writes Chess960.
fn shredder(fen: &str) -> String {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let rooks = |rank: &str, rook: char| {
        let wide = |c: char| c.to_digit(10).unwrap_or(1) as usize;
        let files: Vec<char> = rank.chars().flat_map(|c| std::iter::repeat_n(c, wide(c))).collect();
        ('a'..='h').zip(files).filter(|(_, c)| *c == rook).map(|(file, _)| file).collect::<Vec<_>>()
    };
    let board: Vec<&str> = fields[0].split('/').collect();
    let (white, black) = (rooks(board[board.len() - 1], 'R'), rooks(board[0], 'r'));
    let file = |right: char| match right {
        'K' => white.last().map(char::to_ascii_uppercase),
        'Q' => white.first().map(char::to_ascii_uppercase),
        'k' => black.last().copied(),
        'q' => black.first().copied(),
        right => Some(right),
    };
    let rights: String = fields[2].chars().filter_map(file).collect();
    fields[2] = &rights;
    fields.join(" ")
}

/// The form of moves that a notation means.
fn form(notation: i32) -> PyResult<Form> {
    match notation {
        NOTATION_DEFAULT | NOTATION_SAN => Ok(Form::Short),
        NOTATION_LAN => Ok(Form::Long),
        _ => {
            Err(value_error(format!("no notation has the number {notation}: there are NOTATION_SAN and NOTATION_LAN")))
        }
    }
}

/// A move in algebraic notation, short or, as `NOTATION_LAN`, with both squares. In Apocalypse it is a choice of White, and written in coordinates.
///
/// >>> import upheaval
/// >>> upheaval.get_san("empire", "startpos", "d1d2")
/// 'Dd2'
#[pyfunction]
#[pyo3(signature = (variant, fen, r#move, chess960=false, notation=0))]
pub(crate) fn get_san(variant: &str, fen: &str, r#move: MoveText, chess960: bool, notation: i32) -> PyResult<String> {
    let variant = game_with_chess960(variant, chess960)?;
    let form = form(notation)?;
    let written = match Game::after(variant, fen, &[])? {
        Game::TurnBased(session) => session.san(&r#move, form),
        game => game.convert(game.side_to_choose(), &r#move, Notation::Coordinates, Notation::Coordinates),
    };
    written.map_err(value_error)
}

/// Moves played one after the other in algebraic notation.
///
/// >>> import upheaval
/// >>> upheaval.get_san_moves("chess", "startpos", ["e2e4", "e7e5", "g1f3"])
/// ['e4', 'e5', 'Nf3']
#[pyfunction]
#[pyo3(signature = (variant, fen, moves, chess960=false, notation=0))]
pub(crate) fn get_san_moves(
    variant: &str,
    fen: &str,
    moves: Moves,
    chess960: bool,
    notation: i32,
) -> PyResult<Vec<String>> {
    let variant = game_with_chess960(variant, chess960)?;
    let form = form(notation)?;
    if variant == APOCALYPSE {
        Game::after(variant, fen, &moves)?;
        return Ok(moves.iter().map(|m| m.to_string()).collect());
    }
    let mut session = session::open(variant, Some(fen), &[])?;
    let mut written = Vec::with_capacity(moves.len());
    for (text, number) in moves.iter().zip(1..) {
        let invalid = |error| value_error(SetUpError::Move { error, number, of: moves.len() });
        written.push(session.san(text, form).map_err(invalid)?);
        session.play(session.side_to_choose(), text).map_err(invalid)?;
    }
    Ok(written)
}

/// `True` if the side to move is in check after `moves`: a royal piece of it is attacked. There are no checks in Apocalypse.
///
/// >>> import upheaval
/// >>> upheaval.is_check("chess", "startpos", ["f2f3", "e7e5", "g2g4", "d8h4"])
/// True
#[pyfunction]
#[pyo3(signature = (variant, fen, moves, chess960=false))]
pub(crate) fn is_check(variant: &str, fen: &str, moves: Moves, chess960: bool) -> PyResult<bool> {
    let variant = game_with_chess960(variant, chess960)?;
    let game = Game::after(variant, fen, &moves)?;
    Ok(matches!(game, Game::TurnBased(session) if !session.checked_royals().is_empty()))
}

/// The same by pyffish's name.
#[pyfunction]
#[pyo3(signature = (variant, fen, moves, chess960=false))]
pub(crate) fn gives_check(variant: &str, fen: &str, moves: Moves, chess960: bool) -> PyResult<bool> {
    is_check(variant, fen, moves, chess960)
}

/// `True` if `move`, played after `moves`, captures a piece off the board. In Apocalypse that depends on both choices, so it is an error.
///
/// >>> import upheaval
/// >>> upheaval.is_capture("chess", "startpos", ["e2e4", "d7d5"], "e4d5")
/// True
#[pyfunction]
#[pyo3(signature = (variant, fen, moves, r#move, chess960=false))]
pub(crate) fn is_capture(variant: &str, fen: &str, moves: Moves, r#move: MoveText, chess960: bool) -> PyResult<bool> {
    let variant = game_with_chess960(variant, chess960)?;
    session::open(variant, Some(fen), &moves)?.is_capture(&r#move).map_err(value_error)
}

/// Returns the value of a finished game for the side to move (in Apocalypse: to White): `VALUE_MATE`, `-VALUE_MATE` or `VALUE_DRAW`.
/// A game that continues is a `ValueError`.
///
/// >>> import upheaval
/// >>> upheaval.game_result("chess", "startpos", ["f2f3", "e7e5", "g2g4", "d8h4"])
/// -32000
#[pyfunction]
#[pyo3(signature = (variant, fen, moves, chess960=false))]
pub(crate) fn game_result(variant: &str, fen: &str, moves: Moves, chess960: bool) -> PyResult<i32> {
    let variant = game_with_chess960(variant, chess960)?;
    let game = Game::after_turns(variant, fen, &moves)?;
    game.outcome().map(|outcome| game.value(outcome)).ok_or_else(|| value_error("the game is not over"))
}

/// `True` if the game has ended by what is on the board, though the side to move could move on: by a rule of the game, as
/// campmate, or because neither side can win; and its value as in `game_result`, 0 if it has not ended.
///
/// >>> import upheaval
/// >>> upheaval.is_immediate_game_end("empire", "8/4K3/7k/8/8/8/8/8 w - - 0 1", ["e7e8"])
/// (True, -32000)
#[pyfunction]
#[pyo3(signature = (variant, fen, moves, chess960=false))]
pub(crate) fn is_immediate_game_end(variant: &str, fen: &str, moves: Moves, chess960: bool) -> PyResult<(bool, i32)> {
    let variant = game_with_chess960(variant, chess960)?;
    let game = Game::after_turns(variant, fen, &moves)?;
    let has_no_moves = |outcome: &Outcome| matches!(outcome.reason, Reason::Checkmate | Reason::Stalemate);
    Ok(game.ended(game.position_outcome().filter(|outcome| !has_no_moves(outcome))))
}

/// `True` if the game has ended by its history, the third occurrence of a position or the clock; and its value as `game_result`
/// returns it, 0 if it has not ended.
///
/// >>> import upheaval
/// >>> upheaval.is_optional_game_end("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 100 80", [])
/// (True, 0)
#[pyfunction]
#[pyo3(signature = (variant, fen, moves, chess960=false, count_started=0))]
#[expect(unused_variables, reason = "an argument of pyffish that changes nothing in these games")]
pub(crate) fn is_optional_game_end(
    variant: &str,
    fen: &str,
    moves: Moves,
    chess960: bool,
    count_started: i32,
) -> PyResult<(bool, i32)> {
    let variant = game_with_chess960(variant, chess960)?;
    let game = Game::after_turns(variant, fen, &moves)?;
    Ok(game.ended(game.history_outcome()))
}

/// For White and for Black, `True` if the side can no longer win with its pieces after `moves`, whatever both sides play. In Apocalypse
/// it is never so.
///
/// >>> import upheaval
/// >>> upheaval.has_insufficient_material("chess", "k7/p7/8/8/8/8/8/K7 w - - 0 1", [])
/// (True, False)
#[pyfunction]
#[pyo3(signature = (variant, fen, moves, chess960=false))]
pub(crate) fn has_insufficient_material(
    variant: &str,
    fen: &str,
    moves: Moves,
    chess960: bool,
) -> PyResult<(bool, bool)> {
    let variant = game_with_chess960(variant, chess960)?;
    Ok(match Game::after_turns(variant, fen, &moves)? {
        Game::TurnBased(session) => Color::BOTH.map(|side| session.has_insufficient_material(side)).into(),
        Game::Apocalypse(_) => (false, false),
    })
}

/// `FEN_OK`, or the number that pyffish gives for the field at fault: a letter of no piece (-10), the board (-8), the side to move
/// (-6), castling, also without the king or rook for it (-5), the en-passant square (-4), the number of kings (-3), the clock (-2),
/// the number of the move (-1), a field that is too many or the game's own (-11), no field at all (0). `Position` and
/// `ApocalypsePosition` describe the error. The FEN stands before the game, as in pyffish.
///
/// >>> import upheaval
/// >>> upheaval.validate_fen("8/8/8/8/8/8/8/4K3 w - - 0 1", "chess")
/// -3
#[pyfunction]
#[pyo3(signature = (fen, variant, chess960=false))]
pub(crate) fn validate_fen(fen: &str, variant: &str, chess960: bool) -> PyResult<i32> {
    let variant = game_with_chess960(variant, chess960)?;
    let whole = if variant == APOCALYPSE { fen.into() } else { given_fen(Some(fen)).unwrap_or_default() };
    let opened = registry::open(variant, Some(&whole), &[]).ok_or_else(|| unknown_game(variant))?;
    // Rights without their king or rook are dropped.
    let rights = |fen: &str| fen.split_ascii_whitespace().nth(2).map_or(0, |field| field.trim_matches('-').len());
    let error = match opened {
        Ok(session) if rights(&whole) > rights(&session.fen()) => return Ok(-5),
        Err(SetUpError::Fen(error)) => error,
        _ => return Ok(FEN_OK),
    };
    Ok(if fen.trim().is_empty() { 0 } else { fen_error_number(&error) })
}
