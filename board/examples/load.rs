//! Measures a host under load, on the loopback interface: games played by scripts, and spectators.
//!
//! ```text
//! cargo run --profile quick -p upheaval-board --example load -- target/quick/upheaval-board [GAMES SPECTATORS SECONDS]
//! ```
//!
//! Each game has two moves a second. Reports the time from the sending of a move to its arrival at every other page of the table,
//! lost moves, and the memory of the program.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::net::TcpStream as Blocking;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use engine::bench::Random;
use futures_util::{SinkExt, StreamExt};
use games::registry;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

type AnyError = Box<dyn std::error::Error + Send + Sync>;
type Moment = tokio::time::Instant;
type Starts = watch::Receiver<Option<Moment>>;
type Socket = WebSocketStream<TcpStream>;

/// The games, which are played in turn.
const VARIANTS: [&str; 5] = ["chess", "empire", "insurrection", "anarchism", "subversion"];
const MOVE_INTERVAL: Duration = Duration::from_millis(500);
/// The time in which the last moves arrive.
const GRACE: Duration = Duration::from_secs(5);

/// The part of a message that is measured.
#[derive(Deserialize)]
struct Event {
    #[serde(rename = "type", default)]
    name: String,
    #[serde(default)]
    version: u64,
    #[serde(default)]
    kept: usize,
    #[serde(default)]
    history: Vec<serde::de::IgnoredAny>,
}

/// The records of all pages: the time at which each move was sent, by table and ply, and the delays of its arrivals.
#[derive(Default)]
struct Record {
    sent: Mutex<HashMap<(u64, usize), Instant>>,
    delays: Mutex<Vec<Duration>>,
}

impl Record {
    fn sends(&self, table: u64, plies: usize) {
        self.sent.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert((table, plies), Instant::now());
    }

    fn arrived(&self, table: u64, plies: usize) {
        let now = Instant::now();
        let sent = self.sent.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get(&(table, plies)).copied();
        if let Some(sent) = sent {
            self.delays.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(now - sent);
        }
    }
}

async fn connect(address: &str) -> Result<Socket, AnyError> {
    let host = address.trim_start_matches("http://").split('/').next().unwrap_or_default().to_owned();
    let mut request = format!("ws{}socket", address.trim_start_matches("http")).into_client_request()?;
    request.headers_mut().insert("origin", format!("http://{host}").parse()?);
    let stream = TcpStream::connect(&host).await?;
    stream.set_nodelay(true)?;
    let (mut socket, _) = client_async(request, stream).await?;
    ask(&mut socket, json!({"part": "session", "type": "hello", "protocol": 2})).await?;
    Ok(socket)
}

/// Sends a request and returns its answer.
async fn ask(socket: &mut Socket, mut request: Value) -> Result<Value, AnyError> {
    request["id"] = json!(1);
    socket.send(Message::text(request.to_string())).await?;
    while let Some(message) = timeout(Duration::from_secs(30), socket.next()).await? {
        if let Message::Text(text) = message? {
            let value: Value = serde_json::from_str(&text)?;
            match value["type"].as_str() {
                Some("error") => return Err(value.to_string().into()),
                _ if value["id"] == 1 => return Ok(value),
                _ => {}
            }
        }
    }
    Err("the connection was closed".into())
}

/// Reads until the games begin, so that pings are answered, and returns the time of the beginning.
async fn wait(socket: &mut Socket, starts: &mut Starts) -> Moment {
    loop {
        tokio::select! {
            _ = starts.changed() => if let Some(begin) = *starts.borrow() { return begin },
            message = socket.next() => if message.is_none() { return Moment::now() },
        }
    }
}

/// Reads states until the end; returns the number of moves that arrived.
async fn spectate(mut socket: Socket, table: u64, length: Duration, mut starts: Starts, record: Arc<Record>) -> usize {
    let end = wait(&mut socket, &mut starts).await + length;
    let mut plies = 0;
    while let Ok(Some(Ok(message))) = tokio::time::timeout_at(end, socket.next()).await {
        let Message::Text(text) = message else { continue };
        let Ok(event) = serde_json::from_str::<Event>(&text) else { continue };
        if event.name == "state" {
            let now = event.kept + event.history.len();
            (plies + 1..=now).for_each(|ply| record.arrived(table, ply));
            plies = now;
        }
    }
    plies
}

