//! Bots use nothing but what they are shown: whatever is hidden, the same observations get the same moves.
//!
//! Chickens and Carpets have this test beside their filters: `a_hen_moves_by_what_it_sees`, `a_bot_moves_by_what_it_sees`.
use bots::Reference;
use bots::search::Effort;
use games::luck::Sprint;
use games::orchard::{Config, Depth, Orchard, Secret, grow};
use games::{AnyGame, Entry, Game, Joint, Json, Luck, Native, Rng, Seat, Turn};
use std::time::Duration;

/// One game: what nature drew, and what everybody answered, in order.
enum Happened {
    Chance(Json),
    Act(Vec<(Seat, Json)>),
}

/// How often the bot was asked twice, and how often somebody else in a rival's chair would have done something else.
#[derive(Default)]
struct Asked {
    bot: u64,
    strangers: u64,
}

/// A game of natives at this table. Everything that happened.
fn play(table: &mut dyn AnyGame, natives: &mut [Native], luck: Luck) -> Vec<Happened> {
    let (mut past, mut chances, mut begun) = (Vec::new(), 0, false);
    loop {
        match table.turn() {
            Turn::Chance => {
                past.push(Happened::Chance(table.roll(&mut luck.nature(chances), true).unwrap()));
                chances += 1;
            }
            Turn::Act(seats) => {
                if !std::mem::replace(&mut begun, true) {
                    welcome(table, natives, luck);
                }
                seats.iter().for_each(|seat| table.consult(seat, &mut natives[seat.index()], Duration::MAX).unwrap());
                past.push(Happened::Act(table.held()));
                table.play();
            }
            Turn::Over => {
                Seat::first(natives.len()).zip(natives).for_each(|(seat, native)| table.dismiss(seat, native));
                return past;
            }
        }
    }
}

/// The same game once more with somebody else in the rivals' chairs, who think but whose answers do not count: what they answered
/// the first time is played. The bot in this seat answers as before.
fn relive(table: &mut dyn AnyGame, natives: &mut [Native], luck: Luck, seat: Seat, past: &[Happened], who: &str) -> Asked {
    let (mut asked, mut begun) = (Asked::default(), false);
    for happened in past {
        match happened {
            Happened::Chance(chance) => table.settle(chance).unwrap(),
            Happened::Act(all) => {
                if !std::mem::replace(&mut begun, true) {
                    welcome(table, natives, luck);
                }
                for (acting, answer) in all {
                    let mut apart = table.fork();
                    apart.consult(*acting, &mut natives[acting.index()], Duration::MAX).unwrap();
                    let again = apart.held()[0].1.clone();
                    if *acting == seat {
                        assert_eq!(again.get(), answer.get(), "{who}, answer {}", asked.bot);
                        asked.bot += 1;
                    } else {
                        asked.strangers += u64::from(again.get() != answer.get());
                    }
                }
                all.iter().for_each(|(acting, answer)| table.propose(*acting, answer.get()).unwrap());
                table.play();
            }
        }
    }
    assert_eq!(table.turn(), Turn::Over);
    Seat::first(natives.len()).zip(natives).for_each(|(seat, native)| table.dismiss(seat, native));
    asked
}

fn welcome(table: &dyn AnyGame, natives: &mut [Native], luck: Luck) {
    Seat::first(natives.len()).zip(natives).for_each(|(seat, native)| table.welcome(seat, native, luck.bot(seat.0.into(), 0)));
}

/// Little thought is enough here.
fn summon(bot: &Reference) -> Native {
    bot.summon_with(Some(Effort::Nodes(300)))
}

/// A series of so many boards in which a bot sits in one seat, and these rivals in all others; then the same with other rivals.
fn among(bot: &Reference, config: &str, boards: u64, seat: Seat, rivals: [&Reference; 2]) -> Asked {
    let entry = games::find(bot.game).unwrap();
    let crew = |rival: &Reference| -> Vec<Native> {
        let mut natives: Vec<_> = Seat::first(entry.seats).map(|chair| summon(if chair == seat { bot } else { rival })).collect();
        natives.iter_mut().for_each(Native::prepare_for_series);
        natives
    };
    let (mut here, mut elsewhere) = (crew(rivals[0]), crew(rivals[1]));
    let who = format!("{} of {} against {} or {}", bot.name, bot.game, rivals[0].name, rivals[1].name);
    let board = |board: u64| {
        let luck = Luck::new(17).fixture(board + 1);
        let past = play(&mut *entry.open(config).unwrap(), &mut here, luck);
        relive(&mut *entry.open(config).unwrap(), &mut elsewhere, luck, seat, &past, &who)
    };
    (0..boards).map(board).fold(Asked::default(), |sum, more| Asked { bot: sum.bot + more.bot, strangers: sum.strangers + more.strangers })
}

