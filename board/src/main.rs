//! `upheaval-board`: all games in the browser. Prints the address of its page and opens it.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::channel;

use board::server::{Input, NativeWorld, Shared, app, desk};
use board::session::{Session, World};
use board::store::{Sqlite, Store};
use board::think::{Resources, Threads};
use clap::Parser;

/// All games of Upheaval in the browser, with the engine behind them.
#[derive(Parser, Debug)]
#[command(version)]
struct Arguments {
    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
    /// The port to listen on; without it any that is free.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Hash table for each search, in MiB.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Search threads; without it all processors but one.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// The folder in which games are kept.
    #[arg(long)]
    data: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("upheaval-board: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let store = open_store(arguments.data.clone())?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.threads.map_or_else(|| processors.saturating_sub(1).max(1), |n| n as usize);
    let resources = Resources { threads, hash: arguments.hash as usize, seed: 0 };

    let (sender, inputs) = channel();
    let thoughts = std::sync::Mutex::new(sender.clone());
    let engines = Threads::new(
        resources,
        Arc::new(move |run, thought| {
            let sender = thoughts.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            // When the session is gone, nobody wants to know.
            let _ = sender.send(Input::Thought(run, thought));
        }),
    );
    let mut world = NativeWorld::default();
    let token: String = world.secret().iter().map(|byte| format!("{byte:02x}")).collect();
    let session = move || {
        let session = Session::new(Box::new(world), Box::new(engines), Box::new(store));
        desk(session, &inputs, &world);
    };
    std::thread::Builder::new().name("session".to_owned()).spawn(session)?;

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", arguments.port)).await?;
        let shared = Arc::new(Shared::new(token, listener.local_addr()?.port(), sender));
        let address = shared.address();
        println!("{address}");
        if !arguments.no_open
            && let Err(error) = webbrowser::open(&address)
        {
            eprintln!("upheaval-board: no browser could be opened ({error}); the address is above");
        }
        axum::serve(listener, app(shared)).await?;
        Ok(())
    })
}

/// The store in the folder given, or where programs keep what is theirs.
fn open_store(folder: Option<PathBuf>) -> Result<impl Store + 'static, Box<dyn std::error::Error>> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || variable("HOME").map(|home| home.join(".local/share"));
    let usual = || variable("XDG_DATA_HOME").or_else(|| variable("LOCALAPPDATA")).or_else(home);
    let folder = folder.or_else(|| usual().map(|path| path.join("upheaval")));
    let folder = folder.ok_or("no folder to keep games in: name one with --data")?;
    std::fs::create_dir_all(&folder).map_err(|error| format!("'{}': {error}", folder.display()))?;
    Ok(Sqlite::open(&folder.join("games.sqlite"))?)
}
