//! `compare`, `balance` and what `bots` knows of them, through the real executable.
mod yard;

use serde_json::Value;
use std::collections::BTreeSet;
use yard::Yard;

/// What it prints, and its exit code.
fn ran(yard: &Yard, args: &[&str]) -> (Option<i32>, String) {
    let out = yard.barnyard(args);
    (out.status.code(), String::from_utf8(out.stdout).unwrap())
}

#[track_caller]
fn json(yard: &Yard, args: &[&str]) -> Value {
    let (_, text) = ran(yard, args);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{args:?}: {error}: {text}"))
}

#[test]
fn a_better_bot_is_found_out_and_a_worse_one_is_exit_code_one() {
    let yard = Yard::new();
    let (code, better) = ran(&yard, &["compare", "chickens", "Henny", "Yolanda"]);
    assert_eq!(code, Some(0), "{better}");
    let [line, verdict] = better.lines().collect::<Vec<_>>()[..] else { panic!("two lines: {better}") };
    assert!(line.contains(" pairs, p95 move time ") && line.contains("x ("), "{line}");
    assert!(verdict.starts_with("Henny is better than Yolanda: "), "{verdict}");
    let (code, worse) = ran(&yard, &["compare", "chickens", "Yolanda", "Henny"]);
    assert_eq!(code, Some(1), "{worse}");
    assert!(worse.contains("Yolanda is worse than Henny: "), "{worse}");
    // Yolanda plays two games, David@200 only one of them.
    let report = json(&yard, &["compare", "David@200", "Yolanda", "--opponents", "Henny", "--pairs", "12", "--json"]);
    assert_eq!(report["game"], "chickens");
    let report = json(&yard, &["compare", "chickens", "David@200", "Henny", "--json"]);
    assert_eq!(report["verdict"], "better");
    assert!(report["pairs"].as_u64().unwrap() < 300, "it stops when it can tell: {report}");
    assert!(report["elo_low"].as_f64().unwrap() < report["elo"].as_f64().unwrap());
    assert!(report["p95_ms"][0].as_f64().unwrap() > report["p95_ms"][1].as_f64().unwrap(), "who searches takes longer");
}

#[test]
fn a_bot_is_no_better_than_itself() {
    let yard = Yard::new();
    let (code, same) = ran(&yard, &["compare", "chickens", "Henny", "henny", "--pairs", "40"]);
    assert_eq!(code, Some(0));
    assert!(same.contains("40 pairs") && same.contains("no difference shown between Henny and Henny#2: 80 games"), "{same}");
}

/// The pairs of `compare` are the fixtures of `play --mirror`, and the score is counted twice by different code.
#[test]
fn pairs_are_mirror_fixtures() {
    let yard = Yard::new();
    for (game, new, old) in [("chickens", "David@100", "Henny"), ("orchard", "greedy", "random_source")] {
        let compared = json(&yard, &["compare", game, new, old, "--pairs", "12", "--fixed", "--seed", "5", "--json"]);
        let played = json(&yard, &["play", game, new, old, "-n", "12", "--mirror", "--seed", "5", "--json"]);
        assert_eq!((&compared["pairs"], &compared["games"]), (&12.into(), &24.into()));
        let score = |entrant: usize| played["entrants"][entrant]["score"].as_f64().unwrap();
        let lead = compared["lead"]["mean"].as_f64().unwrap();
        assert!((lead - (score(0) - score(1))).abs() < 1e-9, "{lead} {played}");
    }
}

#[test]
fn four_seats_are_compared_in_all_six_seatings_and_microchess_by_payoff_in_series() {
    let yard = Yard::new();
    let farmers = json(&yard, &["compare", "bovine", "AdjacentAsta", "pass_pompom", "--rounds", "60", "--pairs", "3", "--fixed", "--json"]);
    assert_eq!((&farmers["games"], &farmers["verdict"]), (&18.into(), &"better".into()), "{farmers}");
    let args = ["compare", "microchess", "Realist", "Nihilist", "--pairs", "4", "--fixed", "--series-length", "10"];
    let (code, text) = ran(&yard, &args);
    assert!(code == Some(0) && text.contains(" payoff a game (95 %), 4 pairs") && text.contains("80 games"), "{text}");
    let (lead, margin) = {
        let report = json(&yard, &[&args[..], &["--json"]].concat());
        (report["lead"]["mean"].as_f64().unwrap(), report["lead"]["margin"].as_f64().unwrap())
    };
    // `barnyard solve microchess matrix` has what each of them gets exactly: 2.88689 and what the Nihilist keeps, below 0.1.
    assert!((2.4..=3.0).contains(&lead) && margin < 0.6, "{lead} ± {margin}");
}

#[test]
fn with_opponents_both_play_the_pool() {
    let yard = Yard::new();
    let args = ["compare", "chickens", "Henny", "Yolanda", "--opponents", "David@50,Yolanda", "--pairs", "20", "--fixed", "--json"];
    let report = json(&yard, &args);
    assert_eq!(report["opponents"], serde_json::json!(["David@50", "Yolanda"]));
    assert_eq!((&report["games"], &report["verdict"]), (&160.into(), &"better".into()), "{report}");
    assert!(report["elo"].as_f64().is_none_or(|elo| elo > 0.0), "{report}");
    // Oracle is no better than a Realist against a Realist, and better against others.
    let pool = ["compare", "microchess", "Oracle", "Realist", "--opponents", "Monkey,Scrapper", "--pairs", "8", "--fixed", "--json"];
    assert_eq!(json(&yard, &pool)["verdict"], "better");
}

