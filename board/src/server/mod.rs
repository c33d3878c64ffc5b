//! The native board: a server on the loopback interface for the page's files and the WebSocket between page and session. Only
//! this module is asynchronous; the session has its own thread.
//!
//! The address contains a random token, without which nothing is served but a redirection to it, once, for an [`OpeningCode`].
//! Requests for another host or with the `Origin` of another page are refused, which prevents DNS rebinding.

mod address;
mod code;
mod files;
mod session_thread;
mod socket;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::mpsc::Sender;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

pub use address::{Address, Folder, lock};
pub use code::OpeningCode;
pub use session_thread::{Input, NativeWorld, run_session};

/// The time in which a page must read a message, and answer a ping.
const PAGE_TIMEOUT: Duration = Duration::from_secs(20);

/// The state shared by the request handlers.
pub struct Shared {
    /// The address of the page.
    pub address: Address,
    /// The code that opens the page once.
    code: OpeningCode,
    /// The session's input.
    pub inputs: Sender<Input>,
    /// The time in which a page must read a message, and answer a ping.
    page_timeout: Duration,
    /// Pages connected now.
    pages: AtomicUsize,
    /// The number of the next page.
    next_page: AtomicU64,
}

impl Shared {
    /// Creates the state of a server at an address.
    pub const fn new(address: Address, code: OpeningCode, inputs: Sender<Input>) -> Self {
        let (pages, next_page) = (AtomicUsize::new(0), AtomicU64::new(1));
        Self { address, code, inputs, page_timeout: PAGE_TIMEOUT, pages, next_page }
    }

    /// Returns the valid values of `Host`.
    fn hosts(&self) -> [String; 2] {
        ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.address.port))
    }
}

/// Creates the router.
pub fn app(shared: Arc<Shared>) -> Router {
    let root = format!("/{}", shared.address.token);
    Router::new()
        .route(&format!("{root}/"), get(|| async { files::answer("index.html") }))
        .route(&format!("{root}/socket"), get(socket::open))
        .route(&format!("{root}/{{*path}}"), get(files::file))
        .route("/open/{code}", get(open))
        .fallback(|| async { (StatusCode::NOT_FOUND, "Not found.") })
        .layer(from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

/// Redirects to the page, once.
async fn open(State(shared): State<Arc<Shared>>, Path(code): Path<String>) -> Response {
    match shared.code.redeem(&code) {
        true => Redirect::to(&format!("/{}/", shared.address.token)).into_response(),
        false => {
            let why = "This address has been used or is too old. Open the address that upheaval-board prints.";
            (StatusCode::GONE, why).into_response()
        }
    }
}

/// Refuses requests of other pages and adds the security headers.
async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let mut response = match is_own(&shared, &request) {
        true => next.run(request).await,
        false => (StatusCode::FORBIDDEN, "Requests of other pages are refused.").into_response(),
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

/// Returns `true` if the request names this server once, and no other host or origin.
fn is_own(shared: &Shared, request: &Request) -> bool {
    let hosts = shared.hosts();
    let is_host = |name: &str| hosts.iter().any(|host| host == name);
    let is_origin =
        |origin: &HeaderValue| origin.to_str().is_ok_and(|text| text.strip_prefix("http://").is_some_and(is_host));
    let mut named = request.headers().get_all(header::HOST).iter();
    let host = named.next().filter(|_| named.next().is_none()).and_then(|host| host.to_str().ok());
    // A request line may have a whole URL.
    let authority = request.uri().authority().map(Authority::as_str);
    host.into_iter().chain(authority).all(is_host)
        && host.is_some()
        && request.headers().get_all(header::ORIGIN).iter().all(is_origin)
}
