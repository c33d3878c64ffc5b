//! `upheaval-board`: all games in the browser. Prints the address of its page and opens it.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use board::command::board::Arguments;
use board::server::{Address, Input, Keeper, Kept, NativeWorld, Shared, app, keep, run_session};
use board::session::{Session, World};
use board::store::Sqlite;
use board::think::{Resources, Threads};
use clap::Parser;
use tokio::net::TcpListener;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("upheaval-board: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    let folder = data_folder(arguments.data.clone())?;
    let in_folder = |error: &dyn std::fmt::Display| format!("'{}': {error}", folder.display());
    let keeper = match keep(&folder).map_err(|error| in_folder(&error))? {
        Kept::Here(keeper) => keeper,
        Kept::Elsewhere(Some(address)) => {
            eprintln!("upheaval-board: the board is running already");
            announce(&address, !arguments.no_open);
            return Ok(());
        }
        Kept::Elsewhere(None) => return Err(in_folder(&"another program keeps its games here").into()),
    };
    let mut world = NativeWorld::default();
    let token = world.secret().iter().map(|byte| format!("{byte:02x}")).collect();

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (listener, address) = listen(arguments.port, keeper.last(), token).await?;
        let sender = begin_session(arguments, &folder, world)?;
        note(&keeper, &address);
        announce(&address, !arguments.no_open);
        axum::serve(listener, app(Arc::new(Shared::new(address, sender)))).await?;
        Ok(())
    })
}

/// Listens where the page was found the last time, if it may and can: a page that is still open then comes back. At another
/// port it could not, so there the token is a new one.
async fn listen(port: Option<u16>, last: Option<Address>, token: String) -> Result<(TcpListener, Address)> {
    if let Some(last) = last.filter(|last| port.is_none_or(|port| port == last.port)) {
        match TcpListener::bind(("127.0.0.1", last.port)).await {
            Ok(listener) => return Ok((listener, last)),
            Err(error) if port.is_none() && is_taken(&error) => {}
            Err(error) => return Err(format!("port {}: {error}", last.port).into()),
        }
    }
    let port = port.unwrap_or(0);
    let listener = TcpListener::bind(("127.0.0.1", port)).await.map_err(|error| format!("port {port}: {error}"))?;
    let port = listener.local_addr()?.port();
    Ok((listener, Address { port, token }))
}

/// Whether another program has the port, or the system does not give it any more.
fn is_taken(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::AddrInUse | ErrorKind::AddrNotAvailable | ErrorKind::PermissionDenied)
}

/// Begins the session on a thread of its own; what it is to be told goes into what is returned.
fn begin_session(arguments: &Arguments, folder: &Path, world: NativeWorld) -> Result<Sender<Input>> {
    let store = Sqlite::open(&folder.join("games.sqlite"))?;
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
    let session = move || {
        let session = Session::new(Box::new(world), Box::new(engines), Box::new(store));
        run_session(session, &inputs, &world);
    };
    std::thread::Builder::new().name("session".to_owned()).spawn(session)?;
    Ok(sender)
}

/// Keeps the address for the next time. Without that the board works as well, but a page will not find it again.
fn note(keeper: &Keeper, address: &Address) {
    if let Err(error) = keeper.note(address) {
        eprintln!("upheaval-board: the address could not be kept for the next time: {error}");
    }
}

/// Says where the page is, and opens it if that is wanted.
fn announce(address: &Address, is_to_open: bool) {
    println!("{address}");
    if is_to_open && let Err(error) = webbrowser::open(&address.to_string()) {
        eprintln!("upheaval-board: no browser could be opened ({error}); the address is above");
    }
}

/// The folder given, or where programs keep what is theirs; it is made if it is not there.
fn data_folder(folder: Option<PathBuf>) -> Result<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || variable("HOME").map(|home| home.join(".local/share"));
    let usual = || variable("XDG_DATA_HOME").or_else(|| variable("LOCALAPPDATA")).or_else(home);
    let folder = folder.or_else(|| usual().map(|path| path.join("upheaval")));
    let folder = folder.ok_or("no folder to keep games in: name one with --data")?;
    std::fs::create_dir_all(&folder).map_err(|error| format!("'{}': {error}", folder.display()))?;
    Ok(folder)
}
