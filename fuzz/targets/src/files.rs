//! Files of all formats: accepted files can be used, rejected ones give an error of one line, and neither takes more memory than
//! the file's contents.

use std::{fs, io};

use apocalypse::tables::{Checkpoint, Table, TableError};
use apocalypse::values::network::Numbers;
use arena::openings::{self, positions};
use eval::{Evaluate, Evaluator, Network, Weights};
use games::PlayedGame;
use games::pgn::{Contents, PgnReader, Words, replay};
use games::registry::{APOCALYPSE, TURN_BASED, TurnBasedVisitor, Visitor, visit, visit_turn_based};
use movegen::{Bitboard, Chess, Color, Custom, Game, Position, Record, Square, Variant, definition};
use tuning::laboratory::archive;

use crate::known::{self, check_error, pick, scratch};
use crate::texts::head;

/// A list of positions: one FEN or EPD per line.
pub(crate) fn lists(data: &[u8]) {
    struct Read<'a>(&'a str);
    impl Visitor for Read<'_> {
        type Out = ();
        fn visit<G: PlayedGame>(self, start: G) {
            match positions::read(&start, self.0) {
                Ok(list) => {
                    let written: String = list.iter().map(|pos| format!("{pos}\n")).collect();
                    let again = positions::read(&start, &written).unwrap_or_else(|error| panic!("{written}: {error}"));
                    assert_eq!(again.len(), list.len());
                    assert!(positions::distinct(again).len() <= list.len());
                }
                Err(error) => check_error(&error.to_string()),
            }
        }
    }
    let ([game], text) = head(data);
    visit(known::game(game).0, Read(&String::from_utf8_lossy(text)));
}

/// A PGN of any game: it is played through in every notation, and its openings are read.
pub(crate) fn pgn(data: &[u8]) {
    struct Openings<'a>(&'a str);
    impl Visitor for Openings<'_> {
        type Out = ();
        fn visit<G: PlayedGame>(self, start: G) {
            match openings::games::read(&start, self.0, Some(24)) {
                Ok(openings) => {
                    for opening in openings {
                        let mut record = Record::new(opening.position);
                        opening.moves.iter().for_each(|&m| record.play(m));
                    }
                }
                Err(error) => check_error(&error),
            }
        }
    }
    let ([game], bytes) = head(data);
    let (name, _) = known::game(game);
    for found in PgnReader::new(bytes).take(16) {
        match found {
            Ok(found) => {
                for words in [Words::Algebraic, Words::Coordinates, Words::Plies] {
                    match replay(&found, name, Contents { words, fens: true }) {
                        Ok(replayed) => {
                            assert_eq!(replayed.fens.len(), replayed.keys.len(), "{replayed:?}");
                            assert_eq!(replayed.fens.last(), Some(&replayed.last), "{replayed:?}");
                        }
                        Err(error) => check_error(&error.to_string()),
                    }
                }
            }
            Err(error) => check_error(&error.to_string()),
        }
    }
    visit(name, Openings(&String::from_utf8_lossy(bytes)));
}

/// Training games: JSON lines or PGN, plain or compressed.
pub(crate) fn games(data: &[u8]) {
    struct Read<'a>(&'a [u8]);
    impl TurnBasedVisitor for Read<'_> {
        type Out = ();
        fn turn_based<V: Variant>(self, rules: V) {
            let Ok(games) = tuning::sources::games(rules, self.0) else { return };
            for game in games.take(16) {
                match game {
                    Ok(game) => {
                        assert_eq!(game.steps().count(), game.scores.len(), "every move has a value");
                        let entry = tuning::entry::Entry::new(1, &game);
                        let line = serde_json::to_string(&entry).unwrap();
                        let again: Vec<_> = tuning::entry::games(rules, line.as_bytes()).collect();
                        assert!(again == [Ok(game)], "{line}: {again:?}");
                    }
                    Err(error) => check_error(&error),
                }
            }
        }
    }
    let ([game], bytes) = head(data);
    visit_turn_based(pick::<&str>(&TURN_BASED, game.into()), Read(bytes));
}

