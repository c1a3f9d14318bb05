//! What a game and its bots were measured to be like: a report that is played by `barnyard balance`, kept in the executable,
//! and shown by `barnyard bots` and the pages of the games.
use crate::commands::grid;
use crate::duel;
use bots::Reference;
use games::Entry;
use league::Interval;
use serde::{Deserialize, Serialize};

/// The reports that the executable keeps, by game. `cargo xtask measure` writes them.
const KEPT: &[(&str, &str)] = &[
    ("chickens", include_str!("measured/chickens.json")),
    ("carpets", include_str!("measured/carpets.json")),
    ("bovine", include_str!("measured/bovine.json")),
    ("orchard", include_str!("measured/orchard.json")),
    ("microchess", include_str!("measured/microchess.json")),
];

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    pub game: String,
    /// The version of the rules that were played.
    pub rules: u32,
    /// What makes the same report again.
    pub command: String,
    pub pairs: u64,
    /// What a rating is: `elo-ml`, Elo points around 1500; `payoff`, the mean payoff a game.
    pub method: String,
    /// Weakest first, as in the table of bots.
    pub bots: Vec<Row>,
    pub gaps: Vec<Gap>,
}

/// A bot, and how it plays against itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub name: String,
    /// How hard it thought, if it searches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<String>,
    pub rating: Interval,
    /// What each seat got a game: the share of the wins, or the payoff where that counts.
    pub seats: Vec<Interval>,
    /// Part of the games that nobody won alone.
    pub draws: Interval,
    /// Decisions of the shortest, the middle and the longest game.
    pub length: [u64; 3],
    /// Legal actions a decision.
    pub choices: f64,
}

/// How far a bot is above the one before it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gap {
    pub better: String,
    pub than: String,
    /// The share of the wins of the better one; half of it more than the other's payoff, where that counts.
    pub score: Interval,
    /// How much more the better one got a game.
    pub lead: Interval,
    /// `null`: everything was won or lost.
    pub elo: Option<f64>,
}

/// The report that is kept of a game.
pub fn kept(game: &str) -> Option<Measured> {
    let (_, text) = KEPT.iter().find(|(name, _)| *name == game)?;
    Some(serde_json::from_str(text).expect("kept reports are good"))
}

impl Measured {
    /// The rating of a bot as it is now; `None`: nobody measured it since its rules or its effort changed.
    pub fn rating(&self, entry: &Entry, bot: &Reference) -> Option<Interval> {
        let effort = bot.effort().map(|effort| effort.to_string());
        let row = self.bots.iter().find(|row| row.name == bot.name && row.effort == effort)?;
        (self.rules == entry.rules).then_some(row.rating)
    }

    /// For people.
    pub fn text(&self, entry: &Entry) -> String {
        let [bots, gaps] = self.tables(entry);
        let head = format!("{}, version {} of the rules, {} pairs", self.game, self.rules, self.pairs);
        let show =
            |(head, rows): (Vec<String>, Vec<Vec<String>>), from| grid(&head.iter().map(String::as_str).collect::<Vec<_>>(), &rows, from);
        format!("{head}\n\n{}\n\n{}", show(bots, 1), show(gaps, 2))
    }

    /// For the page of the game.
    pub fn markdown(&self, entry: &Entry) -> String {
        let [bots, gaps] = self.tables(entry);
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let show = |(head, rows): (Vec<String>, Vec<Vec<String>>)| {
            let rule = format!("|{}\n", "---|".repeat(head.len()));
            line(&head) + &rule + &rows.iter().map(|row| line(row)).collect::<String>()
        };
        let rating = if duel::is_contest(entry) { "in Elo points around 1500" } else { "the mean payoff a game against all others" };
        format!(
            "Made by `{}`, version {} of the rules ([how](../bots.md#ratings-and-balance)).\n\
             Ratings are {rating}; ± is half of a 95 % interval. Seats, draws, length and choices are those of\n\
             a bot that plays itself: length is the decisions of the middle game (and of the shortest and the longest), choices are the legal\n\
             actions a decision.\n\n{}\n\
             Each bot against the one before it, {} pairs:\n\n{}",
            self.command,
            self.rules,
            show(bots),
            self.pairs,
            show(gaps),
        )
    }

