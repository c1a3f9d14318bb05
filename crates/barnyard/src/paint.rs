//! Scenes as text, for reports and for terminals that cannot do more.
use crate::glyph;
use games::{Entry, Piece, Scene};
use owo_colors::{AnsiColors, OwoColorize};
use std::fmt::Write as _;

const COLOURS: [AnsiColors; 4] = [AnsiColors::Cyan, AnsiColors::Yellow, AnsiColors::Green, AnsiColors::Magenta];

/// The board in a frame, the score board beside it, the caption below.
pub fn scene(scene: &Scene) -> String {
    let width = scene.width as usize;
    let mut cells: Vec<String> = glyph::ground(scene).iter().map(char::to_string).collect();
    for piece in &scene.pieces {
        cells[piece.y as usize * width + piece.x as usize] = glyph(piece, scene.panels.len());
    }
    let mut side: Vec<String> = Vec::new();
    for panel in &scene.panels {
        side.push(format!("{}  {}", panel.title.color(COLOURS[panel.seat.index()]), panel.score));
        side.extend(panel.lines.iter().chain(&panel.private).map(|(label, value)| format!("  {label} {value}")));
    }
    let mut text = String::new();
    let rows = cells.chunks(width).map(|row| row.join(" ")).collect::<Vec<_>>();
    for i in 0..rows.len().max(side.len()) {
        let blank = " ".repeat(2 * width - 1);
        let row = rows.get(i).unwrap_or(&blank);
        let _ = writeln!(text, "{}", format!("  {row}    {}", side.get(i).map_or("", String::as_str)).trim_end());
    }
    let aside = scene.aside.as_ref().map_or_else(String::new, |aside| format!(" ({aside})"));
    let _ = writeln!(text, "  {}{aside}", scene.caption);
    text
}

/// Its letter, in the colour of its seat.
fn glyph(piece: &Piece, seats: usize) -> String {
    let letter = glyph::of(piece, seats);
    piece.seat.map_or_else(|| letter.to_string(), |seat| letter.color(COLOURS[seat.index()]).to_string())
}

/// `White (Realist)`; a team that is called by its seat needs no brackets.
pub fn seat_title(entry: &Entry, seat: usize, name: &str) -> String {
    let name = glyph::clean(name);
    if name == entry.seat_names[seat] { name } else { format!("{} ({name})", entry.seat_names[seat]) }
}
