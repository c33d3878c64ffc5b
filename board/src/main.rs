//! `upheaval-board`: starts the board, prints the address of its page and opens it.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use clap::Parser;
use tokio::net::TcpListener;
use upheaval_board::command::{Arguments, Task};
use upheaval_board::server::{Address, Input, NativeWorld, OpeningCode, Shared, app, lock, run_session};
use upheaval_board::session::{Session, World};
use upheaval_board::store::Sqlite;
use upheaval_board::think::{Settings, Threads};

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
    if let Some(Task::Diagram(diagram)) = &arguments.task {
        return Ok(diagram.run()?);
    }
    let path = data_folder(arguments.data.clone())?;
    let in_folder = |error: &dyn std::fmt::Display| format!("'{}': {error}", path.display());
    let mut world = NativeWorld::default();
    let mut secret = || world.secret().iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let (token, code) = (secret(), secret());
    let codes = OpeningCode::new(&path);
    let announce = |address: &Address| {
        println!("{address}");
        let opened = |_| webbrowser::open(&address.once(&code));
        if !arguments.no_open
            && let Err(error) = codes.issue(&code).and_then(opened)
        {
            eprintln!("upheaval-board: cannot open a browser ({error}): open the address above");
        }
    };
    let folder = match lock(&path).map_err(|error| in_folder(&error))? {
        Ok(folder) => folder,
        Err(Some(address)) => {
            eprintln!("upheaval-board: the board is already running");
            announce(&address);
            return Ok(());
        }
        Err(None) => return Err(in_folder(&"another program uses this folder").into()),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (listener, address) = listen(arguments.port, folder.last(), token).await?;
        let sender = begin_session(arguments, &path, world)?;
        // Without it the board works, but an open page does not reconnect after a restart.
        if let Err(error) = folder.store(&address) {
            eprintln!("upheaval-board: cannot store the address for the next run: {error}");
        }
        announce(&address);
        axum::serve(listener, app(Arc::new(Shared::new(address, codes.clone(), sender)))).await?;
        Ok(())
    })
}

/// Listens at the last address if possible, so that an open page reconnects. At another port the token is a new one.
async fn listen(port: Option<u16>, last: Option<Address>, token: String) -> Result<(TcpListener, Address)> {
    const TAKEN: [ErrorKind; 3] = [ErrorKind::AddrInUse, ErrorKind::AddrNotAvailable, ErrorKind::PermissionDenied];
    if let Some(last) = last.filter(|last| port.is_none_or(|port| port == last.port)) {
        match TcpListener::bind(("127.0.0.1", last.port)).await {
            Ok(listener) => return Ok((listener, last)),
            // The port is used by another program or not available.
            Err(error) if port.is_none() && TAKEN.contains(&error.kind()) => {}
            Err(error) => return Err(format!("port {}: {error}", last.port).into()),
        }
    }
    let port = port.unwrap_or(0);
    let listener = TcpListener::bind(("127.0.0.1", port)).await.map_err(|error| format!("port {port}: {error}"))?;
    let port = listener.local_addr()?.port();
    Ok((listener, Address { port, token }))
}

/// Starts the session's thread and returns its input.
fn begin_session(arguments: &Arguments, folder: &Path, world: NativeWorld) -> Result<Sender<Input>> {
    let store = Sqlite::open(&folder.join("games.sqlite"))?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.threads.map_or_else(|| processors.saturating_sub(1).max(1), |n| n as usize);
    let settings = Settings { threads, hash: arguments.hash as usize, ..Settings::default() };

    let (sender, inputs) = channel();
    let thoughts = std::sync::Mutex::new(sender.clone());
    let engines = Threads::new(
        settings,
        Arc::new(move |run, thought| {
            let sender = thoughts.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            // The session has ended.
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

/// Returns the given folder or the user's data folder, which is created if it does not exist.
fn data_folder(folder: Option<PathBuf>) -> Result<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || variable("HOME").map(|home| home.join(".local/share"));
    let usual = || variable("XDG_DATA_HOME").or_else(|| variable("LOCALAPPDATA")).or_else(home);
    let folder = folder.or_else(|| usual().map(|path| path.join("upheaval")));
    let folder = folder.ok_or("there is no data folder: choose one with --data")?;
    std::fs::create_dir_all(&folder).map_err(|error| format!("'{}': {error}", folder.display()))?;
    Ok(folder)
}
