//! The code that opens the page once.
//!
//! The browser gets its address as an argument, and every user of the machine can read the arguments of a process. So the
//! program opens an address with a code instead of the token, and the server redirects the first request with this code to
//! the page. A cookie instead of the token in the page's address would be sent to the servers of other users too: browsers
//! keep one set of cookies for all ports of a machine.
//!
//! The code is a private file in the data folder, so that a second program can open the page of the first.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::private;

/// The time in which a code can be used. A browser needs a few seconds to start.
const LIFETIME: Duration = Duration::from_secs(60);

/// The file of the code.
#[derive(Clone, Debug)]
pub struct OpeningCode(PathBuf);

impl OpeningCode {
    /// Names the file in a data folder.
    pub fn new(folder: &Path) -> Self {
        Self(folder.join("code"))
    }

    /// Stores a code, which replaces an earlier one.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn issue(&self, code: &str) -> io::Result<()> {
        private::replace(&self.0, code)
    }

    /// Returns `true` if this is the code and it was issued a short time ago. It is then deleted.
    pub(super) fn redeem(&self, code: &str) -> bool {
        let issued = || std::fs::metadata(&self.0).and_then(|data| data.modified());
        private::read(&self.0).is_some_and(|text| text == code)
            && issued().is_ok_and(|at| at.elapsed().is_ok_and(|age| age < LIFETIME))
            && std::fs::remove_file(&self.0).is_ok()
    }
}