/// A network: the bytes themselves, or a valid network with changes of four bytes each: place and value. The checksum is corrected
/// in every second case.
pub(crate) fn network(data: &[u8]) {
    struct Read<'a>(u8, &'a [u8]);
    impl TurnBasedVisitor for Read<'_> {
        type Out = ();
        fn turn_based<V: Variant>(self, _: V) {
            let Self(manner, changes) = self;
            let bytes = if manner < 8 { changes.to_vec() } else { changed_network::<V>(manner, changes) };
            match Network::read(V::default(), &bytes) {
                Ok(network) => assert!(network.write(V::default()) == bytes, "a network is written unchanged"),
                Err(error) => check_error(&error.to_string()),
            }
        }
    }
    let ([game, manner], changes) = head(data);
    visit_turn_based(pick::<&str>(&TURN_BASED, game.into()), Read(manner, changes));
}

fn changed_network<V: Variant>(manner: u8, changes: &[u8]) -> Vec<u8> {
    const SUM: usize = 4;
    let mut bytes = known::network_file::<V>().to_vec();
    for &[low, high, what, how] in changes.as_chunks().0.iter().take(64) {
        let at = usize::from(u16::from_le_bytes([low, high])) * 31;
        let within = if low < 64 { at % 64 } else { at % bytes.len().max(1) };
        match how {
            0 => bytes.truncate(bytes.len().min(at)),
            1 => bytes.push(what),
            _ => {
                if let Some(byte) = bytes.get_mut(within) {
                    *byte = what;
                }
            }
        }
    }
    if manner.is_multiple_of(2) && bytes.len() > SUM {
        bytes.truncate(bytes.len() - SUM);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    }
    bytes
}