/// A random game of so many plies.
fn random_game(variant: &str, plies: usize, random: &mut Random) -> Vec<String> {
    loop {
        let Some(Ok(mut session)) = registry::open(variant, None, &[]) else { return Vec::new() };
        let mut played = Vec::new();
        while played.len() < plies && session.outcome().is_none() {
            let side = session.side_to_choose();
            let moves = session.moves(side);
            let chosen = moves[random.below(moves.len())].clone();
            if session.play(side, &chosen).is_err() {
                break;
            }
            played.push(chosen);
        }
        if played.len() == plies {
            return played;
        }
    }
}

/// One side of a game: plays every second move at its time, and reads the other moves.
struct Player {
    socket: Socket,
    table: u64,
    version: u64,
    first: usize,
    moves: Arc<Vec<String>>,
    /// The time of its first move after the beginning of all games.
    offset: Duration,
}

impl Player {
    async fn play(mut self, length: Duration, mut starts: Starts, record: Arc<Record>) -> usize {
        let begin = wait(&mut self.socket, &mut starts).await;
        let end = begin + length;
        let (mut plies, mut version, mut next) = (0, self.version, self.first);
        loop {
            let due = begin + self.offset + MOVE_INTERVAL * u32::try_from(next).unwrap_or(u32::MAX);
            let is_mine = plies == next && next < self.moves.len();
            tokio::select! {
                () = sleep_until(due), if is_mine => {
                    let request = json!({"id": 2, "part": "game", "type": "play", "version": version, "move": self.moves[next]});
                    record.sends(self.table, next + 1);
                    if self.socket.send(Message::text(request.to_string())).await.is_err() {
                        return plies;
                    }
                    next += 2;
                }
                message = self.socket.next() => {
                    let Some(Ok(message)) = message else { return plies };
                    let Message::Text(text) = message else { continue };
                    let Ok(event) = serde_json::from_str::<Event>(&text) else { continue };
                    if event.name == "state" {
                        let now = event.kept + event.history.len();
                        (plies + 1..=now).for_each(|ply| record.arrived(self.table, ply));
                        (plies, version) = (now, event.version);
                    } else if event.name == "error" {
                        eprintln!("table {}: {text}", self.table);
                        return plies;
                    }
                }
                () = sleep_until(end) => return plies,
            }
        }
    }
}

/// The host, which is killed when this is dropped.
struct Host {
    child: Child,
    folder: std::path::PathBuf,
    address: String,
}

impl Host {
    fn start(program: &str) -> Result<Self, AnyError> {
        let folder = std::env::temp_dir().join(format!("upheaval-load-{}", std::process::id()));
        let mut command = Command::new(program);
        command.args(["--no-open", "--host=127.0.0.1", "--threads=1", "--hash=1", "--data"]).arg(&folder);
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let out = child.stdout.take().ok_or("no output")?;
        let mut lines = BufReader::new(out).lines();
        let line =
            lines.find(|line| line.as_ref().is_ok_and(|line| line.starts_with("Games"))).ok_or("no address")??;
        let address = line.rsplit(' ').next().unwrap_or_default().to_owned();
        Blocking::connect(address.trim_start_matches("http://").split('/').next().unwrap_or_default())?;
        std::thread::spawn(move || lines.for_each(drop));
        Ok(Self { child, folder, address })
    }

