//! Scenes as text, for reports and for terminals that cannot do more.
use games::{Entry, Piece, Scene};
use owo_colors::{AnsiColors, OwoColorize};
use std::fmt::Write as _;

const COLOURS: [AnsiColors; 4] = [AnsiColors::Cyan, AnsiColors::Yellow, AnsiColors::Green, AnsiColors::Magenta];

/// Layers that are drawn, lowest first; others are for those who ask.
const DRAWN: [&str; 2] = ["terrain", "fruit"];

/// The board in a frame, the score board beside it, the caption below.
pub fn scene(scene: &Scene) -> String {
    let width = scene.width as usize;
    let mut cells = vec![".".to_string(); width * scene.height as usize];
    for layer in DRAWN.iter().filter_map(|name| scene.layers.get(name)) {
        for (cell, letter) in cells.iter_mut().zip(layer.chars()).filter(|(_, letter)| *letter != '.') {
            *cell = letter.to_string();
        }
    }
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
    let _ = writeln!(text, "  {}", scene.caption);
    text
}

/// A letter for the kind, its case or a digit for the seat.
fn glyph(piece: &Piece, seats: usize) -> String {
    let letter = piece.kind.chars().next().unwrap_or('?');
    match piece.seat {
        None => letter.to_ascii_lowercase().to_string(),
        Some(seat) => {
            let sign = match seat.0 {
                _ if seats > 2 => char::from(b'0' + seat.0),
                0 => letter.to_ascii_uppercase(),
                _ => letter.to_ascii_lowercase(),
            };
            sign.color(COLOURS[seat.index()]).to_string()
        }
    }
}

/// `White (Realist)`; a team that is called by its seat needs no brackets.
pub fn seat_title(entry: &Entry, seat: usize, name: &str) -> String {
    if name == entry.seat_names[seat] { name.into() } else { format!("{} ({name})", entry.seat_names[seat]) }
}