/// Weights of the hand-made evaluation as text, or the numbers of a network of Apocalypse.
pub(crate) fn weights(data: &[u8]) {
    let ([game], bytes) = head(data);
    let text = String::from_utf8_lossy(bytes);
    if game >= 200 {
        match Numbers::parse(&text) {
            Ok(numbers) => {
                let written = numbers.write();
                let again = Numbers::parse(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
                assert!(again.write() == written, "{written}");
            }
            Err(error) => check_error(&error.to_string()),
        }
        return;
    }
    match Weights::parse(&text, Chess::LETTERS) {
        Ok(weights) => {
            // An evaluator leaks its weights, so not every input can have one.
            static ONE: std::sync::Once = std::sync::Once::new();
            ONE.call_once(|| {
                let evaluator = Evaluator::<Chess>::with_weights(weights);
                let pos = Position::<Chess>::start();
                let _ = evaluator.score_afresh(&pos);
            });
        }
        Err(error) => check_error(&error.to_string()),
    }
}

/// Adds the FNV-1a checksum over words of eight bytes, as in `apocalypse::tables`. Without it the contents would not be read.
fn with_sum(head: &[u8], parts: &[&[u8]]) -> Vec<u8> {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let mut bytes = head.to_vec();
    for part in parts {
        for chunk in part.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        bytes.extend(*part);
    }
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Repeats bytes up to a length.
fn filled(with: &[u8], count: usize) -> Vec<u8> {
    let with = if with.is_empty() { &[0] } else { with };
    with.iter().copied().cycle().take(count).collect()
}

/// Returns the number of set-ups of the class given by four bytes, if it is small enough.
fn setups([white_pawns, white_knights, black_pawns, black_knights]: [u8; 4]) -> Option<usize> {
    use apocalypse::tables::{Class, Side};
    let class = Class([
        Side { pawns: white_pawns, knights: white_knights },
        Side { pawns: black_pawns, knights: black_knights },
    ]);
    let is_small = [white_pawns, black_pawns].iter().all(|n| (1..=2).contains(n))
        && [white_knights, black_knights].iter().all(|&n| n <= 1);
    is_small.then(|| class.setups()).filter(|&count| count < 1 << 14)
}

/// An accepted file is written with the same length, and the result is read and written unchanged. (The first bytes may contain a
/// value that is clamped.)
fn check_written_again<T>(
    bytes: &[u8],
    read: impl Fn(&[u8], u64) -> Result<T, TableError>,
    write: impl Fn(&T, &mut Vec<u8>) -> io::Result<()>,
) {
    let again = |bytes: &[u8]| {
        let value = read(bytes, bytes.len() as u64)?;
        let mut written = Vec::new();
        write(&value, &mut written).unwrap();
        Ok::<_, TableError>(written)
    };
    match again(bytes) {
        Ok(written) => {
            assert_eq!(written.len(), bytes.len());
            assert!(again(&written).unwrap() == written);
        }
        Err(error) => check_error(&error.to_string()),
    }
}

/// An endgame table: the bytes themselves, or filled up to the size of its class with the correct checksum.
pub(crate) fn table(data: &[u8]) {
    let ([manner, class @ ..], rest) = head::<5>(data);
    let bytes = match setups(class) {
        Some(setups) if manner >= 8 => {
            let slices: Vec<Vec<u8>> = (0..4).map(|i| filled(&rest[rest.len() * i / 4..], 2 * setups)).collect();
            let start = [b"UPAPOT\0\x01".as_slice(), &class].concat();
            with_sum(&start, &slices.iter().map(Vec::as_slice).collect::<Vec<_>>())
        }
        _ => data[1.min(data.len())..].to_vec(),
    };
    check_written_again(&bytes, |mut bytes, length| Table::read(&mut bytes, length), Table::write);
}

/// The checkpoint of a computation of tables, in both ways.
pub(crate) fn checkpoint(data: &[u8]) {
    let ([manner, class @ ..], rest) = head::<5>(data);
    let bytes = match setups(class) {
        Some(setups) if manner >= 8 => {
            let (numbers, rest) = head::<16>(rest);
            let stage = usize::from(numbers[8]);
            let start = [class.as_slice(), &numbers].concat();
            let mut parts = vec![start];
            parts.extend((0..stage.min(4)).map(|i| filled(&rest[rest.len() * i / 5..], 2 * setups)));
            parts.push(filled(rest, 4 * setups));
            with_sum(b"UPAPOC\0\x01", &parts.iter().map(Vec::as_slice).collect::<Vec<_>>())
        }
        _ => data[1.min(data.len())..].to_vec(),
    };
    check_written_again(&bytes, |mut bytes, length| Checkpoint::read(&mut bytes, length), Checkpoint::write);
}

/// An archive of the laboratory and its games. The checksums are corrected in every second case.
pub(crate) fn archive(data: &[u8]) {
    struct Decode<'a>(&'a [u8]);
    impl TurnBasedVisitor for Decode<'_> {
        type Out = ();
        fn turn_based<V: Variant>(self, _: V) {
            decode(&Position::<V>::start(), self.0);
        }
    }
    let ([game, manner], bytes) = head(data);
    match known::game(game).0 {
        APOCALYPSE => decode(&apocalypse::Position::start(), bytes),
        name => visit_turn_based(name, Decode(bytes)).unwrap(),
    }
    let path = scratch("archive");
    let mut file = bytes.to_vec();
    if manner.is_multiple_of(2) {
        correct_sums(&mut file);
    }
    fs::write(&path, &file).unwrap();
    let whole = archive::read::<u32>(&path);
    match &whole {
        Ok(contents) => assert!(contents.games.iter().map(Vec::len).sum::<usize>() <= file.len()),
        Err(error) => check_error(error),
    }
    match archive::Archive::open(&path, &7_u32, false) {
        Ok(mut archive) => {
            let before = archive.games();
            archive.add(&[1, 2, 3]).unwrap();
            archive.write().unwrap();
            drop(archive);
            // Opening checks checksums only: invalid games with correct checksums are rejected when they are read.
            if whole.is_ok() {
                let contents = archive::read::<u32>(&path).unwrap();
                assert_eq!(contents.games.len() as u64, before + 1);
            }
        }
        Err(error) => {
            check_error(&error);
            assert!(fs::read(&path).unwrap() == file, "a rejected file is not changed");
        }
    }
}

