//! A tournament as one page: standings, ratings with their errors, head to head, seats, faults, tapes.
use crate::failure::Failure;
use crate::tapes::Sink;
use crate::tournament::shelf::Shelf;
use crate::tournament::standings::{Records, Standings, with_reach};
use league::{Matrix, Method};
use std::fmt::Write as _;
use std::path::Path;
use store::TapeKey;

/// Tapes that are written beside a report at most.
const TAPES: usize = 500;

/// Writes the page, and the tapes it leads to into a folder beside it.
pub fn write(path: &Path, shelf: &Shelf, records: &Records) -> Result<(), Failure> {
    let sink = Sink::claim(path)?;
    let tapes = write_tapes(path, shelf, records)?;
    sink.write_text(&page(records, &tapes)?)
}

fn write_tapes(path: &Path, shelf: &Shelf, records: &Records) -> Result<Vec<(TapeKey, String)>, Failure> {
    let id = records.tournament.id;
    let mut keys = shelf.wait(|store| store.tapes(id))?;
    // Those with faults first: somebody will want to see them.
    keys.sort_by_key(|key| !records.faults.iter().any(|fault| fault.fixture == key.fixture && fault.game == i64::from(key.game)));
    keys.truncate(TAPES);
    let folder = path.with_extension("tapes");
    let refuse = |error: std::io::Error| Failure::refused(format!("{} cannot be written: {error}", folder.display()));
    let mut written = Vec::new();
    for key in keys {
        let Some(bytes) = shelf.wait(|store| store.tape(id, key))? else { continue };
        std::fs::create_dir_all(&folder).map_err(refuse)?;
        let name = format!("{:06}-{}.tape.gz", key.fixture, key.game);
        std::fs::write(folder.join(&name), bytes).map_err(refuse)?;
        let beside = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        written.push((key, format!("{beside}/{name}")));
    }
    Ok(written)
}

/// The whole page; it needs nothing from anywhere.
pub fn page(records: &Records, tapes: &[(TapeKey, String)]) -> Result<String, Failure> {
    let table = records.standings()?;
    let matrix = records.matrix()?;
    let title = escape(&table.tournament);
    let mut body = format!(
        "<h1>{title}</h1>\n<p>{}, {} games, ranked by {}. Margins are 95 % intervals.</p>\n",
        table.game, table.games, table.rating
    );
    body += &standings(&table);
    body += "<h2>Ratings</h2>\n";
    body += &plot(&table);
    body += "<h2>Head to head</h2>\n";
    body += &heat(records, &matrix, &table);
    body += "<h2>Seats</h2>\n";
    body += &seats(&table);
    body += "<h2>Faults</h2>\n";
    body += &faults(records, tapes);
    if !tapes.is_empty() {
        body += "<h2>Tapes</h2>\n<p>";
        for (key, path) in tapes {
            let _ = write!(body, "<a href=\"{}\">{}.{}</a> ", escape(path), key.fixture, key.game);
        }
        body += "</p>\n";
    }
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n{body}</html>\n"
    ))
}

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
table{border-collapse:collapse}td,th{padding:.2rem .6rem;text-align:right}td.name,th.name{text-align:left}\
tbody tr:nth-child(even){background:#f5f5f2}svg{max-width:100%;height:auto}.heat td{min-width:3.2rem;text-align:center}\
@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}tbody tr:nth-child(even){background:#262626}.heat td{color:#111}svg text{fill:#ddd}}";

fn digits(table: &Standings) -> usize {
    if matches!(table.rating, Method::Payoff) { 4 } else { 0 }
}

fn standings(table: &Standings) -> String {
    let mut text = format!(
        "<table><thead><tr><th>place<th class=\"name\">bot<th>{}<th>payoff<th>games<th>won<th>drawn<th>lost<th>faults<th>better than the next</tr></thead><tbody>\n",
        table.rating
    );
    for row in &table.rows {
        let _ = writeln!(
            text,
            "<tr><td>{}<td class=\"name\">{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}</tr>",
            row.place,
            escape(&row.name),
            with_reach(row.rating, row.interval, digits(table)),
            row.payoff.map_or("–".into(), |payoff| format!("{payoff:.4}")),
            row.games,
            row.won,
            row.drawn,
            row.lost,
            row.faults,
            row.superiority.map_or("–".into(), |sure| format!("{:.1} %{}", 100.0 * sure, if row.tied { " (tied)" } else { "" }))
        );
    }
    text + "</tbody></table>\n"
}

/// A point and a bar for everybody.
fn plot(table: &Standings) -> String {
    let reach = |row: &crate::tournament::standings::Standing| row.interval.unwrap_or([row.rating; 2]);
    let low = table.rows.iter().map(|row| reach(row)[0]).fold(f64::INFINITY, f64::min);
    let high = table.rows.iter().map(|row| reach(row)[1]).fold(f64::NEG_INFINITY, f64::max);
    let (left, width, line) = (180.0, 640.0, 22.0);
    let scale = |value: f64| left + width * if high > low { (value - low) / (high - low) } else { 0.5 };
    let height = line * table.rows.len() as f64 + 40.0;
    let mut text = format!("<svg viewBox=\"0 0 {} {height}\" role=\"img\" aria-label=\"ratings with intervals\">\n", left + width + 40.0);
    for tick in 0..=4 {
        let value = low + (high - low) * f64::from(tick) / 4.0;
        let x = scale(value);
        let _ = write!(
            text,
            "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"8\" y2=\"{:.1}\" stroke=\"#bbb\" stroke-dasharray=\"2 4\"/>",
            height - 28.0
        );
        let _ = writeln!(
            text,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"12\" text-anchor=\"middle\">{value:.*}</text>",
            height - 10.0,
            digits(table).min(2)
        );
    }
    for (n, row) in table.rows.iter().enumerate() {
        let y = line * n as f64 + 20.0;
        let [from, to] = reach(row).map(scale);
        let _ = write!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" text-anchor=\"end\">{}</text>",
            left - 12.0,
            y + 4.0,
            escape(&row.name)
        );
        let _ = write!(text, "<line x1=\"{from:.1}\" x2=\"{to:.1}\" y1=\"{y}\" y2=\"{y}\" stroke=\"#4a7\" stroke-width=\"3\"/>");
        let _ = writeln!(text, "<circle cx=\"{:.1}\" cy=\"{y}\" r=\"4.5\" fill=\"#275\"/>", scale(row.rating));
    }
    text + "</svg>\n"
}

