//! The address of the page, kept in the folder of games: a page that was open when the program ended finds it again when it
//! is started anew. The file holds the token, so it is for its owner's eyes only; one that others may read, or that says
//! something else, is not believed and written anew.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Digits of a token.
const DIGITS: usize = 32;
/// More than this a file of an address never has.
const LONGEST: u64 = 100;

/// Where the page is found on this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// The port on the loopback interface.
    pub port: u16,
    /// The word in the address, 32 hexadecimal digits.
    pub token: String,
}

impl std::fmt::Display for Address {
    /// As a browser wants it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "http://127.0.0.1:{}/{}/", self.port, self.token)
    }
}

impl Address {
    /// As a line of text, as the file has it.
    fn line(&self) -> String {
        format!("{} {}\n", self.port, self.token)
    }

    fn read(text: &str) -> Option<Self> {
        let (port, token) = text.strip_suffix('\n')?.split_once(' ')?;
        let is_token = token.len() == DIGITS && token.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        let port = port.parse().ok().filter(|&port| port > 0)?;
        is_token.then(|| Self { port, token: token.to_owned() })
    }
}

/// The folder of games while one program keeps it: two at once would take each other's games off the board.
#[derive(Debug)]
pub struct Keeper {
    file: PathBuf,
    /// Unlocked when it is closed, however the program ends.
    _lock: File,
}

/// Who keeps a folder.
#[derive(Debug)]
pub enum Kept {
    /// This program.
    Here(Keeper),
    /// Another one, whose page is there.
    Elsewhere(Option<Address>),
}

/// Begins to keep a folder.
///
/// # Errors
/// Its files cannot be opened or locked.
pub fn keep(folder: &Path) -> io::Result<Kept> {
    let file = folder.join("address");
    let lock = OpenOptions::new().create(true).truncate(false).write(true).open(folder.join("lock"))?;
    match lock.try_lock() {
        Ok(()) => Ok(Kept::Here(Keeper { file, _lock: lock })),
        Err(TryLockError::WouldBlock) => Ok(Kept::Elsewhere(read(&file))),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

impl Keeper {
    /// The address of the last time.
    pub fn last(&self) -> Option<Address> {
        read(&self.file)
    }

    /// Notes the address for the next time.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn note(&self, address: &Address) -> io::Result<()> {
        // A file that others could read would keep its mode: it is made anew.
        if let Err(error) = std::fs::remove_file(&self.file)
            && error.kind() != io::ErrorKind::NotFound
        {
            return Err(error);
        }
        let mut file = private(OpenOptions::new().create_new(true).write(true)).open(&self.file)?;
        file.write_all(address.line().as_bytes())
    }
}

fn read(path: &Path) -> Option<Address> {
    let file = File::open(path).ok().filter(is_private)?;
    let mut text = String::new();
    file.take(LONGEST).read_to_string(&mut text).ok()?;
    Address::read(&text)
}

/// Lets the owner alone read and write a file that is made. On Windows the folder of the user sees to that.
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// Whether nobody but the owner can read a file.
fn is_private(file: &File) -> bool {
    #[cfg(unix)]
    return file.metadata().is_ok_and(|data| std::os::unix::fs::PermissionsExt::mode(&data.permissions()) & 0o077 == 0);
    #[cfg(not(unix))]
    return file.metadata().is_ok();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("upheaval-address-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        path
    }

    fn keeper(folder: &Path) -> Keeper {
        match keep(folder).unwrap() {
            Kept::Here(keeper) => keeper,
            Kept::Elsewhere(address) => panic!("kept at {address:?}"),
        }
    }

    fn address() -> Address {
        Address { port: 4711, token: "0123456789abcdef".repeat(2) }
    }

    #[test]
    fn an_address_is_found_again() {
        let folder = folder("again");
        assert_eq!(keeper(&folder).last(), None);
        keeper(&folder).note(&address()).unwrap();
        assert_eq!(keeper(&folder).last(), Some(address()));
        let other = Address { port: 1, ..address() };
        keeper(&folder).note(&other).unwrap();
        assert_eq!(keeper(&folder).last(), Some(other));
    }

    #[test]
    fn a_file_that_says_something_else_is_not_believed() {
        let folder = folder("spoilt");
        let good = address().line();
        for text in [
            "",
            "4711",
            &good.replace("4711", "0"),
            &good.replace("4711", "70000"),
            &good.replace('a', "A"),
            &good.replace('f', ""),
            good.trim_end(),
            &format!("{good}{good}"),
            &"1".repeat(10_000),
        ] {
            keeper(&folder).note(&address()).unwrap();
            std::fs::write(folder.join("address"), text).unwrap();
            assert_eq!(keeper(&folder).last(), None, "{text:?}");
        }
        std::fs::write(folder.join("address"), [0xff; 40]).unwrap();
        assert_eq!(keeper(&folder).last(), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_others_can_read_is_not_believed_and_made_private() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder("private");
        let mode = || std::fs::metadata(folder.join("address")).unwrap().permissions().mode() & 0o777;
        keeper(&folder).note(&address()).unwrap();
        assert_eq!(mode(), 0o600);
        std::fs::set_permissions(folder.join("address"), PermissionsExt::from_mode(0o644)).unwrap();
        assert_eq!(keeper(&folder).last(), None);
        keeper(&folder).note(&address()).unwrap();
        assert_eq!(mode(), 0o600);
    }

    #[test]
    fn only_one_program_keeps_a_folder_and_the_other_is_told_where() {
        let folder = folder("two");
        let first = keeper(&folder);
        first.note(&address()).unwrap();
        assert!(matches!(keep(&folder).unwrap(), Kept::Elsewhere(Some(found)) if found == address()));
        drop(first);
        assert!(matches!(keep(&folder).unwrap(), Kept::Here(_)));
    }
}
