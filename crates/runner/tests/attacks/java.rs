//! Two attacks of the table in Java: one that is hostile beside its heap, one that is not hostile at all.
use crate::arena::{Bout, open_to};
use crate::leftovers::House;
use crate::levels;
use crate::table::Verdict;
use games::FoulKind::{Crash, Memory};
use runner::{Errand, Level};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Plays as `examples/java` does, and calls `act` before its first answer.
const PLAYER: &str = r#"
import java.io.*;
import java.nio.charset.StandardCharsets;

public class Player {
    public static void main(String[] args) throws Exception {
        BufferedReader referee = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        boolean first = true;
        for (String line; (line = referee.readLine()) != null; ) {
            if (line.startsWith("{\"hello\":")) {
                say("{\"ready\":{}}");
            } else if (line.startsWith("{\"turn\":")) {
                if (first) {
                    first = false;
                    Act.act();
                    System.err.println("TRIED: all");
                }
                String nonce = line.replaceFirst(".*?\"nonce\":(\\d+).*", "$1");
                String legal = line.replaceFirst(".*\"legal\":\\[(\\{.*?\\}).*", "$1");
                say("{\"nonce\":" + nonce + ",\"action\":" + legal + "}");
            }
        }
    }

    static void say(String line) {
        System.out.print(line + "\n");
        System.out.flush();
    }
}
"#;

const HONEST: &str =
    "class Act { static void act() throws Exception { java.nio.file.Files.writeString(java.nio.file.Path.of(\"notes\"), \"a note\"); } }";

const HOSTILE: &str = r#"
import java.io.*;
import java.net.*;
import java.nio.file.*;

class Act {
    interface Try { Object run() throws Exception; }

    static void refused(String what, Try attempt) {
        try {
            System.err.println("BREACH: " + what + " gave " + attempt.run());
        } catch (Exception refused) {
            // As it should be.
        }
    }

    static void act() throws Exception {
        refused("a file", () -> new FileInputStream("/etc/shadow").read());
        refused("a file outside", () -> new FileInputStream(CANARY).read());
        refused("a folder", () -> Files.list(Path.of("/home")).count() + 1 / Files.list(Path.of("/home")).count());
        refused("a connection", () -> new Socket("127.0.0.1", PORT));
        refused("a listener", () -> new ServerSocket(0));
        refused("an end", () -> {
            if (!ProcessHandle.of(ENGINE).orElseThrow().destroyForcibly()) throw new IOException();
            return "one";
        });
        var field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        field.setAccessible(true);
        var unsafe = (sun.misc.Unsafe) field.get(null);
        for (int i = 0; i < 60; i++) {
            long block = unsafe.allocateMemory(8 << 20);
            unsafe.setMemory(block, 8 << 20, (byte) 1);
        }
        Thread.sleep(300);
        System.err.println("BREACH: 480 MB beside the heap");
    }
}
"#;

/// Compiles what plays into a folder. `None`: there is no compiler.
fn compile(folder: &Path, act: &str) -> Option<()> {
    let facts: serde_json::Value = serde_json::from_slice(&std::fs::read(folder.join("facts.json")).unwrap()).unwrap();
    let act = act
        .replace("CANARY", &facts["canary"].to_string())
        .replace("PORT", &facts["tcp"].to_string())
        .replace("ENGINE", &format!("{}L", facts["engine"]));
    std::fs::write(folder.join("Player.java"), PLAYER).unwrap();
    std::fs::write(folder.join("Act.java"), act).unwrap();
    let words = ["-nowarn", "-XDignore.symbol.file", "Player.java", "Act.java"];
    let out = Command::new("javac").args(words).current_dir(folder).stdin(Stdio::null()).output().ok()?;
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    std::fs::read_dir(folder).unwrap().flatten().for_each(|item| open_to(&item.path(), 0o644));
    Some(())
}

fn run(folder: &Path, act: &str) -> Errand {
    compile(folder, act).expect("the compiler was there a moment ago");
    // The one that everybody can reach, whatever a version manager puts before it.
    let mut command = Command::new(java().expect("it was there a moment ago"));
    command
        .args(["-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", ".", "Player"])
        .arg(folder)
        .current_dir(folder)
        .env_clear();
    Errand::from(command)
}

fn java() -> Option<PathBuf> {
    let is_there = |word: &str| Command::new(word).arg("-version").stdin(Stdio::null()).output().is_ok_and(|out| out.status.success());
    (is_there("javac") && is_there("/usr/bin/java")).then(|| "/usr/bin/java".into())
}

fn at_every_level(id: &'static str, verdict: Verdict, run: fn(&Path) -> Errand) {
    let house = House::enter();
    if java().is_none() {
        println!("{id} is skipped: there is no javac, or no /usr/bin/java");
        return;
    }
    for level in [Level::Strong, Level::Isolated, Level::Confined] {
        if !levels::is_offered(level) {
            continue;
        }
        let report = Bout { instead: Some(run), ..Bout::plain(level.confinement()) }.play();
        println!("{} {id}: {}", level.name(), report.told());
        let mut wrong = report.differs(verdict);
        let told = format!("{:?} {}", report.foul, report.said);
        if report.foul.as_ref().is_some_and(|foul| foul.kind == Crash) && !told.contains("OutOfMemoryError") {
            wrong.push(format!("another crash than meant: {told}"));
        }
        assert!(wrong.is_empty(), "{} {id}: {}", level.name(), wrong.join("; "));
    }
    let left = house.left();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn java_cannot_take_more_than_it_is_granted() {
    at_every_level("59", Verdict::Loses(&[Memory, Crash]), |folder| run(folder, HOSTILE));
}

#[test]
fn an_honest_bot_in_java_plays() {
    at_every_level("60", Verdict::Plays, |folder| run(folder, HONEST));
}
