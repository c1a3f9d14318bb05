//! Watching, playing and going on, as people type it; without a terminal, so that everything is plain text.
mod yard;

use std::io::Write;
use std::process::{Command, Stdio};
use yard::Yard;

const GAMES: &[(&str, &[&str])] = &[
    ("chickens", &["Henny", "Yolanda"]),
    ("carpets", &["George", "Yolanda"]),
    ("bovine", &["Herta", "random_raven", "AdjacentAsta", "defensive_dan_heng", "--rounds", "30"]),
    ("orchard", &["greedy", "random_source"]),
    ("microchess", &["Realist", "Oracle"]),
];

fn play(yard: &Yard, game: &str, bots: &[&str], tape: &str) {
    yard.said(&[&["play", game, "-q", "--seed", "7", "-o", tape], bots].concat());
}

#[test]
fn every_game_is_watched_as_plain_text() {
    let yard = Yard::new();
    for (game, bots) in GAMES {
        play(&yard, game, bots, "game.tape");
        let all = yard.said(&["watch", "game.tape"]);
        let turns = all.lines().filter(|line| line.starts_with("turn ")).count();
        let last = format!("turn {} of {}", turns - 1, turns - 1);
        assert!(turns > 1 && all.contains("turn 0 of ") && all.contains(&last), "{game}: {turns}");
        let one = yard.said(&["watch", "game.tape", "--turn", "1", "--ascii"]);
        assert!(all.contains(&one), "{game}");
        assert_eq!(one.lines().filter(|line| line.starts_with("turn ")).count(), 1);
        assert!(!all.contains('\x1b'), "{game}: plain text");
    }
}

#[test]
fn a_picture_shows_what_its_eyes_may_see() {
    let yard = Yard::new();
    play(&yard, "carpets", &["George", "Yolanda"], "game.tape");
    let seen = |view: &str| yard.said(&["watch", "game.tape", "--turn", "4", "--view", view]);
    let expected = "\
turn 4 of 80

  @ # . . . . # #    Player A  5
  # # . . . . # #      turns left 38
  # # . . . . . .      hears a scratch
  . . W . . . w .      distance 4
  . . + . . . . .    Player B  0
  . . . . . . # #      turns left 38
  # # . . . . # #
  # # . . . . # #
  Player B steps up
  Player A believes something that is 3.3 bits off
";
    assert_eq!(seen("truth"), expected);
    let spectator = seen("spectator");
    assert!(!spectator.contains('@') && !spectator.contains("believes") && !spectator.contains("hears"), "{spectator}");
    let mover = seen("Player A");
    assert!(!mover.contains('@') && mover.contains("hears") && mover.contains("says what it believes"), "{mover}");
    assert_eq!(seen("1"), spectator, "who does not move knows what anybody knows");
    let refused = yard.refused(&["watch", "game.tape", "--view", "God"]);
    assert_eq!(refused, "there is no view \"God\": there are spectator, truth, 0 Player A, 1 Player B");
    assert_eq!(yard.refused(&["watch", "game.tape", "--turn", "99"]), "game.tape has no turn 99: its last one is 80");
}

#[test]
fn what_cannot_be_watched_says_why_and_where() {
    let yard = Yard::new();
    play(&yard, "chickens", &["Henny", "Yolanda"], "game.tape");
    let good = std::fs::read_to_string(yard.path("game.tape")).unwrap();
    let said = |text: &str| {
        yard.write("bad.tape", text);
        yard.refused(&["watch", "bad.tape"])
    };
    assert_eq!(said("GIF89a"), "bad.tape: line 1: this is not the header of a tape");
    assert_eq!(said(""), "bad.tape: the tape is empty");
    assert_eq!(said(&good[..good.len() / 2]), "bad.tape: the tape is cut: its last line does not end");
    assert!(said(&good.replacen("\"up\"", "\"down\"", 1)).contains("the checksum differs"));
    let resealed = |edited: String| {
        let body = &edited[..edited.trim_end().rfind('\n').unwrap() + 1];
        let mut crc = flate2::Crc::new();
        crc.update(body.as_bytes());
        format!("{body}{{\"crc32\":\"{:08x}\"}}\n", crc.sum())
    };
    let first = good.lines().nth(3).unwrap();
    let illegal = said(&resealed(good.replacen(first, "{\"act\":[[0,{\"dir\":\"left\",\"drop\":\"egg\"}]]}", 1)));
    assert!(illegal.starts_with("bad.tape: line 4: illegal: "), "{illegal}");
    assert_eq!(said(&resealed(good.replacen("chickens", "poker", 1))), "bad.tape: line 1: there is no game called \"poker\"");
    assert_eq!(
        said("[R0]\n---- GAME BEGINS ----\n"),
        "bad.tape: this is a log of Jigga Jigga, which tells no moves: there is nothing to be seen"
    );
    let replay = said("{\"trapdoor_triggered\":[]}");
    assert!(replay.starts_with("bad.tape: this is no replay of chickens: missing field"), "{replay}");
    assert!(said("[Replay]{\"type\":\"tick\"}\n").contains("line 1: "));
}

