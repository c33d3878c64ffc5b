//! Playing below full strength: ten levels, from one who has just learnt the moves to all that the engine can do.
//!
//! A weaker player is not a strong one who now and then plays a move by lot. People look at few moves, overlook what is far
//! away, goes backwards or lies several plies deep, and misjudge what they do see by a little; and those who play better do
//! so less often. So a weakened engine plays some of its moves after a `glance`, which overlooks things in just these
//! ways, and thinks about the others with the search itself and a ceiling of nodes. One number, the strength, says how
//! much of everything: `Faculties` are drawn from it, and [`ladder`] has for every game the strength of every level.
//!
//! Nor do people play every game alike: the strength of a game is that of the level give or take the `FORM` of the day.
//!
//! Nothing of this is known to the search: at full strength no line of this module runs.

pub(crate) mod glance;
pub mod ladder;

use std::hash::{BuildHasher, RandomState};

use eval::Score;
use movegen::Color;
use movegen::zobrist::splitmix64;

use crate::system_clock::{SystemTime, UNIX_EPOCH};

pub use ladder::{LEVELS, Ladder};

/// The greatest value of the option `Skill Level`, which is full strength; 0 is the first level of the ladder.
pub const FULL_OPTION: u32 = 20;

/// How well the engine is to play.
///
/// ```
/// use engine::skill::Skill;
///
/// assert_eq!(Skill::level(10), Skill::Full);
/// assert_eq!(Skill::of_option(20), Skill::Full);
/// assert_eq!(Skill::of_option(0), Skill::level(1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Skill {
    /// As well as it can.
    #[default]
    Full,
    /// As on the game's ladder, in hundredths of a level, so that there are steps between the levels too.
    Level(u32),
    /// With what the game's ladder says of so much Elo.
    Elo(u32),
    /// With a strength from 0 to [`Skill::STRONGEST`] whatever the game: what the ladder is made of, for those who measure it.
    Strength(u32),
}

impl Skill {
    /// The greatest strength short of the full one.
    pub const STRONGEST: u32 = 1000;

    /// A level from 1 to [`LEVELS`], which is full strength, like anything beyond.
    pub const fn level(level: u32) -> Self {
        Self::between(100 * level)
    }

    /// A level in hundredths: 250 is half-way between the second and the third.
    pub const fn between(hundredths: u32) -> Self {
        match hundredths {
            0..100 => Self::Level(100),
            _ if hundredths >= 100 * LEVELS => Self::Full,
            _ => Self::Level(hundredths),
        }
    }

    /// What the option `Skill Level` means: 0 is the first level, [`FULL_OPTION`] the last, in equal steps between.
    pub const fn of_option(value: u32) -> Self {
        Self::between(100 + 100 * (LEVELS - 1) * value / FULL_OPTION)
    }

    /// The strength in a game, from 0 to [`Skill::STRONGEST`]; `None` is full.
    pub fn strength(self, game: &str) -> Option<u32> {
        match self {
            Self::Full => None,
            Self::Strength(strength) => Some(strength.min(Self::STRONGEST)),
            Self::Level(_) | Self::Elo(_) => {
                let hundredths = self.hundredths(game);
                (hundredths < 100 * LEVELS).then(|| Ladder::of_game(game).strength(hundredths))
            }
        }
    }

    /// The level in hundredths. A bare strength counts as a share of the ladder.
    pub fn hundredths(self, game: &str) -> u32 {
        match self {
            Self::Full => 100 * LEVELS,
            Self::Level(hundredths) => hundredths,
            Self::Elo(elo) => Ladder::of_game(game).hundredths_of_elo(elo),
            Self::Strength(strength) => 100 + strength * (LEVELS - 1) * 100 / Self::STRONGEST,
        }
    }
}

/// What a weakened player is able to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Faculties {
    /// How many moves of a thousand are thought about; the others are played after a glance.
    pub(crate) thought: u32,
    /// Nodes of the search for a move that is thought about.
    pub(crate) nodes: u64,
    /// How likely a glance overlooks an ordinary move of the player's own, in thousandths.
    pub(crate) own_blindness: u32,
    /// The same for answers, and what follows.
    pub(crate) blindness: u32,
    /// By how much a glance misjudges a move at most, in centipawns.
    pub(crate) blur: Score,
    /// Moves that a glance looks into.
    pub(crate) candidates: usize,
}

/// Strengths, in ascending order, and what a player is able to do there: moves thought about, blindness for own moves and for
/// all others in thousandths, blur in centipawns, candidates, and nodes as a power of two in hundredths. Between them one
/// goes in a straight line.
///
/// The weakest never thinks and sees a tenth of what it could do; then the glance grows keener. From [`FIRST_THOUGHT`] on
/// moves are thought about, more and more of them, until none is left to be overlooked. So players differ by how often they
/// err rather than by how deep they look: of two that never err, the one that looks deeper by a little wins nearly always,
/// and ten levels would not reach from the bottom to the top.
const COURSE: [(u32, [i64; 6]); 3] = [
    (0, [0, 900, 1000, 900, 2, 1100]),
    (FIRST_THOUGHT, [0, 450, 850, 300, 4, 1100]),
    (Skill::STRONGEST, [1000, 200, 500, 150, 8, 1300]),
];

