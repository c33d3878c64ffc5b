//! `upheaval-board`: starts the board, prints the address of its page and opens it.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use clap::{CommandFactory, Parser};
use games::Definitions;
use tokio::net::TcpListener;
use upheaval_board::command::{Arguments, Task};
use upheaval_board::hall::Hall;
use upheaval_board::server::{
    Address, Folder, Input, NativeWorld, OpeningCode, Shared, app, lock, own_address, print_code, run_session,
};
use upheaval_board::session::{Served, Session, World};
use upheaval_board::store::Sqlite;
use upheaval_board::think::{Listeners, Settings, Threads};

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
    let diagram = arguments.task.as_ref().map(|Task::Diagram(diagram)| diagram);
    if let Some(file) = diagram.map_or(&arguments.variants, |diagram| &diagram.variants) {
        let about = |error: &dyn std::fmt::Display| format!("'{}': {error}", file.display());
        let text = std::fs::read_to_string(file).map_err(|error| about(&error))?;
        let read = Definitions::read(&file.to_string_lossy(), &text);
        read.offer()?;
        read.errors.iter().for_each(|error| eprintln!("upheaval-board: {error}"));
    }
    if let Some(diagram) = diagram {
        let invalid = clap::error::ErrorKind::InvalidValue;
        diagram.check_game().unwrap_or_else(|why| Arguments::command().error(invalid, why).exit());
        return Ok(diagram.run()?);
    }
    let path = data_folder(arguments.data.clone())?;
    let in_folder = |error: &dyn std::fmt::Display| format!("'{}': {error}", path.display());
    let mut world = NativeWorld::default();
    let mut secret = || world.secret().iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let (token, code, hall_token) = (secret(), secret(), secret());
    let codes = OpeningCode::new(&path);
    let announce = |address: &Address| {
        println!("{address}");
        if arguments.host.is_some() {
            return;
        }
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
        let loopback = IpAddr::from(Ipv4Addr::LOCALHOST);
        let (listener, address) = listen(loopback, arguments.port, folder.last(), token).await?;
        let sender = begin_session(arguments, &path, world)?;
        // Without it the board works, but an open page does not reconnect after a restart.
        if let Err(error) = folder.store(&address) {
            eprintln!("upheaval-board: cannot store the address for the next run: {error}");
        }
        announce(&address);
        let board = axum::serve(listener, app(Arc::new(Shared::new(address, codes.clone(), sender))));
        match arguments.host {
            Some(host) => {
                tokio::try_join!(board.into_future(), host_games(arguments, host, &path, &folder, hall_token))?;
            }
            None => board.await?,
        }
        Ok(())
    })
}

/// Listens at the last address if possible, so that an open page reconnects. At another port the token is a new one.
async fn listen(
    host: IpAddr,
    port: Option<u16>,
    last: Option<Address>,
    token: String,
) -> Result<(TcpListener, Address)> {
    const TAKEN: [ErrorKind; 3] = [ErrorKind::AddrInUse, ErrorKind::AddrNotAvailable, ErrorKind::PermissionDenied];
    if let Some(last) = last.filter(|last| port.is_none_or(|port| port == last.port)) {
        match TcpListener::bind((host, last.port)).await {
            Ok(listener) => return Ok((listener, last)),
            // The port is used by another program or not available.
            Err(error) if port.is_none() && TAKEN.contains(&error.kind()) => {}
            Err(error) => return Err(format!("port {}: {error}", last.port).into()),
        }
    }
    let port = port.unwrap_or(0);
    let listener = TcpListener::bind((host, port)).await.map_err(|error| format!("port {port}: {error}"))?;
    let port = listener.local_addr()?.port();
    Ok((listener, Address { port, token }))
}

/// Starts the session's thread and returns its input.
fn begin_session(arguments: &Arguments, folder: &Path, world: NativeWorld) -> Result<Sender<Input>> {
    let store = Sqlite::open(&folder.join("games.sqlite"))?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.threads.map_or_else(|| processors.saturating_sub(1).max(1), |n| n as usize);
    let settings = Settings { threads, hash: Some(arguments.hash as usize), ..Settings::default() };

    let (sender, inputs) = channel();
    let [thoughts, measurements] = [sender.clone(), sender.clone()];
    let listeners = Listeners {
        // The session has ended.
        thought: Arc::new(move |run, thought| drop(thoughts.send(Input::Thought(run, thought)))),
        measured: Arc::new(move |run, report| drop(measurements.send(Input::Measured(run, report)))),
    };
    let engines = Threads::new(settings, listeners);
    spawn("session", move || Session::new(Box::new(world), Box::new(engines), Box::new(store)), inputs, world)?;
    Ok(sender)
}

/// Starts the thread of a session or a hall.
fn spawn<S: Served>(
    name: &str,
    create: impl FnOnce() -> S + Send + 'static,
    inputs: Receiver<Input>,
    world: NativeWorld,
) -> std::io::Result<()> {
    let run = move || run_session(create(), &inputs, &world);
    std::thread::Builder::new().name(name.to_owned()).spawn(run).map(drop)
}

/// Hosts games for a network until the program ends.
async fn host_games(
    arguments: &Arguments,
    host: IpAddr,
    path: &Path,
    folder: &Folder,
    token: String,
) -> std::io::Result<()> {
    let failed = |error: &dyn std::fmt::Display| std::io::Error::other(format!("cannot host games: {error}"));
    let listening = listen(host, arguments.host_port, folder.last_hall(), token).await;
    let (listener, address) = listening.map_err(|error| failed(&error))?;
    let link = address.at(if host.is_unspecified() { own_address() } else { host });
    let store = Sqlite::open(&path.join("hosted.sqlite")).map_err(|error| failed(&error))?;
    let world = NativeWorld::default();
    let (sender, inputs) = channel();
    let shown = link.clone();
    let hall = move || Hall::new(Box::new(move || Box::new(world)), Box::new(store), shown);
    spawn("hall", hall, inputs, world)?;
    // Without it the hall works, but the link is another one after a restart.
    if let Err(error) = folder.store_hall(&address) {
        eprintln!("upheaval-board: cannot store the address for the next run: {error}");
    }
    println!("Games between people: {link}");
    if let Ok(code) = print_code(&link) {
        println!("{code}");
    }
    let here = address.at(if host.is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { host });
    if !arguments.no_open
        && let Err(error) = webbrowser::open(&here)
    {
        eprintln!("upheaval-board: cannot open a browser ({error}): open the address above");
    }
    let shared = Shared::for_network(address, &link, sender).map_err(|error| failed(&error))?;
    axum::serve(listener, app(Arc::new(shared))).await
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
