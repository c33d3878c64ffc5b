//! The players, the score of a match, and self-play.

use std::sync::Arc;
use std::time::Duration;

use apocalypse::rules::Position;
use apocalypse::values::Network;
use arena::statistics::results::Z95;
use engine::Limits;
use movegen::{Color, Game, Outcome, Record};

use super::duel::{Score, pair};
use super::players::{Aimless, Maximin, MixedPlayer, Responder, Thinker, Vchess};
use super::samples::{SamplingPlan, play};

fn thinker(depth: u32) -> Thinker<Network> {
    Thinker::new(Limits { depth: Some(depth), ..Limits::default() }, Network::default(), Arc::default())
}

#[test]
fn every_player_mixes_what_may_be_chosen() {
    let mut players: [Box<dyn MixedPlayer>; 5] = [
        Box::new(thinker(2)),
        Box::new(Aimless),
        Box::new(Vchess),
        Box::new(Maximin::new(Duration::from_millis(1), Network::default())),
        Box::new(Responder::new(1, Network::default())),
    ];
    for fen in ["npppn/p3p/5/P3P/NPPPN 00", "5/np1p1/5/3N1/2Pn1 00", "4p/p1P2/Pn1nN/5/1P1P1 10"] {
        let record = Record::new(fen.parse::<Position>().unwrap());
        for side in Color::BOTH {
            let other = Aimless.mix(&record, !side);
            for player in &mut players {
                let mix = player.answer(&record, side, &other);
                let choices = record.position().choices(side);
                assert!(mix.iter().all(|(choice, share)| choices.contains(choice) && *share > 0.0), "{fen}");
                assert!((mix.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9, "{fen}");
            }
        }
    }
}

#[test]
fn vchess_gambles_in_proportion_to_its_choices() {
    let record = Record::new(Position::start());
    let mix = Vchess.mix(&record, Color::White);
    let gambles: f64 = mix.iter().filter(|(choice, _)| choice.is_speculative()).map(|(_, share)| share).sum();
    // Two of the eleven choices of the start; see gamedata/games/apocalypse/specification.md.
    assert!((gambles - 2.0 / 11.0).abs() < 1e-9);
}

#[test]
fn a_search_beats_aimless_play() {
    let mut score = Score::default();
    for seed in 0..8 {
        score = score.plus(pair(&mut thinker(2), &mut Aimless, 2, seed));
    }
    assert!(score.counts.games() == 16 && score.mean()[0] > 0.8, "{score}");
}

#[test]
fn score_error_is_that_of_the_mean() {
    let mut score = Score::default();
    for winner in [Some(Color::White), None, Some(Color::Black), Some(Color::White)] {
        let outcome = Outcome { winner, ..Outcome::draw(movegen::Reason::Repetition) };
        score.add(outcome, Color::White, 10);
    }
    let [mean, error] = score.mean();
    assert_eq!((score.counts.wins, score.counts.draws, score.counts.losses, mean), (2, 1, 1, 0.625));
    // Squares of the distances from the mean: 2 * 0.140625 + 0.015625 + 0.390625 = 0.6875, over 16.
    assert!((error - Z95 * (0.6875_f64 / 16.0).sqrt()).abs() < 1e-9);
}

#[test]
fn self_play_gives_repeatable_values() {
    let plan = SamplingPlan { games: 6, depth: 1, discount: 0.99, trust: 0.7, near: 1, seed: 3 };
    let samples = || -> Vec<_> {
        let played = |game| play(&plan, &Network::default(), &Arc::default(), game);
        (0..plan.games).flat_map(played).map(|sample| (sample.pos, sample.value)).collect()
    };
    assert!(samples().len() > 20 && samples().iter().all(|(_, value)| value.abs() <= 1.0));
    assert_eq!(samples(), samples());
}