#[test]
fn replays_of_the_original_programs_are_watched() {
    let yard = Yard::new();
    for (game, format) in [("chickens", "original"), ("carpets", "original"), ("orchard", "aiarena21")] {
        let bots = GAMES.iter().find(|(name, _)| *name == game).unwrap().1;
        play(&yard, game, bots, "game.tape");
        yard.said(&["tape", "export", "game.tape", "--format", format, "-o", "replay"]);
        let (ours, theirs) = (yard.said(&["watch", "game.tape"]), yard.said(&["watch", "replay"]));
        let turns = |text: &str| text.lines().filter(|line| line.starts_with("turn ")).count();
        if game != "orchard" {
            assert_eq!(turns(&ours), turns(&theirs), "{game}");
        }
        // The last board is the same, whoever recorded it.
        let board = |text: &str| {
            text.rsplit("\n\n")
                .next()
                .unwrap()
                .lines()
                .map(|line| line.split("    ").next().unwrap().to_string())
                .take(8)
                .collect::<Vec<_>>()
        };
        assert_eq!(board(&ours), board(&theirs), "{game}");
    }
}

#[test]
fn a_replay_of_chickens_becomes_a_tape_and_others_say_why_not() {
    let yard = Yard::new();
    play(&yard, "chickens", &["Henny", "Yolanda", "--set", "rules=original"], "game.tape");
    yard.said(&["tape", "export", "game.tape", "-o", "replay.json"]);
    yard.said(&["tape", "import", "replay.json", "-o", "again.tape"]);
    assert!(yard.said(&["verify", "again.tape"]).contains("holds"));
    yard.said(&["tape", "export", "again.tape", "-o", "again.json"]);
    let text = |name: &str| std::fs::read_to_string(yard.path(name)).unwrap();
    assert_eq!(text("replay.json"), text("again.json"), "a round trip loses nothing that the replay has");
    let told = text("replay.json").replacen("\"egg\"", "\"turd\"", 1);
    yard.write("forged.json", &told);
    assert!(yard.refused(&["tape", "import", "forged.json"]).contains("entry "), "what does not add up is told by its entry");
    play(&yard, "carpets", &["George", "Yolanda"], "game.tape");
    yard.said(&["tape", "export", "game.tape", "-o", "carpets.json"]);
    let refused = yard.refused(&["tape", "import", "carpets.json", "-o", "never.tape"]);
    assert!(refused.ends_with("which squares were searched, nor what the workers heard: it can be watched, but is no tape"), "{refused}");
    assert!(!yard.path("never.tape").exists());
}

#[test]
fn the_log_of_bovine_is_written_from_a_tape() {
    let yard = Yard::new();
    play(
        &yard,
        "bovine",
        &["Herta", "random_raven", "AdjacentAsta", "defensive_dan_heng", "--rounds", "400", "--set", "size=5"],
        "game.tape",
    );
    let log = yard.said(&["tape", "export", "game.tape"]);
    assert!(log.starts_with("[R0]\n---- GAME BEGINS ----\n"), "{log}");
    assert!(log.contains("---- GAME OVER ----\n") && log.contains(" cells\n"), "{log}");
}

