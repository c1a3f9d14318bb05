//! What nature decides in a round: who goes first, and where cows come from whose farmers did not say.
use super::board::FARMERS;
use super::cell::Cell;
use crate::seat::{Seat, SeatSet};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Nature's part of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chance {
    /// The living farmers in the order in which their moves are executed.
    pub order: Order,
    /// The drawn sources, in each farmer's own frame; empty where the farmer named one, passed, or has none.
    #[serde(default, skip_serializing_if = "Sources::is_empty")]
    pub sources: Sources,
}

/// Some farmers in some order, each once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    seats: [Seat; FARMERS],
    len: u8,
}

impl Order {
    /// `None` if somebody comes twice.
    pub fn new(seats: &[Seat]) -> Option<Order> {
        let distinct: SeatSet = seats.iter().copied().collect();
        if distinct.len() != seats.len() {
            return None;
        }
        let mut order = Order::all(distinct);
        order.as_mut_slice().copy_from_slice(seats);
        Some(order)
    }

    /// These farmers by their seats.
    pub fn all(seats: SeatSet) -> Order {
        let mut order = Order { seats: [Seat(0); FARMERS], len: 0 };
        for seat in seats.iter() {
            order.seats[order.len as usize] = seat;
            order.len += 1;
        }
        order
    }

    pub fn as_slice(&self) -> &[Seat] {
        &self.seats[..self.len as usize]
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [Seat] {
        &mut self.seats[..self.len as usize]
    }

    pub fn seats(&self) -> SeatSet {
        self.as_slice().iter().copied().collect()
    }
}

impl Serialize for Order {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(into)
    }
}

impl<'de> Deserialize<'de> for Order {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Order, D::Error> {
        let seats = Vec::<Seat>::deserialize(from)?;
        Order::new(&seats).ok_or_else(|| serde::de::Error::custom("an order names each farmer at most once"))
    }
}

/// A source for some of the farmers. On the wire a list of pairs, farmer and square.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sources([Option<Cell>; FARMERS]);

impl Sources {
    pub fn is_empty(&self) -> bool {
        self.0 == [None; FARMERS]
    }

    pub fn get(&self, farmer: Seat) -> Option<Cell> {
        self.0[farmer.index()]
    }

    pub fn set(&mut self, farmer: Seat, from: Option<Cell>) {
        self.0[farmer.index()] = from;
    }
}

impl Serialize for Sources {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        into.collect_seq(Seat::first(FARMERS).filter_map(|farmer| Some((farmer, self.get(farmer)?))))
    }
}

impl<'de> Deserialize<'de> for Sources {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Sources, D::Error> {
        let mut sources = Sources::default();
        for (farmer, from) in Vec::<(Seat, Cell)>::deserialize(from)? {
            if sources.get(farmer).is_some() {
                return Err(serde::de::Error::custom(format!("two sources for farmer {}", farmer.0)));
            }
            sources.set(farmer, Some(from));
        }
        Ok(sources)
    }
}
