//! The page that `watch --browser` serves, seen from the outside: who gets in, what is said, and what is said of bad input.
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::time::Duration;

fn barnyard(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_barnyard")).args(args).stdin(Stdio::null()).output().expect("the executable starts")
}

#[track_caller]
fn refused(args: &[&str]) -> String {
    let out = barnyard(args);
    assert_eq!(out.status.code(), Some(2), "{args:?}");
    let text = String::from_utf8(out.stderr).unwrap();
    assert_eq!(text.trim_end().lines().count(), 1, "one sentence: {text}");
    text.trim_end().strip_prefix("error: ").expect("an error says so").to_string()
}

fn tape(folder: &Path) -> PathBuf {
    let path = folder.join("game.tape");
    let out = barnyard(&["play", "chickens", "Henny", "Yolanda", "--quiet", "-o", path.to_str().unwrap()]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    path
}

/// A page that is being served.
struct Served {
    child: Child,
    port: u16,
    token: String,
    /// Kept open: a program may speak at any time.
    _said: BufReader<ChildStderr>,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    fn start(args: &[&str]) -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_barnyard"));
        command.args(args).args(["--browser", "--no-open"]);
        Served::wait(command)
    }

    /// Starts it, and waits until it says where it is.
    fn wait(mut command: Command) -> Served {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap());
        for _ in 0..10 {
            let mut line = String::new();
            if said.read_line(&mut line).unwrap() == 0 {
                break;
            }
            if let Some((_, rest)) = line.split_once("http://127.0.0.1:") {
                let (port, token) = rest.split_once('/').unwrap();
                let token = token.split('/').next().unwrap().to_owned();
                return Served { child, port: port.parse().unwrap(), token, _said: said };
            }
        }
        let _ = child.kill().and_then(|()| child.wait());
        panic!("no address was printed");
    }

    /// One request, and the whole answer to it.
    fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        write!(stream, "{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}", body.len()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str, host: &str) -> String {
        self.ask("GET", path, &format!("Host: {host}\r\n"), "")
    }

    fn home(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn page(&self, rest: &str) -> String {
        format!("/{}/{rest}", self.token)
    }
}

fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or_else(|| panic!("no answer: {answer:?}"))
}

#[test]
fn only_whoever_has_the_address_gets_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(&["watch", tape(folder.path()).to_str().unwrap()]);
    let home = served.home();
    assert_eq!(status(&served.get(&served.page(""), &home)), 200);
    assert_eq!(status(&served.get(&served.page("page/0"), &home)), 200);
    assert_eq!(status(&served.get(&served.page("page/99"), &home)), 404);
    assert_eq!(status(&served.get(&served.page("page/x"), &home)), 400);
    let wrong = "0".repeat(served.token.len());
    for path in ["/", "/page/0", "/open/", &format!("/{wrong}/"), &format!("/{wrong}/page/0"), &served.page("../../etc/passwd")] {
        assert_eq!(status(&served.get(path, &home)), 404, "{path}");
    }
    assert_eq!(served.token.len(), 32, "128 bits");
    let again = Served::start(&["watch", folder.path().join("game.tape").to_str().unwrap()]);
    assert_ne!(again.token, served.token, "nobody can know it from another time");
}

#[test]
fn the_desktop_is_given_a_ticket_that_is_good_for_once() {
    let folder = tempfile::tempdir().unwrap();
    let (tape, seen, opener) = (tape(folder.path()), folder.path().join("seen"), folder.path().join("xdg-open"));
    std::fs::write(&opener, format!("#!/bin/sh\nprintf %s \"$1\" > {0}.part && mv {0}.part {0}\n", seen.display())).unwrap();
    std::fs::set_permissions(&opener, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_barnyard"));
    command.args(["watch", tape.to_str().unwrap(), "--browser", "--turn", "5"]).env("PATH", path).env("DISPLAY", ":0");
    let served = Served::wait(command);
    let opened = (0..600).find_map(|_| {
        std::thread::sleep(Duration::from_millis(50));
        std::fs::read_to_string(&seen).ok()
    });
    let opened = opened.expect("the page is opened");
    let ticket = opened.strip_prefix(&format!("http://{}", served.home())).expect("it is an address of this machine");
    assert!(!ticket.contains(&served.token), "other users see the command line of a browser");
    let first = served.get(ticket, &served.home());
    assert!(first.to_lowercase().contains(&format!("location: {}#turn=5", served.page(""))), "{first}");
    assert_eq!(status(&served.get(ticket, &served.home())), 404, "whoever comes later comes too late");
}

#[test]
fn other_pages_cannot_reach_it_under_another_name() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(&["watch", tape(folder.path()).to_str().unwrap()]);
    for host in ["evil.example", &format!("evil.example:{}", served.port), "127.0.0.1", "127.0.0.1:1", ""] {
        assert_eq!(status(&served.get(&served.page(""), host)), 403, "{host}");
    }
    assert_eq!(status(&served.get(&served.page(""), &format!("localhost:{}", served.port))), 200);
    let from = |origin: &str| served.ask("GET", &served.page(""), &format!("Host: {}\r\nOrigin: {origin}\r\n", served.home()), "");
    assert_eq!(status(&from("http://evil.example")), 403);
    assert_eq!(status(&from("null")), 403);
    assert_eq!(status(&from(&format!("http://{}", served.home()))), 200);
}

