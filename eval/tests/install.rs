//! Networks put in place of those that the program carries: for the whole process, so these tests stand alone.

use movegen::{Chess, Custom, Empire, definition, variants};
use upheaval_eval::network::{BUCKETS, Network, NetworkError, Row, Shape};

#[test]
fn installed_network_is_used_for_its_game_only() {
    let own = Network::of_game(Chess).expect("chess has a network").clone();
    let empire = Network::of_game(Empire::default()).expect("Empire has a network").clone();
    let mut bytes = own.write(Chess);
    let first_weight = 44;
    bytes[first_weight] ^= 1;
    assert_eq!(Network::install(&bytes), Err(NetworkError::Sum));
    let content = bytes.len() - 4;
    let sum = crc32fast::hash(&bytes[..content]).to_le_bytes();
    bytes[content..].copy_from_slice(&sum);
    assert_eq!(Network::install(&bytes), Ok("chess"));
    assert!(Network::of_game(Chess).is_some_and(|network| *network != own));
    assert_eq!(Network::of_game(Empire::default()), Some(&empire));

    let installed = Network::of_game(Chess).cloned();
    assert_eq!(Network::install(b"no network"), Err(NetworkError::Magic));
    bytes.truncate(1000);
    assert!(matches!(Network::install(&bytes), Err(NetworkError::Length { found: 1000, .. })));
    bytes[12..17].copy_from_slice(b"apoca");
    assert_eq!(Network::install(&bytes), Err(NetworkError::Unknown("apoca".to_owned())));
    assert_eq!(Network::of_game(Chess).cloned(), installed, "a wrong file changes nothing");

    Network::uninstall_all();
    assert_eq!(Network::of_game(Chess), Some(&own));
}

#[test]
fn installed_network_is_used_for_game_of_file() {
    let text = "[a-game-with-a-long-name:chess]\ncastling = false\n[other:chess]\n";
    let games = definition::read("f", text).games;
    let [game, other] = [0, 1].map(|index| Custom::new(games[index].clone()).unwrap());
    variants::load(vec![game, other]);
    let shape = Shape::plain::<Custom>();
    let network = Network::from_rows(shape, &vec![Row::ZERO; shape.rows()], [0; BUCKETS]);
    let bytes = network.write(game);
    assert_eq!(Network::install(&bytes), Ok("a-game-with-a-long-name"));
    assert_eq!(Network::of_game(game), Some(&network));
    assert_eq!(Network::of_game(other), None);
    assert!(Network::read(other, &bytes).is_err());
}
