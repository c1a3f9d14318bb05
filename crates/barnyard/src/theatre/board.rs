//! The board in colours. Nothing is told by colour alone: letters and case say the same.
use crate::glyph;
use games::{Scene, Spot};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

/// Sizes of a cell, in columns and rows, largest first.
const CELLS: [(u16, u16); 5] = [(8, 4), (6, 3), (4, 2), (2, 1), (1, 1)];

/// Seats by what the game calls them; any others by their number.
const NAMED: &[(&str, Color)] =
    &[("Red", Color::LightRed), ("Yellow", Color::LightYellow), ("Green", Color::LightGreen), ("Blue", Color::LightBlue)];
const SEATS: [Color; 4] = [Color::LightCyan, Color::LightYellow, Color::LightGreen, Color::LightMagenta];

const TEXT: Color = Color::Indexed(252);
/// The ground: two shades, so that squares can be counted.
const FLOOR: [Color; 2] = [Color::Indexed(234), Color::Indexed(236)];
const WALL: Color = Color::Indexed(242);
const GLUE: Color = Color::Indexed(58);
const CARPET: Color = Color::Indexed(88);
/// From lukewarm to hot.
const HEAT: [Color; 6] =
    [Color::Indexed(17), Color::Indexed(18), Color::Indexed(54), Color::Indexed(90), Color::Indexed(126), Color::Indexed(161)];
const TARGET: Color = Color::Indexed(29);

/// What is shown of a board besides the scene.
#[derive(Default)]
pub struct Overlay<'a> {
    /// How likely something is in each cell.
    pub heat: Option<&'a [f32]>,
    /// Cells that a person may choose.
    pub targets: &'a [Spot],
    /// The one that is chosen.
    pub chosen: Option<Spot>,
    /// Where the piece stands that would move.
    pub mover: Option<Spot>,
}

pub fn seat_colour(title: &str, seat: usize) -> Color {
    NAMED.iter().find(|(name, _)| *name == title).map_or(SEATS[seat % SEATS.len()], |(_, colour)| *colour)
}

/// The largest cells with which a board fits into so many columns and rows; `None`: it does not fit.
pub fn fit(scene: &Scene, columns: u16, rows: u16) -> Option<(u16, u16)> {
    let (width, height) = (u16::from(scene.width), u16::from(scene.height));
    CELLS.into_iter().find(|(across, down)| width * across <= columns && height * down <= rows)
}

/// Paints the board, or as much of it as there is room for, with something to look at in the middle.
pub fn paint(scene: &Scene, overlay: &Overlay<'_>, cell: (u16, u16), area: Rect, buffer: &mut Buffer) {
    let (across, down) = cell;
    let (columns, rows) = (area.width / across, area.height / down);
    let focus = overlay.chosen.or_else(|| scene.pieces.iter().rev().find(|piece| piece.seat.is_some()).map(|p| Spot::new(p.x, p.y)));
    let from = |focus: u8, shown: u16, all: u8| u16::from(focus).saturating_sub(shown / 2).min(u16::from(all).saturating_sub(shown));
    let (left, top) = focus.map_or((0, 0), |spot| (from(spot.x, columns, scene.width), from(spot.y, rows, scene.height)));
    let ground = glyph::ground(scene);
    let hottest = overlay.heat.map_or(0.0, |heat| heat.iter().copied().fold(0.0, f32::max));
    for y in top..u16::from(scene.height).min(top + rows) {
        for x in left..u16::from(scene.width).min(left + columns) {
            let index = usize::from(y) * usize::from(scene.width) + usize::from(x);
            let spot = Spot::new(x as u8, y as u8);
            let place = Rect::new(area.x + (x - left) * across, area.y + (y - top) * down, across, down);
            let heat = overlay.heat.and_then(|heat| heat.get(index).copied());
            let style = shaded(floor(scene, &ground, index, spot), overlay, spot, heat, hottest);
            buffer.set_style(place, style);
            for row in 0..down {
                for column in 0..across {
                    buffer[(place.x + column, place.y + row)].set_symbol(" ");
                }
            }
            write_cell(scene, ground[index], index, spot, place, style, buffer);
            if let Some(heat) = heat.filter(|heat| *heat >= 0.005 && across >= 4) {
                let percent = format!("{:.0}", (heat * 100.0).min(99.0));
                buffer.set_string(place.right() - percent.len() as u16, place.bottom() - 1, percent, style.add_modifier(Modifier::DIM));
            }
        }
    }
}