#[test]
fn every_answer_forbids_what_the_page_does_not_need() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(&["watch", tape(folder.path()).to_str().unwrap()]);
    for answer in [served.get(&served.page(""), &served.home()), served.get("/", &served.home()), served.get("/", "evil.example")] {
        let head = answer.split("\r\n\r\n").next().unwrap().to_lowercase();
        for wanted in [
            "content-security-policy: default-src 'none'; script-src 'sha256-",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cache-control: no-store",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(head.contains(wanted), "{wanted} in {head}");
        }
        assert!(!head.contains("unsafe"), "{head}");
    }
}

#[test]
fn an_answer_of_a_player_is_taken_once_and_only_as_json() {
    let served = Served::start(&["play", "microchess", "human", "Monkey"]);
    let (path, host) = (served.page("answer"), format!("Host: {}\r\n", served.home()));
    let news = |from: usize| served.get(&served.page(&format!("news/{from}")), &served.home());
    // The first frame, and the first question.
    assert!((0..10).any(|_| news(0).contains("\"question\"")), "a person is asked");
    let json = format!("{host}Content-Type: application/json\r\n");
    assert_eq!(status(&served.ask("POST", &path, &host, r#"{"question":0,"action":"x"}"#)), 415, "a form of another page is no JSON");
    assert_eq!(status(&served.ask("POST", &path, &json, r#"{"question":7,"action":"x"}"#)), 409, "not asked yet");
    assert_eq!(status(&served.ask("POST", &path, &json, "{")), 400);
    assert_eq!(status(&served.ask("POST", &path, &json, &format!(r#"{{"question":0,"action":"{}"}}"#, "x".repeat(20_000)))), 413);
    assert_eq!(status(&served.ask("POST", &path, &json, r#"{"question":0,"action":"nonsense"}"#)), 204);
    let heard = (0..10).map(|_| news(0)).find(|news| news.contains("\"number\":1")).expect("what is not legal is asked again");
    assert!(heard.contains("nonsense"), "with the reason: {heard}");
    assert_eq!(status(&served.ask("POST", &path, &json, r#"{"question":0,"action":"x"}"#)), 409, "answered already");
}

#[test]
fn it_listens_to_this_machine_alone() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(&["watch", tape(folder.path()).to_str().unwrap()]);
    let sockets = std::fs::read_to_string("/proc/net/tcp").unwrap() + &std::fs::read_to_string("/proc/net/tcp6").unwrap_or_default();
    let end = format!(":{:04X}", served.port);
    let listening = |line: &&str| line.split_whitespace().nth(3) == Some("0A");
    let places: Vec<&str> =
        sockets.lines().filter(listening).filter_map(|line| line.split_whitespace().nth(1)).filter(|place| place.ends_with(&end)).collect();
    assert_eq!(places, [format!("0100007F{end}")], "127.0.0.1");
}

#[test]
fn a_tape_that_cannot_be_shown_says_what_is_wrong_at_which_line() {
    let folder = tempfile::tempdir().unwrap();
    let good = std::fs::read_to_string(tape(folder.path())).unwrap();
    let write = |text: &str| {
        let path = folder.path().join("bad.tape");
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let html = folder.path().join("page.html").to_str().unwrap().to_owned();
    let cases = [
        (good.replacen("\"drop\":\"egg\"", "\"drop\":\"turd\"", 1), "the checksum differs"),
        ("GIF89a".into(), "line 1: this is not the header of a tape"),
        (String::new(), "the tape is empty"),
        (good[..good.len() / 2].into(), "the tape is cut"),
    ];
    for (text, why) in cases {
        let path = write(&text);
        for args in [vec!["watch", &path, "--browser", "--no-open"], vec!["tape", "export", &path, "--html", &html]] {
            let said = refused(&args);
            assert!(said.starts_with(&path) && said.contains(why), "{args:?}: {said}");
        }
        assert!(!Path::new(&html).exists(), "half a page is no page");
    }
}

#[test]
fn the_exported_page_is_the_same_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let tape = tape(folder.path());
    let page = |name: &str| {
        let path = folder.path().join(name);
        let out = barnyard(&["tape", "export", tape.to_str().unwrap(), "--html", path.to_str().unwrap()]);
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        std::fs::read_to_string(path).unwrap()
    };
    let text = page("a.html");
    assert_eq!(text, page("b.html"));
    // The name of SVG is spelled like an address; nothing else may be.
    let links = text.matches("http").count() - text.matches("http://www.w3.org/2000/svg").count() - text.matches("http-equiv").count();
    assert_eq!(links, 0, "no address of another machine");
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = tape(folder.path()).to_str().unwrap().to_owned();
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    assert_eq!(
        refused(&["watch", &path, "--browser", "--no-open", "--port", &port]),
        format!("port {port} cannot be used: address already in use")
    );
    assert_eq!(
        refused(&["play", "microchess", "human", "human", "--browser", "--no-open"]),
        "one person sits before a page: name human once, or leave out --browser"
    );
    assert_eq!(
        refused(&["play", "microchess", "Monkey", "Monkey", "--browser", "-n", "3"]),
        "a page shows one game at a time: leave out -n, --mirror, --json and --quiet"
    );
    for args in [
        vec!["watch", &path, "--port", "8000"],
        vec!["watch", &path, "--browser", "--port", "0"],
        vec!["watch", &path, "--browser", "--ascii"],
    ] {
        assert_eq!(barnyard(&args).status.code(), Some(2), "{args:?}");
    }
}