/// The score of the row against the column, from red to green.
fn heat(records: &Records, matrix: &Matrix, table: &Standings) -> String {
    let order: Vec<u32> = table
        .rows
        .iter()
        .map(|row| records.names.iter().position(|name| *name == row.name).expect("rows are of entrants") as u32)
        .collect();
    let mut text = String::from("<table class=\"heat\"><thead><tr><th class=\"name\">score of v");
    table.rows.iter().for_each(|row| {
        let _ = write!(text, "<th>{}", escape(&row.name));
    });
    text += "</tr></thead><tbody>\n";
    for (me, row) in order.iter().zip(&table.rows) {
        let _ = write!(text, "<tr><td class=\"name\">{}", escape(&row.name));
        for them in &order {
            match matrix.cell(*me, *them) {
                Some(cell) => {
                    let score = cell.score.interval();
                    let margin = score.margin.map_or(String::new(), |margin| format!(" ± {margin:.3}"));
                    let hint = format!("{:.4}{margin}, payoff {:.4}, {} games", score.mean, cell.payoff.mean(), cell.games);
                    let _ =
                        write!(text, "<td style=\"background:hsl({:.0} 60% 75%)\" title=\"{hint}\">{:.2}", 120.0 * score.mean, score.mean);
                }
                None => text += "<td>",
            }
        }
        text += "</tr>\n";
    }
    text + "</tbody></table>\n"
}

fn seats(table: &Standings) -> String {
    let most = table.seats.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let mut text = format!("<svg viewBox=\"0 0 600 {}\" role=\"img\" aria-label=\"mean payoff by seat\">\n", 26 * table.seats.len() + 10);
    for (seat, mean) in table.seats.iter().enumerate() {
        let y = 26 * seat + 8;
        let width = (400.0 * mean / most).max(0.0);
        let _ = write!(text, "<text x=\"0\" y=\"{}\" font-size=\"13\">seat {}</text>", y + 13, seat + 1);
        let _ = writeln!(
            text,
            "<rect x=\"70\" y=\"{y}\" width=\"{width:.1}\" height=\"18\" fill=\"#69b\"/><text x=\"{:.1}\" y=\"{}\" font-size=\"13\">{mean:.4}</text>",
            width + 78.0,
            y + 13
        );
    }
    text + "</svg>\n"
}

fn faults(records: &Records, tapes: &[(TapeKey, String)]) -> String {
    if records.faults.is_empty() {
        return "<p>None.</p>\n".into();
    }
    let mut text = String::from(
        "<table><thead><tr><th>game<th class=\"name\">bot<th class=\"name\">kind<th class=\"name\">what<th>times</tr></thead><tbody>\n",
    );
    for fault in &records.faults {
        let name = usize::try_from(fault.entrant).ok().and_then(|entrant| records.names.get(entrant)).map_or("the platform", |name| name);
        let tape =
            tapes.iter().find(|(key, _)| key.fixture == fault.fixture && i64::from(key.game) == fault.game && key.take == fault.take);
        let game = format!("{}.{}", fault.fixture, fault.game);
        let game = tape.map_or(game.clone(), |(_, path)| format!("<a href=\"{}\">{game}</a>", escape(path)));
        let _ = writeln!(
            text,
            "<tr><td>{game}<td class=\"name\">{}<td class=\"name\">{}<td class=\"name\">{}<td>{}</tr>",
            escape(name),
            escape(&fault.kind),
            escape(&fault.why),
            fault.times
        );
    }
    text + "</tbody></table>\n"
}

/// Names are hostile until proven otherwise.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
