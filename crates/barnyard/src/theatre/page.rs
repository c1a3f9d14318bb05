//! The whole screen: title, board, score board, curves, moves, caption, time line.
use super::board::{self, Overlay, seat_colour};
use super::show::{Mode, Show};
use super::spark;
use crate::glyph::{self, clean};
use games::{Frame, Panel, Seat, View};
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Color, Modifier, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget, Wrap};

/// Below this nothing can be told.
const LEAST: (u16, u16) = (60, 16);
/// The score board has at least so many columns, unless the board needs them more.
const SIDE: u16 = 36;
const NARROW_SIDE: u16 = 18;

const KEYS: &[(&str, &str)] = &[
    ("left, right", "a turn back, a turn on"),
    ("up, down", "ten turns"),
    ("home, end", "the beginning, the end"),
    ("space", "play, pause"),
    ("+, -", "faster, slower"),
    ("n, p", "next, previous turn that stands out"),
    ("g", "go to a turn"),
    ("s", "secrets: show, hide"),
    ("1 .. 4", "what that seat knew"),
    ("t, 0", "the truth; what anybody may know"),
    ("b", "what was believed, over the board"),
    ("?", "this"),
    ("q", "leave"),
];

const PLAYING_KEYS: &[(&str, &str)] = &[
    ("arrows", "choose a cell, or a line of the list"),
    ("tab", "another kind of move"),
    ("space", "another move of that kind to the same cell"),
    ("enter", "play it"),
    ("page up", "look back; end comes back"),
];

/// Paints everything.
pub fn draw(show: &Show, area: Rect, buffer: &mut Buffer) {
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let text = format!("the terminal has {}x{} characters, {}x{} are needed; q leaves", area.width, area.height, LEAST.0, LEAST.1);
        return Paragraph::new(text).wrap(Wrap { trim: true }).render(area, buffer);
    }
    let Some(frame) = show.frame() else {
        return Paragraph::new("the table is being set").render(area, buffer);
    };
    let rows = Rows::of(&frame, area);
    title(show, &frame, rows.title, buffer);
    let free = area.width.saturating_sub(SIDE + 2);
    let narrow = area.width.saturating_sub(NARROW_SIDE + 1);
    let cell = board::fit(&frame.scene, free, rows.body.height)
        .or_else(|| board::fit(&frame.scene, narrow, rows.body.height))
        .unwrap_or(if u16::from(frame.scene.width) * 2 <= free { (2, 1) } else { (1, 1) });
    let wide = (u16::from(frame.scene.width) * cell.0).min(narrow);
    let high = (u16::from(frame.scene.height) * cell.1).min(rows.body.height);
    let place = Rect::new(area.x, rows.body.y, wide, high);
    paint_board(show, &frame, cell, place, buffer);
    let side = Rect::new(area.x + wide + 2, rows.body.y, area.width - wide - 2, rows.body.height);
    let side = if side.right() > area.right() { Rect::new(area.x + wide + 1, side.y, area.width - wide - 1, side.height) } else { side };
    let below = Rect::new(area.x, rows.body.y + high + 1, wide, rows.body.height.saturating_sub(high + 1));
    let legend = glyph::legend(show.reel.entry().name, &frame.scene);
    let lines = joined(&legend, below.width);
    let fits_below = lines.len() <= usize::from(below.height);
    if fits_below {
        let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
        Paragraph::new(lines).dark_gray().render(below, buffer);
    }
    beside(show, &frame, if fits_below { &[] } else { &legend }, side, buffer);
    caption(show, &frame, rows.caption, buffer);
    if let Some(line) = rows.time {
        time_line(show, line, buffer);
    }
    if show.mode == Mode::Help {
        help(show, area, buffer);
    }
}

/// Where everything goes. The board comes first; what is left goes to the caption, then to the time line.
struct Rows {
    title: Rect,
    body: Rect,
    caption: Rect,
    time: Option<Rect>,
}

