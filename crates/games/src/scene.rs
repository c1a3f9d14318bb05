//! A grid picture that any viewer can paint: games describe scenes, viewers know no rules.
use crate::seat::{Seat, SeatSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Whose eyes a viewer looks through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum View {
    /// All there is.
    Truth,
    /// What anybody may know: nothing secret.
    Spectator,
    /// What this seat knows.
    Seat(Seat),
}

/// All there is to see at one moment of a game.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct Scene {
    pub width: u8,
    pub height: u8,
    /// Named pictures of the ground, one character a cell, row by row from the top.
    pub layers: BTreeMap<&'static str, String>,
    /// Things that stand on the ground, lowest first.
    pub pieces: Vec<Piece>,
    /// The score board, one panel a seat.
    pub panels: Vec<Panel>,
    /// What just happened, in one sentence that every seat may read.
    pub caption: String,
    /// What happened besides, and no seat was told: the bids of a secret auction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aside: Option<String>,
    /// What kind of moment this is, for marks on a time line: `capture`, `elimination`, `auction`...
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<&'static str>,
}

/// A thing on the board. Its id stays with it for the whole game, so that viewers can slide it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Piece {
    pub id: u16,
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Columns from the left.
    pub x: u8,
    /// Rows from the top.
    pub y: u8,
    /// The seats that know of it; absent: everyone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known_to: Option<SeatSet>,
}

impl Piece {
    pub fn new(id: u16, kind: &'static str, seat: impl Into<Option<Seat>>, x: u8, y: u8) -> Piece {
        Piece { id, kind, seat: seat.into(), x, y, known_to: None }
    }

    /// The same piece, hidden from all but these seats.
    #[must_use]
    pub fn known_to(self, seats: SeatSet) -> Piece {
        Piece { known_to: Some(seats), ..self }
    }
}

/// What a score board says of one seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Panel {
    pub seat: Seat,
    pub title: &'static str,
    pub score: i32,
    /// Label and value, such as `("turds left", "3")`.
    pub lines: Vec<(&'static str, String)>,
    /// The same, for what only this seat knows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub private: Vec<(&'static str, String)>,
}

impl Panel {
    /// A panel that everyone may read.
    pub fn new(seat: Seat, title: &'static str, score: i32, lines: Vec<(&'static str, String)>) -> Panel {
        Panel { seat, title, score, lines, private: Vec::new() }
    }
}

impl Scene {
    /// The same moment through these eyes: what they may not know is not in it.
    #[must_use]
    pub fn seen_by(mut self, view: View) -> Scene {
        let own = match view {
            View::Truth => return self,
            View::Spectator => None,
            View::Seat(seat) => Some(seat),
        };
        self.aside = None;
        self.pieces.retain(|piece| piece.known_to.is_none_or(|seats| own.is_some_and(|seat| seats.contains(seat))));
        for panel in self.panels.iter_mut().filter(|panel| Some(panel.seat) != own) {
            panel.private.clear();
        }
        self
    }

    /// A plain picture in characters: the named layer with the pieces on top of it.
    pub fn text(&self, layer: &str, glyph: impl Fn(&Piece) -> char) -> String {
        let (width, height) = (self.width as usize, self.height as usize);
        let mut cells: Vec<char> = self.layers.get(layer).map_or_else(|| vec!['.'; width * height], |ground| ground.chars().collect());
        for piece in &self.pieces {
            cells[piece.y as usize * width + piece.x as usize] = glyph(piece);
        }
        cells.chunks(width).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
    }
}
