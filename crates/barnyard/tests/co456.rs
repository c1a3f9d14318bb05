//! CO 456 through the real executable: its tournament, its folder, its limits, and what teams do wrong.
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A folder that commands are run in.
struct Class(TempDir);

impl Class {
    fn new() -> Class {
        Class(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().unwrap().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    fn run(&self, program: &str, args: &[&str]) -> Output {
        Command::new(program).args(args).current_dir(self.0.path()).stdin(Stdio::null()).output().expect("it starts")
    }

    /// Standard output and error when all is well.
    #[track_caller]
    fn both(&self, program: &str, args: &[&str]) -> [String; 2] {
        let out = self.run(program, args);
        assert!(out.status.success(), "{program} {args:?}: {}", String::from_utf8_lossy(&out.stderr));
        [out.stdout, out.stderr].map(|text| String::from_utf8(text).unwrap())
    }

    #[track_caller]
    fn said(&self, args: &[&str]) -> String {
        let [said, _] = self.both(BARNYARD, args);
        said
    }

    #[track_caller]
    fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.said(&[args, &["--json"]].concat())).unwrap()
    }

    /// The one sentence it complains with.
    #[track_caller]
    fn refused(&self, args: &[&str]) -> String {
        let out = self.run(BARNYARD, args);
        assert_eq!(out.status.code(), Some(2), "{args:?}");
        let text = String::from_utf8(out.stderr).unwrap();
        let sentence = text.lines().last().unwrap().strip_prefix("error: ").expect("an error says so");
        sentence.replace(&self.path("").display().to_string(), "CLASS/")
    }
}

const BARNYARD: &str = env!("CARGO_BIN_EXE_barnyard");

/// Whether there is a Java to test with; if not, it says so.
fn has_java() -> bool {
    runner::Java::usual().map_err(|fault| println!("skipped: {fault}")).is_ok()
}

/// A team that plays its first move, and something of its own.
fn team(name: &str, constructor: &str, choose: &str) -> String {
    format!(
        "public class {name} extends Player {{\n  public {name}(int maxNumMoves) {{ {constructor} }}\n  \
         public void prepareForSeries() {{}}\n  public void prepareForMatch() {{}}\n  \
         public MoveDescription chooseMove() {{ {choose} return getAllPossibleMoves().get(0); }}\n}}\n"
    )
}

/// A tournament as it is told: the averages, series by series, and the ranking.
struct Told {
    averages: Vec<(String, f64)>,
    ranking: Vec<(f64, String)>,
}

impl Told {
    /// Every line must have the course's form.
    #[track_caller]
    fn read(text: &str) -> Told {
        let three = |number: &str| {
            assert_eq!(number.split_once('.').map(|(_, digits)| digits.len()), Some(3), "{number}");
            number.parse::<f64>().unwrap()
        };
        let (series, ranking) = text.split_once("Final ranking:\n").expect("there is a ranking");
        let average = |line: &str| {
            let (name, number) = line.strip_prefix("Average payoff of player ").and_then(|rest| rest.rsplit_once(": ")).expect(line);
            (name.to_string(), three(number))
        };
        let row = |(place, line): (usize, &str)| {
            let rest = line.strip_prefix(&format!("{place} (")).expect(line);
            let (number, name) = rest.split_once(") : ").expect(line);
            (three(number), name.to_string())
        };
        Told { averages: series.lines().map(average).collect(), ranking: ranking.lines().enumerate().map(row).collect() }
    }

    /// What a player got in all its series.
    fn all(&self, name: &str) -> Vec<f64> {
        self.averages.iter().filter(|(who, _)| who == name).map(|(_, average)| *average).collect()
    }

    /// Everybody met everybody, and the ranking is by the sums, highest first.
    #[track_caller]
    fn is_full(&self) {
        assert!(self.ranking.is_sorted_by(|a, b| a.0 >= b.0));
        for (total, name) in &self.ranking {
            let all = self.all(name);
            assert_eq!(all.len(), self.ranking.len() - 1, "{name} meets everybody");
            assert!((all.iter().sum::<f64>() - total).abs() < 0.0006 * all.len() as f64, "{name}: {all:?} makes {total}");
        }
    }
}

