//! One page's WebSocket: its texts go to the session, the session's texts to it. Sizes and rates are bounded.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tokio::sync::mpsc;

use super::{Input, Shared};
use crate::messages::{Answer, ErrorCode, LONGEST_IMPORT, Refusal, Reply};

/// Pages that may be connected at a time.
const MOST_PAGES: usize = 16;
/// Messages a second that a page may send for long, and how many at once. A key held down, which walks through a game with
/// the analysis following, sends about a hundred a second.
const RATE: f64 = 200.0;
const BURST: f64 = 400.0;
/// Messages that may wait for a page that does not read; beyond that it is let go, and may come again.
const WAITING: usize = 512;

/// Opens the connection for a page, which has to say where it comes from.
pub(super) async fn open(State(shared): State<Arc<Shared>>, headers: HeaderMap, upgrade: WebSocketUpgrade) -> Response {
    if !headers.contains_key(header::ORIGIN) {
        return (StatusCode::FORBIDDEN, "A page has to say where it comes from.").into_response();
    }
    if shared.pages.fetch_add(1, Ordering::Relaxed) >= MOST_PAGES {
        shared.pages.fetch_sub(1, Ordering::Relaxed);
        return (StatusCode::SERVICE_UNAVAILABLE, "Too many pages.").into_response();
    }
    let guard = Connected(shared);
    upgrade.max_message_size(LONGEST_IMPORT).max_frame_size(LONGEST_IMPORT).on_upgrade(|socket| serve(socket, guard))
}

/// A page that counts as connected until this is dropped, however that comes about.
struct Connected(Arc<Shared>);

impl Drop for Connected {
    fn drop(&mut self) {
        self.0.pages.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn serve(mut socket: WebSocket, connected: Connected) {
    let shared = &connected.0;
    let page = shared.next_page.fetch_add(1, Ordering::Relaxed);
    let (sender, mut waiting) = mpsc::channel(WAITING);
    if shared.inputs.send(Input::Connected(page, sender)).is_err() {
        return;
    }
    let mut rate = Rate { left: BURST, since: Instant::now() };
    loop {
        tokio::select! {
            text = waiting.recv() => {
                // The session lets a page go by dropping its sender.
                let Some(text) = text else { break };
                if socket.send(Message::text(text)).await.is_err() {
                    break;
                }
            }
            message = socket.recv() => {
                let text = match message {
                    Some(Ok(Message::Text(text))) => text.to_string(),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    // Bytes are no message of this protocol.
                    _ => break,
                };
                if !rate.admits(Instant::now()) {
                    let refusal = Refusal::new(ErrorCode::TooMuch, "messages come too fast");
                    let answer = Answer { id: 0, reply: Reply::Error(refusal) };
                    let text = serde_json::to_string(&answer).unwrap_or_default();
                    let _ = socket.send(Message::text(text)).await;
                    break;
                }
                if shared.inputs.send(Input::Request(page, text)).is_err() {
                    break;
                }
            }
        }
    }
    let _ = shared.inputs.send(Input::Gone(page));
}

/// A bucket that fills with time and loses a drop with each message.
struct Rate {
    left: f64,
    since: Instant,
}

impl Rate {
    fn admits(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.since).as_secs_f64();
        self.left = (self.left + passed * RATE).min(BURST);
        self.since = now;
        self.left -= 1.0;
        self.left >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn messages_may_come_in_a_burst_but_not_for_long() {
        let begin = Instant::now();
        let mut rate = Rate { left: BURST, since: begin };
        let admitted = (0..1000).filter(|_| rate.admits(begin)).count();
        assert_eq!(admitted, 400);
        let mut rate = Rate { left: BURST, since: begin };
        assert!((0..10_000).all(|i| rate.admits(begin + Duration::from_millis(5 * i))));
    }
}
