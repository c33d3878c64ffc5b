//! The board natively: a server on the loopback interface that hands out the page and carries what page and session say
//! through a WebSocket. Async code stands in this module alone; the session has a thread of its own.
//!
//! Whoever knows the address may play, and nobody else: it holds a random token. Requests whose `Host` is not this
//! server's, or whose `Origin` is another page's, are refused, so that no page from elsewhere can reach it by a name
//! that it made resolve to the loopback address.

mod address;
mod files;
mod session_thread;
mod socket;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::mpsc::Sender;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

pub use address::{Address, Keeper, Kept, keep};
pub use session_thread::{Input, NativeWorld, run_session};

/// What the handlers of requests share.
pub struct Shared {
    /// Where the page is found.
    pub address: Address,
    /// Where requests go.
    pub inputs: Sender<Input>,
    /// Pages connected now.
    pages: AtomicUsize,
    /// The number of the next page.
    next_page: AtomicU64,
}

impl Shared {
    /// For a server at this address whose session listens behind `inputs`.
    pub const fn new(address: Address, inputs: Sender<Input>) -> Self {
        Self { address, inputs, pages: AtomicUsize::new(0), next_page: AtomicU64::new(1) }
    }

    /// The names under which this server may be asked.
    fn hosts(&self) -> [String; 2] {
        ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.address.port))
    }
}

/// The server's answers, by address.
pub fn app(shared: Arc<Shared>) -> Router {
    let root = format!("/{}", shared.address.token);
    Router::new()
        .route(&format!("{root}/"), get(files::index))
        .route(&format!("{root}/socket"), get(socket::open))
        .route(&format!("{root}/{{*path}}"), get(files::file))
        .fallback(|| async { (StatusCode::NOT_FOUND, "There is nothing here.") })
        .layer(from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

/// Refuses what does not come from this server's own page, and adds the headers that keep the page to itself.
async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let mut response = match is_own(&shared, request.headers()) {
        true => next.run(request).await,
        false => (StatusCode::FORBIDDEN, "This server talks to its own page only.").into_response(),
    };
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         manifest-src 'self'; connect-src 'self' {}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        shared.hosts().map(|host| format!("ws://{host}")).join(" ")
    );
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Whether the request names this server as its host, and comes from its own page if from any.
fn is_own(shared: &Shared, headers: &HeaderMap) -> bool {
    let hosts = shared.hosts();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = headers.get(header::ORIGIN);
    let own = |origin: &HeaderValue| {
        origin.to_str().is_ok_and(|text| hosts.iter().any(|host| text.strip_prefix("http://") == Some(host)))
    };
    host.is_some_and(|name| hosts.iter().any(|host| host == name)) && origin.is_none_or(own)
}