#[test]
fn a_tournament_is_told_as_the_course_tells_it() {
    let class = Class::new();
    let told = Told::read(&class.said(&["microchess", "full", "--SeriesLength", "6"]));
    told.is_full();
    assert_eq!(told.ranking.len(), 9, "an empty folder is the initial Horde");
    assert!(told.ranking.iter().any(|(_, name)| name == "TeamRationalRealist"));
    let again = Told::read(&class.said(&["microchess", "full", "--series-length", "6", "--seed", "0"]));
    assert_eq!(told.averages, again.averages, "the same seed, the same tournament");

    let report = class.json(&["microchess", "full", "Monkey", "Nihilist", "Oracle", "Monkey"]);
    assert_eq!(report["players"], serde_json::json!(["Monkey", "Nihilist", "Oracle", "Monkey#2"]));
    assert_eq!(
        (report["series_length"].as_u64(), report["config"]["game_length"].as_u64()),
        (Some(20), Some(30)),
        "the document's numbers"
    );
    assert_eq!(report["series"].as_array().unwrap().len(), 6);
    assert!(report["series"].as_array().unwrap().iter().all(|series| series["games"].as_u64().unwrap() >= 36));
    assert_eq!(report["ranking"][0]["rank"], 0);
    assert_eq!(report["ranking"][3]["name"], "Nihilist");
}

#[test]
fn individual_is_the_first_player_against_everybody_else() {
    let class = Class::new();
    let told = Told::read(&class.said(&["microchess", "individual", "Realist", "Monkey", "Nihilist", "Truster"]));
    assert_eq!(told.averages.len(), 6);
    let own = told.all("Realist");
    assert_eq!(own.len(), 3);
    let (score, _) = told.ranking.iter().find(|(_, name)| name == "Realist").unwrap();
    assert!((own.iter().sum::<f64>() / 3.0 - score).abs() < 0.001, "its score is the average: {own:?}, {score}");
    let (score, _) = told.ranking.iter().find(|(_, name)| name == "Monkey").unwrap();
    assert_eq!(told.all("Monkey"), [*score]);
}

#[test]
fn a_manifest_says_who_plays() {
    let class = Class::new();
    class.write("playermanifest.txt", "TeamMonkey\n2\nTeamRationalRealist\n1\nTeamTitForTatRecovery\n0\n\n");
    let told = Told::read(&class.said(&["microchess", "full", "--series-length", "4"]));
    told.is_full();
    let mut names: Vec<_> = told.ranking.iter().map(|(_, name)| name.as_str()).collect();
    names.sort();
    assert_eq!(names, ["TeamMonkey", "TeamMonkey#2", "TeamRationalRealist"]);
    for (text, why) in [
        ("TeamMonkey\ntwo\n", "playermanifest.txt, line 2: \"two\" should say how many of TeamMonkey play, 0 to 1000"),
        ("TeamMonkey\n2\nTeamNihilist\n", "playermanifest.txt, line 3: how many of TeamNihilist play is missing"),
        ("TeamMonkey\n1\n", "a tournament needs two players, and there is one"),
        ("", "a tournament needs two players, and there is none"),
        (
            "TeamMonkeys\n2\n",
            "playermanifest.txt, line 1: microchess has no bot called \"TeamMonkeys\": `barnyard bots microchess` lists them, and a path starts with ./ or /",
        ),
    ] {
        class.write("playermanifest.txt", text);
        assert_eq!(class.refused(&["microchess", "full"]), why);
    }
}

