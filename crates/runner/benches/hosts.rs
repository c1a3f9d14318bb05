//! A round with Python bots and a move of a Java team, referee included: microseconds by the wall, the best of many short games,
//! since the machine may have other work.
//!
//!     cargo bench -p runner --bench hosts [-- bovine]
use games::Luck;
use runner::{Bot, Chair, Confinement, Grants, Java, Limits, Program, Python, Recipe, Table};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::time::{Duration, Instant};

/// Games of thirty moves, after which figures hardly change.
const GAMES_IN_JAVA: u64 = 2_000;

const RAVEN: &str = "from sample_ais import random_raven\n";
const TRIVIAL: &str = "
def play_powerup(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    return ''
def play_turn(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    return f'{me.location[0]},{me.location[1]}'
def play_auction(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    return 0
def play_transport(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    return '0,0'
";

/// Moves a piece that takes nothing, so that games are long.
const QUIET_TEAM: &str = "public class TeamQuiet extends Player {
  public TeamQuiet(int maxNumMoves) {}
  public void prepareForSeries() {}
  public void prepareForMatch() {}
  public MoveDescription chooseMove() {
    BoardPosition now = toBoardPosition();
    MoveDescription move = null;
    for (MoveDescription each : now.getAllPossibleMoves()) {
      move = each;
      BoardPosition next = now.doMove(each);
      if (next.blackKingPosition * next.blackRookPosition * next.whiteKingPosition * next.whiteRookPosition > 0) break;
    }
    return move;
  }
}";

fn main() {
    runner::choose_confinement(Confinement::NONE);
    pin();
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let is_wanted = |game: &str| wanted.is_empty() || wanted.iter().any(|word| word == game);
    match Java::usual() {
        Ok(_) if is_wanted("microchess") => measure_java(),
        Ok(_) => {}
        Err(fault) => println!("skipped: {fault}"),
    }
    if let Err(fault) = Python::usual() {
        println!("skipped: {fault}");
        return;
    }
    if is_wanted("bovine") {
        measure("bovine: four random_raven", "bovine", RAVEN, Some("random_raven"), "{\"rounds\":200}");
    }
    for map in ["1", "7"].into_iter().filter(|_| is_wanted("orchard")) {
        let config = format!("{{\"rounds\":100,\"map\":\"{map}\"}}");
        measure(&format!("orchard: two trivial bots, map {map}"), "orchard", TRIVIAL, None, &config);
    }
}

fn measure(what: &str, game: &str, text: &str, bot: Option<&str>, config: &str) {
    let folder = tempfile::tempdir().expect("a folder for the bot");
    let file = folder.path().join("mine.py");
    std::fs::write(&file, text).expect("the bot is written");
    let entry = games::find(game).expect("a game");
    let mut table = Table::new(entry, config).expect("a table");
    table.limits = Limits { each: Some(Duration::from_secs(10)), ..table.limits };
    let recipe = bot.map_or_else(|| Recipe::find(&file, entry), |bot| Recipe::named(&file, bot, entry)).expect("a bot");
    let start = || {
        let command = recipe.errand(None).expect("a command");
        Program::start("bot", command, entry, &table.config, trusted(game), None).expect("it starts")
    };
    let mut bots: Vec<Program> = (0..entry.seats).map(|_| start()).collect();
    let rounds: f64 = config.split_once("\"rounds\":").and_then(|(_, rest)| rest.split([',', '}']).next()?.parse().ok()).expect("rounds");
    let mut best = f64::INFINITY;
    for seed in 0..24 {
        let mut chairs: Vec<Chair<'_>> = bots.iter_mut().map(|bot| Chair { name: "bot", bot: bot as &mut dyn Bot, seed }).collect();
        let began = Instant::now();
        let played = table.play(Luck::new(seed), &mut chairs).expect("it is played");
        let per_round = began.elapsed().as_secs_f64() * 1e6 / rounds;
        assert!(played.fouls.is_empty(), "{:?}", played.fouls);
        // A game that ended early says nothing.
        if game == "orchard" || played.decisions as f64 == rounds {
            best = best.min(per_round);
        }
    }
    println!("{what}: {best:.0} us a round");
}

/// Two teams that move quickly, in games of thirty moves.
fn measure_java() {
    let folder = tempfile::tempdir().expect("a folder for the team");
    let file = folder.path().join("TeamQuiet.java");
    std::fs::write(&file, QUIET_TEAM).expect("the team is written");
    let entry = games::find("microchess").expect("a game");
    let table = Table::new(entry, r#"{"board":"r..R/..../..../k..K"}"#).expect("a table");
    let recipe = Recipe::find(&file, entry).expect("a team");
    let start = || {
        let command = recipe.errand(None).expect("a command");
        Program::start("TeamQuiet", command, entry, &table.config, trusted("microchess"), None).expect("it starts")
    };
    let (mut white, mut black) = (start(), start());
    let mut per_move: Vec<f64> = (0..GAMES_IN_JAVA)
        .map(|seed| {
            let mut chairs = [Chair { name: "white", bot: &mut white, seed: 1 }, Chair { name: "black", bot: &mut black, seed: 2 }];
            let began = Instant::now();
            let played = table.play(Luck::new(seed), &mut chairs).expect("it is played");
            assert!(played.fouls.is_empty(), "{:?}", played.fouls);
            began.elapsed().as_secs_f64() * 1e6 / played.decisions as f64
        })
        .collect();
    let first = per_move[0];
    per_move.sort_by(f64::total_cmp);
    let (best, median, most) = (per_move[0], per_move[per_move.len() / 2], per_move[per_move.len() * 9 / 10]);
    println!(
        "microchess: two Java teams: {median:.1} us a move in half of the games, best {best:.1}, in nine of ten {most:.1}, first {first:.1}"
    );
}

/// Referee and bots on one core, as `barnyard play` has them.
fn pin() {
    let allowed = sched_getaffinity(None).expect("our cores");
    let last = (0..CpuSet::MAX_CPU).rfind(|core| allowed.is_set(*core)).expect("a core");
    let mut one = CpuSet::new();
    one.set(last);
    let _ = sched_setaffinity(None, &one);
}

/// What hosts cost by themselves, without a sandbox.
fn trusted(game: &str) -> Grants {
    Grants { confinement: Some(Confinement::NONE), ..Limits::grants(game) }
}
