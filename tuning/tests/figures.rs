//! Every figure with an interval on the pages of docs/games stands in the reports' JSON beside them.

#![allow(clippy::unwrap_used, reason = "a page that cannot be read has failed")]

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("docs/games")
}

/// The files of the folder that end so, by name.
fn files(extension: &str) -> Vec<(String, String)> {
    let paths = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let wanted = paths.filter(|path| path.extension().is_some_and(|other| other == extension));
    wanted
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(path).unwrap()))
        .collect()
}

/// A number and half the width of its interval, the wider half of uneven ones, with so many decimals.
fn written(value: f64, half: f64, decimals: usize) -> String {
    let value = format!("{value:.decimals$}");
    // No sign before nothing.
    let value = if value.trim_matches(['-', '0', '.']).is_empty() { value.replace('-', "") } else { value };
    format!("{value} ± {half:.decimals$}")
}

fn ends(interval: &Value) -> Option<[f64; 3]> {
    let end = |key: &str| interval.get(key)?.as_f64();
    Some([end("value")?, end("low")?, end("high")?])
}

/// All that pages may write of the intervals in this JSON: as they are or in per cent, of one side or of the other.
fn collect(json: &Value, into: &mut HashSet<String>) {
    if let Some([value, low, high]) = ends(json) {
        let half = (high - value).max(value - low);
        for (value, half) in
            [(value, half), (-value, half), (100.0 * value, 100.0 * half), (100.0 - 100.0 * value, 100.0 * half)]
        {
            into.extend((0..=3).map(|decimals| written(value, half, decimals)));
        }
    }
    match json {
        // Curves have so many points that some say any number.
        Value::Object(fields) => {
            let told = fields.iter().filter(|(key, _)| !["by_ply", "by_turn"].contains(&key.as_str()));
            told.for_each(|(_, value)| collect(value, into));
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, into)),
        _ => {}
    }
}

/// Numbers with intervals that a text writes: `52.5 ± 0.8`.
fn figures(text: &str) -> Vec<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let number = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    let parts: Vec<&str> = text.split(" ± ").collect();
    parts
        .windows(2)
        .map(|pair| {
            let value = pair[0].rsplit(|c| !number(c)).next().unwrap();
            let half = pair[1].split(|c| !number(c)).next().unwrap();
            format!("{value} ± {}", half.trim_end_matches('.'))
        })
        .collect()
}

fn lines(json: &str) -> Vec<Value> {
    json.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_interval_on_the_pages_stands_in_the_figures() {
    let all = files("json");
    let (mut looked_at, mut wrong) = (0, Vec::new());
    for (name, page) in files("md") {
        // Pages tell of their own game, and of those that all are compared with.
        let game = name.trim_end_matches(".md");
        let is_told =
            |of: &str| game == "README" || [game, "chess", "insurrection"].iter().any(|game| of.starts_with(game));
        let mut known = HashSet::new();
        for (_, json) in all.iter().filter(|(of, _)| is_told(of)) {
            lines(json).iter().for_each(|experiment| collect(experiment, &mut known));
        }
        for figure in figures(&page) {
            looked_at += 1;
            if !known.contains(&figure) {
                wrong.push(format!("{name}: {figure}"));
            }
        }
    }
    assert!(looked_at > 200, "{looked_at}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn rows_of_the_table_of_all_games_are_those_of_the_figures() {
    let page = fs::read_to_string(folder().join("README.md")).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| [") && line.matches('|').count() == 10);
    let mut looked_at = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let title = cells[0].trim_start_matches('[').split(']').next().unwrap();
        let json = fs::read_to_string(folder().join(title.to_lowercase().replace(' ', "-") + ".json")).unwrap();
        let nodes: u64 = cells[1].replace(',', "").parse().unwrap();
        let usual = |experiment: &Value| {
            let of = &experiment["experiment"];
            of["nodes"] == serde_json::json!([nodes, nodes]) && of["start"].is_null() && of["unbalanced"].is_null()
        };
        let experiment = lines(&json).into_iter().find(usual).unwrap();
        let course = &experiment["course"];
        let told = [
            (&experiment["white"], 100.0, 1),
            (&experiment["draws"], 100.0, 1),
            (&course["length"], 1.0, 1),
            (&course["choices"], 1.0, 1),
            (&course["lead_changes"], 1.0, 2),
            (&course["decisiveness"], 100.0, 1),
            (&course["no_return"], 100.0, 1),
        ];
        for ((interval, scale, decimals), cell) in told.into_iter().zip(&cells[2..]) {
            let [value, low, high] = ends(interval).unwrap();
            let figure = written(scale * value, scale * (high - value).max(value - low), decimals);
            assert_eq!(cell.trim_end_matches(" %"), figure, "{row}");
        }
        looked_at += 1;
    }
    assert!(looked_at >= 15, "{looked_at}");
}

#[test]
fn figures_are_found_in_a_text_however_it_is_broken() {
    assert_eq!(figures("a 52.5 ±\n0.8 % and -0.4 ± 0.3, 3.65 ± 0.07."), ["52.5 ± 0.8", "-0.4 ± 0.3", "3.65 ± 0.07"]);
    assert_eq!(figures("nothing"), [""; 0]);
}
