//! Processor time of a thread.

use std::time::Duration;
#[cfg(not(unix))]
use std::{sync::LazyLock, time::Instant};

/// Processor time of this thread, in microseconds: independent of other work on the machine.
pub(super) struct Stopwatch {
    begin: Duration,
}

impl Stopwatch {
    /// Begins now.
    pub(super) fn start() -> Self {
        Self { begin: Self::on_processor() }
    }

    #[cfg(unix)]
    fn on_processor() -> Duration {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
    }

    /// Wall-clock time on systems other than Linux.
    #[cfg(not(unix))]
    fn on_processor() -> Duration {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed()
    }

    /// Returns the elapsed time; must be called on the thread that started it.
    pub(super) fn elapsed(&self) -> Duration {
        Self::on_processor().saturating_sub(self.begin)
    }
}
