//! The page's files, which are part of the program.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

#[derive(Embed)]
#[folder = "page"]
#[exclude = "tsconfig.json"]
#[exclude = "*.d.ts"]
#[exclude = "*.txt"]
struct Page;

/// The drawings of the pieces, served under `pieces/`.
#[derive(Embed)]
#[folder = "pieces"]
#[allow_missing = true]
struct Pieces;

/// Serves a file of the page.
pub(super) async fn file(Path(path): Path<String>) -> Response {
    answer(&path)
}

pub(super) fn answer(path: &str) -> Response {
    let found = match (path.strip_prefix("pieces/"), path.strip_prefix("pictures/")) {
        (Some(piece), _) => Pieces::get(piece).map(|file| file.data),
        // The diagrams of the rules pages.
        (_, Some(picture)) => picture
            .split_once('/')
            .and_then(|(game, name)| gamedata::picture(game, name))
            .map(|svg| svg.as_bytes().into()),
        _ => Page::get(path).map(|file| file.data),
    };
    match found {
        Some(data) => ([(header::CONTENT_TYPE, media_type(path))], data).into_response(),
        None => (StatusCode::NOT_FOUND, "Not found.").into_response(),
    }
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "webmanifest") => "application/json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    #[test]
    fn languages_have_the_same_texts() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/js/lang");
        let english = fs::read_to_string(folder.join("en.txt")).unwrap();
        let texts: Vec<&str> = english.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")).collect();
        let mut languages = 0;
        for file in fs::read_dir(&folder).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|end| end != "js") {
                continue;
            }
            languages += 1;
            let source = fs::read_to_string(&path).unwrap();
            let entry = |line| str::strip_prefix(line, "  '")?.strip_suffix("',")?.split_once("': '");
            let entries: Vec<(&str, &str)> = source.lines().filter_map(entry).collect();
            let keys: Vec<&str> = entries.iter().map(|&(key, _)| key).collect();
            assert_eq!(keys, texts, "{}", path.display());
            for (key, translation) in entries {
                assert_eq!(key.matches("{}").count(), translation.matches("{}").count(), "{key}");
            }
        }
        assert!(languages > 0);
    }
}
