//! Networks: what is kept equals what is recomputed, both sides are treated alike, and no file can do harm.
use crate::common::random_play;
use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
use movegen::zobrist::splitmix64;
use movegen::{
    Anarchism, Chess, Custom, Empire, Insurrection, InsurrectionStrict, PieceType, Position, State, Subversion,
    Variant, definition,
};
use upheaval_eval::network::{BUCKETS, LARGEST_HIDDEN, NetworkError, Row, Shape, WIDE, WIDTHS};
use upheaval_eval::score::LARGEST_EVALUATION;
use upheaval_eval::{Evaluate, Evaluator, Network};

/// A network of random weights of the game's own shape.
fn random_network<V: Variant>(seed: u64) -> Network {
    random_network_of(Shape::of::<V>(), seed)
}

fn random_network_of(shape: Shape, seed: u64) -> Network {
    let mut random = splitmix64(seed);
    let mut row = |reach: u64| {
        let mut row = Row::ZERO;
        for weight in &mut row.0[..shape.neurons] {
            random = splitmix64(random);
            *weight = (random % (2 * reach + 1)) as i16 - reach as i16;
        }
        row
    };
    let (hidden, all) = (shape.inputs() + 1, shape.rows());
    let rows: Vec<Row> = (0..all).map(|number| row(if number < hidden { 60 } else { 100 })).collect();
    Network::from_rows(shape, &rows, [77; BUCKETS])
}

#[test]
fn updated_neurons_equal_recomputed_ones() {
    struct Agrees;
    impl VisitTurnBased for Agrees {
        type Out = ();
        fn turn_based<V: Variant>(self, _: V) {
            let by_feature = Some(Shape::by_feature::<V>()).filter(|shape| shape.zones > 0);
            let shapes = [Shape::of::<V>(), Shape::plain::<V>(), Shape::of::<V>().with_neurons(WIDE)];
            for shape in shapes.into_iter().chain(by_feature) {
                let evaluator = Evaluator::<V>::with_network(random_network_of(shape, 3));
                random_play(&evaluator, 20, |pos, kept| {
                    assert_eq!(*kept, evaluator.refresh(pos), "{pos:?}");
                    assert!(evaluator.score(pos, kept).abs() <= LARGEST_EVALUATION);
                });
            }
        }
    }
    TURN_BASED.into_iter().for_each(|name| with_turn_based(name, Agrees).unwrap());
}

fn is_blind_to_colours<V: Variant>() {
    let evaluator = Evaluator::<V>::with_network(random_network::<V>(5));
    random_play(&evaluator, 10, |pos, kept| {
        let mirror: Position<V> = pos.flipped_fen().parse().unwrap();
        assert_eq!(evaluator.score(pos, kept), evaluator.score(&mirror, &evaluator.refresh(&mirror)), "{pos}");
    });
}

#[test]
fn mirrored_position_has_the_same_value() {
    is_blind_to_colours::<Chess>();
    is_blind_to_colours::<Insurrection>();
}

/// Compares positions with their mirror images, in which the files are reversed; `state` follows the move number in a FEN.
fn left_and_right_are_the_same<V: Variant>(state: &str) {
    let evaluator = Evaluator::<V>::with_network(random_network::<V>(6));
    let mut compared = 0;
    random_play(&evaluator, 10, |pos, kept| {
        let fen = pos.to_string();
        let (board, rest) = fen.split_once(' ').unwrap();
        if !rest.ends_with(state) || board.matches(['K', 'k']).count() > 2 {
            return;
        }
        let reversed: Vec<String> = board.split('/').map(|rank| rank.chars().rev().collect()).collect();
        let [mirror, here] = [&reversed.join("/"), board]
            .map(|board| format!("{board} {} - - 0 1{state}", &rest[..1]).parse::<Position<V>>().unwrap());
        assert_eq!(evaluator.score(&here, kept), evaluator.score(&mirror, &evaluator.refresh(&mirror)), "{pos}");
        compared += 1;
    });
    assert!(compared > 50, "{compared}");
}

