//! The hacker division of Bovine, through the real executable: who gets in, what they may do to each other, and what is left of it.
mod yard;

use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;
use yard::Yard;

/// What it takes.
const WORDS: [&str; 3] = ["--division", "hacker", "--allow-hacker-division"];

/// Grazes to the right while it can.
const GRAZER: &str = "def plan(board):\n    return (0, 1) if board[0][1] != 0 else None\n\ndef bot(board):\n    return plan(board)\n";
const PASSER: &str = "def bot(board):\n    return None\n";

fn report(yard: &Yard, farmers: [&str; 4], more: &[&str]) -> Value {
    let line = [&["jigga"], &farmers[..], &WORDS, &["--json", "--seed", "1"], more].concat();
    serde_json::from_str(&yard.said(&line)).unwrap()
}

#[test]
fn nobody_gets_into_the_hacker_division_by_accident() {
    let yard = Yard::new();
    yard.write("a.py", GRAZER);
    yard.write("b.py", PASSER);
    let four = ["./a.py", "./b.py", "./b.py", "./b.py"];
    let wish = "in the hacker division bots may touch each other: its organizer says --allow-hacker-division too";
    for command in [&["jigga"][..], &["play", "bovine"]] {
        let refused = |words: &[&str]| yard.refused(&[command, &four[..], words].concat());
        assert_eq!(refused(&WORDS[..2]), wish);
        assert_eq!(refused(&WORDS[2..]), "--allow-hacker-division says nothing without --division hacker");
        let native = yard.refused(&[command, &four[..3], &["Herta"], &WORDS].concat());
        assert_eq!(native, "Herta cannot share a process: hackers are Python farmers, as in FILE.py:NAME");
    }
    let mirror = yard.refused(&[&["play", "bovine"], &four[..], &WORDS, &["--mirror"]].concat());
    assert_eq!(mirror, "hackers sit where they are named: leave out --mirror");
    let orchard = yard.refused(&[&["play", "orchard", "greedy", "greedy"], &WORDS[..]].concat());
    assert_eq!(orchard, "orchard has no hacker division: bovine has one");
    let nameless = yard.refused(&[&["jigga", "a.py", "b.py", "b.py", "b.py:nobody", "--json"], &WORDS[..]].concat());
    assert_eq!(nameless, "the hackers cannot be started: nobody: b.py has no nobody");

    // In the standard division a neighbour's module is another process's business.
    yard.write("thief.py", "import a\na.plan = lambda board: None\n\ndef bot(board):\n    return None\n");
    let line = ["jigga", "a", "thief", "b", "b", "--rounds", "5", "--json", "--seed", "1"];
    let standard: Value = serde_json::from_str(&yard.said(&line)).unwrap();
    assert_eq!(standard["farmers"][0]["cells"], 2);
    let hacked = report(&yard, ["a", "thief", "b", "b"], &["--rounds", "5"]);
    assert_eq!(hacked["farmers"][0]["cells"], 1, "the thief has taken its plan");
}

#[test]
fn hackers_mess_with_each_other_and_faults_name_the_seat_that_was_asked() {
    let yard = Yard::new();
    yard.write("rewriter.py", "def bot(board):\n    import victim\n    victim.plan = lambda board: (0, 19)\n    print('rewritten')\n    return (0, 1) if board[0][1] else (1, 0) if board[1][0] else None\n");
    yard.write("victim.py", GRAZER);
    yard.write("loop.py", "def bot(board):\n    open('ours.txt', 'a').write('x')\n    while True:\n        pass\n");
    yard.write("thrower.py", "def bot(board):\n    raise KeyError(open('ours.txt').read())\n");
    // Long enough for whoever shares its core with an endless loop.
    let farmers = ["rewriter", "victim", "loop", "thrower"];
    let played = report(&yard, farmers, &["--rounds", "14", "--move-time", "0.3"]);
    let fouls = |farmer: usize| &played["farmers"][farmer]["fouls"];
    assert_eq!(fouls(0), &json!({}), "{played:#}");
    assert_eq!(fouls(1), &json!({}), "an unreachable destination is a pass: {played:#}");
    assert_eq!(fouls(2), &json!({ "late": 14 }));
    assert_eq!(fouls(3), &json!({ "crash": 14 }));
    assert_eq!((&played["farmers"][0]["cells"], &played["farmers"][1]["cells"]), (&3.into(), &1.into()));
    let log = std::fs::read_to_string(yard.path("log.txt")).unwrap();
    for line in [
        "The hackers have printed: \nrewriter: rewritten\n",
        "loop is taking too long. \n",
        "KeyError: 'x' (thrower.py, line 2)\n",
        "loop is taking too long. \ntime: 0 ms\nmove: none came in time\n",
    ] {
        assert!(log.contains(line), "{line:?} in {log}");
    }
    let left = std::fs::read_dir(std::env::temp_dir()).unwrap().flatten();
    let ours = |path: &Path| path.join("ours.txt").exists();
    assert_eq!(left.filter(|item| ours(&item.path())).count(), 0, "their folder is gone with the game");
    assert!(!yard.path("ours.txt").exists());
}

