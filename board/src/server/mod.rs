//! The native board: a server on the loopback interface for the page's files and the WebSocket between page and session. Only
//! this module is asynchronous; the session has its own thread.
//!
//! The address contains a random token, without which nothing is served but a redirection to it, once, for an [`OpeningCode`].
//! Requests for another host or with the `Origin` of another page are refused, which prevents DNS rebinding.
//!
//! With `--host` a second server offers a [`Hall`](crate::hall::Hall) to a network, with a token of its own. It has no access to
//! the board of the first one.

mod address;
mod code;
mod files;
mod network;
mod session_thread;
mod socket;
#[cfg(test)]
mod tests;

use std::net::{IpAddr, SocketAddr};
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

use crate::messages::{MAX_IMPORT_BYTES, MAX_MESSAGE_BYTES};

pub use address::{Address, Folder, lock};
pub use code::OpeningCode;
pub use network::{own_address, print_code};
pub use session_thread::{Input, NativeWorld, run_session};

/// The time in which a page must read a message, and answer a ping.
const PAGE_TIMEOUT: Duration = Duration::from_secs(20);

/// The state shared by the request handlers.
pub struct Shared {
    /// The address of the page.
    pub address: Address,
    /// The code that opens the page once; none at a hall.
    code: Option<OpeningCode>,
    /// The hall's address as a QR code in SVG.
    picture: Option<String>,
    limits: Limits,
    /// The session's input.
    pub inputs: Sender<Input>,
    /// The time in which a page must read a message, and answer a ping.
    page_timeout: Duration,
    /// Pages connected now.
    pages: AtomicUsize,
    /// The number of the next page.
    next_page: AtomicU64,
}

/// The limits of the connected pages.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// The maximum number of connected pages.
    pages: usize,
    /// The maximum number of messages of a page per second, and at once.
    rate: f64,
    burst: f64,
    /// The maximum number of messages that wait for a page, which is then disconnected.
    waiting: usize,
    /// The maximum size of a message of a page, in bytes.
    message: usize,
}

/// A held arrow key during an analysis sends about a hundred messages per second.
const OWN_LIMITS: Limits = Limits { pages: 16, rate: 200.0, burst: 400.0, waiting: 512, message: MAX_IMPORT_BYTES };
const NETWORK_LIMITS: Limits =
    Limits { pages: 4096, rate: 50.0, burst: 200.0, waiting: 128, message: MAX_MESSAGE_BYTES };

impl Shared {
    /// Creates the state of a server on the loopback interface.
    pub const fn new(address: Address, code: OpeningCode, inputs: Sender<Input>) -> Self {
        Self::with(address, Some(code), None, OWN_LIMITS, inputs)
    }

    /// Creates the state of a server for a network. `link` is the address that other machines use.
    ///
    /// # Errors
    /// The address is too long for a QR code.
    pub fn for_network(address: Address, link: &str, inputs: Sender<Input>) -> Result<Self, String> {
        let picture = network::picture(link)?;
        Ok(Self::with(address, None, Some(picture), NETWORK_LIMITS, inputs))
    }

    const fn with(
        address: Address,
        code: Option<OpeningCode>,
        picture: Option<String>,
        limits: Limits,
        inputs: Sender<Input>,
    ) -> Self {
        let (pages, next_page) = (AtomicUsize::new(0), AtomicU64::new(1));
        Self { address, code, picture, limits, inputs, page_timeout: PAGE_TIMEOUT, pages, next_page }
    }

    /// Returns `true` if `Host` names this server. On a network every IP address with the port is valid: a page of another site
    /// would have the name of that site.
    fn is_host(&self, host: &str) -> bool {
        let port = self.address.port;
        if self.code.is_some() {
            return ["127.0.0.1", "localhost"].iter().any(|name| host == format!("{name}:{port}"));
        }
        host == format!("localhost:{port}")
            || host.parse().is_ok_and(|address: SocketAddr| address.port() == port)
            || (port == 80 && (host == "localhost" || host.parse::<IpAddr>().is_ok()))
    }
}

/// Creates the router.
pub fn app(shared: Arc<Shared>) -> Router {
    let root = format!("/{}", shared.address.token);
    Router::new()
        .route(&format!("{root}/"), get(|| async { files::answer("index.html") }))
        .route(&format!("{root}/socket"), get(socket::open))
        .route(&format!("{root}/link.svg"), get(picture))
        .route(&format!("{root}/{{*path}}"), get(files::file))
        .route("/open/{code}", get(open))
        .fallback(|| async { (StatusCode::NOT_FOUND, "Not found.") })
        .layer(from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

/// Redirects to the page, once.
async fn open(State(shared): State<Arc<Shared>>, Path(code): Path<String>) -> Response {
    match shared.code.as_ref().is_some_and(|codes| codes.redeem(&code)) {
        true => Redirect::to(&format!("/{}/", shared.address.token)).into_response(),
        false => {
            let why = "This address has been used or is too old. Open the address that upheaval-board prints.";
            (StatusCode::GONE, why).into_response()
        }
    }
}

/// Serves the hall's address as a QR code.
async fn picture(State(shared): State<Arc<Shared>>) -> Response {
    match &shared.picture {
        Some(picture) => ([(header::CONTENT_TYPE, "image/svg+xml")], picture.clone()).into_response(),
        None => (StatusCode::NOT_FOUND, "Not found.").into_response(),
    }
}

/// Refuses requests of other pages and adds the security headers.
async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let host = own_host(&shared, &request);
    let mut response = match host {
        Some(_) => next.run(request).await,
        None => (StatusCode::FORBIDDEN, "Requests of other pages are refused.").into_response(),
    };
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         manifest-src 'self'; connect-src 'self'{}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        host.map(|host| format!(" ws://{host}")).unwrap_or_default()
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

/// Returns the host of the request if it names this server once, and no other host or origin.
fn own_host(shared: &Shared, request: &Request) -> Option<String> {
    let is_host = |name: &str| shared.is_host(name);
    let is_origin =
        |origin: &HeaderValue| origin.to_str().is_ok_and(|text| text.strip_prefix("http://").is_some_and(is_host));
    let mut named = request.headers().get_all(header::HOST).iter();
    let host = named.next().filter(|_| named.next().is_none()).and_then(|host| host.to_str().ok());
    // A request line may have a whole URL.
    let authority = request.uri().authority().map(Authority::as_str);
    let is_own = host.into_iter().chain(authority).all(is_host)
        && request.headers().get_all(header::ORIGIN).iter().all(is_origin);
    host.filter(|_| is_own).map(str::to_owned)
}