impl Rows {
    fn of(frame: &Frame, area: Rect) -> Rows {
        let row = |y: u16, height: u16| Rect::new(area.x, area.y + y, area.width, height);
        let spare = area.height.saturating_sub(1 + u16::from(frame.scene.height));
        let (caption, time) = match spare {
            0 | 1 => (1, 0),
            2 => (2, 0),
            _ => (2, 1),
        };
        let body = area.height - 1 - caption - time;
        Rows { title: row(0, 1), body: row(1, body), caption: row(1 + body, caption), time: (time > 0).then(|| row(area.height - 1, 1)) }
    }
}

fn title(show: &Show, frame: &Frame, area: Rect, buffer: &mut Buffer) {
    let entry = show.reel.entry();
    let of = if show.live { String::new() } else { format!(" of {}", show.last()) };
    let view = match show.view {
        View::Truth => "the truth".to_string(),
        View::Spectator => "as anybody sees it".to_string(),
        View::Seat(seat) => format!("as {} sees it", seat_name(show, seat)),
    };
    let pace = if show.playing { format!("{} turns/s", show.speed()) } else { "paused".to_string() };
    let state = match (show.live, frame.acting.is_empty()) {
        (true, _) if show.turn == show.last() => "now".to_string(),
        _ => pace,
    };
    let left =
        Line::from(vec![entry.name.bold(), format!("  turn {}{of}  ", frame.turn).into(), view.italic(), format!("  {state}").dark_gray()]);
    Paragraph::new(left).render(area, buffer);
    Paragraph::new("? keys".dark_gray()).alignment(Alignment::Right).render(area, buffer);
}

fn seat_name(show: &Show, seat: Seat) -> &'static str {
    show.reel.entry().seat_names[seat.index()]
}

fn paint_board(show: &Show, frame: &Frame, cell: (u16, u16), area: Rect, buffer: &mut Buffer) {
    let pick = show.pick.as_ref().filter(|_| show.turn == show.last());
    let targets = pick.map(|pick| pick.targets()).unwrap_or_default();
    let choice = pick.and_then(|pick| pick.item()).map(|item| &item.choice);
    let heat = heat(show, frame);
    let overlay = Overlay {
        heat: heat.as_deref().filter(|_| pick.is_none()),
        targets: &targets,
        chosen: choice.and_then(|choice| choice.to),
        mover: choice.and_then(|choice| choice.from),
    };
    board::paint(&frame.scene, &overlay, cell, area, buffer);
}

/// The first belief that these eyes may see, or the heat that the game itself shows.
fn heat(show: &Show, frame: &Frame) -> Option<Vec<f32>> {
    let believed = || frame.thoughts.iter().find_map(|thought| thought.belief.values().next().cloned());
    let layer =
        || frame.scene.layers.get("heat").map(|layer| layer.chars().map(|c| c.to_digit(10).map_or(0.0, |d| d as f32 / 900.0)).collect());
    if show.heat { believed().or_else(layer) } else { None }
}

fn beside(show: &Show, frame: &Frame, legend: &[String], area: Rect, buffer: &mut Buffer) {
    let mut y = area.y;
    let mut put = |line: Line<'_>, y: &mut u16| {
        if *y < area.bottom() {
            Paragraph::new(line).render(Rect::new(area.x, *y, area.width, 1), buffer);
            *y += 1;
        }
    };
    let tight = area.height < 4 * frame.scene.panels.len() as u16 + 8;
    for panel in &frame.scene.panels {
        for line in panel_lines(show, frame, panel, area.width, tight) {
            put(line, &mut y);
        }
    }
    for line in joined(legend, area.width).into_iter().take(if tight { 0 } else { 4 }) {
        put(Line::from(line).dark_gray(), &mut y);
    }
    put(Line::default(), &mut y);
    match show.pick.as_ref().filter(|_| show.turn == show.last()) {
        Some(_) => {
            for line in menu_lines(show, area.width, area.bottom().saturating_sub(y)) {
                put(line, &mut y);
            }
        }
        None => {
            for line in curves(show, area.width) {
                put(line, &mut y);
            }
            put(Line::default(), &mut y);
            for line in moves(show, area.width, area.bottom().saturating_sub(y)) {
                put(line, &mut y);
            }
        }
    }
}

