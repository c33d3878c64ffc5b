//! The program `upheaval-board`: its address after a restart.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The program with its address; it is killed when this is dropped.
struct Program {
    child: Child,
    address: String,
}

impl Program {
    fn start(folder: &Path, more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_upheaval-board"))
            .args(["--no-open", "--threads", "1", "--hash", "1", "--data"])
            .arg(folder)
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
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
