//! Checks the figures on the pages of docs/games against `tests/figures.tsv`: set, experiment, path, value, low, high.
//!
//! The table holds the intervals of the laboratory's reports that the pages cite. After a new report it is written again by
//! `REPORTS=target/games cargo test -p upheaval-tuning --test figures -- --ignored`.

#![allow(clippy::unwrap_used, reason = "an unreadable page fails the test")]

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/figures.tsv");

/// An interval of a report: set of experiments, experiment, path in its JSON, and `[value, low, high]`.
struct Interval {
    set: String,
    experiment: String,
    path: String,
    ends: [f64; 3],
}

fn pages_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("docs/games")
}

/// The files of a folder with an extension, by stem.
fn files(folder: &Path, extension: &str) -> BTreeMap<String, String> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|other| other == extension))
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap()))
        .collect()
}

fn table() -> Vec<Interval> {
    let text = fs::read_to_string(TABLE).unwrap();
    let number = |text: &str| text.parse::<f64>().unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [set, experiment, path, value, low, high] = cells[..] else { panic!("{line}") };
        let ends = [value, low, high].map(number);
        Interval { set: set.to_owned(), experiment: experiment.to_owned(), path: path.to_owned(), ends }
    };
    text.lines().map(row).collect()
}

/// A number and the wider half of its interval.
fn written([value, low, high]: [f64; 3], decimals: usize) -> String {
    let half = (high - value).max(value - low);
    let value = format!("{value:.decimals$}");
    // Zero has no sign.
    let value = if value.trim_matches(['-', '0', '.']).is_empty() { value.replace('-', "") } else { value };
    format!("{value} ± {half:.decimals$}")
}

/// All forms in which a page may write an interval: as it is or in per cent, for either side.
fn forms(ends: [f64; 3]) -> impl Iterator<Item = String> {
    let percent = ends.map(|end| 100.0 * end);
    let forms = [ends, ends.map(|end| -end), percent, percent.map(|end| 100.0 - end)];
    // A mirrored interval has its ends exchanged, and the same wider half.
    let forms = forms.map(|[value, a, b]| [value, a.min(b), a.max(b)]);
    forms.into_iter().flat_map(|ends| (0..=3).map(move |decimals| written(ends, decimals)))
}

/// Returns `true` if a page may cite figures of a set: its own game's, or those of the games all are compared with.
fn may_cite(page: &str, set: &str) -> bool {
    page == "README" || [page, "chess", "insurrection"].iter().any(|game| set.starts_with(game))
}

/// The numbers with intervals in a text: `52.5 ± 0.8`.
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

#[test]
fn every_interval_on_the_pages_is_in_the_table() {
    let table = table();
    let (mut count, mut unknown) = (0, Vec::new());
    for (page, text) in files(&pages_folder(), "md") {
        let citable = table.iter().filter(|interval| may_cite(&page, &interval.set));
        let known: HashSet<String> = citable.flat_map(|interval| forms(interval.ends)).collect();
        for figure in figures(&text) {
            count += 1;
            if !known.contains(&figure) {
                unknown.push(format!("{page}: {figure}"));
            }
        }
    }
    assert!(count > 200, "{count}");
    assert!(unknown.is_empty(), "{unknown:#?}");
}

/// Columns of the comparison behind the number of nodes: path, factor and decimals.
const COLUMNS: [(&str, f64, usize); 7] = [
    ("white", 100.0, 1),
    ("draws", 100.0, 1),
    ("course.length", 1.0, 1),
    ("course.choices", 1.0, 1),
    ("course.lead_changes", 1.0, 2),
    ("course.decisiveness", 100.0, 1),
    ("course.no_return", 100.0, 1),
];

#[test]
fn comparison_rows_match_the_table() {
    let page = fs::read_to_string(pages_folder().join("README.md")).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| [") && line.matches('|').count() == 10);
    let table = table();
    let mut count = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let title = cells[0].trim_start_matches('[').split(']').next().unwrap();
        let (set, nodes) = (title.to_lowercase().replace(' ', "-"), cells[1].replace(',', ""));
        for ((path, scale, decimals), cell) in COLUMNS.into_iter().zip(&cells[2..]) {
            let is_meant = |of: &&Interval| of.set == set && of.experiment == nodes && of.path == path;
            let interval = table.iter().find(is_meant).unwrap_or_else(|| panic!("{set}, {nodes}: no {path}"));
            assert_eq!(cell.trim_end_matches(" %"), written(interval.ends.map(|end| scale * end), decimals), "{row}");
        }
        count += 1;
    }
    assert!(count >= 15, "{count}");
}

/// The intervals of an experiment, by their paths.
fn intervals(json: &Value, path: &str, found: &mut Vec<(String, [f64; 3])>) {
    let end = |key: &str| json.get(key)?.as_f64();
    if let (Some(value), Some(low), Some(high)) = (end("value"), end("low"), end("high")) {
        found.push((path.trim_start_matches('.').to_owned(), [value, low, high]));
    }
    match json {
        // Curves have so many points that some equal any number.
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(key, _)| !["by_ply", "by_turn"].contains(&key.as_str()));
            fields.for_each(|(key, value)| intervals(value, &format!("{path}.{key}"), found));
        }
        Value::Array(values) => {
            values.iter().enumerate().for_each(|(i, value)| intervals(value, &format!("{path}.{i}"), found));
        }
        _ => {}
    }
}

/// The name of an experiment in the table: the nodes a move of games from the start position, else its description.
fn experiment_name(experiment: &Value) -> String {
    let nodes = &experiment["nodes"];
    if experiment["start"].is_null() && experiment["unbalanced"].is_null() && nodes[0] == nodes[1] {
        nodes[0].to_string()
    } else {
        format!("nodes {nodes} start {} unbalanced {}", experiment["start"], experiment["unbalanced"])
    }
}

#[test]
#[ignore = "writes the table from the reports in $REPORTS"]
fn table_is_written_from_reports() {
    let pages = files(&pages_folder(), "md");
    let mut missing: BTreeSet<(&str, String)> = BTreeSet::new();
    for (page, text) in &pages {
        missing.extend(figures(text).into_iter().map(|figure| (page.as_str(), figure)));
    }
    let mut rows = BTreeSet::new();
    for (set, json) in files(Path::new(&std::env::var("REPORTS").unwrap()), "json") {
        for line in json.lines() {
            let json: Value = serde_json::from_str(line).unwrap();
            let experiment = experiment_name(&json["experiment"]);
            let mut found = Vec::new();
            intervals(&json, "", &mut found);
            for (path, ends) in found {
                let forms: HashSet<String> = forms(ends).collect();
                let count = missing.len();
                missing.retain(|(page, figure)| !(may_cite(page, &set) && forms.contains(figure)));
                if missing.len() < count || COLUMNS.iter().any(|column| column.0 == path) {
                    let [value, low, high] = ends;
                    rows.insert(format!("{set}\t{experiment}\t{path}\t{value}\t{low}\t{high}\n"));
                }
            }
        }
    }
    fs::write(TABLE, rows.into_iter().collect::<String>()).unwrap();
}

#[test]
fn figures_are_found_across_line_breaks() {
    assert_eq!(figures("a 52.5 ±\n0.8 % and -0.4 ± 0.3, 3.65 ± 0.07."), ["52.5 ± 0.8", "-0.4 ± 0.3", "3.65 ± 0.07"]);
    assert_eq!(figures("nothing"), [""; 0]);
}