fn panel_lines(show: &Show, frame: &Frame, panel: &Panel, width: u16, tight: bool) -> Vec<Line<'static>> {
    let seat = panel.seat.index();
    let colour = seat_colour(panel.title, seat);
    let name = show.reel.header().seats.get(seat).map(|sitter| clean(&sitter.name)).unwrap_or_default();
    let name = if name == panel.title { String::new() } else { format!(" {name}") };
    let sign = if frame.acting.contains(panel.seat) { ">" } else { " " };
    let score = panel.score.to_string();
    let mut clock = clock(show, panel.seat);
    let head = format!("{}{name}", panel.title);
    let room = |beside: usize| usize::from(width).saturating_sub(score.len() + beside + 2);
    // Beside a wide board a name matters more than what its clock says.
    if head.chars().count() > room(clock.len()) {
        clock.clear();
    }
    let head: String = head.chars().take(room(clock.len())).collect();
    let gap = usize::from(width).saturating_sub(1 + head.chars().count() + clock.len() + score.len());
    let mut lines = vec![Line::from(vec![
        Span::from(sign).bold(),
        Span::styled(head, Style::new().fg(colour).add_modifier(Modifier::BOLD)),
        Span::from(" ".repeat(gap)),
        Span::from(clock).dark_gray(),
        Span::from(score).bold(),
    ])];
    let told = |(label, value): &(&str, String)| format!("{label} {value}");
    let public = panel.lines.iter().map(told).collect::<Vec<_>>().join(", ");
    let most = if tight { 1 } else { 3 };
    lines.extend(folded(&public, width.saturating_sub(2)).into_iter().take(most).map(|line| Line::from(format!("  {line}"))));
    if !panel.private.is_empty() {
        let private = panel.private.iter().map(told).collect::<Vec<_>>().join(", ");
        let style = Style::new().fg(Color::LightMagenta).add_modifier(Modifier::ITALIC);
        lines.extend(folded(&private, width.saturating_sub(2)).into_iter().map(|line| Line::styled(format!("  {line}"), style)));
    }
    lines
}

/// What a seat's clock says by now, if anybody looked at it.
fn clock(show: &Show, seat: Seat) -> String {
    let used = show.reel.chart().clock.iter().take_while(|(turn, ..)| *turn <= show.turn).filter(|(_, of, _)| *of == seat);
    let (count, ms) = used.fold((0, 0.0), |(count, sum), (_, _, ms)| (count + 1, sum + ms));
    match count {
        0 => String::new(),
        _ if ms < 10_000.0 => format!("{ms:.0} ms  "),
        _ => format!("{:.1} s  ", ms / 1e3),
    }
}

/// Score, clock and belief over the whole game; what is yet to come is dim.
fn curves(show: &Show, width: u16) -> Vec<Line<'static>> {
    let chart = show.reel.chart();
    let score = |seat: usize| chart.points.iter().enumerate().map(|(turn, points)| (turn, f64::from(points[seat]))).collect();
    let of = |series: &[(usize, Seat, f64)], seat: usize| {
        series.iter().filter(|(_, who, _)| who.index() == seat).map(|(turn, _, value)| (*turn, *value)).collect()
    };
    let seats = 0..show.reel.entry().seats;
    let mut curves: Vec<(&str, Vec<Curve>)> =
        vec![("score", seats.clone().map(score).collect()), ("ms/turn", seats.clone().map(|seat| of(&chart.clock, seat)).collect())];
    // How wrong a belief is follows from the truth.
    if show.view == View::Truth {
        curves.push(("bits off", seats.map(|seat| of(&chart.loss, seat)).collect()));
    }
    curves.iter().flat_map(|(label, curves)| curve_lines(show, label, curves, width)).collect()
}

/// Turns and values.
type Curve = Vec<(usize, f64)>;