#[test]
fn programs_and_scripts_are_compared_too() {
    let yard = Yard::new();
    yard.write("lazy.py", "def bot(board):\n    return None\n");
    let args = ["compare", "bovine", "lazy.py", "outside:AdjacentAsta", "--rounds", "30", "--pairs", "2", "--fixed", "--json"];
    let report = json(&yard, &args);
    assert_eq!((&report["new"], &report["old"]), (&"lazy".into(), &"AdjacentAsta".into()));
    assert_eq!((&report["verdict"], &report["fouls"]), (&"worse".into(), &serde_json::json!([0, 0])), "{report}");
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let yard = Yard::new();
    let refused = |args: &[&str]| yard.refused(&[&["compare"], args].concat());
    assert_eq!(refused(&["chickens", "Heny", "Max"]), "chickens has no bot called \"Heny\": did you mean Henny?");
    assert_eq!(refused(&["chickens", "Max", "Henny", "--opponents", "Dawid"]), "chickens has no bot called \"Dawid\": did you mean David?");
    for unknown in [["Yolanda", "yolanda"], ["Max", "Ada"], ["./a", "./b"]] {
        let [new, old] = unknown;
        assert_eq!(refused(&unknown), format!("{new} and {old} do not tell which game: barnyard compare GAME NEW OLD"));
    }
    assert_eq!(refused(&["chikens", "Max", "Henny"]), "there is no game called \"chikens\": did you mean chickens?");
    assert_eq!(refused(&["chickens", "human", "Henny"]), "a person can sit in one game only, as in `barnyard play`");
    for wrong in [["--pairs", "1"], ["--margin", "0"], ["--seed", "x"]] {
        assert_eq!(ran(&yard, &[&["compare", "chickens", "Max", "Henny"], &wrong[..]].concat()).0, Some(2), "{wrong:?}");
    }
}

#[test]
fn a_game_is_measured_and_its_report_shown_again() {
    let yard = Yard::new();
    let (code, text) = ran(&yard, &["balance", "microchess", "--pairs", "2", "--json"]);
    assert_eq!((code, &text), (Some(0), &ran(&yard, &["balance", "co456", "--pairs", "2", "--json"]).1), "equal seeds, equal bytes");
    let report: Value = serde_json::from_str(&text).unwrap();
    let rows = report["bots"].as_array().unwrap();
    let names: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, bots::of("microchess").map(|bot| bot.name).collect::<Vec<_>>());
    assert_eq!(report["gaps"].as_array().unwrap().len(), names.len() - 1);
    for row in rows {
        let [shortest, middle, longest] = [0, 1, 2].map(|n: usize| row["length"][n].as_u64().unwrap());
        assert!(1 <= shortest && shortest <= middle && middle <= longest && longest <= 30, "{row}");
        assert!((0.0..=3.0).contains(&row["rating"]["mean"].as_f64().unwrap()), "{row}");
        assert!((1.0..=40.0).contains(&row["choices"].as_f64().unwrap()), "{row}");
    }
    // What two Utilitarians do together: a draw at two each.
    let friends = rows.iter().find(|row| row["name"] == "Utilitarian").unwrap();
    assert_eq!((&friends["draws"]["mean"], &friends["seats"][0]["mean"]), (&1.0.into(), &2.0.into()));

    yard.write("report.json", &text);
    let shown = yard.said(&["balance", "microchess", "--from", "report.json"]);
    assert!(shown.contains("White gets") && shown.contains("payoff ahead") && shown.contains("Oracle"), "{shown}");
    let page = yard.said(&["balance", "microchess", "--from", "report.json", "--markdown"]);
    assert!(
        page.starts_with("Made by `barnyard balance microchess --pairs 2 --seed 0 --json`") && page.contains("\n| Oracle | "),
        "{page}"
    );
    assert_eq!(yard.refused(&["balance", "bovine", "--from", "report.json"]), "report.json: it is about microchess, not about bovine");
    yard.write("report.json", "{}");
    let wrong = yard.refused(&["balance", "microchess", "--from", "report.json"]);
    assert!(wrong.starts_with("report.json: no report of `barnyard balance --json`: "), "{wrong}");
}

#[test]
fn bots_are_listed_with_what_was_measured() {
    let yard = Yard::new();
    let all = json(&yard, &["bots", "--json"]);
    let rows = all["bots"].as_array().unwrap();
    assert_eq!(rows.len(), games::GAMES.iter().flat_map(|entry| bots::of(entry.name)).count());
    for row in rows {
        let method = if row["game"] == "microchess" { "payoff" } else { "elo-ml" };
        assert_eq!(row["rating"]["method"], method, "{row}");
        assert!(row["rating"]["value"].is_number() && row["rating"]["margin"].as_f64().unwrap() > 0.0, "{row}");
    }
    let games: BTreeSet<_> = rows.iter().map(|row| row["game"].as_str().unwrap()).collect();
    assert_eq!(games.len(), games::GAMES.len());
    let listed = yard.said(&["bots", "chickens"]);
    assert!(listed.lines().skip(1).all(|line| line.contains(" ± ")), "{listed}");
}
