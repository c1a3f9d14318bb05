//! What is on the screen, and what keys do about it.
use super::page;
use super::show::{Flow, Mode, Show};
use games::{Luck, Reel, Seat, SeatSet, View};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use runner::{Bot, Chair, Human, InProcess, News, Record, Staging, Table};
use std::sync::mpsc::channel;
use std::time::Duration;

fn ours(game: &str, name: &str) -> Box<dyn Bot> {
    Box::new(InProcess(bots::find(game, name).unwrap().summon()))
}

fn table(game: &str, config: &str) -> Table {
    let mut table = Table::new(games::find(game).unwrap(), config).unwrap();
    table.record = Record::Moves;
    table
}

/// A game between bots of ours.
fn played(game: &str, config: &str, names: &[&str]) -> Show {
    let mut bots: Vec<_> = names.iter().map(|name| ours(game, name)).collect();
    let mut chairs: Vec<Chair<'_>> =
        bots.iter_mut().zip(names).zip(1..).map(|((bot, name), seed)| Chair { name, bot: &mut **bot, seed }).collect();
    let tape = table(game, config).play(Luck::new(7), &mut chairs).unwrap().tape.unwrap();
    Show::new(Reel::open(tape).unwrap())
}

fn shown(show: &Show, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| page::draw(show, frame.area(), frame.buffer_mut())).unwrap();
    let buffer = terminal.backend().buffer().clone();
    let rows = buffer.content().chunks(usize::from(width));
    rows.map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>().trim_end().to_string() + "\n").collect()
}

/// The screen, line by line as people see it.
#[track_caller]
fn looks(show: &Show, expected: &str) {
    let shown = shown(show, 80, 24);
    assert_eq!(shown.trim_end(), expected.trim(), "\n{shown}");
}

#[track_caller]
fn press(show: &mut Show, keys: &[KeyCode]) {
    for key in keys {
        assert_eq!(show.key(KeyEvent::from(*key)), Flow::Stay, "{key:?}");
    }
}

fn chickens() -> Show {
    played("chickens", "{}", &["Henny", "Yolanda"])
}

#[test]
fn chickens_at_80_by_24() {
    looks(
        &chickens().at(30, View::Truth),
        r#"
chickens  turn 30 of 80  the truth  paused                                ? keys
 E   ·   ·   ·   ·   ·   ·   ·    >White Henny                                 9
                                    turns left 25, turds left 5, eggs on the
 ·   E   ·   E   ·   ·   ·   ·      board 7, 1 in corners
                                   Black Yolanda                               6
 E   ·   E   ·   C   ·   ·   t      turns left 25, turds left 1, eggs on the
                                    board 2, 0 in corners
 ·   ·   ·   ·   ·   ·   e   ·
                                  score    ▁▁▂▂▂▂▂▂▄▄▄▄▄▄▅▅▅▅▅▅▅▆▆▆▆▇▇▇▇▇▇▇█████
 ·   ·   E   ·   @   ·   t   ·             ▁▁▁▁▁▃▃▃▃▃▃▃▃▃▃▃▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅

 ·   ·   ·   E   @   ·   e   ·    26 Black drops a turd at (7, 6)
                                  27 White lays an egg: +1
 ·   ·   ·   ·   ·   ·   c   t    28 Black drops a turd at (7, 7)
                                  29 White steps down
 ·   ·   ·   ·   ·   ·   ·   t    30 Black steps left
                                  31 White lays an egg: +1
                                  32 Black drops a turd at (6, 6)
@ trapdoor  E/e egg  T/t turd     33 White steps left
C/c chicken                       34 Black steps up
                                  35 White lays an egg: +1
Black steps left

────────────^─────^──────────█──────^───────────────────────────────────────────
"#,
    );
}

