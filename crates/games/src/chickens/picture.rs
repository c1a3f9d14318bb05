//! What a spectator sees.
use super::{Chickens, Colour, Drop, Ending, Last, Phase, SIDE, Square, Squares, Verdict, seat_of};
use crate::game::Game;
use crate::scene::{Panel, Piece, Scene};
use crate::seat::SeatSet;
use std::fmt::Write as _;

/// Ids of pieces: those that belong to a square have its index added.
mod id {
    use super::Colour;
    pub const CHICKENS: u16 = 0;
    pub const TRAPDOORS: u16 = 2;
    pub const NOISES: u16 = 4;
    pub const TREMORS: u16 = 6;
    pub const fn eggs(of: Colour) -> u16 {
        64 * (1 + of as u16)
    }
    pub const fn turds(of: Colour) -> u16 {
        64 * (3 + of as u16)
    }
}

impl Chickens {
    pub(super) fn picture(&self) -> Scene {
        let cells = |letter: &dyn Fn(Square) -> char| Square::all().map(letter).collect::<String>();
        let terrain = cells(&|square| if square.colour() == Colour::White { '.' } else { ':' });
        let closed = self.birds.map(|bird| bird.turds | bird.turds.neighbours());
        let zones = cells(&|square| match closed.map(|zone| zone.contains(square)) {
            [false, false] => '.',
            [true, false] => 'w',
            [false, true] => 'b',
            [true, true] => 'x',
        });
        Scene {
            width: SIDE,
            height: SIDE,
            layers: [("terrain", terrain), ("zones", zones)].into(),
            pieces: self.pieces(),
            panels: Colour::BOTH.map(|colour| self.panel(colour)).into(),
            caption: self.caption(),
            aside: None,
            mark: self.mark(),
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        if self.phase == Phase::Setup {
            return pieces;
        }
        let piece = |id, kind, seat, square: Square| Piece::new(id, kind, seat, square.x(), square.y());
        for (colour, trapdoor) in Colour::BOTH.into_iter().zip(self.trapdoors) {
            let hole = piece(id::TRAPDOORS + colour as u16, "trapdoor", None, trapdoor);
            pieces.push(if self.found[colour as usize] { hole } else { hole.known_to(SeatSet::EMPTY) });
        }
        for bird in &self.birds {
            let seat = Some(seat_of(bird.colour));
            for (kind, first, squares) in [("egg", id::eggs(bird.colour), bird.eggs), ("turd", id::turds(bird.colour), bird.turds)] {
                pieces.extend(squares.iter().map(|square| piece(first + square.index() as u16, kind, seat, square)));
            }
        }
        for bird in &self.birds {
            pieces.push(piece(id::CHICKENS + bird.colour as u16, "chicken", Some(seat_of(bird.colour)), bird.at));
        }
        let (at, seat) = (self.bird(self.mover).at, seat_of(self.mover));
        for (trapdoor, sense) in Colour::BOTH.into_iter().zip(self.senses) {
            for (kind, first, noticed) in [("noise", id::NOISES, sense.heard), ("tremor", id::TREMORS, sense.felt)] {
                if noticed {
                    pieces.push(piece(first + trapdoor as u16, kind, Some(seat), at).known_to(SeatSet::one(seat)));
                }
            }
        }
        pieces
    }

    fn panel(&self, colour: Colour) -> Panel {
        let bird = self.bird(colour);
        let corners = (bird.eggs & Squares::CORNERS).len();
        let lines = vec![
            ("turns left", bird.turns_left.to_string()),
            ("turds left", bird.turds_left.to_string()),
            ("eggs on the board", format!("{}, {corners} in corners", bird.eggs.len())),
        ];
        Panel::new(seat_of(colour), colour.name(), i32::from(bird.score), lines)
    }

    /// What just happened. What a chicken noticed is not said here: it is a piece that only it knows of.
    fn caption(&self) -> String {
        let Some(last) = self.last else {
            return match self.phase {
                Phase::Setup => "The board is empty".into(),
                _ => format!("White is born at {}, Black at {}", self.birds[0].spawn, self.birds[1].spawn),
            };
        };
        let mut text = self.told(last);
        if let Phase::Over(ending, verdict) = self.phase {
            let (who, foe) = (last.who.name(), last.who.other().name());
            text += &match ending {
                Ending::Turns => "; all turns are taken".into(),
                Ending::Homeless => "; it cannot go home".into(),
                Ending::Blocked => format!("; {foe} cannot move: +{} for {who}", self.config.blocking_bonus),
                Ending::Stuck => format!("; {foe} cannot move and loses"),
            };
            text += &self.result(verdict);
        }
        text
    }

    fn result(&self, verdict: Verdict) -> String {
        let points = self.points();
        let counts = verdict == self.leader();
        match verdict {
            Some(winner) if counts => {
                format!(". {} wins {} to {}", winner.name(), points[winner as usize], points[winner.other() as usize])
            }
            None if counts => format!(". A tie at {}", points[0]),
            // Original rules: the result does not follow from the last score.
            Some(winner) => format!(". {} wins all the same", winner.name()),
            None => ". A tie all the same".into(),
        }
    }

    fn told(&self, last: Last) -> String {
        let Last { who, step, from, fell } = last;
        let (name, dir) = (who.name(), step.dir.name());
        let corner = Squares::CORNERS.contains(from);
        let mut text = match step.drop {
            Drop::Plain => format!("{name} steps {dir}"),
            Drop::Egg if corner => format!("{name} lays a corner egg: +{}", 1 + u32::from(self.config.corner_bonus)),
            Drop::Egg => format!("{name} lays an egg: +1"),
            Drop::Turd => format!("{name} drops a turd at {from}"),
        };
        if fell {
            let trapdoor = from.stepped(step.dir);
            let (foe, eggs) = (who.other().name(), self.config.trapdoor_penalty);
            let _ = write!(text, "; it falls through the trapdoor at {trapdoor}: +{eggs} for {foe}");
        }
        text
    }

    fn mark(&self) -> Option<&'static str> {
        let last = self.last?;
        match self.phase {
            Phase::Over(Ending::Blocked | Ending::Stuck, _) => Some("blocked"),
            _ if last.fell => Some("trapdoor"),
            _ if last.step.drop == Drop::Egg && Squares::CORNERS.contains(last.from) => Some("corner"),
            _ => None,
        }
    }
}