/// Nothing of a position of Bovine is hidden; what a farmer cannot see is who the others are, and what they do in the same round.
#[test]
fn farmers_do_not_see_who_the_others_are() {
    let farmers: Vec<&Reference> = bots::of("bovine").collect();
    for (number, bot) in farmers.iter().enumerate() {
        let others = [farmers[(number + 1) % farmers.len()], farmers[(number + 2) % farmers.len()]];
        for seat in Seat::first(4) {
            let asked = among(bot, r#"{"rounds":60}"#, 1, seat, others);
            assert!(asked.bot > 5 && asked.strangers > 5, "{}: {} answers, {} strange ones", bot.name, asked.bot, asked.strangers);
        }
    }
}

/// Nothing of a position of Microchess is hidden; what is private is whether the opponent is a Realist, a Monkey or a Scrapper. A bot
/// may learn that over a series from what the opponent does, and from nothing else.
#[test]
fn the_horde_does_not_see_who_the_opponent_is() {
    let find = |name| bots::find("microchess", name).unwrap();
    for bot in bots::of("microchess") {
        for rivals in [["Realist", "Monkey"], ["Monkey", "Scrapper"], ["Utilitarian", "Oracle"]] {
            for seat in Seat::first(2) {
                let asked = among(bot, "{}", 6, seat, rivals.map(find));
                assert!(asked.bot > 5 && asked.strangers > 0, "{}: {} answers, {} strange ones", bot.name, asked.bot, asked.strangers);
            }
        }
    }
}

/// The batch to come and the bids are hidden: at each decision a second instance of the bot sits at a table that is made of the same
/// observation and another secret.
#[test]
fn pickers_do_not_see_the_batch_to_come_nor_the_bids() {
    let config = Config { map: "7".into(), rounds: 65, ..Config::default() };
    let other = |game: &Orchard, rng: &mut Sprint| Secret {
        incoming: grow(game.map(), [0; 3].map(|_| Depth::draw(rng))),
        bids: [rng.next_u32() % 50, rng.next_u32() % 50],
    };
    for bot in bots::of("orchard") {
        let answers = over_another_secret::<Orchard>(bot, &config, 3, other);
        assert!(answers > 250, "{}: {answers} answers", bot.name);
    }
}

/// A game between copies of a bot, each decision asked for twice. The number of answers.
fn over_another_secret<G: Game>(bot: &Reference, config: &G::Config, seed: u64, other: impl Fn(&G, &mut Sprint) -> G::Secret) -> u64 {
    let (luck, mut rng) = (Luck::new(seed), Sprint::new(seed));
    let mut game = G::new(config).unwrap();
    let copies = || (0..G::SEATS).map(|_| summon(bot)).collect::<Vec<Native>>();
    let (mut here, mut elsewhere) = (copies(), copies());
    let (mut chances, mut answers, mut begun) = (0, 0, false);
    loop {
        let seats = match game.turn() {
            Turn::Chance => {
                let chance = game.draw(&mut luck.nature(chances));
                game.settle(&chance);
                chances += 1;
                continue;
            }
            Turn::Act(seats) => seats,
            Turn::Over => return answers,
        };
        let table = |seat: Seat, secret: &G::Secret| Entry::at(G::assume(&game.brief(), seat, &game.observe(seat), secret));
        if !std::mem::replace(&mut begun, true) {
            for seat in Seat::first(G::SEATS) {
                table(seat, &game.secret()).welcome(seat, &mut here[seat.index()], luck.bot(seat.0.into(), 0));
                table(seat, &other(&game, &mut rng)).welcome(seat, &mut elsewhere[seat.index()], luck.bot(seat.0.into(), 0));
            }
        }
        let mut joint = Joint::EMPTY;
        for seat in seats.iter() {
            let ask = |mut table: Box<dyn AnyGame>, bot: &mut Native| {
                table.consult(seat, bot, Duration::MAX).unwrap();
                table.held()[0].1.to_string()
            };
            let truth = ask(table(seat, &game.secret()), &mut here[seat.index()]);
            let lie = ask(table(seat, &other(&game, &mut rng)), &mut elsewhere[seat.index()]);
            assert_eq!(truth, lie, "{} of {}, decision {answers}", bot.name, G::NAME);
            joint.set(seat, serde_json::from_str(&truth).unwrap());
            answers += 1;
        }
        game.play(&joint);
    }
}
