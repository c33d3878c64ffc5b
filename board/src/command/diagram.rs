//! The command line of `upheaval-board diagram`, and the lines of its lists.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::diagram::{DEFAULT_SIZE, Diagram, DiagramError, MAX_SIZE, MIN_SIZE, Mark, Sheet, Theme};
use clap::error::ErrorKind;
use clap::{Args, Parser};
use games::GameName;
use games::registry::{NAMES, known};
use movegen::fen::printable;

const MAX_LIST_BYTES: u64 = 1 << 20;

/// Draws a position of any game as SVG.
#[derive(Args)]
#[command(
    override_usage = "upheaval-board diagram GAME FEN [OPTIONS] > FILE.svg\n       upheaval-board diagram --from LIST [--into FOLDER] [--columns N]"
)]
pub struct Arguments {
    /// The diagram, without a list.
    #[command(flatten)]
    one: Option<One>,
    /// Draw the diagrams of a list. Each line has a name and the arguments of a diagram, split as by a shell. Empty lines and
    /// lines that begin with # are ignored. Diagrams of the same name are drawn into one file.
    #[arg(long, value_name = "LIST", conflicts_with = "One", required_unless_present = "game")]
    from: Option<PathBuf>,
    /// The folder for the diagrams of a list, each as NAME.svg [default: the current folder]
    #[arg(long, value_name = "FOLDER", requires = "from", conflicts_with = "One")]
    into: Option<PathBuf>,
    /// Diagrams in a row of a file that has several.
    #[arg(long, value_name = "N", requires = "from", conflicts_with = "One", default_value_t = 2,
          value_parser = clap::value_parser!(u8).range(1..=20))]
    columns: u8,
    /// File of games in the format of Fairy-Stockfish's variants.ini
    #[arg(long, value_name = "FILE")]
    pub variants: Option<PathBuf>,
}

impl Arguments {
    /// Checks the name of the diagram's game, when those of the file are known.
    ///
    /// # Errors
    /// One line that lists the games.
    pub fn check_game(&self) -> Result<(), String> {
        self.one.iter().try_for_each(|one| known(&one.game, &NAMES).map(drop))
    }

    /// Draws a diagram on standard output, or the diagrams of a list into a folder.
    ///
    /// # Errors
    /// Returns one line: the error of the diagram or of a line, or the file that could not be read or written.
    pub fn run(&self) -> Result<(), String> {
        if let Some(list) = &self.from {
            return draw_list(list, self.into.as_deref().unwrap_or(Path::new(".")), self.columns.into());
        }
        // clap requires the diagram or the list.
        let one = self.one.as_ref().ok_or("nothing to draw")?;
        let text = one.diagram().map_err(|error| error.to_string())?.to_string();
        let mut out = io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            // The reader may close the pipe early.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(format!("cannot print: {error}")),
            _ => Ok(()),
        }
    }
}

#[derive(Parser)]
struct Line {
    /// The name of the file, without `.svg`.
    #[arg(value_parser = file_name)]
    name: String,
    /// The diagram.
    #[command(flatten)]
    one: One,
}

/// One diagram.
#[derive(Args)]
struct One {
    /// The game.
    #[arg(value_parser = GameName::ANY)]
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
    theme: Theme,
    /// No coordinates.
    #[arg(long)]
    bare: bool,
}

impl One {
    fn diagram(&self) -> Result<Diagram, DiagramError> {
        let mut diagram = Diagram::new(&self.game, &self.fen)?;
        (diagram.flipped, diagram.coordinates, diagram.theme) = (self.flip, !self.bare, self.theme);
        diagram.size(self.size)?;
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

fn file_name(text: &str) -> Result<String, &'static str> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    match !text.is_empty() && text.len() <= 64 && text.chars().all(is_plain) {
        true => Ok(text.to_owned()),
        false => Err("a name has 1 to 64 small letters, digits, '-' and '_'"),
    }
}

fn quoted(path: &Path) -> String {
    format!("'{}'", printable(&path.to_string_lossy()))
}

/// Draws every line of a list into a folder, which is created if it does not exist. All are drawn before the first is written,
/// so that an invalid line leaves no files.
fn draw_list(list: &Path, folder: &Path, columns: usize) -> Result<(), String> {
    let mut text = String::new();
    let opened = fs::File::open(list).and_then(|file| file.take(MAX_LIST_BYTES + 1).read_to_string(&mut text));
    opened.map_err(|error| format!("cannot read {}: {error}", quoted(list)))?;
    if text.len() as u64 > MAX_LIST_BYTES {
        return Err(format!("{} is longer than {MAX_LIST_BYTES} bytes", quoted(list)));
    }
    let mut sheets: Vec<(String, Sheet)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let in_line = |why: String| format!("{}, line {number}: {why}", quoted(list));
        let Line { name, one } = parse(line).map_err(in_line)?;
        let diagram = one.diagram().map_err(|error| in_line(error.to_string()))?;
        match sheets.iter_mut().find(|(other, _)| *other == name) {
            Some((_, sheet)) => sheet.diagrams.push(diagram),
            None => sheets.push((name, Sheet { diagrams: vec![diagram], columns })),
        }
    }
    fs::create_dir_all(folder).map_err(|error| format!("cannot create the folder {}: {error}", quoted(folder)))?;
    for (name, sheet) in sheets {
        let svg = if let [diagram] = &sheet.diagrams[..] { diagram.to_string() } else { sheet.to_string() };
        let path = folder.join(format!("{name}.svg"));
        fs::write(&path, svg).map_err(|error| format!("cannot write {}: {error}", quoted(&path)))?;
    }
    Ok(())
}

fn parse(line: &str) -> Result<Line, String> {
    let words = shlex::split(line).ok_or("a quotation mark is not closed")?;
    Line::try_parse_from(std::iter::once("diagram".to_owned()).chain(words)).map_err(|error| {
        if error.kind() == ErrorKind::DisplayHelp {
            return "--help is not allowed in a list".to_owned();
        }
        // The first paragraph is the error, the rest the usage.
        let text = error.to_string();
        let words = text.lines().take_while(|line| !line.trim().is_empty()).flat_map(str::split_ascii_whitespace);
        let line = words.collect::<Vec<_>>().join(" ").replace(char::is_control, "?");
        line.strip_prefix("error: ").unwrap_or(&line).to_owned()
    })
}
