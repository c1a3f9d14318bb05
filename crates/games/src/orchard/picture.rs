//! The orchard as spectators see it.
use super::{Deal, Grid, Heat, Kind, Map, Orchard, Phase, Pile, Powerup};
use crate::game::Game;
use crate::scene::{Panel, Piece, Scene};
use crate::seat::{Seat, SeatSet};

impl Orchard {
    pub(super) fn picture(&self) -> Scene {
        let mut pieces = Vec::new();
        for seat in Seat::first(2) {
            let player = self.player(seat);
            let kind = if player.bike > 0 { "rider" } else { "walker" };
            pieces.push(Piece::new(u16::from(seat.0), kind, seat, player.location.col, player.location.row));
        }
        // The batch to come: nobody at the table knows more of it than the heatmap.
        for (k, (at, pile)) in self.incoming().iter().enumerate() {
            for kind in pile.kinds() {
                let id = 2 + 3 * k as u16 + kind as u16;
                pieces.push(Piece::new(id, seed(kind), None, at.col, at.row).known_to(SeatSet::EMPTY));
            }
        }
        let panel = |seat: Seat| {
            let player = self.player(seat);
            let turns = |left: u32| if left == 0 { "no".to_owned() } else { left.to_string() };
            let lines = vec![
                ("bike", turns(player.bike)),
                ("portal gun", turns(player.portal_gun)),
                ("rounds left", (self.config().rounds - self.round).to_string()),
            ];
            Panel::new(seat, Self::SEAT_NAMES[seat.index()], player.score as i32, lines)
        };
        Scene {
            width: self.map().cols() as u8,
            height: self.map().rows() as u8,
            layers: [
                ("terrain", terrain(self.map())),
                ("fruit", self.ground.iter().map(|pile| fruit_letter(*pile)).collect()),
                ("heat", heat_layer(self.heatmap())),
            ]
            .into(),
            pieces,
            panels: Seat::first(2).map(panel).collect(),
            caption: self.caption(),
            aside: self.aside(),
            mark: self.mark(),
        }
    }

    fn caption(&self) -> String {
        let name = |seat: Seat| Self::SEAT_NAMES[seat.index()];
        match self.phase {
            Phase::Setup | Phase::Restock if self.round == 0 => "The orchard opens".into(),
            Phase::Bid if self.meet() => format!("Both stand on {}: auction", self.player(Seat(0)).location),
            Phase::Bid => format!("{} rounds without an auction: auction", self.config().forced_auction),
            Phase::Scatter => "Both bid the same".into(),
            Phase::Separate => format!("{} auctions in one round: the players are parted", self.config().auction_limit),
            Phase::Transport => format!("{} wins the auction", name(self.actor)),
            Phase::Powerup | Phase::Move if self.story.bought.is_some() => {
                let (seat, powerup) = self.story.bought.expect("just seen");
                match powerup {
                    Powerup::None => format!("{} rents nothing", name(seat)),
                    powerup => format!("{} rents a {}", name(seat), powerup.name()),
                }
            }
            _ if self.round == 0 => format!("{} rounds to play", self.config().rounds),
            _ => self.round_caption(),
        }
    }

    /// Bids are never shown, nor what follows from them before it is paid.
    fn aside(&self) -> Option<String> {
        match (self.phase, self.story.deal) {
            (Phase::Transport, _) => {
                let [high, low] = [self.actor, self.actor.rival()].map(|seat| self.bids[seat.index()]);
                Some(format!("{high} against {low}, the price is {}", self.auction_price()))
            }
            (_, Deal::Tie) => Some(format!("Both bid {}", self.bids[0])),
            _ => None,
        }
    }

    /// How the last round ended.
    fn round_caption(&self) -> String {
        let name = |seat: Seat| Self::SEAT_NAMES[seat.index()];
        let place = |seat: Seat| self.player(seat).location;
        let mut text = match self.story.deal {
            Deal::None => String::new(),
            Deal::Tie => format!("Both bid the same and land on {} and {}; ", place(Seat(0)), place(Seat(1))),
            Deal::Sent { winner, price } => {
                format!("{} pays {price} and sends {} to {}; ", name(winner), name(winner.rival()), place(winner.rival()))
            }
            Deal::Parted => "The players are parted; ".into(),
        };
        let gain = |seat: Seat| (self.story.gains[seat.index()] > 0).then(|| format!("{} +{}", name(seat), self.story.gains[seat.index()]));
        let gains: Vec<String> = Seat::first(2).filter_map(gain).collect();
        text += &if gains.is_empty() { "nothing is picked".to_owned() } else { gains.join(", ") };
        if self.story.landed {
            text += "; new fruit lands";
        }
        if self.phase == Phase::Over {
            let [a, b] = self.walkers.map(|walker| walker.score);
            text += &match a.cmp(&b) {
                std::cmp::Ordering::Equal => format!(": a draw at {a}"),
                order => format!(": {} wins {} to {}", name(Seat(u8::from(order.is_lt()))), a.max(b), a.min(b)),
            };
        }
        let mut letters = text.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }

    fn mark(&self) -> Option<&'static str> {
        let rented_gun = matches!(self.story.bought, Some((_, Powerup::PortalGun)));
        match self.phase {
            Phase::Bid | Phase::Transport => Some("auction"),
            _ if rented_gun => Some("portal"),
            _ if self.story.landed => Some("landing"),
            _ if self.story.gains.iter().any(|gain| *gain >= self.config().dragon_fruit_points.max(1)) => Some("harvest"),
            _ => None,
        }
    }
}

/// A kind of fruit that has not landed yet.
const fn seed(kind: Kind) -> &'static str {
    match kind {
        Kind::Onion => "onion to come",
        Kind::Strawberry => "strawberry to come",
        Kind::DragonFruit => "dragon fruit to come",
    }
}

pub(super) fn terrain(map: &Map) -> String {
    map.lines().flat_map(str::chars).map(|letter| letter.to_ascii_uppercase()).collect()
}

/// The best kind on a cell: `o`, `s` or `d`, a capital if more lies there, `.` if nothing does.
pub(super) fn fruit_letter(pile: Pile) -> char {
    let Some(best) = pile.kinds().last() else { return '.' };
    if pile.len() > 1 { best.letter() } else { best.letter().to_ascii_lowercase() }
}

/// Heat in steps: `.` none, `1` below one point, then a step each time it doubles.
pub(super) fn heat_layer(heat: &Grid<Heat>) -> String {
    let step = |heat: &Heat| match heat.hundredths() {
        0 => '.',
        hundredths => (b'1' + (u32::BITS - (hundredths / 100).leading_zeros()).min(8) as u8) as char,
    };
    heat.cells().iter().map(step).collect()
}
