//! Interruption by signals.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Exit code after an interrupt.
pub const INTERRUPTED: u8 = 130;

/// Returns a flag that is set by the first SIGINT or SIGTERM; the second one ends the process.
pub fn set_by_signals() -> io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&flag))?;
        signal_hook::flag::register(signal, Arc::clone(&flag))?;
    }
    Ok(flag)
}
