//! Teams of CO 456 in Java, run unchanged: real sources, the real compiler, the real referee.
use games::{Entry, FoulKind, Luck, Seat};
use runner::{
    Bot, Chair, Course, InProcess, Java, Limits, Listener, Played, Program, Recipe, Record, RoundRobin, SeriesPlan, Table, play_round_robin,
};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn entry() -> &'static Entry {
    games::find("microchess").expect("it is a game")
}

/// Whether there is a Java to test with; if not, it says so.
fn is_ready() -> bool {
    runner::use_launcher(env!("CARGO_BIN_EXE_jailer"));
    Java::usual().map_err(|fault| println!("skipped: {fault}")).is_ok()
}

/// What a team wrote for people.
#[derive(Clone, Default)]
struct Talk(Arc<Mutex<String>>);

impl Talk {
    fn listener(&self) -> Listener {
        let text = Arc::clone(&self.0);
        Box::new(move |_, _, new| text.lock().unwrap().push_str(new))
    }

    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().lines().map(str::to_string).collect()
    }
}

/// A source in a folder of its own.
fn source(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(format!("{name}.java"));
    std::fs::write(&file, text).unwrap();
    (folder, file)
}

/// A team that does what `body` says; what it does not define is harmless.
fn team(name: &str, body: &str) -> String {
    let default = |method: &str, text: &str| if body.contains(method) { String::new() } else { format!("  {text}\n") };
    format!(
        "import java.util.*;\npublic class {name} extends Player {{\n{body}\n{}{}{}{}}}\n",
        default(&format!("public {name}("), &format!("public {name}(int maxNumMoves) {{}}")),
        default("void prepareForSeries", "public void prepareForSeries() {}"),
        default("void prepareForMatch", "public void prepareForMatch() {}"),
        default("MoveDescription chooseMove", "public MoveDescription chooseMove() { return getAllPossibleMoves().get(0); }"),
    )
}

#[track_caller]
fn start(path: &Path, talk: &Talk) -> Program {
    runner::use_launcher(env!("CARGO_BIN_EXE_jailer"));
    runner::use_launcher(env!("CARGO_BIN_EXE_jailer"));
    let recipe = Recipe::find(path, entry()).unwrap();
    let table = Table::new(entry(), "{}").unwrap();
    Program::start(&recipe.name, recipe.errand(None).unwrap(), entry(), &table.config, Limits::grants("microchess"), Some(talk.listener()))
        .unwrap()
}

fn native(name: &str) -> InProcess {
    InProcess(bots::find("microchess", name).unwrap().summon())
}

/// One game with the team as white.
fn game(table: &Table, seed: u64, white: &mut dyn Bot, black: &mut dyn Bot) -> Played {
    table.play(Luck::new(seed), &mut [Chair { name: "white", bot: white, seed: 1 }, Chair { name: "black", bot: black, seed: 2 }]).unwrap()
}