#[test]
fn the_documents_commands_work_in_a_kit() {
    if !has_java() {
        return;
    }
    let class = Class::new();
    assert_eq!(class.said(&["kit", "microchess", "."]), ". is ready: cd . && javac *.java && java Tournament full\n");
    for file in ["MyPlayer.java", "TeamMonkey.java", "TeamNihilist.java", "Tournament.java", "README.md"] {
        assert!(class.path(file).is_file(), "{file}");
    }
    let [_, said] = class.both("sh", &["-c", "javac -Xlint:all -Xlint:-serial *.java"]);
    assert_eq!(said, "", "not even a warning");
    let [full, complaints] = class.both("sh", &["-c", "java Tournament full"]);
    let told = Told::read(&full);
    told.is_full();
    assert_eq!((told.ranking.len(), told.all("MyPlayer").len()), (10, 9), "{complaints}");
    let [individual, _] = class.both("java", &["Tournament", "individual"]);
    assert_eq!(Told::read(&individual).all("MyPlayer").len(), 9);
    assert_eq!(class.run("java", &["Tournament", "fool"]).status.code(), Some(2));

    let report = class.json(&["play", "microchess", "./MyPlayer.java", "TeamMonkey.java"]);
    assert_eq!((&report["entrants"][0]["name"], &report["entrants"][1]["name"]), (&"MyPlayer".into(), &"TeamMonkey".into()));
    assert!(report["entrants"].as_array().unwrap().iter().all(|entrant| entrant["fouls"] == serde_json::json!({})), "{report:#}");
    let report = class.json(&["play", "microchess", ".", "Monkey"]);
    assert_eq!(report["entrants"][0]["name"], "MyPlayer", "the folder is its player");
    let told = Told::read(&class.said(&["microchess", "full", "--series-length", "4"]));
    told.is_full();
    assert_eq!((told.ranking.len(), told.all("MyPlayer").len()), (10, 9));

    // The document's next step: a name for the team.
    let rename = "mv MyPlayer.java TeamExample.java && sed -i s/MyPlayer/TeamExample/g TeamExample.java Tournament.java && rm *.class";
    class.both("sh", &["-c", rename]);
    let [full, _] = class.both("sh", &["-c", "javac *.java && java Tournament full"]);
    assert_eq!(Told::read(&full).all("TeamExample").len(), 9);
    let report = class.json(&["microchess", "full", "TeamExample", "TeamMonkey", "Oracle", "--series-length", "3"]);
    assert_eq!(report["players"], serde_json::json!(["TeamExample", "TeamMonkey", "Oracle"]));
    class.write("playermanifest.txt", "TeamExample\n2\nTeamTitForTat\n1\n");
    for text in [class.both("java", &["Tournament", "full"])[0].as_str(), &class.said(&["microchess", "full", "--series-length", "4"])] {
        assert_eq!(Told::read(text).ranking.len(), 3, "{text}");
    }

    class.write("TeamMonkey.java", &team("TeamMonkey", "", ""));
    let changed = "TeamMonkey.java is a player of the kit, and this one was changed: give it a name of its own";
    assert_eq!(class.refused(&["microchess", "full"]), changed);
    let changed = "CLASS/TeamMonkey.java: TeamMonkey is a player of the kit, and this one was changed: give it a name of its own";
    assert_eq!(class.refused(&["play", "microchess", "TeamMonkey.java", "Realist"]), changed);
}

#[test]
fn the_kits_tournament_outlives_its_players() {
    if !has_java() {
        return;
    }
    let class = Class::new();
    class.said(&["kit", "microchess", "."]);
    class.write(
        "MyPlayer.java",
        &team("MyPlayer", "", "if (numMovesPlayed > 1) throw new IllegalStateException(\"lost\"); if (numMovesPlayed > 0) return null;"),
    );
    class.write("playermanifest.txt", "MyPlayer\n1\nTeamNihilist\n1\n");
    let [full, complaints] = class.both("sh", &["-c", "javac *.java && java Tournament full"]);
    Told::read(&full).is_full();
    assert!(complaints.contains("MyPlayer: null is no legal move; a Monkey moves instead\n"), "{complaints}");
    assert!(complaints.contains("MyPlayer: chooseMove threw java.lang.IllegalStateException: lost; a new instance takes over\n    MyPlayer.java, line 5, in chooseMove\n"), "{complaints}");
    class.write("playermanifest.txt", "MyPlayer\nmany\n");
    let out = class.run("java", &["Tournament", "full"]);
    assert_eq!(out.status.code(), Some(2));
    assert_eq!(String::from_utf8(out.stderr).unwrap(), "playermanifest.txt, line 2: this should say how many of MyPlayer play\n");
}