#[test]
fn with_zones_left_and_right_are_the_same() {
    left_and_right_are_the_same::<Chess>("");
    left_and_right_are_the_same::<Insurrection>(" Kk");
}

#[test]
fn a_network_survives_its_file() {
    for shape in [Shape::of::<Insurrection>(), Shape::by_feature::<Insurrection>()] {
        let network = random_network_of(shape, 8);
        assert_eq!(Network::read(Insurrection::default(), &network.write(Insurrection::default())), Ok(network));
    }
    for shape in [Shape::of::<Chess>(), Shape::plain::<Chess>(), Shape::plain::<Chess>().with_neurons(WIDE)] {
        let network = random_network_of(shape, 8);
        assert_eq!(Network::read(Chess, &network.write(Chess)), Ok(network));
    }
}

#[test]
fn built_in_networks_fit_and_prefer_material() {
    struct Read;
    impl VisitTurnBased for Read {
        type Out = ();
        fn turn_based<V: Variant>(self, _: V) {
            let _ = Network::of_game(V::default());
        }
    }
    TURN_BASED.into_iter().for_each(|name| with_turn_based(name, Read).unwrap());
    fn value<V: Variant>(fen: &str) -> i32 {
        Evaluator::<V>::new().trace(&fen.parse().unwrap()).network.unwrap()
    }
    assert!(value::<Empire>("rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TE1DKCET w kq - 0 1") < -100, "a cardinal is missing");
    assert!(value::<Empire>("rnb1kbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1") > 300, "Black has no queen");
    assert!(value::<Chess>("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1") > 400, "Black has no queen");
    assert!(
        value::<Subversion>("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1") < -200,
        "White has no queen"
    );
    for government in ["Kk", "Qq", "Rk"] {
        let fen = |board: &str| format!("{board} w - - 0 9 {government}");
        let ahead = fen("1nbqkbn1/pp4pp/8/8/8/8/PPPPPPPP/RNBQKBNR");
        assert!(value::<Insurrection>(&ahead) > 100, "{ahead}");
        assert!(value::<Anarchism>(&ahead) > 100, "{ahead}");
    }
}

#[test]
fn strict_game_shares_its_base_network() {
    let (base, strict) = (Network::of_game(Insurrection::default()), Network::of_game(InsurrectionStrict::default()));
    assert!(base.is_some_and(|base| std::ptr::eq(base, strict.unwrap())));
    let file = base.unwrap().write(InsurrectionStrict::default());
    assert!(
        Network::read(InsurrectionStrict::default(), &file).is_ok()
            && Network::read(Insurrection::default(), &file).is_ok()
    );
    assert!(Network::read(Anarchism::default(), &file).is_err());
}

/// The game of a section of a file.
fn game_of_file(section: &str) -> Custom {
    let read = definition::read("f", section);
    Custom::new(read.games.first().unwrap_or_else(|| panic!("{:?}", read.refused)).clone()).unwrap()
}

#[test]
fn chess_from_a_file_is_valued_as_chess() {
    let (chess, game) = (Evaluator::<Chess>::new(), game_of_file("[mine:chess]\n"));
    let evaluator = Evaluator::for_game(game);
    random_play(&chess, 20, |pos, kept| {
        let copy = Position::read(game, &pos.to_string()).unwrap();
        assert_eq!(chess.score(pos, kept), evaluator.score_afresh(&copy), "{pos}");
    });
}

#[test]
fn games_near_chess_use_its_network() {
    let has_network = |section: &str| Evaluator::for_game(game_of_file(section)).network().is_some();
    for near in ["kingofthehill", "3check", "grasshopper", "torpedo", "newzealand", "nightrider"] {
        assert!(has_network(&format!("[a:{near}]\n")), "{near}");
    }
    for other in
        ["racingkings", "knightmate", "giveaway", "extinction", "breakthrough", "horde", "empire", "insurrection"]
    {
        assert!(!has_network(&format!("[a:{other}]\n")), "{other}");
    }
}