#[test]
fn carpets_shows_what_george_believes() {
    let show = played("carpets", "{}", &["George", "Yolanda"]);
    looks(
        &show.at(30, View::Truth),
        r#"
carpets  turn 30 of 80  the truth  paused                                 ? keys
 #   #   ·   ·   ·   W   #   #    >Player A George                            25
           1   9   1       1   3    turns left 25
 #   #   ·   ·   ·   +   #   #      hears a squeak, distance 2
               9  30      13   1   Player B Yolanda                            7
 #   #   =   ·   @   +   ·   ·      turns left 25
                  17   8   5
 ·   ·   =   ·   ·   +   ·   ·    score    ▁▂▂▂▂▃▃▃▃▃▃▃▄▄▅▅▅▅▅▅▆▆▆▆▆▆▆▇▇▇▇▇▇████
                       2                   ▁▁▁▁▁▁▁▁▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▁▁▁▁▁▁▁▁▁▁▁
 ·   ·   =   =   =   +   ·   ·    bits off ▄▅▄▂▂▄▂▆▃▅▄▅▅▄▄▄▂▅▄▂█▆▅▆▇▃▃▂▂█▆▅▄▄▆▆

 ·   ·   ·   ·   =   +   #   #    26 Player B steps right
                                  27 Player A primes its square and steps up: +1
 #   #   ·   +   w   +   #   #    28 Player B primes its square and steps up: +1
                                  29 Player A primes its square and steps up: +1
 #   #   ·   +   +   ·   #   #    30 Player B primes its square and steps right:
                                  31 Player A rolls 6 of carpet down: +15
                                  32 Player B steps up
@ rat  W/w worker  + primed       33 Player A steps down
= carpet  # blocked               34 Player B steps up
                                  35 Player A searches (4, 1) in vain: -2
Player B primes its square and steps right: +1  Player A looks for the rat, 2.6
bits off
^─────────────^──────────────█^─────^─────^─────────────────^─^─────────────────
"#,
    );
}