/// The announced numbers, as the document writes them.
const ANNOUNCED: [&str; 10] =
    ["--SizeLimit", "1mb", "--TimeLimit", "45s", "--MemoryLimit", "64mb", "--SeriesLength", "3", "--GameLength", "4"];

#[test]
fn a_team_is_told_the_announced_numbers() {
    if !has_java() {
        return;
    }
    let class = Class::new();
    let print = "System.out.println(\"told \" + Parameters.SIZE_LIMIT + ' ' + Parameters.TIME_LIMIT + ' ' + Parameters.MEMORY_LIMIT + ' ' \
         + Parameters.SERIES_LENGTH + ' ' + Parameters.GAME_LENGTH + ' ' + maxNumMoves + ' ' + (Runtime.getRuntime().maxMemory() <= 64 << 20));";
    class.write("TeamListens.java", &team("TeamListens", print, ""));
    let play = ["play", "microchess", "TeamListens.java", "Nihilist"];
    let [_, told] = class.both(BARNYARD, &play);
    assert!(told.contains("told 10485760 60.0 100 20 30 30 false\n"), "{told}");
    let [_, told] = class.both(BARNYARD, &[&play[..], &ANNOUNCED].concat());
    assert!(told.contains("told 1048576 45.0 64 3 4 4 true\n"), "{told}");

    for command in [&["series", "microchess"][..], &["microchess", "full"]] {
        let report = class.json(&[command, &["TeamListens.java", "Nihilist"], &ANNOUNCED].concat());
        let games = report["ranking"][0]["games"].as_u64().or(report["series"][0]["games"].as_u64()).unwrap();
        assert!((2..36).contains(&games), "{games} games of a series of about three boards");
    }
}

#[test]
fn limits_are_kept_by_whoever_breaks_them() {
    if !has_java() {
        return;
    }
    let class = Class::new();
    let fouls = |args: &[&str]| class.json(&[&["play", "microchess"], args].concat())["entrants"][0]["fouls"].clone();
    let first = |args: &[&str]| fouls(args).as_object().unwrap().keys().next().cloned();

    class.write("TeamLarge.java", &(team("TeamLarge", "", "") + &format!("// {}\n", "x".repeat(30_000))));
    assert_eq!(first(&["TeamLarge.java", "Nihilist"]), None);
    let large = "CLASS/TeamLarge.java: it has 0.03 MB, and SizeLimit is 0.02 MB";
    for command in [&["play", "microchess"][..], &["series", "microchess"], &["microchess", "full"]] {
        let args = [command, &["TeamLarge.java", "Nihilist", "--size-limit", "0.02"]].concat();
        assert_eq!(class.refused(&args), large);
    }
    std::fs::create_dir(class.path("team")).unwrap();
    std::fs::rename(class.path("TeamLarge.java"), class.path("team/TeamLarge.java")).unwrap();
    let large = "CLASS/team/TeamLarge.java: it has 0.03 MB, and SizeLimit is 0.02 MB";
    assert_eq!(class.refused(&["play", "microchess", "./team", "Nihilist", "--SizeLimit", "0.02mb"]), large);

    class.write("TeamSlow.java", &team("TeamSlow", "try { Thread.sleep(60000); } catch (InterruptedException e) {}", ""));
    assert_eq!(first(&["TeamSlow.java", "Nihilist", "--time-limit", "1"]).as_deref(), Some("startup"));

    let hungry = "long[] all = new long[5 << 20]; all[maxNumMoves] = 1;";
    class.write("TeamHungry.java", &team("TeamHungry", hungry, ""));
    assert_eq!(first(&["TeamHungry.java", "Nihilist"]), None, "40 MB fit into 100");
    assert_eq!(first(&["TeamHungry.java", "Nihilist", "--memory-limit", "32"]).as_deref(), Some("memory"));
    assert_eq!(first(&["TeamHungry.java", "Nihilist", "--memory-limit", "200"]), None);

    class.write("TeamDawdles.java", &team("TeamDawdles", "", "for (MoveDescription m : getAllPossibleMoves()) \
        if (toBoardPosition().doMove(m).toInt() != 0 && !(m.getDestinationColumn() == theirKingColumn && m.getDestinationRow() == theirKingRow)) return m;"));
    let tape = class.path("game.tape").display().to_string();
    class.json(&["play", "microchess", "TeamDawdles.java", "TeamDawdles.java", "--GameLength", "3", "--set", "start=quiet", "-o", &tape]);
    let shown = class.said(&["tape", "show", &tape]);
    assert!(shown.contains("move limit"), "a draw is declared: {shown}");
}