/// The curves of all seats, on one scale.
fn curve_lines(show: &Show, label: &str, curves: &[Curve], width: u16) -> Vec<Line<'static>> {
    let count = show.reel.len();
    let scale = spark::scale(curves.iter().flatten().map(|(_, value)| *value));
    let mut label = Some(label);
    let mut lines = Vec::new();
    for (seat, curve) in curves.iter().enumerate().filter(|(_, curve)| !curve.is_empty()) {
        let text = spark::line(curve, count, usize::from(width).saturating_sub(9), scale);
        let columns = text.chars().count();
        let now = if count > 1 { show.turn * columns.saturating_sub(1) / (count - 1) + 1 } else { columns };
        let (past, future): (String, String) = (text.chars().take(now).collect(), text.chars().skip(now).collect());
        let colour = seat_colour(show.reel.entry().seat_names[seat], seat);
        lines.push(Line::from(vec![
            Span::from(format!("{:<8} ", label.take().unwrap_or_default())).dark_gray(),
            Span::styled(past, colour),
            Span::styled(future, Style::new().fg(Color::DarkGray)),
        ]));
    }
    lines
}

/// What happened around this turn, in words that anybody may read.
fn moves(show: &Show, width: u16, height: u16) -> Vec<Line<'static>> {
    let height = usize::from(height);
    let from = show.turn.saturating_sub(height.saturating_sub(1) / 2).min((show.last() + 1).saturating_sub(height));
    let digits = show.last().to_string().len();
    let line = |frame: Frame| {
        let fault = if frame.marks.contains(&"fault") { "!" } else { " " };
        let text: String = format!("{:>digits$}{fault}{}", frame.turn, frame.scene.caption).chars().take(usize::from(width)).collect();
        if frame.turn == show.turn { Line::from(text).bold() } else { Line::from(text).dark_gray() }
    };
    show.reel.frames_from(from).take(height).map(line).collect()
}

/// What a person may do, with a finger on one of it.
fn menu_lines(show: &Show, width: u16, height: u16) -> Vec<Line<'static>> {
    let (Some(pick), Some(seat)) = (&show.pick, show.asked()) else { return Vec::new() };
    let prompt = format!("{}, your {}:", seat_name(show, seat), pick.menu().prompt);
    let mut lines: Vec<Line<'_>> = folded(&prompt, width).into_iter().map(|line| Line::from(line).bold()).collect();
    let dim = |text: String| Line::from(text).dark_gray();
    if let Some(range) = &pick.menu().range {
        lines.push(Line::from(format!("  {}_", pick.typed())).bold());
        lines.push(dim(format!("{} to {}: digits, Enter", range.least, range.most)));
        return lines;
    }
    let manners = pick.manners();
    if let Some(item) = pick.item() {
        let label = folded(&item.choice.label, width.saturating_sub(2));
        lines.extend(label.into_iter().map(|line| Line::from(format!("  {line}")).bold()));
    }
    lines.extend(folded("arrows choose, Enter plays", width).into_iter().map(dim));
    if manners.len() > 1 {
        lines.extend(folded(&format!("Tab: {}", manners.join(", ")), width).into_iter().map(dim));
    }
    let room = usize::from(height).saturating_sub(lines.len() + 1);
    let items = &pick.menu().items;
    let from = pick.at().saturating_sub(room / 2).min(items.len().saturating_sub(room));
    lines.push(dim(format!("{} legal:", items.len())));
    for (i, item) in items.iter().enumerate().skip(from).take(room) {
        let text: String = format!(" {}", item.choice.label).chars().take(usize::from(width)).collect();
        lines.push(if i == pick.at() { Line::from(text).reversed() } else { Line::from(text) });
    }
    lines
}