    /// Heads and rows: the bots, and the gaps between them.
    fn tables(&self, entry: &Entry) -> [(Vec<String>, Vec<Vec<String>>); 2] {
        let contest = duel::is_contest(entry);
        let heads = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
        // Of two seats one says it all, where one's win is the other's loss.
        let seats = if contest && entry.seats == 2 { &entry.seat_names[..1] } else { entry.seat_names };
        let mut head = heads(&["bot", "rating"]);
        head.extend(seats.iter().map(|seat| format!("{seat} {}", if contest { "scores" } else { "gets" })));
        head.extend(heads(&["draws", "length", "choices"]));
        let row = |bot: &Row| {
            let mut row = vec![bot.name.clone(), rating(entry, bot.rating)];
            row.extend(bot.seats.iter().take(seats.len()).map(|seat| spelled(*seat, 2)));
            let [shortest, middle, longest] = bot.length;
            row.push(format!("{:.0} %", 100.0 * bot.draws.mean));
            row.push(if shortest == longest { middle.to_string() } else { format!("{middle} ({shortest}–{longest})") });
            row.push(format!("{:.1}", bot.choices));
            row
        };
        let gap = |gap: &Gap| {
            let by = match (contest, gap.elo) {
                (false, _) => spelled(gap.lead, 2),
                (true, Some(elo)) => format!("{elo:+.0}"),
                (true, None) => "–".into(),
            };
            vec![gap.better.clone(), gap.than.clone(), spelled(gap.score, 3), by]
        };
        let gaps = heads(&["bot", "against", "score", if contest { "Elo" } else { "payoff ahead" }]);
        [(head, self.bots.iter().map(row).collect()), (gaps, self.gaps.iter().map(gap).collect())]
    }
}

/// `1630 ± 35`, or `1.53 ± 0.02`.
pub fn rating(entry: &Entry, rating: Interval) -> String {
    spelled(rating, if duel::is_contest(entry) { 0 } else { 3 })
}

fn spelled(interval: Interval, digits: usize) -> String {
    match interval.margin {
        Some(margin) => format!("{:.digits$} ± {margin:.digits$}", interval.mean),
        None => format!("{:.digits$}", interval.mean),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_was_measured_with_these_rules_and_this_effort() {
        for entry in games::GAMES {
            let kept = kept(entry.name).unwrap_or_else(|| panic!("{} was never measured: run `cargo xtask measure`", entry.name));
            assert_eq!((kept.game.as_str(), kept.rules), (entry.name, entry.rules), "run `cargo xtask measure {}`", entry.name);
            let ladder: Vec<&str> = bots::of(entry.name).map(|bot| bot.name).collect();
            let rows: Vec<&str> = kept.bots.iter().map(|row| row.name.as_str()).collect();
            assert_eq!(rows, ladder, "run `cargo xtask measure {}`", entry.name);
            for bot in bots::of(entry.name) {
                assert!(kept.rating(entry, bot).is_some(), "{} was measured otherwise: run `cargo xtask measure {}`", bot.name, entry.name);
            }
            let gaps: Vec<_> = kept.gaps.iter().map(|gap| (gap.than.as_str(), gap.better.as_str())).collect();
            assert_eq!(gaps, ladder.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_pages_of_the_games_show_what_was_measured() {
        for entry in games::GAMES {
            let page = format!("{}/../../docs/games/{}.md", env!("CARGO_MANIFEST_DIR"), entry.name);
            let page = std::fs::read_to_string(page).unwrap();
            let section = page.split_once("<!-- balance -->\n").and_then(|(_, rest)| rest.split_once("<!-- /balance -->"));
            let (section, _) = section.expect("the page has a section for it");
            assert_eq!(section.trim(), kept(entry.name).unwrap().markdown(entry).trim(), "run `cargo xtask measure {}`", entry.name);
        }
    }

    #[test]
    fn a_bot_that_changed_was_not_measured() {
        let entry = games::find("chickens").unwrap();
        let mut kept = kept("chickens").unwrap();
        let max = bots::find("chickens", "Max").unwrap();
        assert!(kept.rating(entry, max).is_some());
        kept.bots.iter_mut().for_each(|row| row.effort = row.effort.as_ref().map(|_| "7".into()));
        assert_eq!(kept.rating(entry, max), None, "it thinks harder now");
        kept = super::kept("chickens").unwrap();
        kept.rules += 1;
        assert_eq!(kept.rating(entry, max), None, "the rules are others now");
    }
}
