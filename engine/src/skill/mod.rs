//! Playing below full strength: ten levels, from beginner to full strength.
//!
//! A weaker level does not play random moves. People consider few moves, overlook long moves, backward moves and later plies, and
//! misjudge moves slightly; stronger players do so less often. A weakened engine therefore plays some moves by a glance, a shallow
//! capture search that overlooks moves in these ways, and the others by the normal search with a node limit. One number, the
//! strength, determines both: `Faculties` are derived from it, and the manifests of the games have the strength of every level.
//! They are measured: `docs/results/levels.md` has the matches, `scripts/bench/levels.py` plays them.
//!
//! The strength also varies between games by at most `MAX_FORM`.
//!
//! The search is independent of this module: at full strength none of its code runs.

pub(crate) mod glance;

use std::hash::{BuildHasher, RandomState};

use eval::Score;
use gamedata::Ladder;
use movegen::Color;
use movegen::zobrist::splitmix64;

use crate::system_clock::{SystemTime, UNIX_EPOCH};

pub use gamedata::LEVELS;

/// Largest value of the option `Skill Level`, full strength; 0 is the first level of the ladder.
pub const FULL_OPTION: u32 = 20;

/// Playing strength.
///
/// ```
/// use upheaval_engine::skill::Skill;
///
/// assert_eq!(Skill::level(10), Skill::Full);
/// assert_eq!(Skill::of_option(20), Skill::Full);
/// assert_eq!(Skill::of_option(0), Skill::level(1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Skill {
    /// Full strength.
    #[default]
    Full,
    /// A level of the game's ladder, in hundredths, so that there are steps between the levels.
    Level(u32),
    /// The level with this Elo on the game's ladder.
    Elo(u32),
    /// A strength from 0 to [`Skill::STRONGEST`], independent of the game, for measuring the ladder.
    Strength(u32),
}

impl Skill {
    /// Largest strength below full strength.
    pub const STRONGEST: u32 = 1000;

    /// Returns a level from 1 to [`LEVELS`]; that and larger values are full strength.
    pub const fn level(level: u32) -> Self {
        Self::between(100 * level)
    }

    /// Returns a level in hundredths: 250 is halfway between the second and the third.
    pub const fn between(hundredths: u32) -> Self {
        match hundredths {
            0..100 => Self::Level(100),
            _ if hundredths >= 100 * LEVELS => Self::Full,
            _ => Self::Level(hundredths),
        }
    }

    /// Maps the option `Skill Level`: 0 is the first level, [`FULL_OPTION`] the last, in equal steps.
    pub const fn of_option(value: u32) -> Self {
        Self::between(100 + 100 * (LEVELS - 1) * value / FULL_OPTION)
    }

    /// Returns the strength in a game, from 0 to [`Skill::STRONGEST`]; `None` is full strength.
    pub fn strength(self, game: &str) -> Option<u32> {
        match self {
            Self::Full => None,
            Self::Strength(strength) => Some(strength.min(Self::STRONGEST)),
            Self::Level(_) | Self::Elo(_) => {
                let hundredths = self.hundredths(game);
                (hundredths < 100 * LEVELS).then(|| strength_at(&gamedata::ladder(game).content, hundredths))
            }
        }
    }

    /// Returns the level in hundredths. [`Skill::Strength`] is mapped linearly.
    pub fn hundredths(self, game: &str) -> u32 {
        match self {
            Self::Full => 100 * LEVELS,
            Self::Level(hundredths) => hundredths,
            Self::Elo(elo) => hundredths_of_elo(&gamedata::ladder(game).content, elo),
            Self::Strength(strength) => 100 + strength * (LEVELS - 1) * 100 / Self::STRONGEST,
        }
    }
}

/// Returns the strength of a level in hundredths, below the last one.
fn strength_at(ladder: &Ladder, hundredths: u32) -> u32 {
    let at = |level: usize| ladder.strengths.get(level - 1).copied().unwrap_or(Skill::STRONGEST);
    let hundredths = hundredths.clamp(100, 100 * LEVELS);
    let (level, part) = ((hundredths / 100) as usize, hundredths % 100);
    at(level) + (at(level + 1) - at(level)) * part / 100
}