fn caption(show: &Show, frame: &Frame, area: Rect, buffer: &mut Buffer) {
    let prompt = match &show.mode {
        Mode::Goto(typed) => Some(format!("go to turn {typed}_  (0 to {})", show.last())),
        Mode::Leaving => Some("leave the game? It ends without a result. y leaves, any other key stays".to_string()),
        _ if !show.note.is_empty() => Some(clean(&show.note)),
        _ => None,
    };
    if let Some(prompt) = prompt {
        return Paragraph::new(prompt.yellow().bold()).wrap(Wrap { trim: true }).render(area, buffer);
    }
    let mut spans = Vec::new();
    if !frame.marks.is_empty() {
        spans.push(format!("[{}] ", frame.marks.join(", ")).light_red());
    }
    spans.push(frame.scene.caption.clone().bold());
    if let Some(aside) = &frame.scene.aside {
        spans.push(format!(" ({aside})").light_magenta().italic());
    }
    for deed in frame.deeds.iter().filter(|deed| deed.foul.is_some()) {
        let why = deed.why.as_ref().map_or_else(String::new, |why| format!(": {}", clean(why)));
        spans.push(format!(" {} {}{why}", seat_name(show, deed.seat), deed.foul.unwrap_or_default()).light_red());
    }
    for thought in &frame.thoughts {
        let kinds: Vec<String> = thought.belief.keys().map(|kind| clean(kind)).collect();
        let loss = thought.loss.map_or_else(String::new, |bits| format!(", {bits:.1} bits off"));
        spans.push(format!("  {} looks for the {}{loss}", seat_name(show, thought.seat), kinds.join(", ")).light_blue());
    }
    Paragraph::new(Line::from(spans)).wrap(Wrap { trim: true }).render(area, buffer);
}

/// The whole game in one row: `!` a fault, `^` anything else that stands out, and where we are.
fn time_line(show: &Show, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let column = |turn: usize| if show.last() == 0 { 0 } else { turn * (width - 1) / show.last() };
    let mut row = vec!['─'; width];
    for (turn, mark) in &show.reel.chart().marks {
        let sign = if *mark == "fault" { '!' } else { '^' };
        let place = &mut row[column(*turn).min(width - 1)];
        if *place != '!' {
            *place = sign;
        }
    }
    let now = column(show.turn).min(width - 1);
    let text = |part: &[char]| part.iter().collect::<String>();
    let line = Line::from(vec![text(&row[..now]).into(), "█".bold(), text(&row[now + 1..]).dark_gray()]);
    Paragraph::new(line).render(area, buffer);
}

fn help(show: &Show, area: Rect, buffer: &mut Buffer) {
    let plays = show.asked().is_some();
    let rows: Vec<_> = PLAYING_KEYS.iter().filter(|_| plays).chain(KEYS).collect();
    let width = rows.iter().map(|(keys, what)| keys.len().max(12) + what.len() + 6).max().unwrap_or(0) as u16;
    let height = (rows.len() as u16 + 2).min(area.height);
    let place =
        Rect::new(area.x + (area.width.saturating_sub(width)) / 2, area.y + (area.height - height) / 2, width.min(area.width), height);
    Clear.render(place, buffer);
    let lines: Vec<Line<'_>> =
        rows.iter().map(|(keys, what)| Line::from(vec![format!(" {keys:<13}").bold(), Span::from(format!("{what} "))])).collect();
    Paragraph::new(lines).block(Block::bordered().title(" keys ")).render(place, buffer);
}

/// Words in lines of at most so many characters.
fn folded(text: &str, width: u16) -> Vec<String> {
    packed(text.split(' ').filter(|word| !word.is_empty()), " ", width)
}

/// Pieces of text in lines of at most so many characters; none is broken.
fn joined(pieces: &[String], width: u16) -> Vec<String> {
    packed(pieces.iter().map(String::as_str), "  ", width)
}

fn packed<'a>(pieces: impl Iterator<Item = &'a str>, gap: &str, width: u16) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces {
        match lines.last_mut() {
            Some(line) if line.chars().count() + gap.len() + piece.chars().count() <= usize::from(width) => {
                line.push_str(gap);
                line.push_str(piece);
            }
            _ => lines.push(piece.to_string()),
        }
    }
    lines
}