/// Quiet boards make long games; a crowded machine must not make bots late.
fn patient() -> Table {
    let mut table = Table::new(entry(), r#"{"start":"quiet"}"#).unwrap();
    table.record = Record::Moves;
    table.limits.each = Some(Duration::from_secs(20));
    table
}

/// Plays games of a team against a Nihilist, and hands back the fouls of each and its talk.
#[track_caller]
fn fouls(name: &str, body: &str, games: u64) -> (Vec<Vec<(FoulKind, String)>>, Talk) {
    let (_folder, file) = source(name, &team(name, body));
    let talk = Talk::default();
    let mut bot = start(&file, &talk);
    let table = patient();
    let all = (0..games)
        .map(|seed| {
            let played = game(&table, seed, &mut bot, &mut native("Nihilist"));
            played.tape.as_ref().unwrap().verify().unwrap();
            assert!(played.fouls.iter().all(|(seat, _)| *seat == Seat(0)), "{:?}", played.fouls);
            played.fouls.into_iter().map(|(_, foul)| (foul.kind, foul.why)).collect()
        })
        .collect();
    drop(bot);
    (all, talk)
}

#[test]
fn a_team_is_called_in_order_with_fresh_fields() {
    if !is_ready() {
        return;
    }
    let body = r#"
  public TeamDiary(int maxNumMoves) { System.out.println("new " + maxNumMoves); }
  public void prepareForSeries() { System.out.println("series"); }
  private String fields() {
    String text = myColour + " " + numMovesPlayed + " " + myKingIsAlive + myKingColumn + myKingRow + " " + myRookIsAlive + myRookColumn + myRookRow
        + " " + theirKingIsAlive + theirKingColumn + theirKingRow + " " + theirRookIsAlive + theirRookColumn + theirRookRow;
    myKingRow = 99; myColour = 7; numMovesPlayed = -3; theirRookIsAlive = !theirRookIsAlive;
    return text;
  }
  public void prepareForMatch() { System.out.println("match " + fields()); }
  public MoveDescription chooseMove() {
    MoveDescription move = getColour() == Colour.WHITE && theirKingIsAlive ? new MoveDescription("king", 2, 2) : getAllPossibleMoves().get(0);
    System.out.println("choose " + fields());
    return move;
  }
  public void receiveMatchOutcome(int outcome) { System.out.println("outcome " + outcome + " " + outcomeToPayoff(outcome) + " " + fields()); }"#;
    let (_folder, file) = source("TeamDiary", &team("TeamDiary", body));
    let talk = Talk::default();
    let mut bot = start(&file, &talk);
    let mut table = Table::new(entry(), r#"{"board":"..R./...r/Kk../...."}"#).unwrap();
    table.limits.each = Some(Duration::from_secs(20));
    bot.prepare_for_series().unwrap().verdict.unwrap();
    let played = game(&table, 1, &mut bot, &mut native("Monkey"));
    assert_eq!((&*played.over.payoffs, played.fouls.len()), (&[3.0, 0.0][..], 0));
    drop(bot);
    let lines = talk.lines();
    assert_eq!(lines[..4], ["new 30", "series", "match 0 0 true12 true34 true22 true43", "choose 0 0 true12 true34 true22 true43"]);
    assert_eq!(lines.len(), 5, "{lines:?}");
    assert!(lines[4].starts_with("outcome 1 3 0 2 true22 "), "{}", lines[4]);
    assert!(lines[4].contains(" false-1-1 "), "a captured piece stands nowhere: {}", lines[4]);
}

#[test]
fn one_instance_plays_a_whole_tournament_and_statics_persist() {
    if !is_ready() {
        return;
    }
    let body = r#"
  static int made, series, games, outcomes;
  public TeamStatic(int maxNumMoves) { made++; }
  public void prepareForSeries() { series++; }
  public void prepareForMatch() { games++; }
  public void receiveMatchOutcome(int outcome) { outcomes++; System.out.println(made + " " + series + " " + games + " " + outcomes); }"#;
    let (_folder, file) = source("TeamStatic", &team("TeamStatic", body));
    let talk = Talk::default();
    let mut table = patient();
    table.record = Record::Nothing;
    let names = ["TeamStatic", "Realist", "TitForTat"].map(str::to_string);
    let plan = |pair, seed| SeriesPlan { pair, luck: Luck::new(seed), first_starts: vec![true, false, true] };
    let rounds = vec![vec![plan((0, 1), 1)], vec![plan((2, 0), 2)]];
    let mut bots: Vec<Box<dyn Bot>> = vec![Box::new(start(&file, &talk)), Box::new(native("Realist")), Box::new(native("TitForTat"))];
    let mut results = Vec::new();
    play_round_robin(&RoundRobin { table: &table, names: &names, rounds }, &mut bots, |series| {
        results.push(series);
        Ok::<_, runner::PlatformFault>(())
    })
    .unwrap();
    drop(bots);
    assert!(results.iter().all(|series| series.fouls.is_empty() && series.games() == 6), "{results:?}");
    assert_eq!(talk.lines(), (1..=12).map(|n| format!("1 {} {n} {n}", 1 + usize::from(n > 6))).collect::<Vec<_>>());
}

#[test]
fn prints_never_break_the_protocol() {
    if !is_ready() {
        return;
    }
    let body = r#"
  static { System.out.println("loaded"); System.out.print("{\"nonce\":1}"); }
  public MoveDescription chooseMove() {
    try { if (System.in.read() != -1) throw new RuntimeException("somebody else's letters"); } catch (java.io.IOException e) { throw new RuntimeException(e); }
    System.out.println("{\"nonce\":1,\"action\":\"K11\"}");
    System.out.print("no newline");
    System.err.println("{\"ready\":{}}");
    toBoardPosition().print();
    return getAllPossibleMoves().get(0);
  }"#;
    let (all, talk) = fouls("TeamPrints", body, 3);
    assert_eq!(all, [vec![], vec![], vec![]]);
    assert_eq!(talk.lines()[0], "loaded");
}

#[test]
fn a_team_that_throws_is_made_anew_and_its_own_lines_are_shown() {
    if !is_ready() {
        return;
    }
    let body = r#"
  static int made, asked;
  public TeamThrows(int maxNumMoves) { System.out.println("made " + ++made); }
  public void prepareForSeries() { System.out.println("series"); }
  public void prepareForMatch() { System.out.println("match " + numMovesPlayed); }
  public MoveDescription chooseMove() {
    if (++asked == 2) help();
    return getAllPossibleMoves().get(0);
  }
  private void help() { throw new IllegalStateException("no \"idea\""); }"#;
    let (_folder, file) = source("TeamThrows", &team("TeamThrows", body));
    let talk = Talk::default();
    let mut bot = start(&file, &talk);
    bot.prepare_for_series().unwrap().verdict.unwrap();
    let fouls = (0..5).flat_map(|seed| game(&patient(), seed, &mut bot, &mut native("Nihilist")).fouls).collect::<Vec<_>>();
    drop(bot);
    let [(_, foul)] = &fouls[..] else { panic!("{fouls:?}") };
    assert_eq!((foul.kind, foul.why.as_str()), (FoulKind::Crash, "IllegalStateException: no \"idea\" (TeamThrows.java, line 12)"));
    assert_eq!(foul.detail.as_deref(), Some("TeamThrows.java, line 12, in help\nTeamThrows.java, line 9, in chooseMove"));
    let lines = talk.lines();
    assert_eq!(lines[..3], ["made 1", "series", "match 0"]);
    let again = lines.iter().position(|line| line == "made 2").unwrap();
    assert_eq!(lines[again + 1], "series", "the new one is told of the series it is in");
    assert!(!lines.contains(&"made 3".to_string()));
}

#[test]
fn null_and_moves_that_are_none_are_illegal_and_the_game_goes_on() {
    if !is_ready() {
        return;
    }
    for (name, answer, why) in [
        ("TeamNull", "null", "chooseMove returned null"),
        ("TeamQueen", "new MoveDescription(\"queen\", 1, 1)", "(queen, 1, 1): a piece is \"king\" or \"rook\""),
        ("TeamOutside", "new MoveDescription(\"king\", 5, 0)", "(king, 5, 0): columns and rows are 1 to 4"),
        ("TeamStays", "new MoveDescription(\"king\", myKingColumn, myKingRow)", "a move leaves its cell"),
    ] {
        let (all, _) = fouls(name, &format!("  public MoveDescription chooseMove() {{ return {answer}; }}"), 2);
        for game in all {
            assert!(!game.is_empty(), "{name}");
            for (k, (kind, said)) in game.iter().enumerate() {
                assert_eq!(*kind, if k < 3 { FoulKind::Illegal } else { FoulKind::Benched }, "{name}: {said}");
                assert!(k > 0 || said.contains(why), "{name}: {said}");
            }
        }
    }
}

#[test]
fn a_team_that_hangs_exits_or_fills_its_memory_is_a_monkey() {
    if !is_ready() {
        return;
    }
    let (all, _) = fouls("TeamExits", "  public MoveDescription chooseMove() { System.exit(3); return null; }", 2);
    assert_eq!(all[0][0].0, FoulKind::Crash);
    assert!(all[0][0].1.contains("exit code 3"), "{all:?}");
    let greedy =
        "  public MoveDescription chooseMove() { List<long[]> all = new ArrayList<long[]>(); while (true) all.add(new long[1 << 16]); }";
    let (all, _) = fouls("TeamGreedy", greedy, 1);
    assert!(all[0][0].0 == FoulKind::Memory && all[0][0].1.contains("100 MB of heap"), "{all:?}");
    let deep = "  private int dig(int n) { return dig(n + 1) + 1; }\n  public MoveDescription chooseMove() { dig(0); return null; }";
    let (all, _) = fouls("TeamDeep", deep, 1);
    assert!(all[0][0].0 == FoulKind::Crash && all[0][0].1.starts_with("StackOverflowError (TeamDeep.java, line 3)"), "{all:?}");

    let (_folder, file) = source("TeamHangs", &team("TeamHangs", "  public MoveDescription chooseMove() { while (true) { } }"));
    let mut bot = start(&file, &Talk::default());
    let mut table = patient();
    table.limits.each = Some(Duration::from_millis(100));
    let played = game(&table, 0, &mut bot, &mut native("Nihilist"));
    assert!(played.fouls.iter().take(3).all(|(seat, foul)| (*seat, foul.kind) == (Seat(0), FoulKind::Late)), "{:?}", played.fouls);
}

#[test]
fn a_team_that_cannot_be_made_says_why() {
    if !is_ready() {
        return;
    }
    for (name, body, why) in [
        (
            "TeamFragile",
            "  public TeamFragile(int maxNumMoves) { int[] a = new int[1]; a[maxNumMoves] = 1; }",
            "(TeamFragile.java, line 3)",
        ),
        (
            "TeamNoArgs",
            "  public TeamNoArgs() {}\n  // public TeamNoArgs(int)",
            "TeamNoArgs has no constructor TeamNoArgs(int maxNumMoves)",
        ),
    ] {
        let (all, _) = fouls(name, body, 1);
        assert_eq!(all[0][0].0, FoulKind::Startup, "{all:?}");
        assert!(all[0][0].1.contains(why), "{all:?}");
    }
}

#[track_caller]
fn refused(path: &Path, why: &str) {
    let error = Recipe::find(path, entry()).unwrap_err().to_string();
    assert!(error.contains(why) && !error.contains('\n'), "{error}");
}

#[test]
fn what_is_no_team_is_refused_in_one_sentence() {
    if !is_ready() {
        return;
    }
    let (_a, file) = source("TeamTypo", "public class TeamTypo extends Player {\n  public TeamTypo(int n) { x = n; }\n  int y = z;\n}\n");
    refused(&file, "TeamTypo.java, line 2: cannot find symbol: variable x (and 1 more error)");
    let (_b, file) = source("TeamOther", "class TeamElse extends Player { TeamElse(int n) {} }");
    refused(&file, "it declares TeamElse, and no class TeamOther");
    let (_c, file) = source("TeamPublic", "public class TeamElse extends Player { public TeamElse(int n) {} }");
    refused(&file, "TeamPublic.java, line 1: class TeamElse is public, should be declared in a file named TeamElse.java");
    let (_d, file) =
        source("TeamClash", "public class TeamClash extends TeamMonkey { public TeamClash(int n) { super(n); } }\nclass Cell {}");
    refused(&file, "it declares a class Cell, which is one of the kit's");
    let empty = tempfile::tempdir().unwrap();
    std::fs::write(empty.path().join("TeamMonkey.java"), "").unwrap();
    refused(empty.path(), "it holds no Team*.java but the kit's own");
    let chickens = Recipe::find(&file, games::find("chickens").unwrap()).unwrap_err();
    assert!(chickens.to_string().contains("bots of chickens are not run that way"));
}

#[test]
fn a_folder_with_the_whole_kit_a_jar_and_an_odd_name_play_too() {
    if !is_ready() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    put("TeamAB1.java", &team("TeamAB1", "  public MoveDescription chooseMove() { return Helper.help(getAllPossibleMoves()); }"));
    put(
        "Helper.java",
        "import java.util.*;\nclass Helper { static MoveDescription help(List<MoveDescription> all) { return all.get(all.size() - 1); } }",
    );
    // Parts of another kit: never looked at.
    put("Player.java", "public class Player { syntax error }");
    put("Tournament.java", "public class Tournament { another error }");
    let recipe = Recipe::find(folder.path(), entry()).unwrap();
    assert_eq!((recipe.name.as_str(), recipe.warnings.len()), ("TeamAB1", 1), "{:?}", recipe.warnings);
    let played = game(&patient(), 3, &mut start(folder.path(), &Talk::default()), &mut native("Monkey"));
    assert!(played.fouls.is_empty(), "{:?}", played.fouls);

    let classes = Java::usual().unwrap().team_of_folder(folder.path(), Course::default()).unwrap().classes;
    let jar = folder.path().join("bot.jar");
    let mut archive = zip::ZipWriter::new(std::fs::File::create(&jar).unwrap());
    for class in ["TeamAB1.class", "Helper.class"] {
        archive.start_file(class, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(&std::fs::read(classes.join(class)).unwrap()).unwrap();
    }
    archive.finish().unwrap();
    let small = Recipe::within(&jar, entry(), Course { size: 100, ..Course::default() }).unwrap_err().to_string();
    assert!(small.ends_with("bot.jar: it has 0.00 MB, and SizeLimit is 0.00 MB"), "{small}");
    let played = game(&patient(), 3, &mut start(&jar, &Talk::default()), &mut native("Monkey"));
    assert!(played.fouls.is_empty(), "{:?}", played.fouls);
}

/// Why a jar of these files is no team.
fn refused_jar(files: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let jar = folder.path().join("bot.jar");
    let mut archive = zip::ZipWriter::new(std::fs::File::create(&jar).unwrap());
    for (name, text) in files {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap();
    let error = Recipe::find(&jar, entry()).unwrap_err().to_string();
    error.rsplit_once("bot.jar: ").unwrap().1.to_string()
}

#[test]
fn a_jar_is_checked_as_archives_are_and_leads_nowhere_else() {
    if !is_ready() {
        return;
    }
    let manifest = |text: &'static str| refused_jar(&[("META-INF/MANIFEST.MF", text), ("TeamAB1.class", "")]);
    let alone = |place: &str| format!("the Class-Path in its manifest names {place}, and a team is its jar alone");
    assert_eq!(manifest("Manifest-Version: 1.0\r\nClass-Path: . ../other.jar\r\n"), alone("../other.jar"));
    assert_eq!(manifest("Class-Path: file:///etc/\n"), alone("file:///etc/"));
    assert_eq!(manifest("class-path: lib\n /help\x1ber.jar\n"), alone("lib/help\\u{1b}er.jar"));
    let index = refused_jar(&[("META-INF/INDEX.LIST", "JarIndex-Version: 1.0\n"), ("TeamAB1.class", "")]);
    assert_eq!(index, "META-INF/INDEX.LIST names other jars, and a team is its jar alone");
    assert_eq!(refused_jar(&[("../TeamAB1.class", "")]), "../TeamAB1.class leads out of the archive");
    assert_eq!(refused_jar(&[("META-INF/MANIFEST.MF", "Class-Path: .\n")]), "it holds no class Team* in the default package");
    let folder = tempfile::tempdir().unwrap();
    let jar = folder.path().join("bot.jar");
    std::fs::write(&jar, "no jar").unwrap();
    let why = Recipe::find(&jar, entry()).unwrap_err().to_string();
    assert!(why.ends_with("bot.jar: it is no zip: the list of files at its end is missing"), "{why}");
}

/// What the tool of the kit itself packs is taken: with its manifest, and sizes after the bytes.
#[test]
fn a_jar_of_the_jar_tool_plays() {
    if !is_ready() {
        return;
    }
    let (folder, file) = source("TeamAB1", &team("TeamAB1", ""));
    let classes = Java::usual().unwrap().team_of_file(&file, Course::default()).unwrap().classes;
    let jar = folder.path().join("TeamAB1.jar");
    let packed = std::process::Command::new("jar").arg("cf").arg(&jar).arg("-C").arg(&classes).arg(".").status();
    match packed {
        Ok(status) => assert!(status.success()),
        Err(error) => return println!("skipped: there is no jar: {error}"),
    }
    let played = game(&patient(), 3, &mut start(&jar, &Talk::default()), &mut native("Monkey"));
    assert!(played.fouls.is_empty(), "{:?}", played.fouls);
}

#[derive(Deserialize)]
struct Vector {
    kind: String,
    #[serde(default)]
    wk: Option<[u32; 2]>,
    #[serde(default)]
    wr: Option<[u32; 2]>,
    #[serde(default)]
    bk: Option<[u32; 2]>,
    #[serde(default)]
    br: Option<[u32; 2]>,
    #[serde(default)]
    stm: String,
    #[serde(default)]
    moves_played: u32,
    #[serde(default)]
    legal: Vec<String>,
    #[serde(default)]
    best: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    model_value_self_opp: BTreeMap<String, [i32; 2]>,
}

fn id(cell: Option<[u32; 2]>) -> u32 {
    cell.map_or(0, |[column, row]| 4 * (column - 1) + row)
}

/// The bits of a position, written down from the format's description.
fn code(v: &Vector) -> u32 {
    let [wk, wr, bk, br] = [v.wk, v.wr, v.bk, v.br].map(id);
    let free = (1..).find(|cell| ![wk, wr, bk].contains(cell)).unwrap();
    let or = |piece, next| if piece == 0 { next } else { piece };
    let black_rook = or(br, free);
    let black_king = or(bk, black_rook);
    let white_rook = or(wr, black_king);
    let white_king = or(wk, white_rook);
    let dead = u32::from(br == 0) << 16;
    let whose = u32::from(v.stm == "B") << 22;
    (white_king - 1) | (white_rook - 1) << 4 | (black_king - 1) << 8 | (black_rook - 1) << 12 | dead | v.moves_played << 17 | whose
}

#[test]
fn positions_moves_and_rational_choices_are_those_of_the_vectors() {
    if !is_ready() {
        return;
    }
    let Some(folder) = std::env::var_os("BARNYARD_ORACLE") else {
        println!("no vectors given: set BARNYARD_ORACLE to their folder");
        return;
    };
    let packed = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder).join("microchess.jsonl.gz")).unwrap();
    let mut plain = String::new();
    flate2::read::MultiGzDecoder::new(&*packed).read_to_string(&mut plain).unwrap();
    let mut vectors: Vec<Vector> = plain.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    vectors.retain(|vector| vector.kind == "position");

    let java = Java::usual().unwrap();
    let drill = java.team_of_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Drill.java"), Course::default()).unwrap();
    let mut command = java.run(&[&drill.classes], &Course::default()).unwrap();
    let mut child = command.arg("Drill").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let questions: String =
        vectors.iter().map(|v| format!("{} {} {} {} {}\n", id(v.wk), id(v.wr), id(v.bk), id(v.br), v.moves_played)).collect();
    let writer = std::thread::spawn(move || stdin.write_all(questions.as_bytes()).unwrap());
    let out = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let answers = String::from_utf8(out.stdout).unwrap();
    let mut answers = answers.lines();
    assert_eq!(answers.next(), Some("87360"));

    let sorted = |moves: &mut Vec<String>| moves.sort();
    let mut compared = 0;
    for v in &vectors {
        let parts: Vec<&str> = answers.next().expect("an answer for each position").split('|').collect();
        let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
        assert_eq!(parts[0], code(v).to_string());
        assert_eq!(parts[1], "true", "a position survives its number");
        // The piece on the smaller cell first; the vectors have the king first.
        let (king, rook) = if v.stm == "W" { (id(v.wk), id(v.wr)) } else { (id(v.bk), id(v.br)) };
        let mut legal = v.legal.clone();
        if rook != 0 && rook < king {
            legal.sort_by_key(|step| step.starts_with('K'));
        }
        assert_eq!(words(parts[2]), legal);
        for pair in parts[3..].chunks(2) {
            let head = words(pair[0]);
            let (Some(best), Some(values)) = (v.best.get(&head[0]), v.model_value_self_opp.get(&head[0])) else {
                assert_eq!(head[0], "Cooperative");
                continue;
            };
            let (mut ours, mut theirs) = (words(pair[1]), best.clone());
            sorted(&mut ours);
            sorted(&mut theirs);
            assert_eq!(ours, theirs, "{} {:?}", head[0], v.legal);
            assert_eq!(head[1..], values.map(|value| value.to_string()), "{}", head[0]);
            compared += 1;
        }
    }
    assert_eq!(compared, 7 * vectors.len());
}
