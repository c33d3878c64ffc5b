//! Parses requests. Any text gives a request or a refusal.

use serde_json::{Map, Value};

use super::request::Request;
use super::{ErrorCode, MAX_IMPORT_BYTES, MAX_MESSAGE_BYTES, Refusal};

/// Parses one message of the page: the number of the request, at least 1, and the request.
///
/// # Errors
/// Returns the refusal and the number of the request, 0 if the number could not be read.
pub fn read(text: &str) -> Result<(u32, Request), (u32, Refusal)> {
    let too_long =
        || Refusal::new(ErrorCode::TooMuch, format!("the message has {} bytes, more than allowed", text.len()));
    if text.len() > MAX_IMPORT_BYTES {
        return Err((0, too_long()));
    }
    let wrong = |id, why: String| (id, Refusal::new(ErrorCode::Malformed, why));
    let mut fields: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| wrong(0, format!("not a JSON object: {error}")))?;
    let id = fields.remove("id").and_then(|id| id.as_u64()).and_then(|id| u32::try_from(id).ok()).unwrap_or(0);
    if id == 0 {
        return Err(wrong(0, "'id' must be a number from 1 to 4294967295".to_owned()));
    }
    if text.len() > MAX_MESSAGE_BYTES && fields.get("type").and_then(Value::as_str) != Some("import") {
        return Err((id, too_long()));
    }
    let request = serde_json::from_value(Value::Object(fields));
    Ok((id, request.map_err(|error| wrong(id, movegen::fen::printable(&error.to_string())))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> (u32, ErrorCode) {
        let (id, refusal) = read(text).unwrap_err();
        assert!(!refusal.message.is_empty());
        (id, refusal.code)
    }

    #[test]
    fn every_request_in_the_documentation_is_parsed() {
        let page = include_str!("../../../docs/board-protocol.md");
        let requests: Vec<&str> =
            page.lines().filter(|line| line.starts_with("{\"id\"") && !line.contains("\"error\"")).collect();
        assert!(requests.len() >= 35, "{}", requests.len());
        for line in requests {
            if let Err((_, refusal)) = read(line) {
                panic!("{line}: {refusal}");
            }
        }
    }

    #[test]
    fn malformed_request_is_refused_with_its_number() {
        assert_eq!(code("hello"), (0, ErrorCode::Malformed));
        assert_eq!(code("[1]"), (0, ErrorCode::Malformed));
        assert_eq!(code(r#"{"part": "session", "type": "sit"}"#), (0, ErrorCode::Malformed));
        assert_eq!(code(r#"{"id": 0, "part": "session", "type": "sit"}"#), (0, ErrorCode::Malformed));
        assert_eq!(code(r#"{"id": -1, "part": "session", "type": "sit"}"#), (0, ErrorCode::Malformed));
        assert_eq!(code(r#"{"id": 3}"#), (3, ErrorCode::Malformed));
        assert_eq!(code(r#"{"id": 3, "type": "sit"}"#), (3, ErrorCode::Malformed));
        assert_eq!(code(r#"{"id": 3, "part": "game", "type": "sit"}"#), (3, ErrorCode::Malformed));
        assert_eq!(code(r#"{"id": 3, "part": "session", "type": "jump"}"#), (3, ErrorCode::Malformed));
        assert_eq!(
            code(r#"{"id": 3, "part": "game", "type": "undo", "version": 1, "more": 1}"#),
            (3, ErrorCode::Malformed)
        );
        assert_eq!(code(r#"{"id": 3, "part": "session", "type": "sit", "more": 1}"#), (3, ErrorCode::Malformed));
        assert_eq!(
            code(r#"{"id": 3, "part": "game", "type": "play", "version": "x", "move": "e2e4"}"#),
            (3, ErrorCode::Malformed)
        );
    }

    #[test]
    fn only_imports_may_be_long() {
        let long = "x".repeat(MAX_MESSAGE_BYTES);
        assert_eq!(
            code(&format!(r#"{{"id": 3, "part": "learn", "type": "rulesPage", "variant": "{long}"}}"#)),
            (3, ErrorCode::TooMuch)
        );
        assert!(read(&format!(r#"{{"id": 3, "part": "library", "type": "import", "text": "{long}"}}"#)).is_ok());
        let longer = "x".repeat(MAX_IMPORT_BYTES);
        assert_eq!(
            code(&format!(r#"{{"id": 3, "part": "library", "type": "import", "text": "{longer}"}}"#)),
            (0, ErrorCode::TooMuch)
        );
    }
}
