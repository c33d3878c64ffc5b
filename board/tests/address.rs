//! The program `upheaval-board`: its address in the browser and after a restart.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The program with its address; it is killed when this is dropped.
struct Program {
    child: Child,
    address: String,
}

impl Program {
    fn start(folder: &Path, more: &[&str]) -> Self {
        Self::run(Self::command(folder).arg("--no-open").args(more))
    }

    fn command(folder: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_upheaval-board"));
        command.args(["--threads", "1", "--hash", "1", "--data"]).arg(folder);
        command
    }

    fn run(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        Self { child, address: address.trim().to_owned() }
    }

    /// The port and the token.
    fn parts(&self) -> (u16, String) {
        let rest = self.address.strip_prefix("http://127.0.0.1:").unwrap();
        let (port, token) = rest.strip_suffix('/').unwrap().split_once('/').unwrap();
        (port.parse().unwrap(), token.to_owned())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

#[test]
fn killed_program_restarts_at_the_same_address() {
    let folder = folder("killed");
    let first = Program::start(&folder, &[]);
    let address = first.address.clone();
    assert_eq!(first.parts().1.len(), 32);
    drop(first);
    assert_eq!(Program::start(&folder, &[]).address, address);
}

#[test]
fn used_port_gives_another_port_and_token() {
    let folder = folder("taken");
    let (port, token) = Program::start(&folder, &[]).parts();
    let _squatter = TcpListener::bind(("127.0.0.1", port)).unwrap();
    let (other, new) = Program::start(&folder, &[]).parts();
    assert!(other != port && new != token);
}

#[test]
fn second_program_prints_the_address_of_the_first() {
    let folder = folder("second");
    let first = Program::start(&folder, &[]);
    let mut second = Program::start(&folder, &["--port", "0"]);
    assert_eq!(second.address, first.address);
    assert!(second.child.wait().unwrap().success());
}

/// The browser is a script that stores its arguments.
#[cfg(unix)]
#[test]
fn browser_gets_a_code_instead_of_the_token() {
    let folder = folder("browser");
    std::fs::create_dir_all(&folder).unwrap();
    let [script, seen] = ["browser.sh", "seen"].map(|name| folder.join(name));
    std::fs::write(&script, "echo \"$1\" > \"$2.part\" && mv \"$2.part\" \"$2\"\n").unwrap();
    let browser = format!("sh {} %s {}", script.display(), seen.display());
    let opened = || {
        let program = Program::run(Program::command(&folder).env("BROWSER", &browser));
        let url = loop {
            match std::fs::read_to_string(&seen) {
                Ok(url) => break url,
                Err(_) => std::thread::sleep(std::time::Duration::from_millis(5)),
            }
        };
        std::fs::remove_file(&seen).unwrap();
        (program, url.trim().to_owned())
    };
    let (first, url) = opened();
    let (second, again) = opened();
    let (port, token) = first.parts();
    assert_eq!(second.address, first.address);
    let answer = |url: &str| {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        write!(stream, "GET {url} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    assert!(!url.contains(&token) && !again.contains(&token) && url != again, "{url} {again}");
    assert!(answer(&url).starts_with("HTTP/1.1 410"), "the second program replaces the code");
    assert!(answer(&again).contains(&format!("location: /{token}/\r\n")));
    assert!(answer(&again).starts_with("HTTP/1.1 410"));
}
