//! Levels of x86-64 that the processor can run. They are those of the psABI, which compilers accept as `target-cpu`.

/// Returns the folders with builds that this processor runs, the best first.
#[cfg(target_arch = "x86_64")]
pub(crate) fn best_first() -> impl Iterator<Item = &'static str> {
    let v3 = v3();
    let levels = [("x86-64-v4", v3 && v4()), ("x86-64-v3", v3), ("x86-64", true)];
    levels.into_iter().filter(|(_, runs)| *runs).map(|(level, _)| level)
}

/// Other processors have one build.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn best_first() -> impl Iterator<Item = &'static str> {
    std::iter::once(std::env::consts::ARCH)
}

/// Returns `true` on Haswell, Zen and later, except small processors without AVX. Detection includes support by the system.
#[cfg(target_arch = "x86_64")]
fn v3() -> bool {
    // Every processor with these also has the features of x86-64-v2.
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("cmpxchg16b")
}

/// Returns `true` if the processor has AVX-512 (Skylake-X, Zen 4 and later). [`v3`] is checked separately.
#[cfg(target_arch = "x86_64")]
fn v4() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_processor_runs_the_last_level() {
        let levels: Vec<_> = best_first().collect();
        let last = if cfg!(target_arch = "x86_64") { "x86-64" } else { std::env::consts::ARCH };
        assert_eq!(levels.last(), Some(&last));
    }

    /// Compares the levels with the flags in /proc/cpuinfo.
    #[test]
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    fn levels_match_proc_cpuinfo() {
        let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let Some(flags) = text.lines().find(|line| line.starts_with("flags")) else { return };
        let has = |names: &str| names.split(' ').all(|name| flags.split(' ').any(|flag| flag == name));
        let v3 = has("avx2 bmi1 bmi2 f16c fma abm movbe popcnt cx16");
        let v4 = v3 && has("avx512f avx512bw avx512cd avx512dq avx512vl");
        assert_eq!(best_first().any(|level| level == "x86-64-v3"), v3);
        assert_eq!(best_first().any(|level| level == "x86-64-v4"), v4);
    }
}
