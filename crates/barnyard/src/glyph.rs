//! Letters and colours for what stands on a board: the one table that all pictures in text share.
use games::{Piece, Scene};

/// A kind of piece, its letter (that of the first of two seats, or of nobody), and the letter of the second seat.
const LETTERS: &[(&str, char, char)] = &[
    ("chicken", 'C', 'c'),
    ("egg", 'E', 'e'),
    ("turd", 'T', 't'),
    ("trapdoor", '@', '@'),
    ("noise", '"', '"'),
    ("tremor", '~', '~'),
    ("worker", 'W', 'w'),
    ("rat", '@', '@'),
    ("search", '?', '?'),
    ("found", '!', '!'),
    ("walker", 'W', 'w'),
    ("rider", 'R', 'r'),
    ("onion to come", 'o', 'o'),
    ("strawberry to come", 's', 's'),
    ("dragon fruit to come", 'd', 'd'),
    ("king", 'K', 'k'),
    ("rook", 'R', 'r'),
];

/// Layers that are drawn, lowest first; others are for those who ask.
pub const DRAWN: [&str; 2] = ["terrain", "fruit"];

/// What the letters of the ground mean, where a piece of text is needed to tell. `.` and `:` are ground and nothing else.
const GROUND: &[(&str, char, &str)] = &[
    ("carpets", '+', "primed"),
    ("carpets", '=', "carpet"),
    ("carpets", '#', "blocked"),
    ("orchard", '#', "wall"),
    ("orchard", 'S', "start"),
];

/// Fruit on the ground, by its letter.
const FRUIT: &[(char, &str)] = &[('o', "onion"), ('s', "strawberry"), ('d', "dragon fruit")];

/// The letter of a piece. Where there are more than two seats, it is the seat's number.
pub fn of(piece: &Piece, seats: usize) -> char {
    let row = LETTERS.iter().find(|(kind, ..)| *kind == piece.kind);
    let letter = piece.kind.chars().next().unwrap_or('?');
    match piece.seat {
        Some(seat) if seats > 2 => char::from(b'0' + seat.0),
        Some(seat) if seat.0 > 0 => row.map_or(letter.to_ascii_lowercase(), |row| row.2),
        Some(_) => row.map_or(letter.to_ascii_uppercase(), |row| row.1),
        None => row.map_or(letter.to_ascii_lowercase(), |row| row.1),
    }
}

/// The letter of the ground in each cell, row by row.
pub fn ground(scene: &Scene) -> Vec<char> {
    let mut cells = vec!['.'; usize::from(scene.width) * usize::from(scene.height)];
    for layer in DRAWN.iter().filter_map(|name| scene.layers.get(name)) {
        for (cell, letter) in cells.iter_mut().zip(layer.chars()).filter(|(_, letter)| *letter != '.') {
            *cell = letter;
        }
    }
    cells
}

/// What is to be seen in this scene, each letter once: `C/c chicken`, `# wall`.
pub fn legend(game: &str, scene: &Scene) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for piece in &scene.pieces {
        let row = LETTERS.iter().find(|(kind, ..)| *kind == piece.kind);
        let line = match row {
            Some((kind, first, second)) if piece.seat.is_some() && first != second => format!("{first}/{second} {kind}"),
            // Where seats are numbers, these stand with the names below.
            _ if scene.panels.len() > 2 && piece.seat.is_some() => {
                format!("{} {}", piece.kind.chars().next().unwrap_or('?').to_ascii_uppercase(), piece.kind)
            }
            _ => format!("{} {}", of(&Piece { seat: None, ..piece.clone() }, 2), piece.kind),
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let cells = ground(scene);
    let seen = |letter: char| cells.contains(&letter);
    lines.extend(GROUND.iter().filter(|(of, letter, _)| *of == game && seen(*letter)).map(|(_, letter, what)| format!("{letter} {what}")));
    if let Some(fruit) = scene.layers.get("fruit") {
        let lies = |letter: char| fruit.contains([letter, letter.to_ascii_uppercase()]);
        lines.extend(FRUIT.iter().filter(|(letter, _)| lies(*letter)).map(|(letter, what)| format!("{letter} {what}")));
    }
    if scene.panels.len() > 2 {
        let names: Vec<String> = scene.panels.iter().map(|panel| format!("{} {}", panel.seat.0, panel.title)).collect();
        lines.push(names.join(", "));
        if scene.layers.get("strays").is_some_and(|strays| strays.contains('*')) {
            lines.push("* stray".into());
        }
    }
    lines
}

/// Text from a stranger's tape: nothing in it moves a cursor.
pub fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