#[test]
fn a_game_goes_on_from_a_tape() {
    let yard = Yard::new();
    play(&yard, "chickens", &["Henny", "Yolanda"], "game.tape");
    let said = yard.said(&["play", "--from", "game.tape", "--turn", "10", "Yolanda", "Henny", "-o", "child.tape"]);
    assert!(said.contains("White (Yolanda)") && said.contains("Black (Henny)"), "{said}");
    assert!(yard.said(&["verify", "child.tape"]).contains("holds"));
    yard.said(&["play", "chickens", "--from", "game.tape", "--turn", "10", "Yolanda", "Henny", "-o", "same.tape", "-q"]);
    let text = |name: &str| std::fs::read_to_string(yard.path(name)).unwrap();
    assert_eq!(text("child.tape"), text("same.tape"), "the game may be named or not");
    assert!(text("child.tape").lines().next().unwrap().contains("\"parent\":{\"tape\":\""));
    let before = |name: &str, turns: usize| {
        let mut acts = 0;
        text(name)
            .lines()
            .skip(1)
            .take_while(|line| {
                acts += usize::from(line.starts_with("{\"act\""));
                acts <= turns
            })
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(before("child.tape", 10), before("game.tape", 10), "what was before stays");
    let refused = |args: &[&str]| yard.refused(&[&["play", "--from", "game.tape"], args].concat());
    assert_eq!(
        refused(&["--turn", "80", "Henny", "Henny"]),
        "game.tape: there is nothing to decide at turn 80: the game is over after turn 80"
    );
    assert_eq!(refused(&["carpets", "Henny", "Henny"]), "the tape is a game of chickens, not of carpets");
    assert_eq!(refused(&["--seed", "3", "Henny", "Henny"]), "the tape goes on with its own luck: leave out --seed");
}

fn typed(yard: &Yard, args: &[&str], lines: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_barnyard"));
    command.args(args).current_dir(yard.path("")).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let out = child.wait_with_output().unwrap();
    (out.status.code(), String::from_utf8(out.stdout).unwrap(), String::from_utf8(out.stderr).unwrap())
}

#[test]
fn a_person_plays_by_lines_where_there_is_no_terminal() {
    let yard = Yard::new();
    let lines = "nonsense\n".to_string() + &"0\n".repeat(60);
    let (code, said, _) = typed(&yard, &["play", "microchess", "human", "Monkey", "-o", "mine.tape"], &lines);
    assert_eq!(code, Some(0));
    assert!(said.contains("White, your move: a number or its words") && said.contains("there is no \"nonsense\" here"), "{said}");
    assert!(said.contains("White (human): payoff") && said.contains("ended by:"), "{said}");
    assert!(yard.said(&["verify", "mine.tape"]).contains("holds"));
    let (code, said, told) = typed(&yard, &["play", "chickens", "Henny", "human", "-o", "never.tape"], "0\n0\n");
    assert_eq!(code, Some(0));
    assert!(said.contains("Black, your step") && !said.contains('@'), "the secret stays secret: {said}");
    assert!(told.contains("you left the table: the game has no result"), "{told}");
    assert!(!yard.path("never.tape").exists());
}

#[test]
fn a_person_takes_over() {
    let yard = Yard::new();
    play(&yard, "chickens", &["Henny", "Yolanda"], "game.tape");
    let (code, said, _) =
        typed(&yard, &["play", "--from", "game.tape", "--turn", "70", "human", "Yolanda", "-o", "mine.tape"], &"0\n".repeat(10));
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("turn 70\n"), "{said}");
    assert!(yard.said(&["verify", "mine.tape"]).contains("holds"));
}

#[test]
fn a_person_is_no_bot_elsewhere() {
    let yard = Yard::new();
    let only = "a person can sit in one game only, as in `barnyard play`";
    assert_eq!(yard.refused(&["series", "microchess", "human", "Monkey"]), only);
    assert!(yard.refused(&["tournament", "microchess", "human", "Monkey"]).contains(only));
    let one = "a person plays one game at a time: leave out -n, --mirror, --json and --quiet";
    for more in [["-n", "2"].as_slice(), &["--mirror"], &["--json"], &["-q"]] {
        assert_eq!(yard.refused(&[&["play", "microchess", "human", "Monkey"], more].concat()), one);
    }
}