#[test]
fn when_the_shared_process_is_gone_the_game_is_void_and_all_four_are_named() {
    let yard = Yard::new();
    yard.write("a.py", GRAZER);
    yard.write("b.py", PASSER);
    yard.write(
        "killer.py",
        "import os\nround = 0\n\ndef bot(board):\n    global round\n    round += 1\n    if round == 3:\n        os.kill(os.getpid(), 9)\n",
    );
    let why = "the game is void: the process of a, killer, b and b#2 is gone since killer was asked (the program was killed by signal 9 \
               (SIGKILL)); who of them did it cannot be known, so nobody is charged";
    for command in [&["jigga"][..], &["play", "bovine", "-n", "2"]] {
        let out = yard.barnyard(&[command, &["./a.py", "./killer.py", "./b.py", "./b.py", "--json"], &WORDS].concat());
        assert_eq!((out.status.code(), String::from_utf8(out.stdout).unwrap()), (Some(1), String::new()));
        assert_eq!(String::from_utf8(out.stderr).unwrap(), format!("error: {why}\n"));
    }
    let log = std::fs::read_to_string(yard.path("log.txt")).unwrap();
    assert_eq!(log, format!("[R0]\n---- GAME BEGINS ----\n[R3]\n---- GAME VOID ----\n{why}\n"));
}

/// Processes whose words hold this text.
fn processes(text: &str) -> Vec<String> {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = all.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " ")).filter(|line| line.contains(text)).collect()
}

#[test]
fn nothing_of_the_hackers_outlives_the_game_and_the_host_is_untouched() {
    let yard = Yard::new();
    yard.write("canary.txt", "untouched");
    let tag = format!("60.{:06}", std::process::id());
    let forker = format!(
        "import os, atexit, time, threading\natexit.register(time.sleep, 60)\nchild = None\n\ndef bot(board):\n    global child\n    \
         if child is None:\n        threading.Thread(target=time.sleep, args=(60,)).start()\n        child = os.fork()\n        if child == 0:\n            \
         os.setsid()\n            os.execv('/bin/sleep', ['sleep', '{tag}'])\n        time.sleep(0.2)\n        \
         print('child:', open('/proc/%d/cmdline' % child).read().replace(chr(0), ' '))\n        \
         for try_it in ('open({canary:?}, \"w\").write(\"touched\")', 'os.listdir({home:?})', 'os.mkdir(\"/usr/hackers\")'):\n            \
         try:\n                eval(try_it)\n                print('host touched:', try_it)\n            except OSError as error:\n                print('kept out')\n    \
         return None\n",
        canary = yard.path("canary.txt").display().to_string(),
        home = yard.path("").display().to_string(),
    );
    yard.write("forker.py", &forker);
    yard.write("b.py", PASSER);
    report(&yard, ["forker", "b", "b", "b"], &["--rounds", "4", "--move-time", "5"]);
    let log = std::fs::read_to_string(yard.path("log.txt")).unwrap();
    assert!(log.contains(&format!("child: sleep {tag}")), "the child did live: {log}");
    assert_eq!((log.matches("kept out").count(), log.matches("host touched").count()), (3, 0), "{log}");
    assert_eq!(std::fs::read_to_string(yard.path("canary.txt")).unwrap(), "untouched");
    let waits = (0..250).take_while(|_| !processes(&tag).is_empty()).inspect(|_| std::thread::sleep(Duration::from_millis(20))).count();
    assert!(waits < 250, "left behind: {:?}", processes(&tag));
}
