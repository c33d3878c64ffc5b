//! Access control, headers, and pages that do not read.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, SystemTime};

use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use tower::ServiceExt;

use super::{Address, Input, OpeningCode, Shared, app};

const PORT: u16 = 8000;
const HOST: &str = "127.0.0.1:8000";

fn ask(path: &str, headers: &[(&str, &str)]) -> Response<Body> {
    ask_in(Path::new("no/such/folder"), path, headers)
}

fn ask_in(folder: &Path, path: &str, headers: &[(&str, &str)]) -> Response<Body> {
    let (inputs, _received) = channel();
    let address = Address { port: PORT, token: "token".to_owned() };
    let shared = Arc::new(Shared::new(address, OpeningCode::new(folder), inputs));
    let mut request = Request::builder().uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(app(shared).oneshot(request.body(Body::empty()).unwrap())).unwrap()
}

#[test]
fn page_is_served_with_security_headers() {
    let response = ask("/token/", &[("host", HOST)]);
    assert_eq!(response.status(), StatusCode::OK);
    let header = |name| response.headers().get(name).unwrap().to_str().unwrap();
    assert!(header(header::CONTENT_SECURITY_POLICY).starts_with("default-src 'none'; script-src 'self';"));
    assert_eq!(header(header::X_CONTENT_TYPE_OPTIONS), "nosniff");
    assert_eq!(header(header::REFERRER_POLICY), "no-referrer");
    assert_eq!(header(header::CONTENT_TYPE), "text/html; charset=utf-8");
}

#[test]
fn wrong_token_is_not_found() {
    for path in
        ["/", "/index.html", "/tokem/", "/token", "/socket", "/tok/en/", "/token/../Cargo.toml", "/token/none.js"]
    {
        let response = ask(path, &[("host", HOST)]);
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        assert!(response.headers().contains_key(header::CONTENT_SECURITY_POLICY));
    }
}

#[test]
fn foreign_host_is_refused() {
    for host in ["evil.example", "evil.example:8000", "127.0.0.1", "127.0.0.1:8001", "localhost:8000.evil.example"] {
        assert_eq!(ask("/token/", &[("host", host)]).status(), StatusCode::FORBIDDEN, "{host}");
    }
    assert_eq!(ask("/token/", &[]).status(), StatusCode::FORBIDDEN);
    assert_eq!(ask("/token/", &[("host", "localhost:8000")]).status(), StatusCode::OK);
}

#[test]
fn url_of_another_host_is_refused() {
    for host in ["evil.example", "evil.example:8000", "127.0.0.1", "localhost:8001", "user@127.0.0.1:8000"] {
        let response = ask(&format!("http://{host}/token/"), &[("host", HOST)]);
        assert_eq!(response.status(), StatusCode::FORBIDDEN, "{host}");
    }
    assert_eq!(ask("http://127.0.0.1:8000/token/", &[("host", HOST)]).status(), StatusCode::OK);
}

#[test]
fn second_host_or_foreign_second_origin_is_refused() {
    for second in [HOST, "evil.example"] {
        let headers = [("host", HOST), ("host", second)];
        assert_eq!(ask("/token/", &headers).status(), StatusCode::FORBIDDEN, "{second}");
    }
    let origins = [("host", HOST), ("origin", "http://127.0.0.1:8000"), ("origin", "http://evil.example")];
    assert_eq!(ask("/token/", &origins).status(), StatusCode::FORBIDDEN);
}

#[test]
fn foreign_origin_is_refused() {
    for origin in ["null", "http://evil.example", "https://127.0.0.1:8000", "http://127.0.0.1:8001", "http://127.0.0.1"]
    {
        let response = ask("/token/socket", &[("host", HOST), ("origin", origin)]);
        assert_eq!(response.status(), StatusCode::FORBIDDEN, "{origin}");
    }
    assert_eq!(ask("/token/", &[("host", HOST), ("origin", "http://localhost:8000")]).status(), StatusCode::OK);
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("upheaval-server-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn opening_code_redirects_to_the_page_once() {
    let folder = folder("once");
    let codes = OpeningCode::new(&folder);
    codes.issue("0123").unwrap();
    codes.issue("4567").unwrap();
    let open = |code: &str| ask_in(&folder, &format!("/open/{code}"), &[("host", HOST)]);
    for wrong in ["0123", "456", "4568", "..", "code"] {
        assert_eq!(open(wrong).status(), StatusCode::GONE, "{wrong}");
    }
    let opened = open("4567");
    assert_eq!(opened.status(), StatusCode::SEE_OTHER);
    assert_eq!(opened.headers()[header::LOCATION], "/token/");
    assert_eq!(opened.headers()[header::CACHE_CONTROL], "no-store");
    assert_eq!(open("4567").status(), StatusCode::GONE);
}

#[test]
fn old_opening_code_is_refused() {
    let folder = folder("old");
    OpeningCode::new(&folder).issue("0123").unwrap();
    let file = std::fs::File::options().write(true).open(folder.join("code")).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(61)).unwrap();
    assert_eq!(ask_in(&folder, "/open/0123", &[("host", HOST)]).status(), StatusCode::GONE);
}

/// Connects a page that reads nothing after the handshake, and returns the status line.
fn deaf_page(port: u16) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let host = format!("127.0.0.1:{port}");
    write!(
        stream,
        "GET /token/socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n\
         Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    .unwrap();
    let mut status = [0; "HTTP/1.1 101".len()];
    stream.read_exact(&mut status).unwrap();
    (stream, String::from_utf8_lossy(&status).into_owned())
}

/// Connects as many pages as are allowed, none of which reads, sends each a message, and checks that all lose their places.
fn check_places_are_freed(message: &str) {
    let (inputs, received) = channel();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
    let port = listener.local_addr().unwrap().port();
    let address = Address { port, token: "token".to_owned() };
    let mut shared = Shared::new(address, OpeningCode::new(Path::new("no/such/folder")), inputs);
    shared.page_timeout = Duration::from_millis(50);
    std::thread::spawn(move || runtime.block_on(axum::serve(listener, app(Arc::new(shared))).into_future()));
    let connect = || {
        let (stream, status) = deaf_page(port);
        assert_eq!(status, "HTTP/1.1 101");
        stream
    };
    let _pages: Vec<_> = (0..16).map(|_| connect()).collect();
    let mut senders = Vec::new();
    let mut gone = 0;
    while gone < 16 {
        match received.recv_timeout(Duration::from_secs(60)).expect("a page without a place") {
            Input::Connected(_, sender) => {
                // The page may be gone already.
                let _ = sender.try_send(message.to_owned());
                senders.push(sender);
            }
            Input::Gone(_) => gone += 1,
            input => panic!("{input:?}"),
        }
    }
    connect();
}

#[test]
fn page_that_answers_no_ping_is_disconnected() {
    check_places_are_freed("{}");
}

#[test]
fn page_that_never_reads_is_disconnected() {
    // More than the buffers of a connection hold.
    check_places_are_freed(&" ".repeat(24 << 20));
}