#[test]
fn bovine_fits_with_all_its_squares() {
    let show = played("bovine", r#"{"rounds":200}"#, &["Herta", "random_raven", "AdjacentAsta", "defensive_dan_heng"]);
    looks(
        &show.at(109, View::Spectator),
        r#"
bovine  turn 109 of 200  as anybody sees it  paused                       ? keys
B00 0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 B1  >Red Herta                          83
0 0 0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 1     strays 0, status in the game
0 0 0 0 0 0 0 0 0 0 1*· 1 1 1 1 1 1 1 1   >Yellow random_raven                94
0 0 0 0 0 0 0 0 0 0 · 1 1 1 1 1 1 1 1 1     strays 4, status in the game
0 0 0 0 0 0 0 0 0 0 · 1 1 1 1 1 1 1 1 1   >Green AdjacentAsta                 79
0 0 0 0 0 0 0 0 0 0 · 1 1 1 1 1 1 1 1 1     strays 1, status in the game
0 0 0 0 0 0 0 0 0 0 · · · 1 1 1 1 1 1 1   >Blue defensive_dan_heng            76
0 0 0 0 0 0 0 · 0 0 2*1*· 1 1 1 1 1 1 1     strays 1, status in the game
0 0 2 2 2 · · · 2 2 1*· 1 1 1 1 1 1 1 1
3 3 2 2 2 · · · 2 · · · 1 1 1 1 1 1 1 1   score    ▁▂▂▃▃▃▄▄▄▅▅▅▅▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆
3 3 3 2 2 · · · 2 · · · · 1 1 · 1 · · 1            ▁▂▂▃▃▃▄▄▄▅▅▆▆▆▆▆▆▆▇▇▇▇▇▇▇████
3 3 3 3 2 2 2 2 2 · · 1 1 1 · · · · · 2            ▁▂▂▃▃▃▄▄▄▄▅▅▅▅▆▅▅▅▆▆▆▆▅▅▅▅▅▅▅
3 3 3 3 3 · · 2 2 2 1*· · · · · · · 2 2            ▁▂▂▃▃▃▄▄▄▄▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▆▆
3 3 3 3 3 3 · 2 2 2 2 · · · · · · · 2 2
3 3 3 3 3 3 3 · · 2 2 2 2 2 2 2 · · · 2   107 Round 107: Red takes (8, 0) from B
3 3 3 3 3 3 3 3 · · · 2 2 2 2 2 · · 2 2   108 Round 108: Red grazes (7, 0), Yell
3 3 3 3 3 3 3 3 3 · 2 2 2 2 2 2 · 2 2 2   109 Round 109: Red grazes (7, 6), Yell
3 3 3 3 3 3 3 3 3 3 2 2 2 2 2 2 2 2 2 2   110 Round 110: Red grazes (7, 7), Yell
3 3 3 3 3 3 3 3 3 3 3 2 2 2 2 2 2 2 2 2   111 Round 111: Red takes (2, 10) from
B33 3 3 3 3 3 3 3 3 · 3*2 · · 2 2 2 2 B2  112 Round 112: Red grazes (2, 9), Yell
Round 109: Red grazes (7, 6), Yellow grazes (10, 19), Green grazes (19, 12),
Blue takes (19, 11) from Green
───────────────────────────────────────────█────────────────────────────────────
"#,
    );
}

#[test]
fn orchard_fits_with_its_widest_map() {
    let show = played("orchard", "{}", &["greedy", "random_source"]);
    looks(
        &show.at(66, View::Spectator),
        r#"
orchard  turn 66 of 306  as anybody sees it  paused                       ? keys
############################################################  >Team 1 greedy 132
#··············o·o···o····o········o····o······o····o······#    bike no, portal
#··o····#···os#···o···#o····o·#o·o··o#·······#··o··#·····ds#    gun no, rounds
#··········o······s·o···o··o······o····s····s·········o·o··#    left 78
#···#########o··###########···os·###########·o·#########··o#   Team 2 random_s 0
#····o········#o·o····o·········d············#·········o·s·#    bike no, portal
#··so··o·····o#····o####·······o··o·####··o·o#··o··o·······#    gun no, rounds
#·········o···#···o·s·······o·····s··o·······#o··o·········#    left 78
#···#########s··###########······###########os·#########···#  W/w walker  # wall
#···o····o···os·······os·····##s······················so·o·#  S start  o onion
#·oS···###············#······##··o···#····o·······###·o·S··#  s strawberry
#···o··o···o·o··o···o··o·····##·····o······o··o··w·D·o··o··#  d dragon fruit
#··o#########···###########o··S·o###########···#########···#
#o····o···so··#o··o··o··o···o···········o····#··o·······S··#  score    ▃▃▃▄▄▅▆▇█
#·······o····o#·····####···o····o··o####·o··o#······s······#           ▃▁▁▁▁▁▁▁▁
#o·W··········#o··o·················s··o···o·#·····o···o··o#
#···#########so·###########o···o·###########···#########o··#   64 Team 1 rents n
#···········s···s········o··········o········o·····o·······#   65 Team 2 rents n
#··o··o·#·····#so···o·#······#··d····#·o·····#o····#······o#   66 Team 1 +2
#o··········o····o···o·····o··o·o··o··········s····o···o···#   67 Team 1 rents n
############################################################   68 Team 2 rents n
Team 1 +2
"#,
    );
}

#[test]
fn microchess_has_large_squares() {
    let show = played("microchess", "{}", &["Realist", "Oracle"]);
    looks(
        &show.at(1, View::Spectator),
        r#"
microchess  turn 1 of 2  as anybody sees it  paused                       ? keys
                                   White Realist                               3
   ·       r       ·       ·        moves left 29
                                  >Black Oracle                                0
                                    moves left 29

   K       ·       ·       R      score    ▃██
                                           ▃▁▁

                                  0 White to move
   ·       ·       ·       ·      1 White rook takes the king on (4, 3): one las
                                  2 Black rook to (2, 3): White wins


   ·       ·       ·       ·



K/k king  R/r rook


[capture] White rook takes the king on (4, 3): one last rook move

───────────────────────────────────────█────────────────────────────────────────
"#,
    );
}

/// Whatever the size, something is painted, and a board that does not fit shows the part where things happen.
#[test]
fn any_size_is_painted() {
    for show in [chickens(), played("orchard", "{}", &["greedy", "random_source"])] {
        for (width, height) in [(1, 1), (60, 16), (61, 17), (79, 23), (80, 25), (200, 60), (300, 20), (60, 100)] {
            let text = shown(&show, width, height);
            assert_eq!(text.lines().count(), usize::from(height));
            if width < 60 || height < 16 {
                continue;
            }
            assert!(text.contains("turn 0 of") && text.contains(['W', 'w', 'C']), "{width}x{height}:\n{text}");
        }
    }
    assert_eq!(shown(&chickens(), 40, 4), "the terminal has 40x4 characters, 60x16\nare needed; q leaves\n\n\n");
}

#[test]
fn secrets_are_hidden_until_asked_for() {
    let mut show = chickens();
    assert!(!shown(&show, 80, 24).contains('@'), "no trapdoor");
    press(&mut show, &[KeyCode::Char('s')]);
    assert!(shown(&show, 80, 24).contains('@'));
    press(&mut show, &[KeyCode::Char('1')]);
    let seen = shown(&show, 80, 24);
    assert!(seen.contains("as White sees it") && !seen.contains('@'));
    press(&mut show, &[KeyCode::Char('t')]);
    assert_eq!(show.view, View::Truth);
    press(&mut show, &[KeyCode::Char('0')]);
    assert_eq!(show.view, View::Spectator);
    press(&mut show, &[KeyCode::Char('3')]);
    assert_eq!((show.view, show.note.as_str()), (View::Spectator, "chickens has 2 seats"));
}

#[test]
fn keys_go_through_the_game() {
    let mut show = chickens();
    let last = show.last();
    let go = |show: &mut Show, keys: &[KeyCode]| {
        press(show, keys);
        show.turn
    };
    assert_eq!(go(&mut show, &[KeyCode::Left]), 0, "nothing is before the beginning");
    assert_eq!(go(&mut show, &[KeyCode::Right, KeyCode::Right, KeyCode::Left]), 1);
    assert_eq!(go(&mut show, &[KeyCode::Down, KeyCode::Down, KeyCode::Up]), 11);
    assert_eq!(go(&mut show, &[KeyCode::End]), last);
    assert_eq!(go(&mut show, &[KeyCode::Right]), last);
    assert_eq!(show.note, "this is the end");
    assert_eq!(go(&mut show, &[KeyCode::Home]), 0);
    let digits = |text: &str| text.chars().map(KeyCode::Char).collect::<Vec<_>>();
    assert_eq!(go(&mut show, &[digits("g1x2"), vec![KeyCode::Enter]].concat()), 12, "letters are no digits");
    assert_eq!(go(&mut show, &[digits("g999"), vec![KeyCode::Enter]].concat()), 12);
    assert_eq!(show.note, format!("there is no turn 999: the last one is {last}"));
    assert_eq!(go(&mut show, &[digits("g5"), vec![KeyCode::Esc]].concat()), 12);
    assert_eq!(go(&mut show, &[digits("g35"), vec![KeyCode::Backspace, KeyCode::Enter]].concat()), 3);
    let marks: Vec<usize> = show.reel.chart().marks.iter().map(|(turn, _)| *turn).collect();
    let next = *marks.iter().find(|turn| **turn > 3).unwrap();
    assert_eq!(go(&mut show, &[KeyCode::Char('n')]), next);
    assert_eq!(go(&mut show, &[KeyCode::Char('p')]), *marks.iter().rev().find(|turn| **turn < next).unwrap_or(&next));
    press(&mut show, &[KeyCode::Char('?')]);
    assert_eq!(show.mode, Mode::Help);
    assert!(shown(&show, 80, 24).contains("what that seat knew"));
    press(&mut show, &[KeyCode::Char('x')]);
    assert_eq!(show.mode, Mode::Watch, "any key closes the help");
    press(&mut show, &[KeyCode::Char('x')]);
    assert_eq!(show.note, "? shows the keys");
    assert_eq!(show.key(KeyEvent::from(KeyCode::Char('q'))), Flow::Leave);
    assert_eq!(show.key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)), Flow::Leave);
}

