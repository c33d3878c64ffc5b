//! The command line of `diagram`, and the lines of its lists.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::diagram::{DEFAULT_SIZE, Diagram, DiagramError, MAX_SIZE, MIN_SIZE, Mark, Theme};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, ValueEnum};
use movegen::variants::NAMES;

/// Draws a position of any game as SVG.
#[derive(Parser)]
#[command(override_usage = "diagram GAME FEN [OPTIONS] > FILE.svg\n       diagram --from LIST [--into FOLDER]")]
pub struct Arguments {
    /// The diagram, without a list.
    #[command(flatten)]
    pub one: Option<One>,
    /// Draw the diagrams of a list. Each line has a name and the arguments of a diagram, split as by a shell. Empty lines and
    /// lines that begin with # are ignored.
    #[arg(long, value_name = "LIST", conflicts_with = "One", required_unless_present = "game")]
    pub from: Option<PathBuf>,
    /// The folder for the diagrams of a list, each as NAME.svg [default: the current folder]
    #[arg(long, value_name = "FOLDER", requires = "from", conflicts_with = "One")]
    pub into: Option<PathBuf>,
}

/// Returns the command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// A line of a list.
#[derive(Parser)]
pub struct Line {
    /// The name of the file, without `.svg`.
    #[arg(value_parser = file_name)]
    pub name: String,
    /// The diagram.
    #[command(flatten)]
    pub one: One,
}

/// One diagram.
#[derive(Args)]
pub struct One {
    /// The game.
    #[arg(value_parser = NAMES)]
    game: String,
    /// The position: a FEN in one word, or startpos.
    fen: String,
    /// The last move, whose squares are highlighted: e2e4.
    #[arg(long, value_name = "MOVE")]
    last: Option<String>,
    /// Squares to highlight: d4,e5.
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    highlight: Vec<String>,
    /// Arrows: d1h5,g1f3.
    #[arg(long, value_name = "ARROWS", value_delimiter = ',')]
    arrow: Vec<String>,
    /// Squares to mark with a dot, as moves: e4,e5.
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    mark: Vec<String>,
    /// Squares to mark with a ring, as captures.
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    capture: Vec<String>,
    /// Squares to mark with a die, as gambles.
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    gamble: Vec<String>,
    /// Squares to mark with a coin, as pieces to pay for.
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    price: Vec<String>,
    /// Mark the legal moves of the pieces on these squares.
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    moves: Vec<String>,
    /// Mark the moves and captures of the piece types on these squares, with or without an enemy there.
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    reach: Vec<String>,
    /// Black at the bottom.
    #[arg(long)]
    flip: bool,
    /// A text below the board.
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,
    /// Width in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = DEFAULT_SIZE,
          value_parser = clap::value_parser!(u32).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    size: u32,
    /// The colours, for light or dark pages.
    #[arg(long, value_enum, default_value = "light")]
    theme: Colors,
    /// No coordinates.
    #[arg(long)]
    bare: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Colors {
    Light,
    Dark,
}

impl One {
    /// Returns the SVG.
    ///
    /// # Errors
    /// Returns the error in one line.
    pub fn draw(&self) -> Result<String, String> {
        self.diagram().map(|diagram| diagram.to_string()).map_err(|error| error.to_string())
    }

    fn diagram(&self) -> Result<Diagram, DiagramError> {
        let mut diagram = Diagram::new(&self.game, &self.fen)?;
        diagram.flip(self.flip);
        diagram.coordinates(!self.bare);
        diagram.size(self.size)?;
        diagram.theme(match self.theme {
            Colors::Light => Theme::Light,
            Colors::Dark => Theme::Dark,
        });
        self.last.iter().try_for_each(|text| diagram.last_move(text))?;
        self.highlight.iter().try_for_each(|text| diagram.highlight(text))?;
        self.moves.iter().try_for_each(|text| diagram.moves_of(text))?;
        self.reach.iter().try_for_each(|text| diagram.reach_of(text))?;
        let marks = [
            (Mark::Step, &self.mark),
            (Mark::Capture, &self.capture),
            (Mark::Gamble, &self.gamble),
            (Mark::Price, &self.price),
        ];
        for (mark, squares) in marks {
            squares.iter().try_for_each(|text| diagram.mark(mark, text))?;
        }
        self.arrow.iter().try_for_each(|text| diagram.arrow(text))?;
        self.caption.iter().try_for_each(|text| diagram.caption(text))?;
        Ok(diagram)
    }
}

/// Parses a file name that is safe on all systems.
fn file_name(text: &str) -> Result<String, &'static str> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    match !text.is_empty() && text.len() <= 64 && text.chars().all(is_plain) {
        true => Ok(text.to_owned()),
        false => Err("a name has 1 to 64 small letters, digits, '-' and '_'"),
    }
}

/// The reason why arguments describe no diagram.
pub enum Stop {
    /// A request for help: the text.
    Help(String),
    /// An error in one line.
    Wrong(String),
}

/// Parses arguments, the name of the program first.
///
/// # Errors
/// Returns the help or the error.
pub fn parse<A: Parser>(words: impl IntoIterator<Item = OsString>) -> Result<A, Stop> {
    A::try_parse_from(words).map_err(|error| {
        let text = error.to_string();
        if error.kind() == ErrorKind::DisplayHelp {
            return Stop::Help(text);
        }
        // The first paragraph is the error, the rest the usage.
        let words = text.lines().take_while(|line| !line.trim().is_empty()).flat_map(str::split_ascii_whitespace);
        let line = words.collect::<Vec<_>>().join(" ").replace(char::is_control, "?");
        Stop::Wrong(line.strip_prefix("error: ").unwrap_or(&line).to_owned())
    })
}
