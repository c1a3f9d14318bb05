//! A chicken to start from: it lays where it can, else steps at random.
//! Standard output belongs to the protocol: `eprintln!` is shown to you.
mod protocol;
use protocol::{Bot, Dice, get, numbers, text};

type Square = (i64, i64);

struct Starter {
    dice: Dice,
}

impl Bot for Starter {
    fn new(start: &str) -> Starter {
        Starter { dice: Dice::new(numbers(get(start, "seed"))[0]) }
    }

    fn act(&mut self, seen: &str) -> String {
        let steps = legal(get(seen, "me"), get(seen, "enemy"));
        let found = squares(get(seen, "found"));
        let eggs: Vec<_> = steps.iter().copied().filter(|(_, drop, to)| *drop == "egg" && !found.contains(to)).collect();
        let (dir, drop, _) = self.dice.pick(if eggs.is_empty() { &steps } else { &eggs });
        format!("{{\"dir\":\"{dir}\",\"drop\":\"{drop}\"}}")
    }
}

fn squares(json: &str) -> Vec<Square> {
    numbers(json).chunks(2).map(|pair| (pair[0], pair[1])).collect()
}

fn distance(a: Square, b: Square) -> i64 {
    (a.0 - b.0).abs() + (a.1 - b.1).abs()
}

/// All steps: direction, what is left behind, and where they lead.
fn legal(me: &str, enemy: &str) -> Vec<(&'static str, &'static str, Square)> {
    let (at, foe) = (squares(get(me, "at"))[0], squares(get(enemy, "at"))[0]);
    let (their_eggs, their_turds) = (squares(get(enemy, "eggs")), squares(get(enemy, "turds")));
    let taken = [squares(get(me, "eggs")), squares(get(me, "turds")), their_eggs.clone(), their_turds.clone()].concat().contains(&at);
    let own_colour = (at.0 + at.1) % 2 == i64::from(text(get(me, "colour")) == "black");
    let mut steps = Vec::new();
    for (dir, dx, dy) in [("up", 0, -1), ("right", 1, 0), ("down", 0, 1), ("left", -1, 0)] {
        let to = (at.0 + dx, at.1 + dy);
        let on_board = (0..8).contains(&to.0) && (0..8).contains(&to.1);
        if !on_board || to == foe || their_eggs.contains(&to) || their_turds.iter().any(|turd| distance(*turd, to) <= 1) {
            continue;
        }
        steps.push((dir, "plain", to));
        if own_colour && !taken {
            steps.push((dir, "egg", to));
        }
        if numbers(get(me, "turds_left"))[0] > 0 && !taken && distance(at, foe) > 1 {
            steps.push((dir, "turd", to));
        }
    }
    steps
}

fn main() {
    protocol::serve::<Starter>();
}