    /// Memory of the program in KiB, and the processor time used in seconds.
    fn usage(&self) -> (u64, f64) {
        let read =
            |name: &str| std::fs::read_to_string(format!("/proc/{}/{name}", self.child.id())).unwrap_or_default();
        let status = read("status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default().to_owned();
        let memory = line.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or_default();
        let stat = read("stat");
        let fields: Vec<f64> = stat
            .rsplit(')')
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .map(|word| word.parse().unwrap_or_default())
            .collect();
        (memory, fields.get(11..13).map_or(0.0, |times| times.iter().sum::<f64>() / 100.0))
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

async fn run(program: &str, games: usize, spectators: usize, seconds: u64) -> Result<(), AnyError> {
    let host = Host::start(program)?;
    let (idle, _) = host.usage();
    let record = Arc::new(Record::default());
    let plies = usize::try_from(seconds)? * 2;
    let mut random = Random(1);
    let scripts: Vec<_> =
        (0..games).map(|i| Arc::new(random_game(VARIANTS[i % VARIANTS.len()], plies, &mut random))).collect();
    let length = Duration::from_secs(seconds) + GRACE;
    let (start, starts) = watch::channel(None);
    let (mut tasks, mut tables) = (Vec::new(), Vec::new());
    for i in 0..games {
        let [mut white, mut black] = [connect(&host.address).await?, connect(&host.address).await?];
        let variant = VARIANTS[i % VARIANTS.len()];
        let open = json!({"part": "hall", "type": "openTable", "variant": variant, "side": "white"});
        let seat = ask(&mut white, open).await?;
        let table = seat["table"].as_u64().ok_or("no table")?;
        let other = ask(&mut black, json!({"part": "hall", "type": "takeSeat", "table": table})).await?;
        let mut version = 0;
        for (socket, seat) in [(&mut white, &seat), (&mut black, &other)] {
            let enter = json!({"part": "hall", "type": "enter", "table": table, "token": seat["token"]});
            version = ask(socket, enter).await?["state"]["version"].as_u64().ok_or("no version")?;
        }
        tables.push(table);
        // The games do not move at the same instant.
        let offset = MOVE_INTERVAL * u32::try_from(i)? / u32::try_from(games)?;
        for (first, socket) in [white, black].into_iter().enumerate() {
            let player = Player { socket, table, version, first, moves: Arc::clone(&scripts[i]), offset };
            tasks.push(tokio::spawn(player.play(length, starts.clone(), Arc::clone(&record))));
        }
    }
    let (seated, _) = host.usage();
    for i in 0..spectators {
        let table = tables[i % games];
        let mut socket = connect(&host.address).await?;
        ask(&mut socket, json!({"part": "hall", "type": "enter", "table": table})).await?;
        tasks.push(tokio::spawn(spectate(socket, table, length, starts.clone(), Arc::clone(&record))));
    }
    let (watched, before) = host.usage();
    println!("{games} games, {spectators} spectators, {seconds} s: connected");

    start.send(Some(Moment::now() + Duration::from_millis(500)))?;
    sleep(Duration::from_secs(seconds)).await;
    let (played, after) = host.usage();
    let mut lost = 0;
    for task in tasks {
        lost += plies.saturating_sub(task.await?);
    }
    let mut delays = record.delays.lock().map_err(|error| error.to_string())?;
    delays.sort_unstable();
    let at = |share: f64| {
        delays.get((delays.len() as f64 * share) as usize).map_or(0.0, |delay| delay.as_secs_f64() * 1000.0)
    };
    let within =
        delays.partition_point(|delay| *delay <= Duration::from_millis(100)) as f64 / delays.len().max(1) as f64;
    let kib = |more: u64, less: u64, count: usize| more.saturating_sub(less) as f64 / count.max(1) as f64;
    println!("moves: {} sent, {} arrivals, {lost} lost", games * plies, delays.len());
    println!(
        "delay: 50 % within {:.1} ms, 99 % {:.1} ms, 99.9 % {:.1} ms, last {:.1} ms; {:.2} % within 100 ms",
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0 - 1e-9),
        within * 100.0
    );
    println!(
        "memory: {:.1} MiB idle; {:.1} KiB for each new game with its players, {:.1} KiB for each spectator, {:.1} KiB for each game after {plies} plies",
        idle as f64 / 1024.0,
        kib(seated, idle, games),
        kib(watched, seated, spectators),
        kib(played, watched, games) + kib(seated, idle, games)
    );
    println!(
        "processor: {:.0} % of one core, {:.2} ms a move",
        (after - before) / seconds as f64 * 100.0,
        (after - before) * 1000.0 / (games * plies) as f64
    );
    Ok(())
}

fn main() -> Result<(), AnyError> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let program = words.first().ok_or("usage: load PROGRAM [GAMES SPECTATORS SECONDS]")?;
    let number = |at: usize, usual: usize| words.get(at).map_or(Ok(usual), |word| word.parse::<usize>());
    let (games, spectators, seconds) = (number(1, 200)?, number(2, 1000)?, number(3, 30)?);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(run(program, games, spectators, u64::try_from(seconds)?))
}