#[test]
fn limits_that_make_no_sense_are_refused() {
    let class = Class::new();
    let wrong = |args: &[&str]| {
        let out = class.run(BARNYARD, &[&["play", "microchess", "Monkey", "Monkey"], args].concat());
        assert_eq!(out.status.code(), Some(2), "{args:?}");
        String::from_utf8(out.stderr).unwrap()
    };
    assert!(wrong(&["--memory-limit", "1"]).contains("a heap is a whole number of megabytes from 8 to 65536"));
    assert!(wrong(&["--size-limit", "ten"]).contains("a size is a number of megabytes above 0, at most 1024"));
    assert!(wrong(&["--time-limit", "0"]).contains("a time is a number of seconds above 0, at most a day"));
    assert!(wrong(&["--series-length", "0"]).contains("0 is not in 1..=100000"));
    assert!(wrong(&["--game-length", "0"]).contains("game_length"));
    let chickens = ["play", "chickens", "Henny", "Henny", "--size-limit", "3"];
    assert_eq!(class.refused(&chickens), "--size-limit is a limit of microchess: chickens has no teams in Java");
}

#[test]
fn what_a_team_did_wrong_is_one_sentence() {
    if !has_java() {
        return;
    }
    let class = Class::new();
    let play = |file: &str| class.refused(&["play", "microchess", file, "Monkey"]);
    class.write("TeamRenamed.java", &team("TeamExample", "", ""));
    let named = "class TeamExample is public, should be declared in a file named TeamExample.java";
    assert_eq!(play("TeamRenamed.java"), format!("CLASS/TeamRenamed.java: TeamRenamed.java, line 1: {named}"));
    class.write("TeamPackaged.java", &format!("package mine;\n{}", team("TeamPackaged", "", "").replace("extends Player", "")));
    let packaged = play("TeamPackaged.java");
    assert!(packaged.starts_with("CLASS/TeamPackaged.java: ") && packaged.len() < 300, "{packaged}");
    class.write("TeamTypo.java", &team("TeamTypo", "int x = y;", ""));
    assert_eq!(play("TeamTypo.java"), "CLASS/TeamTypo.java: TeamTypo.java, line 2: cannot find symbol: variable y");
    class.write("TeamEmpty.java", "");
    let empty = "it declares no class, and no class TeamEmpty: a team's class is named as its file, without a package";
    assert_eq!(play("TeamEmpty.java"), format!("CLASS/TeamEmpty.java: {empty}"));
    class.write("Board.java", "public class Board {}\n");
    assert_eq!(play("Board.java"), "CLASS/Board.java: Board is a class of the kit: give your team a name of its own");

    for name in ["TeamAbc", "TeamHAL9001", "Teamexample", "TeamAbcdefghijklm"] {
        class.write(&format!("{name}.java"), &team(name, "", ""));
        let [_, warned] = class.both(BARNYARD, &["play", "microchess", &format!("{name}.java"), "Monkey", "--json"]);
        assert_eq!(warned, format!("{name}: the course wants a name of 4 to 12 letters, the first a capital\n"));
    }
}