#[test]
fn games_near_chess_take_files_of_its_network() {
    let file = Network::of_game(Chess).unwrap().write(Chess);
    let [near, far] = ["[a:kingofthehill]\n", "[a:insurrection]\n"].map(game_of_file);
    let start = Position::start_of(near);
    let given = Evaluator::of_file(near, &file).unwrap();
    assert_eq!(given.score_afresh(&start), Evaluator::for_game(near).score_afresh(&start));
    assert!(Evaluator::of_file(far, &file).is_err());
}

#[test]
fn chess_network_is_corrected_by_pieces_and_goals() {
    let score = |section: &str, fen: &str| {
        let game = game_of_file(section);
        Evaluator::for_game(game).score_afresh(&Position::read(game, fen).unwrap())
    };
    let near_the_hill = "r4rk1/ppp2ppp/8/8/8/4K3/PPP2PPP/R4R2 w - - 0 1";
    assert!(score("[a:kingofthehill]\n", near_the_hill) > score("[a:chess]\n", near_the_hill) + 100);
    let (amazon, queen) = ("[a:chess]\namazon = q\nqueen = -\n", "[a:chess]\n");
    let ahead = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(score(amazon, ahead) > score(queen, ahead) + 100);
    let (few, many) = ("w KQkq - 1+3 0 1", "w KQkq - 3+3 0 1");
    let checks = |left| score("[a:3check]\n", &format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {left}"));
    assert!(checks(few) > checks(many) + 100);
}

#[test]
fn network_with_king_zones_fits_game_of_file() {
    let (chess, coups) = (game_of_file("[a:chess]\n"), game_of_file("[a:insurrection]\n"));
    let network = random_network_of(Shape::by_king::<Custom>(), 8);
    assert_eq!(Network::read(chess, &network.write(chess)), Ok(network.clone()));
    assert!(matches!(Network::read(coups, &network.write(coups)), Err(NetworkError::Shape { field: "zones", .. })));
    let evaluator = Evaluator::of_file(chess, &network.write(chess)).unwrap();
    let mut pos = Position::start_of(chess);
    let mut kept = evaluator.refresh(&pos);
    let mut cache = evaluator.cache();
    for m in "e2e4 e7e5 e1e2 g8f6 e2d3 f8c5 d3c3 e8g8".split(' ') {
        pos.play(pos.parse_move(m).unwrap(), &mut kept);
        evaluator.refresh_stale(&pos, &mut kept, &mut cache);
        assert_eq!(kept, evaluator.refresh(&pos), "{pos}");
    }
}

/// The file with these bytes changed and the checksum that it then needs.
fn changed(good: &[u8], at: usize, with: &[u8]) -> Vec<u8> {
    let mut content = good[..good.len() - 4].to_vec();
    content[at..at + with.len()].copy_from_slice(with);
    let sum = crc32fast::hash(&content);
    [content, sum.to_le_bytes().to_vec()].concat()
}

#[test]
fn a_network_with_a_flipped_bit_is_refused() {
    let good = random_network::<Empire>(4).write(Empire::default());
    let mut random = splitmix64(4);
    for _ in 0..200 {
        random = splitmix64(random);
        let mut damaged = good.clone();
        let at = random as usize % good.len();
        damaged[at] ^= 1 << (random >> 60 & 7);
        let error = Network::read(Empire::default(), &damaged).unwrap_err();
        assert!(error == NetworkError::Sum || at < 44, "byte {at}: {error}");
    }
    assert_eq!(NetworkError::Sum.to_string(), "the network is damaged: its checksum does not fit");
}

#[test]
fn unsuitable_network_file_is_rejected() {
    let good = random_network::<Chess>(1).write(Chess);
    let refusal = |bytes: &[u8]| Network::read(Chess, bytes).unwrap_err();
    assert_eq!(refusal(b""), NetworkError::Magic);
    assert_eq!(refusal(b"PNG is not a net"), NetworkError::Magic);
    assert!(matches!(refusal(&good[..10]), NetworkError::Length { found: 10, .. }));
    assert!(matches!(refusal(&good[..40]), NetworkError::Length { found: 40, .. }));
    assert!(matches!(refusal(&good[..good.len() - 1]), NetworkError::Length { .. }));
    assert!(matches!(refusal(&[&good[..], b"x"].concat()), NetworkError::Length { .. }));
    assert_eq!(
        Network::read(Empire::default(), &good).unwrap_err().to_string(),
        "the network is for 'chess', not for empire"
    );
    let mut damaged = good.clone();
    damaged[8] = 2;
    assert_eq!(refusal(&damaged), NetworkError::Version(2));
    let mut damaged = good.clone();
    damaged[28] = 11;
    assert_eq!(refusal(&damaged).to_string(), "the network has piece types 11, this game needs 6");
    let mut damaged = good.clone();
    damaged[36] = 64;
    assert_eq!(refusal(&damaged).to_string(), "the network has 64 neurons, this program reads networks of 128 or 256");
    let mut damaged = good.clone();
    damaged[40] = 3;
    assert_eq!(refusal(&damaged).to_string(), "the network has zones 3, this game needs 4");
    let damaged = changed(&good, 44, &(LARGEST_HIDDEN + 1).to_le_bytes());
    assert_eq!(refusal(&damaged), NetworkError::Range(LARGEST_HIDDEN + 1));
    let last_output = good.len() - 4 - 4 * BUCKETS - 2;
    let damaged = changed(&good, last_output, &i16::MIN.to_le_bytes());
    assert_eq!(refusal(&damaged), NetworkError::Range(i16::MIN));
}

/// Computes the value of a network of any width in the simplest way.
fn plainly<V: Variant>(network: &Network, pos: &Position<V>) -> i32 {
    let (shape, (rows, output_bias)) = (network.shape(), network.to_rows());
    let bucket = upheaval_eval::network::bucket(pos.occupied().count());
    let outputs = shape.inputs() + 1 + 2 * bucket;
    let mut sum = 0;
    for (i, view) in [pos.turn(), !pos.turn()].into_iter().enumerate() {
        let kings = pos.of(view, PieceType::KING).into_iter();
        let outlook = shape.outlook(view, kings, pos.state().features());
        let pieces = pos.pieces().map(|(piece, at)| shape.piece(view, outlook, piece, at));
        let inputs: Vec<usize> =
            pieces.chain(pos.state().features().map(|feature| shape.feature(view, feature))).collect();
        for n in 0..shape.neurons {
            let input = |&input: &usize| i64::from(rows[input].0[n]);
            let neuron = i64::from(rows[shape.inputs()].0[n]) + inputs.iter().map(input).sum::<i64>();
            sum += neuron.clamp(0, 255).pow(2) * i64::from(rows[outputs + i].0[n]);
        }
    }
    ((sum / 255 + i64::from(output_bias[bucket])) * 400 / (255 * 64)) as i32
}

#[test]
fn network_of_any_width_equals_plain_sum() {
    for shape in WIDTHS.map(|width| Shape::of::<Insurrection>().with_neurons(width)) {
        let network = random_network_of(shape, 12);
        let evaluator = Evaluator::<Insurrection>::with_network(network.clone());
        let mut compared = 0;
        random_play(&evaluator, 5, |pos, kept| {
            if pos.clock() == 0 {
                let plain = plainly(&network, pos).clamp(-LARGEST_EVALUATION, LARGEST_EVALUATION);
                assert_eq!(evaluator.score(pos, kept), plain, "{pos}");
                compared += 1;
            }
        });
        assert!(compared > 20, "{compared} positions");
    }
}
