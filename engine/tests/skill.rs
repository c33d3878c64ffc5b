//! Play of weaker levels.

use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
use movegen::{Chess, Move, PieceType, Position, Record, Variant};
use upheaval_engine::skill::{LEVELS, Skill};
use upheaval_engine::{Answer, Control, Engine, Limits, Report, Settings};

fn settings(skill: Skill, seed: u64) -> Settings {
    Settings { hash: Some(1), skill, seed, ..Settings::default() }
}

fn answer<V: Variant>(engine: &mut Engine<V>, record: &Record<Position<V>>, nodes: u64) -> Answer {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.new_game();
    engine.go(record, &limits, &Control::default(), &mut |_| {})
}

/// Returns the moves of 200 players of this skill.
fn played<V: Variant>(pos: Position<V>, skill: Skill) -> Vec<Move> {
    let record = Record::new(pos);
    let mut engine = Engine::<V>::new(settings(skill, 1));
    let play = |seed: u64| {
        engine.set(settings(skill, seed));
        answer(&mut engine, &record, 1_000).best
    };
    (1..=200).filter_map(play).collect()
}

#[test]
fn lower_levels_miss_more_hanging_pieces() {
    // The rook on a8 can take a queen that nothing covers.
    let pos: Position<Chess> = "r5k1/5ppp/8/8/8/8/5PPP/Q5K1 b - - 0 1".parse().unwrap();
    let takes =
        |level| played(pos, Skill::level(level)).iter().filter(|&&m| pos.captured(m) == Some(PieceType::QUEEN)).count();
    let [first, middle, last] = [1, 5, LEVELS].map(takes);
    assert!(first < 160 && first < middle, "{first} of 200 at the first level, {middle} at the fifth");
    assert_eq!(last, 200);
}

#[test]
fn lower_levels_miss_more_threats() {
    // The bishop in the corner attacks the queen; taking it loses the queen too.
    let pos: Position<Chess> = "6kb/5p1p/8/8/3Q4/8/5PPP/6K1 w - - 0 1".parse().unwrap();
    let loses_queen = |m: &&Move| {
        let next = pos.after(**m);
        next.legal_moves().iter().any(|&reply| next.captured(reply) == Some(PieceType::QUEEN))
    };
    let loses = |level| played(pos, Skill::level(level)).iter().filter(loses_queen).count();
    let [first, middle, last] = [1, 5, LEVELS].map(loses);
    assert!(first > middle && middle > 0, "{first} of 200 at the first level, {middle} at the fifth");
    assert_eq!(last, 0);
}

struct LastLevelIsFull;

impl VisitTurnBased for LastLevelIsFull {
    type Out = ();

    fn turn_based<V: Variant>(self, _: V) {
        let record = Record::new(Position::<V>::start());
        let mut full = Engine::<V>::new(Settings { hash: Some(1), ..Settings::default() });
        let mut last = Engine::<V>::new(settings(Skill::level(LEVELS), 7));
        assert_eq!(answer(&mut full, &record, 5_000), answer(&mut last, &record, 5_000), "{}", V::NAME);
    }
}

#[test]
fn last_level_equals_full_strength() {
    TURN_BASED.into_iter().for_each(|name| with_turn_based(name, LastLevelIsFull).unwrap());
}

struct EveryLevelMoves;

impl VisitTurnBased for EveryLevelMoves {
    type Out = ();

    fn turn_based<V: Variant>(self, _: V) {
        for level in 1..LEVELS {
            let mut record = Record::new(Position::<V>::start());
            let [mut one, mut other] =
                [1, 4].map(|threads| Engine::<V>::new(Settings { threads, ..settings(Skill::level(level), 3) }));
            for _ in 0..20 {
                let [first, second] = [&mut one, &mut other].map(|engine| answer(engine, &record, 300));
                assert_eq!(first, second, "{} level {level}: threads make no difference", V::NAME);
                let Some(m) = first.best else { break };
                assert!(record.position().legal_moves().contains(&m));
                record.push(m);
            }
        }
    }
}

#[test]
fn levels_are_reproducible_with_any_thread_count() {
    TURN_BASED.into_iter().for_each(|name| with_turn_based(name, EveryLevelMoves).unwrap());
}

#[test]
fn weak_level_respects_search_moves() {
    let start = Position::<Chess>::start();
    let search_moves = vec![start.parse_move("a2a3").unwrap(), start.parse_move("h2h3").unwrap()];
    for level in 1..LEVELS {
        let mut engine = Engine::<Chess>::new(settings(Skill::level(level), 5));
        let limits = Limits { nodes: Some(500), search_moves: search_moves.clone(), ..Limits::default() };
        let mut reported = Vec::new();
        let answer = engine.go(&Record::new(start), &limits, &Control::default(), &mut |report| {
            if let Report::Line(line, _) = report {
                reported.push(line.moves[0]);
            }
        });
        assert!(search_moves.contains(&answer.best.unwrap()));
        assert_eq!(reported.last().copied(), answer.best, "level {level}");
    }
}

#[test]
fn elo_leads_to_the_level_that_plays_so_well() {
    for name in TURN_BASED {
        let elo = gamedata::ladder(name).content.elo;
        for level in 1..=LEVELS {
            assert_eq!(Skill::Elo(elo[level as usize - 1]).hundredths(name), 100 * level, "{name}");
        }
        assert_eq!(Skill::Elo(0).hundredths(name), 100);
        assert_eq!(Skill::Elo(9_999).hundredths(name), 100 * LEVELS);
        let half_way = u32::midpoint(elo[3], elo[4]);
        assert!((449..=451).contains(&Skill::Elo(half_way).hundredths(name)), "{name}");
    }
}
