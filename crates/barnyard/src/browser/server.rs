//! A server for one person at this machine: it listens on the loopback only, under an address that nobody can guess.
use super::book::{Book, Packing};
use super::desk::Desk;
use super::{document, ticket};
use crate::failure::Failure;
use crate::output;
use crate::tapes::ErrorText as _;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::runtime::Builder;
use tokio::time::timeout;

/// No answer is longer.
const MOST_ANSWER: usize = 16 << 10;
/// How long a page waits for news before it asks again.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long a page has to fetch the end of a game.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// A port of this machine, and the word that lets people in.
pub struct Door {
    listener: TcpListener,
    port: u16,
    token: String,
    /// The part of the page that people are led to.
    fragment: String,
}

impl Door {
    /// Takes the port, or any that is free.
    pub fn at(port: Option<u16>) -> Result<Door, Failure> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port.unwrap_or(0)));
        let refuse = |error: std::io::Error| Failure::refused(format!("port {} cannot be used: {}", address.port(), error.error_text()));
        let listener = TcpListener::bind(address).map_err(refuse)?;
        listener.set_nonblocking(true).map_err(refuse)?;
        let port = listener.local_addr().map_err(refuse)?.port();
        Ok(Door { listener, port, token: ticket::draw(), fragment: String::new() })
    }

    /// The same, to another part of the page.
    pub fn leading_to(self, fragment: String) -> Door {
        Door { fragment, ..self }
    }

    /// Where the page is.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/{}", self.port, self.token, self.fragment)
    }

    /// A path behind the door.
    pub fn path(&self, rest: &str) -> String {
        format!("/{}/{rest}", self.token)
    }

    /// Answers until `end` comes; without end if it never does.
    pub fn serve(self, rooms: Router, open: bool, end: impl Future<Output = ()>) -> Result<(), Failure> {
        let runtime = Builder::new_current_thread().enable_all().build().map_err(|error| refused(&error))?;
        runtime.block_on(async {
            tokio::select! {
                failed = self.answer(rooms, open) => failed.map_err(|error| refused(&error)),
                () = end => Ok(()),
            }
        })
    }

    async fn answer(self, rooms: Router, open: bool) -> std::io::Result<()> {
        output::remark(&format!("the page is at {}", self.address()));
        let (ticket, used, page) = (ticket::draw(), Arc::new(AtomicBool::new(!open)), self.path(&self.fragment));
        if open {
            show(&format!("http://127.0.0.1:{}/open/{ticket}", self.port));
        }
        // Other users see the command line of a browser. So what it is called with is good for once, and not the address itself.
        let enter = move || async move {
            match used.swap(true, Ordering::SeqCst) {
                false => Redirect::to(&page).into_response(),
                true => StatusCode::NOT_FOUND.into_response(),
            }
        };
        let hosts = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        let rooms = rooms.route(&format!("/open/{ticket}"), get(enter)).layer(middleware::from_fn_with_state(Arc::new(hosts), guard));
        axum::serve(tokio::net::TcpListener::from_std(self.listener)?, rooms).await
    }
}

/// Shows a finished game until the program is ended.
pub fn show_book(book: Book, door: Door, open: bool) -> Result<(), Failure> {
    let rooms = Router::new()
        .route(&door.path(""), get(cover))
        .route(&door.path("page/{number}"), get(page))
        .with_state(Arc::new(Mutex::new(book)));
    output::remark("Ctrl-C ends it");
    door.serve(rooms, open, std::future::pending())
}

async fn cover(State(book): State<Arc<Mutex<Book>>>) -> Html<String> {
    Html(document::cover(&book.lock().expect("no page fails")))
}

async fn page(State(book): State<Arc<Mutex<Book>>>, Path(number): Path<usize>) -> Response {
    match book.lock().expect("no page fails").page(number, Packing::Fast) {
        Some(bytes) => ([(header::CONTENT_TYPE, "application/octet-stream")], bytes).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Lets a person play until `end` comes and the page has heard of it.
pub fn show_desk(desk: Arc<Desk>, door: Door, open: bool, end: impl Future<Output = ()>) -> Result<(), Failure> {
    let rooms = Router::new()
        .route(&door.path(""), get(chair))
        .route(&door.path("news/{from}"), get(news))
        .route(&door.path("answer"), post(answer))
        .layer(DefaultBodyLimit::max(MOST_ANSWER))
        .with_state(desk.clone());
    output::remark("Ctrl-C leaves the table");
    let listener = desk.clone();
    let served = door.serve(rooms, open, async move {
        end.await;
        let _ = timeout(LAST_WORDS, listener.farewell()).await;
        // The answer itself is still on its way.
        tokio::time::sleep(Duration::from_millis(200)).await;
    });
    desk.close();
    served
}

async fn chair(State(desk): State<Arc<Desk>>) -> Html<String> {
    Html(document::chair("Barnyard", desk.cover()))
}

/// Nothing happened for a while: the page asks again.
async fn news(State(desk): State<Arc<Desk>>, Path(from): Path<usize>) -> Response {
    let told = timeout(PATIENCE, desk.news(from)).await.unwrap_or_else(|_| "[]".into());
    ([(header::CONTENT_TYPE, "application/json")], told).into_response()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reply {
    question: usize,
    action: String,
}

async fn answer(State(desk): State<Arc<Desk>>, Json(reply): Json<Reply>) -> Response {
    match desk.answer(reply.question, reply.action) {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(why) => (StatusCode::CONFLICT, why).into_response(),
    }
}

/// What every answer says, whoever asks.
const HEADERS: [(header::HeaderName, &str); 6] = [
    (header::CACHE_CONTROL, "no-store"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// A page of another name that leads to this machine is not let in, and no other page may frame or read ours.
async fn guard(State(hosts): State<Arc<[String; 2]>>, request: Request, next: Next) -> Response {
    let mut response = if admitted(request.headers(), &*hosts) { next.run(request).await } else { StatusCode::FORBIDDEN.into_response() };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let policy = format!("{}; frame-ancestors 'none'", document::policy("'self'"));
    headers.insert(header::CONTENT_SECURITY_POLICY, policy.try_into().expect("the policy is plain text"));
    response
}

fn admitted(headers: &HeaderMap, hosts: &[String]) -> bool {
    let text = |value: &HeaderValue| value.to_str().unwrap_or_default().to_owned();
    let home = |origin: String| hosts.iter().any(|host| origin.strip_prefix("http://") == Some(host));
    headers.get(header::HOST).map(text).is_some_and(|host| hosts.contains(&host)) && headers.get(header::ORIGIN).map(text).is_none_or(home)
}

/// Asks the desktop to open an address. Where there is none, the address that was printed has to do.
fn show(address: &str) {
    if ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty())) {
        let opener = Command::new("xdg-open").arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        // Nobody waits for it, but it must not stay behind as a zombie.
        let _ = opener.map(|mut child| std::thread::spawn(move || child.wait()));
    }
}

fn refused(error: &std::io::Error) -> Failure {
    Failure::refused(format!("the page cannot be served: {}", error.error_text()))
}