#[test]
fn it_plays_at_the_speed_that_is_set_and_stops_at_the_end() {
    let mut show = chickens();
    show.wait(Duration::from_secs(9));
    assert_eq!(show.turn, 0, "paused");
    press(&mut show, &[KeyCode::Char(' ')]);
    show.wait(Duration::from_millis(400));
    assert_eq!(show.turn, 0, "two turns a second");
    show.wait(Duration::from_millis(200));
    assert_eq!(show.turn, 1);
    press(&mut show, &[KeyCode::Char('+'), KeyCode::Char('+'), KeyCode::Char('-')]);
    assert_eq!(show.speed(), 4.0);
    show.wait(Duration::from_secs(1));
    assert_eq!(show.turn, 5);
    show.wait(Duration::from_secs(99));
    assert_eq!((show.turn, show.playing), (show.last(), false));
    press(&mut show, &[KeyCode::Char(' ')]);
    assert_eq!((show.turn, show.playing), (0, true), "from the end it starts again");
    press(&mut show, &[KeyCode::Right]);
    assert!(!show.playing, "whoever looks for a turn wants to look at it");
    for _ in 0..20 {
        press(&mut show, &[KeyCode::Char('-')]);
    }
    assert_eq!(show.speed(), 0.5);
}

/// A whole game by keys: the first cell that the arrow finds, then Enter.
fn play_by_keys(game: &str, config: &str, rivals: &[&str], keys: &[KeyCode], mut look: impl FnMut(&mut Show)) -> Show {
    let table = table(game, config);
    let (desk, news) = channel();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut bots: Vec<Box<dyn Bot>> = vec![Box::new(Human::new(desk.clone()))];
            bots.extend(rivals.iter().map(|name| ours(game, name)));
            let mut chairs: Vec<Chair<'_>> = bots.iter_mut().map(|bot| Chair { name: "somebody", bot: &mut **bot, seed: 1 }).collect();
            table.stage(Luck::new(7), &mut chairs, Staging { past: None, onlooker: Some(desk) }).unwrap();
        });
        let Ok(News::Begin(header)) = news.recv() else { panic!("a game begins") };
        let mut show = Show::live(Reel::begin(header, table.entry).unwrap(), SeatSet::one(Seat(0)));
        for heard in news {
            show.hear(heard);
            if show.asked().is_some() {
                look(&mut show);
                press(&mut show, keys);
                assert!(show.asked().is_none(), "{game}: {}", show.note);
            }
        }
        show
    })
}