fn decode<G: laboratory::game::Numbered>(start: &G, bytes: &[u8]) {
    use laboratory::game::ArchivedGame;
    match ArchivedGame::decode(bytes, start) {
        Ok(played) => {
            let again = ArchivedGame::decode(&played.encode(start), start).unwrap();
            assert_eq!(again.turns.len(), played.turns.len());
        }
        Err(error) => check_error(error),
    }
}

/// Corrects the checksums of an archive, as far as its lengths are valid.
fn correct_sums(file: &mut [u8]) {
    const HEAD: usize = 8;
    let number = |file: &[u8], at: usize| {
        file.get(at..at + 4).map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize)
    };
    let put = |file: &mut [u8], at: usize, sum: u32| file[at..at + 4].copy_from_slice(&sum.to_le_bytes());
    let Some(length) = number(file, HEAD) else { return };
    let mut at = HEAD + 8 + length;
    let Some(json) = file.get(HEAD + 8..at) else { return };
    let sum = crc32fast::hash(json);
    put(file, HEAD + 4, sum);
    while let Some(length) = number(file, at).filter(|_| file.len() >= at + 16) {
        let sum = crc32fast::hash(&file[at..at + 8]);
        put(file, at + 8, sum);
        let Some(block) = file.get(at + 16..at + 16 + length) else { return };
        let sum = crc32fast::hash(block);
        put(file, at + 12, sum);
        at += 16 + length;
    }
}

/// Definitions of games: every game that is read has one type for each letter, moves that stay on the board and a position to begin with, and can
/// be played; every refused section has an error with its line.
pub(crate) fn definitions(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let read = definition::read("fuzzed.ini", &text);
    for error in &read.refused {
        check_error(&error.to_string());
        assert!((1..=text.lines().count().max(1)).contains(&error.line), "{error}");
    }
    for game in &read.games {
        let letters: Vec<char> = game.pieces.iter().flatten().map(|piece| piece.letter).collect();
        assert!(!letters.is_empty() && letters.iter().all(|&letter| game.piece_type_of_letter(letter).is_some()));
        assert_eq!(game.types.count() as usize, letters.len());
        assert!(matches!(game.start.split(' ').count(), 6 | 7), "{}", game.start);
        for (color, piece_type) in
            Color::BOTH.into_iter().flat_map(|color| game.types.iter().map(move |of| (color, of)))
        {
            let reach = game.reach(color, piece_type);
            for from in Square::all() {
                let (captures, quiets) = (reach.captures(from, Bitboard::FULL), reach.quiets(from, Bitboard::EMPTY));
                assert!(
                    (captures | quiets) - reach.region == Bitboard::EMPTY && !captures.has(from) && !quiets.has(from)
                );
            }
        }
        // A process refuses games beyond a number, because their memory is not freed.
        match Custom::new(game.clone()) {
            Ok(custom) => play_custom(custom, data),
            Err(why) => check_error(&why),
        }
    }
}

/// Plays moves that the bytes choose: each position can be read again, and the key is that of its parts.
fn play_custom(game: Custom, data: &[u8]) {
    let mut pos = Position::start_of(game);
    for &byte in data.iter().rev().take(40) {
        let moves = pos.legal_moves();
        let Some(&m) = moves.get(usize::from(byte) % moves.len().max(1)) else { break };
        assert_eq!(pos.count_moves(), moves.len() as u64, "{pos:?}");
        assert_eq!(pos.parse_move(&pos.write_move(m)).unwrap(), m, "{pos:?}");
        pos.play(m, &mut ());
        assert_eq!(pos.key(), pos.recomputed_key(), "{pos:?}");
        assert!(Position::read(game, &pos.to_string()).is_ok(), "{pos:?}");
    }
}
