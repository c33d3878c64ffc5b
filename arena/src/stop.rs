//! How programs that write down where they are hear that they are to stop.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a shell calls the end of a program that an interrupt has ended.
pub const INTERRUPTED: u8 = 130;

/// A flag that the first interrupt or request to terminate sets, so that work ends in order; the second one ends the process.
///
/// # Errors
/// The system passes no signals on.
pub fn set_by_signals() -> io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&flag))?;
        signal_hook::flag::register(signal, Arc::clone(&flag))?;
    }
    Ok(flag)
}