/// Returns the level in hundredths with this Elo, clamped to the ladder.
fn hundredths_of_elo(ladder: &Ladder, elo: u32) -> u32 {
    let above = ladder.elo.iter().position(|&label| elo < label).unwrap_or(ladder.elo.len());
    let (Some(&low), Some(&high)) = (ladder.elo.get(above.wrapping_sub(1)), ladder.elo.get(above)) else {
        return if above == 0 { 100 } else { 100 * LEVELS };
    };
    100 * above as u32 + 100 * (elo - low) / (high - low)
}

/// Parameters of a weakened player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Faculties {
    /// Share of moves that are searched, in thousandths; the others are played by glance.
    pub(crate) thought: u32,
    /// Node limit of searched moves.
    pub(crate) nodes: u64,
    /// Probability that a glance overlooks an ordinary own move, in thousandths.
    pub(crate) own_blindness: u32,
    /// Probability that a glance overlooks a later move, in thousandths.
    pub(crate) blindness: u32,
    /// Largest evaluation error of a glance in centipawns.
    pub(crate) blur: Score,
    /// Number of moves that a glance compares.
    pub(crate) candidates: usize,
}

/// Parameters by strength, in the order of [`Faculties`]' fields: searched moves, own blindness and blindness in thousandths, blur in
/// centipawns, candidates, and the binary logarithm of nodes in hundredths. Values between are interpolated linearly.
///
/// The weakest level never searches and sees a tenth of its moves. From [`FIRST_THOUGHT`] on moves are searched, up to all of them.
/// Levels differ by how often they err rather than by depth: of two players that never err, the one that searches slightly deeper
/// wins nearly always, and ten levels could not cover the range.
const COURSE: [(u32, [i64; 6]); 3] = [
    (0, [0, 900, 1000, 900, 2, 1100]),
    (FIRST_THOUGHT, [0, 450, 850, 300, 4, 1100]),
    (Skill::STRONGEST, [1000, 200, 500, 150, 8, 1300]),
];

/// Largest difference between the strength in one game and the player's strength: about one level. Without it the stronger of two
/// players would win nearly every game, unlike people.
const MAX_FORM: u32 = 100;

/// Strength up to which every move is played by glance.
const FIRST_THOUGHT: u32 = 200;

impl Faculties {
    /// Returns the parameters for a strength, from 0 to [`Skill::STRONGEST`], varied by the game's form.
    pub(crate) fn of_game(strength: u32, game: Luck) -> Self {
        let most = MAX_FORM.min(strength).min(Skill::STRONGEST - strength);
        Self::of(strength - most + game.below(2 * most + 1, FORM_OF_THE_DAY))
    }

    /// Returns the parameters for a strength.
    fn of(strength: u32) -> Self {
        let [thought, own_blindness, blindness, blur, candidates, nodes] = on_course(&COURSE, strength);
        Self {
            thought,
            nodes: (f64::from(nodes) / 100.0).exp2() as u64,
            own_blindness,
            blindness,
            blur: blur as Score,
            candidates: candidates as usize,
        }
    }

    /// Returns `true` if the move of this turn is searched.
    pub(crate) const fn thinks(&self, luck: Luck) -> bool {
        luck.strikes(self.thought, THOUGHT)
    }
}

/// Interpolates the parameters of a strength linearly between those of a list in ascending order.
pub fn on_course<const N: usize>(course: &[(u32, [i64; N])], strength: u32) -> [u32; N] {
    let after = course.iter().position(|&(at, _)| strength <= at).unwrap_or(course.len() - 1).max(1);
    let ((from, low), (to, high)) = (course[after - 1], course[after]);
    let (way, length) = (i64::from(strength - from), i64::from(to - from));
    std::array::from_fn(|i| u32::try_from(low[i] + (high[i] - low[i]) * way / length).unwrap_or_default())
}

/// Keys of random decisions that are not about a move.
const FORM_OF_THE_DAY: u64 = u64::MAX;
const THOUGHT: u64 = u64::MAX - 1;
/// Key of the choice among book moves.
pub(crate) const BOOK: u64 = u64::MAX - 2;

/// Stateless random numbers: the same key gives the same number within a turn or game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Luck(pub u64);

impl Luck {
    /// Derives the state from a seed; 0 takes a new seed each time.
    pub(crate) fn of_seed(seed: u64) -> Self {
        match seed {
            0 => Self::of_now(),
            seed => Self(splitmix64(seed)),
        }
    }

