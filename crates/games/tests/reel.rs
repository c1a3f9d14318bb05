//! Recorded games, frame by frame, through everybody's eyes.
use games::tape::{ActLine, Entrant, FORMAT, Header, Line, Over};
use games::{Belief, Foul, FoulKind, Frame, GAMES, Luck, Reel, Seat, Tape, Turn, View};
use std::path::Path;

fn recorded(game: &str) -> Vec<Tape> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{game}.tapes"));
    let all = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    all.split_terminator("\n\n").map(|text| Tape::read(format!("{text}\n").as_bytes()).unwrap()).collect()
}

/// The longest of the recorded games.
fn golden(game: &str) -> Tape {
    recorded(game).into_iter().max_by_key(|tape| tape.lines.len()).unwrap()
}

fn json(frame: &Frame) -> String {
    serde_json::to_string(frame).unwrap()
}

#[test]
fn any_frame_is_at_hand_in_any_order() {
    for entry in GAMES {
        let tape = golden(entry.name);
        let scenes = tape.scenes().unwrap();
        let reel = Reel::open(tape).unwrap();
        assert_eq!(reel.len(), scenes.len(), "{}", entry.name);
        assert_eq!(reel.chart().points.len(), scenes.len());
        let all: Vec<Frame> = reel.frames_from(0).collect();
        for turn in (0..reel.len()).rev() {
            let frame = reel.frame(turn);
            assert_eq!(frame.scene, scenes[turn], "{} at turn {turn}", entry.name);
            assert_eq!(frame, all[turn]);
            assert_eq!(frame.turn, turn);
            assert_eq!(frame.deeds.is_empty(), turn == 0, "{}: a decision leads to every frame but the first", entry.name);
        }
        let middle = reel.len() / 2;
        assert!(reel.frames_from(middle).eq(all[middle..].iter().cloned()));
        assert_eq!(reel.frames_from(reel.len()).count(), 0);
        assert!(all.last().unwrap().acting.is_empty());
    }
}

#[test]
fn a_reel_that_grows_shows_what_the_whole_one_shows() {
    for entry in GAMES {
        let tape = golden(entry.name);
        let whole = Reel::open(tape.clone()).unwrap();
        let mut live = Reel::begin(tape.header.clone(), entry).unwrap();
        for line in tape.lines {
            live.push(line).unwrap();
            if live.len() > 0 {
                live.frame(live.len() - 1);
            }
        }
        live.end(tape.over).unwrap();
        assert_eq!(live.chart(), whole.chart());
        assert_eq!(json(&live.frame(live.len() - 1)), json(&whole.frame(whole.len() - 1)));
    }
}

#[test]
fn fouls_are_deeds_and_marks() {
    let mut seen = 0;
    for tape in GAMES.iter().flat_map(|entry| recorded(entry.name)) {
        let reel = Reel::open(tape).unwrap();
        for frame in reel.frames_from(0) {
            let fouled = frame.deeds.iter().any(|deed| deed.foul.is_some());
            assert_eq!(frame.marks.contains(&"fault"), fouled);
            assert_eq!(reel.chart().marks.contains(&(frame.turn, "fault")), fouled);
            seen += usize::from(fouled);
        }
    }
    assert!(seen > 0, "the recorded games have fouls");
}

/// A game of Carpets whose first decision comes with a belief.
fn believer(belief: Belief) -> Tape {
    let mut tape = golden("carpets");
    let first = tape.lines.iter_mut().find_map(|line| if let Line::Act(act) = line { Some(act) } else { None });
    first.unwrap().belief = vec![(Seat(0), belief)];
    tape
}

#[test]
fn a_belief_is_weighed_against_the_truth_where_it_was_held() {
    let map = vec![1.0 / 64.0; 64];
    let reel = Reel::open(believer([("rat".into(), map)].into())).unwrap();
    let frame = reel.frame(0);
    assert_eq!(frame.thoughts[0].loss, Some(6.0));
    assert_eq!(reel.chart().loss, [(0, Seat(0), 6.0)]);
    let own = frame.clone().seen_by(View::Seat(Seat(0)));
    assert_eq!((own.thoughts[0].belief.len(), own.thoughts[0].loss), (1, None), "a believer does not know how right it is");
    for view in [View::Spectator, View::Seat(Seat(1))] {
        assert!(frame.clone().seen_by(view).thoughts.is_empty(), "others do not know what it believes");
    }
}