/// What the ground itself looks like.
fn floor(scene: &Scene, ground: &[char], index: usize, spot: Spot) -> Style {
    let shade = FLOOR[usize::from((spot.x + spot.y) % 2)];
    let base = Style::new().fg(TEXT).bg(shade);
    match ground[index] {
        '#' => base.bg(WALL).fg(Color::Indexed(234)),
        '+' => base.bg(GLUE),
        '=' => base.bg(CARPET),
        digit @ '0'..='3' if scene.panels.len() > 2 => {
            let owner = usize::from(digit as u8 - b'0');
            let base = base.bg(seat_colour(scene.panels[owner].title, owner)).fg(Color::Black);
            let stray = scene.layers.get("strays").and_then(|strays| strays.as_bytes().get(index)) == Some(&b'*');
            if stray { base.add_modifier(Modifier::UNDERLINED | Modifier::BOLD) } else { base }
        }
        _ => base,
    }
}

/// Heat and choices lie over the ground.
fn shaded(style: Style, overlay: &Overlay<'_>, spot: Spot, heat: Option<f32>, hottest: f32) -> Style {
    if overlay.chosen == Some(spot) {
        return style.bg(TARGET).fg(Color::White).add_modifier(Modifier::REVERSED);
    }
    if overlay.mover == Some(spot) {
        return style.add_modifier(Modifier::REVERSED);
    }
    if overlay.targets.contains(&spot) {
        return style.bg(TARGET).fg(Color::White);
    }
    match heat {
        Some(heat) if hottest > 0.0 && heat > hottest / 64.0 => {
            let step = ((heat / hottest).sqrt() * HEAT.len() as f32) as usize;
            style.bg(HEAT[step.min(HEAT.len() - 1)]).fg(Color::White)
        }
        _ => style,
    }
}

/// The letters of a cell: its pieces, the highest first if there is room for few, else the ground's own letter.
fn write_cell(scene: &Scene, ground: char, index: usize, spot: Spot, place: Rect, style: Style, buffer: &mut Buffer) {
    let seats = scene.panels.len();
    let mut marks: Vec<(String, Style)> = Vec::new();
    for piece in scene.pieces.iter().filter(|piece| (piece.x, piece.y) == (spot.x, spot.y)) {
        let letter = glyph::of(piece, seats);
        let kind = piece.kind.chars().next().unwrap_or('?').to_ascii_uppercase();
        let text = match (seats > 2 && piece.seat.is_some(), place.width) {
            (true, 1) => kind.to_string(),
            (true, _) => format!("{kind}{letter}"),
            _ => letter.to_string(),
        };
        let colour = match piece.seat {
            // Its own colour is the ground's there.
            Some(_) if seats > 2 => style,
            Some(seat) => style.fg(seat_colour(scene.panels[seat.index()].title, seat.index())),
            None => style,
        };
        let colour = colour.add_modifier(Modifier::BOLD);
        // What not everybody knows leans.
        marks.push((text, if piece.known_to.is_some() { colour.fg(Color::LightMagenta).add_modifier(Modifier::ITALIC) } else { colour }));
    }
    let stray = scene.layers.get("strays").and_then(|strays| strays.as_bytes().get(index)) == Some(&b'*');
    if marks.is_empty() {
        let letter = match ground {
            '.' | ':' => '·',
            letter => letter,
        };
        let dim = if ground == '.' || ground == ':' { style.add_modifier(Modifier::DIM) } else { style };
        marks.push((if stray && place.width > 1 { format!("{letter}*") } else { letter.to_string() }, dim));
    }
    let room = usize::from(place.width);
    let (mut shown, mut used) = (Vec::new(), 0);
    for mark in marks.iter().rev().take_while(|(text, _)| {
        used += text.chars().count();
        used <= room
    }) {
        shown.push(mark);
    }
    let width: usize = shown.iter().map(|(text, _)| text.chars().count()).sum();
    let mut x = place.x + (place.width.saturating_sub(width as u16)) / 2;
    let y = place.y + (place.height - 1) / 2;
    for (text, style) in shown.into_iter().rev() {
        buffer.set_string(x, y, text, *style);
        x += text.chars().count() as u16;
    }
}