#[test]
fn a_person_plays_with_arrows_and_enter() {
    let mut looked = 0;
    let show = play_by_keys("chickens", r#"{"turns":6}"#, &["Henny"], &[KeyCode::Right, KeyCode::Enter], |show| {
        looked += 1;
        assert!(!shown(show, 80, 24).contains('@'), "the secret stays secret");
        press(show, &[KeyCode::Char('s')]);
        assert_eq!(show.note, "secrets stay secret until the game is over");
        press(show, &[KeyCode::Char('t'), KeyCode::Char('2')]);
        assert_eq!(show.view, View::Seat(Seat(0)));
        if looked == 1 {
            looks(
                show,
                r#"
chickens  turn 0  as White sees it  now                                   ? keys
 ·   ·   ·   ·   ·   ·   ·   ·    >White somebody                              0
                                    turns left 6, turds left 5, eggs on the
 ·   ·   ·   ·   ·   ·   ·   ·      board 0, 0 in corners
                                   Black somebody                              0
 C   ·   ·   ·   ·   ·   ·   c      turns left 6, turds left 5, eggs on the
                                    board 0, 0 in corners
 ·   ·   ·   ·   ·   ·   ·   ·
                                  White, your step:
 ·   ·   ·   ·   ·   ·   ·   ·      up, plain
                                  arrows choose, Enter plays
 ·   ·   ·   ·   ·   ·   ·   ·    Tab: plain, egg, turd
                                  9 legal:
 ·   ·   ·   ·   ·   ·   ·   ·     up, plain
                                   up, egg
 ·   ·   ·   ·   ·   ·   ·   ·     up, turd
                                   right, plain
                                   right, egg
C/c chicken                        right, turd
                                   down, plain
                                   down, egg
secrets stay secret until the game is over

█───────────────────────────────────────────────────────────────────────────────
"#,
            );
            press(show, &[KeyCode::Esc]);
            assert_eq!(show.mode, Mode::Leaving);
            press(show, &[KeyCode::Char('n')]);
        }
    });
    assert!(looked > 1);
    assert!(!show.live && show.view == View::Truth && show.turn == show.last(), "afterwards everything is shown");
    assert!(shown(&show, 80, 24).contains('@'));
}

#[test]
fn a_person_bids_with_digits() {
    let mut prompts = Vec::new();
    let keys = [KeyCode::Char('1'), KeyCode::Enter];
    let config = r##"{"map":"S.S","rounds":4,"forced_auction":1,"start_scores":[300,0]}"##;
    play_by_keys("orchard", config, &["random_source"], &keys, |show| {
        let pick = show.pick.as_ref().unwrap();
        prompts.push(pick.menu().prompt);
        if pick.menu().range.is_some() {
            press(show, &[KeyCode::Enter]);
            assert!(show.note.starts_with("a number from 0 to "), "{}", show.note);
            let digits = [KeyCode::Char('9'), KeyCode::Char('9'), KeyCode::Char('9'), KeyCode::Char('9'), KeyCode::Enter];
            press(show, &digits);
            assert!(show.note.starts_with("a number from 0 to"), "{}", show.note);
            press(show, &[KeyCode::Backspace; 4]);
        }
    });
    assert!(prompts.contains(&"bid") && prompts.contains(&"where the loser goes"), "{prompts:?}");
}