#[test]
fn a_tape_with_a_belief_that_is_none_is_refused_by_its_line() {
    let refusal = |tape: Tape| Reel::open(tape).err().unwrap().to_string();
    assert_eq!(refusal(believer([("rat".into(), vec![1.0])].into())), "line 4: the map of the rat has 1 numbers, the board has 64 cells");
    assert_eq!(refusal(believer([("cat".into(), vec![])].into())), "line 4: no map of \"cat\" is asked for: there is rat");
    let mut tape = believer(Belief::new());
    if let Some(Line::Act(act)) = tape.lines.iter_mut().find(|line| matches!(line, Line::Act(_))) {
        act.belief = vec![(Seat(1), Belief::new())];
    }
    assert_eq!(refusal(tape), "line 4: a belief of seat 1, which does not act here");
}

#[test]
fn others_see_that_a_seat_fouled_and_not_what_it_tried() {
    let mut tape = golden("chickens");
    for line in &mut tape.lines {
        if let Line::Act(ActLine { act, foul, .. }) = line
            && act[0].0 == Seat(1)
        {
            *foul = vec![(Seat(1), Foul::new(FoulKind::Late, "took 9 s"))];
        }
    }
    let frame = Reel::open(tape).unwrap().frame(2);
    let deed = |view| frame.clone().seen_by(view).deeds.remove(0);
    assert_eq!(deed(View::Truth).why.as_deref(), Some("took 9 s"));
    assert_eq!(deed(View::Seat(Seat(1))), deed(View::Truth));
    for view in [View::Seat(Seat(0)), View::Spectator] {
        let deed = deed(view);
        assert_eq!((deed.foul, deed.why, deed.action), (Some("late"), None, None));
    }
}

/// Everything that is known to nobody is in nobody's frame, in any spelling.
#[test]
fn hidden_things_are_in_the_truth_alone() {
    for (game, kind) in [("chickens", "trapdoor"), ("carpets", "rat"), ("orchard", "to come")] {
        let reel = Reel::open(golden(game)).unwrap();
        let frame = reel.frame(0);
        let shows = |view| serde_json::to_string(&frame.clone().seen_by(view).scene.pieces).unwrap().contains(kind);
        assert!(shows(View::Truth), "{game}");
        for view in [View::Spectator, View::Seat(Seat(0)), View::Seat(Seat(1))] {
            assert!(!shows(view), "{game}: {view:?}");
        }
    }
}

#[test]
fn a_tape_that_goes_on_or_breaks_off_is_refused_by_its_line() {
    let mut tape = golden("microchess");
    let last = tape.lines.pop().unwrap();
    let rows = tape.lines.len() + 2;
    assert_eq!(Reel::open(tape.clone()).err().unwrap().to_string(), format!("line {rows}: the game is not over yet, but the tape is"));
    tape.lines.extend([last.clone(), last]);
    assert_eq!(Reel::open(tape).err().unwrap().to_string(), format!("line {}: the game is already over", rows + 1));
}

/// Ten thousand rounds: opened in one pass, then any turn from the nearest copy.
#[test]
fn a_game_of_ten_thousand_rounds_opens_and_seeks() {
    let entry = games::find("bovine").unwrap();
    let config = entry.settings(r#"{"rounds":10000,"size":8}"#).unwrap();
    let luck = Luck::new(5);
    let mut game = entry.open(config.get()).unwrap();
    let (mut lines, mut chances, mut decisions) = (Vec::new(), 0, 0);
    loop {
        match game.turn() {
            Turn::Chance => {
                let chance = game.roll(&mut luck.nature(chances), true).unwrap();
                lines.push(Line::Chance(games::tape::ChanceLine { chance }));
                chances += 1;
            }
            Turn::Act(seats) => {
                // Whoever is asked passes, so that nobody dies and the game is as long as can be.
                for seat in seats.iter() {
                    game.propose(seat, "\"pass\"").unwrap();
                }
                let act = game.held().into_iter().map(|(seat, action)| (seat, Some(action))).collect();
                lines.push(Line::Act(ActLine { act, ..ActLine::default() }));
                game.play();
                decisions += 1;
            }
            Turn::Over => break,
        }
    }
    assert_eq!(decisions, 10_000);
    let seats = entry.seat_names.iter().map(|name| Entrant::new(*name)).collect();
    let header = Header { tape: FORMAT, game: entry.name.into(), rules: entry.rules, config, seed: Some(5), seats, parent: None };
    let reel = Reel::open(Tape { header, lines, over: Over::of(&*game) }).unwrap();
    assert_eq!(reel.len(), 10_001);
    for turn in [10_000, 0, 9_999, 31, 32, 33, 5_000] {
        assert!(reel.frame(turn).scene.caption.starts_with(if turn == 0 { "Four farmers" } else { "Round" }));
        assert_eq!(reel.frame(turn).turn, turn);
    }
}