    /// Combines time and [`RandomState`]: in a browser every worker starts with the same state, and its clock may be coarse.
    fn of_now() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        Self(RandomState::new().hash_one(now))
    }

    /// Derives the state for a game, by the key of its first position, and a side.
    pub(crate) const fn of_game(self, first: u64, side: Color) -> Self {
        Self(splitmix64(self.0 ^ first) ^ side as u64)
    }

    /// Derives the state for a turn, by the position key and the number of plies.
    pub(crate) const fn of_turn(self, key: u64, plies: usize) -> Self {
        Self(splitmix64(self.0 ^ key) ^ plies as u64)
    }

    /// Returns a number below `end` for a key.
    pub const fn below(self, end: u32, key: u64) -> u32 {
        (((splitmix64(self.0 ^ splitmix64(key)) >> 32) * end as u64) >> 32) as u32
    }

    /// Returns `true` with this probability in thousandths.
    pub(crate) const fn strikes(self, permille: u32, key: u64) -> bool {
        self.below(1000, key) < permille
    }
}

#[cfg(test)]
mod tests {
    use movegen::variants::NAMES;

    use super::*;

    #[test]
    fn levels_increase_in_strength() {
        for name in NAMES {
            let gamedata::File { owner, content: ladder } = gamedata::ladder(name);
            let base = |name: &str| gamedata::game(name).and_then(|game| game.base);
            let mut bases = std::iter::successors(Some(name), |name| base(name));
            assert!(bases.any(|base| base == owner), "{name} has the ladder of {owner}");
            assert!(ladder.strengths.is_sorted_by(|low, high| low < high));
            assert!(ladder.elo.is_sorted_by(|low, high| low < high));
            assert!(ladder.strengths.iter().all(|&strength| strength <= Skill::STRONGEST));
            for hundredths in 100..100 * LEVELS {
                let [lower, higher] = [hundredths, hundredths + 1].map(|at| strength_at(&ladder, at));
                assert!(lower <= higher, "{name} {hundredths}");
            }
        }
    }

    #[test]
    fn faculties_grow_with_strength() {
        for strength in 0..Skill::STRONGEST {
            let [weak, strong] = [strength, strength + 1].map(Faculties::of);
            assert!(weak.thought <= strong.thought && weak.nodes <= strong.nodes, "{strength}");
            assert!(weak.own_blindness >= strong.own_blindness && weak.blindness >= strong.blindness);
            assert!(weak.blur >= strong.blur, "{strength}");
            assert!(weak.candidates <= strong.candidates, "{strength}");
        }
        assert_eq!(Faculties::of(Skill::STRONGEST).nodes, 8_192);
    }

    #[test]
    fn skill_option_spans_the_ladder() {
        let levels = [0, 5, 10, 20].map(|value| Skill::of_option(value).hundredths("chess"));
        assert_eq!(levels, [100, 325, 550, 1000]);
        assert_eq!(Skill::level(0), Skill::level(1));
        assert_eq!(Skill::Full.strength("chess"), None);
    }

    #[test]
    fn luck_is_reproducible_with_correct_frequency() {
        let struck = (0..10_000).filter(|&key| Luck::of_seed(1).of_turn(key, 3).strikes(300, 7)).count();
        assert!((2_800..3_200).contains(&struck), "{struck}");
        assert_eq!(Luck::of_seed(5).of_turn(6, 7), Luck::of_seed(5).of_turn(6, 7));
        assert_ne!(Luck::of_seed(5).of_turn(6, 7), Luck::of_seed(5).of_turn(6, 8));
        assert_ne!(Luck::of_seed(0), Luck::of_seed(0));
    }

    #[test]
    fn form_is_symmetric_and_stays_in_range() {
        let thought = |strength| {
            let of_game = |key| Faculties::of_game(strength, Luck::of_seed(1).of_game(key, Color::White)).thought;
            (0..2_000).map(of_game).sum::<u32>() / 2_000
        };
        for strength in [400, 600, 950, Skill::STRONGEST] {
            assert!(thought(strength).abs_diff(Faculties::of(strength).thought) < 5, "{strength}");
        }
        assert_eq!(Faculties::of_game(0, Luck::of_seed(1)), Faculties::of(0));
    }
}