/// By how much the strength of a game differs from that of the player at most: about a level in either direction. Without it
/// the stronger of two players wins nearly every game, which people do not.
const FORM: u32 = 100;

/// The strength up to which every move is played after a glance.
const FIRST_THOUGHT: u32 = 200;

impl Faculties {
    /// Those of a player of this strength, from 0 to [`Skill::STRONGEST`], who is in the form of this game.
    pub(crate) fn of_game(strength: u32, game: Luck) -> Self {
        let most = FORM.min(strength).min(Skill::STRONGEST - strength);
        Self::of(strength - most + game.below(2 * most + 1, FORM_OF_THE_DAY))
    }

    /// Those of a strength.
    fn of(strength: u32) -> Self {
        let after = COURSE.iter().position(|&(at, _)| strength <= at).unwrap_or(COURSE.len() - 1).max(1);
        let ((from, low), (to, high)) = (COURSE[after - 1], COURSE[after]);
        let (way, length) = (i64::from(strength - from), i64::from(to - from));
        let part = |i: usize| low[i] + (high[i] - low[i]) * way / length;
        let number = |i: usize| u32::try_from(part(i)).unwrap_or_default();
        Self {
            thought: number(0),
            nodes: (f64::from(number(5)) / 100.0).exp2() as u64,
            own_blindness: number(1),
            blindness: number(2),
            blur: number(3) as Score,
            candidates: number(4) as usize,
        }
    }

    /// Whether the player thinks about the move of this turn.
    pub(crate) const fn thinks(&self, luck: Luck) -> bool {
        luck.strikes(self.thought, THOUGHT)
    }
}

/// Questions to [`Luck`] that are not about a move.
const FORM_OF_THE_DAY: u64 = u64::MAX;
const THOUGHT: u64 = u64::MAX - 1;
/// Which move of the book.
pub(crate) const BOOK: u64 = u64::MAX - 2;

/// Chance as a function of what it is about: the same question has the same answer, as long as a turn or a game lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Luck(u64);

impl Luck {
    /// What comes of a seed. With 0 it is never the same twice.
    pub(crate) fn of_seed(seed: u64) -> Self {
        match seed {
            0 => Self::of_now(),
            seed => Self(splitmix64(seed)),
        }
    }

    /// In a browser every worker begins with the same [`RandomState`], so that the time has to tell games apart; within one
    /// worker, whose clock may be coarse, the state does.
    fn of_now() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        Self(RandomState::new().hash_one(now))
    }

    /// The luck of a game that began with the position of this key, for one side.
    pub(crate) const fn of_game(self, first: u64, side: Color) -> Self {
        Self(splitmix64(self.0 ^ first) ^ side as u64)
    }

    /// The luck of a turn in the position of this key, after so many plies.
    pub(crate) const fn of_turn(self, key: u64, plies: usize) -> Self {
        Self(splitmix64(self.0 ^ key) ^ plies as u64)
    }

    /// A number below `end` that belongs to the question.
    pub(crate) const fn below(self, end: u32, question: u64) -> u32 {
        (((splitmix64(self.0 ^ splitmix64(question)) >> 32) * end as u64) >> 32) as u32
    }

    /// Whether something comes true that is so likely, in thousandths.
    pub(crate) const fn strikes(self, permille: u32, question: u64) -> bool {
        self.below(1000, question) < permille
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stronger_player_is_better_in_everything() {
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
    fn the_option_spans_the_ladder() {
        let levels = [0, 5, 10, 20].map(|value| Skill::of_option(value).hundredths("chess"));
        assert_eq!(levels, [100, 325, 550, 1000]);
        assert_eq!(Skill::level(0), Skill::level(1));
        assert_eq!(Skill::Full.strength("chess"), None);
    }

    #[test]
    fn luck_comes_as_often_as_it_is_likely_and_repeats_itself_with_a_seed() {
        let struck = (0..10_000).filter(|&key| Luck::of_seed(1).of_turn(key, 3).strikes(300, 7)).count();
        assert!((2_800..3_200).contains(&struck), "{struck}");
        assert_eq!(Luck::of_seed(5).of_turn(6, 7), Luck::of_seed(5).of_turn(6, 7));
        assert_ne!(Luck::of_seed(5).of_turn(6, 7), Luck::of_seed(5).of_turn(6, 8));
        assert_ne!(Luck::of_seed(0), Luck::of_seed(0));
    }

    #[test]
    fn form_is_good_as_often_as_bad_and_never_leaves_the_scale() {
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
