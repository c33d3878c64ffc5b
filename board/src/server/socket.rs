//! The WebSocket of a page. Message sizes and rates are limited, and a page that does not read is disconnected.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::{Input, Limits, Shared};
use crate::messages::{Answer, ErrorCode, Refusal, Reply};
use crate::session::PageId;

/// The size of a connection's buffers. The default of 128 KiB each would be most of the memory of a hall.
const BUFFER_BYTES: usize = 8 * 1024;

/// Opens the connection of a page. The header `Origin` is required.
pub(super) async fn open(State(shared): State<Arc<Shared>>, headers: HeaderMap, upgrade: WebSocketUpgrade) -> Response {
    if !headers.contains_key(header::ORIGIN) {
        return (StatusCode::FORBIDDEN, "The header Origin is missing.").into_response();
    }
    if shared.pages.fetch_add(1, Ordering::Relaxed) >= shared.limits.pages {
        shared.pages.fetch_sub(1, Ordering::Relaxed);
        return (StatusCode::SERVICE_UNAVAILABLE, "Too many pages are connected.").into_response();
    }
    let page = shared.next_page.fetch_add(1, Ordering::Relaxed);
    let limit = shared.limits.message;
    let connected = Connected { shared, page };
    upgrade
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(BUFFER_BYTES)
        .max_message_size(limit)
        .max_frame_size(limit)
        .on_upgrade(|socket| serve(socket, connected))
}

/// A page that is counted as connected until this is dropped.
struct Connected {
    shared: Arc<Shared>,
    page: PageId,
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.shared.pages.fetch_sub(1, Ordering::Relaxed);
        // The session may have ended.
        let _ = self.shared.inputs.send(Input::Gone(self.page));
    }
}

async fn serve(mut socket: WebSocket, connected: Connected) {
    let Connected { shared, page } = &connected;
    let (sender, mut waiting) = mpsc::channel(shared.limits.waiting);
    if shared.inputs.send(Input::Connected(*page, sender)).is_err() {
        return;
    }
    let mut rate = Rate::new(shared.limits, Instant::now());
    let (mut is_alive, mut has_asked, mut pinged) = (true, false, 0_u32);
    let mut pings = interval(shared.page_timeout);
    // After a suspension of the machine, the page needs time for its answer.
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        // A message for the page.
        let message = tokio::select! {
            text = waiting.recv() => {
                // The session disconnects a page by dropping its sender.
                let Some(text) = text else { break };
                Message::text(text)
            }
            _ = pings.tick() => {
                pinged = pinged.saturating_add(1);
                // A page that has not sent `hello` until the second ping has no use for its place.
                if !std::mem::take(&mut is_alive) || (pinged > 1 && !has_asked) {
                    break;
                }
                Message::Ping(Bytes::new())
            }
            message = socket.recv() => {
                is_alive = true;
                let text = match message {
                    Some(Ok(Message::Text(text))) => text.to_string(),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    // Binary messages are not part of the protocol.
                    _ => break,
                };
                has_asked = true;
                if !rate.admits(Instant::now()) {
                    let refusal = Refusal::new(ErrorCode::TooMuch, "too many messages per second");
                    let answer = Answer { id: 0, reply: Reply::Error(refusal) };
                    let text = serde_json::to_string(&answer).unwrap_or_default();
                    let _ = timeout(shared.page_timeout, socket.send(Message::text(text))).await;
                    break;
                }
                if shared.inputs.send(Input::Request(*page, text)).is_err() {
                    break;
                }
                continue;
            }
        };
        if !matches!(timeout(shared.page_timeout, socket.send(message)).await, Ok(Ok(()))) {
            break;
        }
    }
}

/// A token bucket.
struct Rate {
    limits: Limits,
    left: f64,
    since: Instant,
}

impl Rate {
    const fn new(limits: Limits, since: Instant) -> Self {
        Self { limits, left: limits.burst, since }
    }

    fn admits(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.since).as_secs_f64();
        self.left = (self.left + passed * self.limits.rate).min(self.limits.burst);
        self.since = now;
        self.left -= 1.0;
        self.left >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::OWN_LIMITS;
    use super::*;
    use std::time::Duration;

    #[test]
    fn bursts_are_limited_and_the_rate_is_sustained() {
        let begin = Instant::now();
        let mut rate = Rate::new(OWN_LIMITS, begin);
        let admitted = (0..1000).filter(|_| rate.admits(begin)).count();
        assert_eq!(admitted, 400);
        let mut rate = Rate::new(OWN_LIMITS, begin);
        assert!((0..10_000).all(|i| rate.admits(begin + Duration::from_millis(5 * i))));
    }
}
