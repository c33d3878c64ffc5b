//! Processor time of a thread.

use std::time::Duration;
#[cfg(not(unix))]
use std::{sync::LazyLock, time::Instant};

/// Time that this thread has had a processor, to the microsecond: what others do on the machine hardly matters.
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

    /// Other systems are not asked: there it is the time on the clock.
    #[cfg(not(unix))]
    fn on_processor() -> Duration {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed()
    }

    /// Since it began; to be asked on the thread on which it began.
    pub(super) fn elapsed(&self) -> Duration {
        Self::on_processor().saturating_sub(self.begin)
    }
}
