//! The address of the page, stored in the data folder, so that an open page reconnects after a restart of the program. The
//! file holds the token, so only its owner may read it. A file that others can read, or a malformed one, is replaced.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::private;

/// The number of digits of a token.
const TOKEN_DIGITS: usize = 32;

/// The file of the page's address.
const PAGE: &str = "address";
/// The file of the hall's address.
const HALL: &str = "hall";

/// The address of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// The port.
    pub port: u16,
    /// The token, 32 hexadecimal digits.
    pub token: String,
}

impl std::fmt::Display for Address {
    /// Writes the URL.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "http://127.0.0.1:{}/{}/", self.port, self.token)
    }
}

impl Address {
    /// Returns the URL that opens the page once, with an [`OpeningCode`](super::OpeningCode).
    pub fn once(&self, code: &str) -> String {
        format!("http://127.0.0.1:{}/open/{code}", self.port)
    }

    /// Returns the URL for other machines.
    pub fn at(&self, host: std::net::IpAddr) -> String {
        format!("http://{}/{}/", std::net::SocketAddr::new(host, self.port), self.token)
    }

    fn line(&self) -> String {
        format!("{} {}\n", self.port, self.token)
    }

    fn read(text: &str) -> Option<Self> {
        let (port, token) = text.strip_suffix('\n')?.split_once(' ')?;
        let is_token =
            token.len() == TOKEN_DIGITS && token.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        let port = port.parse().ok().filter(|&port| port > 0)?;
        is_token.then(|| Self { port, token: token.to_owned() })
    }
}

/// The locked data folder. Only one program may use it at a time.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// The lock, which ends with the program.
    _lock: File,
}

/// Locks a data folder, or returns the address of the program that uses it, if known.
///
/// # Errors
/// Its files cannot be opened or locked.
pub fn lock(folder: &Path) -> io::Result<Result<Folder, Option<Address>>> {
    let lock = OpenOptions::new().create(true).truncate(false).write(true).open(folder.join("lock"))?;
    match lock.try_lock() {
        Ok(()) => Ok(Ok(Folder { path: folder.to_owned(), _lock: lock })),
        Err(TryLockError::WouldBlock) => Ok(Err(read(&folder.join(PAGE)))),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

impl Folder {
    /// Returns the address of the last run.
    pub fn last(&self) -> Option<Address> {
        read(&self.path.join(PAGE))
    }

    /// Returns the address of the hall in the last run.
    pub fn last_hall(&self) -> Option<Address> {
        read(&self.path.join(HALL))
    }

    /// Stores the address for the next run.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn store(&self, address: &Address) -> io::Result<()> {
        private::replace(&self.path.join(PAGE), &address.line())
    }

    /// Stores the address of the hall for the next run.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn store_hall(&self, address: &Address) -> io::Result<()> {
        private::replace(&self.path.join(HALL), &address.line())
    }
}

fn read(path: &Path) -> Option<Address> {
    Address::read(&private::read(path)?)
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

    fn locked(folder: &Path) -> Folder {
        lock(folder).unwrap().unwrap()
    }

    fn address() -> Address {
        Address { port: 4711, token: "0123456789abcdef".repeat(2) }
    }

    #[test]
    fn stored_address_is_read_again() {
        let folder = folder("again");
        assert_eq!(locked(&folder).last(), None);
        locked(&folder).store(&address()).unwrap();
        assert_eq!(locked(&folder).last(), Some(address()));
        let other = Address { port: 1, ..address() };
        locked(&folder).store(&other).unwrap();
        assert_eq!(locked(&folder).last(), Some(other));
    }

    #[test]
    fn malformed_address_file_is_ignored() {
        let folder = folder("malformed");
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
            locked(&folder).store(&address()).unwrap();
            std::fs::write(folder.join("address"), text).unwrap();
            assert_eq!(locked(&folder).last(), None, "{text:?}");
        }
        std::fs::write(folder.join("address"), [0xff; 40]).unwrap();
        assert_eq!(locked(&folder).last(), None);
    }

    #[cfg(unix)]
    #[test]
    fn readable_address_file_is_ignored_and_made_private() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder("private");
        let mode = || std::fs::metadata(folder.join("address")).unwrap().permissions().mode() & 0o777;
        locked(&folder).store(&address()).unwrap();
        assert_eq!(mode(), 0o600);
        std::fs::set_permissions(folder.join("address"), PermissionsExt::from_mode(0o644)).unwrap();
        assert_eq!(locked(&folder).last(), None);
        locked(&folder).store(&address()).unwrap();
        assert_eq!(mode(), 0o600);
    }

    #[test]
    fn second_program_gets_the_address_of_the_first() {
        let folder = folder("two");
        let first = locked(&folder);
        first.store(&address()).unwrap();
        assert_eq!(lock(&folder).unwrap().unwrap_err(), Some(address()));
        drop(first);
        assert!(lock(&folder).unwrap().is_ok());
    }
}
