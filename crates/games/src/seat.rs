//! Chairs at the table, counted from zero. Who sits there is the match's business.
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::{Deref, DerefMut};

/// No game of ours has more chairs than this.
pub const MAX_SEATS: usize = 4;

/// One chair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Seat(pub u8);

impl Seat {
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other chair of a two-seat table.
    pub const fn rival(self) -> Seat {
        Seat(1 - self.0)
    }

    /// The first `n` chairs, in order.
    pub fn first(n: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..n as u8).map(Seat)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Seat, D::Error> {
        let number = u8::deserialize(from)?;
        if (number as usize) < MAX_SEATS { Ok(Seat(number)) } else { Err(serde::de::Error::custom(format!("there is no seat {number}"))) }
    }
}

/// A set of chairs: those that owe an action, those that know a secret, those that lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    pub const EMPTY: SeatSet = SeatSet(0);

    pub const fn one(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    pub const fn first(n: usize) -> SeatSet {
        SeatSet(((1u16 << n) - 1) as u8)
    }

    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    #[must_use]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    #[must_use]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::first(MAX_SEATS).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        into.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<SeatSet, D::Error> {
        Ok(Vec::<Seat>::deserialize(from)?.into_iter().collect())
    }
}

/// One action for each acting seat, nothing for the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Joint<A>([Option<A>; MAX_SEATS]);

impl<A: Copy> Joint<A> {
    pub const EMPTY: Joint<A> = Joint([None; MAX_SEATS]);

    pub fn solo(seat: Seat, action: A) -> Joint<A> {
        let mut joint = Joint::EMPTY;
        joint.set(seat, action);
        joint
    }

    pub fn set(&mut self, seat: Seat, action: A) {
        self.0[seat.index()] = Some(action);
    }

    pub fn get(&self, seat: Seat) -> Option<A> {
        self.0[seat.index()]
    }

    /// The seats that have decided.
    pub fn seats(&self) -> SeatSet {
        Seat::first(MAX_SEATS).filter(|seat| self.get(*seat).is_some()).collect()
    }

    pub fn iter(&self) -> impl Iterator<Item = (Seat, A)> {
        Seat::first(MAX_SEATS).filter_map(|seat| Some((seat, self.get(seat)?)))
    }
}

/// One value for each chair of a table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PerSeat<T> {
    values: [T; MAX_SEATS],
    seats: u8,
}

impl<T: Copy + Default> PerSeat<T> {
    pub fn new(seats: usize, mut value: impl FnMut(Seat) -> T) -> PerSeat<T> {
        let mut values = [T::default(); MAX_SEATS];
        for seat in Seat::first(seats) {
            values[seat.index()] = value(seat);
        }
        PerSeat { values, seats: seats as u8 }
    }

    pub fn map<U: Copy + Default>(&self, mut f: impl FnMut(T) -> U) -> PerSeat<U> {
        PerSeat::new(self.len(), |seat| f(self[seat.index()]))
    }
}

impl<T: Copy + Default, const N: usize> From<[T; N]> for PerSeat<T> {
    fn from(values: [T; N]) -> PerSeat<T> {
        PerSeat::new(N, |seat| values[seat.index()])
    }
}

impl<T> Deref for PerSeat<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.values[..self.seats as usize]
    }
}

impl<T> DerefMut for PerSeat<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.values[..self.seats as usize]
    }
}

impl<T: Serialize> Serialize for PerSeat<T> {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        into.collect_seq(self.iter())
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default> Deserialize<'de> for PerSeat<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<PerSeat<T>, D::Error> {
        let values = Vec::<T>::deserialize(from)?;
        if values.len() > MAX_SEATS {
            return Err(serde::de::Error::custom(format!("{} values for at most {MAX_SEATS} seats", values.len())));
        }
        Ok(PerSeat::new(values.len(), |seat| values[seat.index()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_set_is_a_json_list_of_seats() {
        let set: SeatSet = [Seat(3), Seat(0)].into_iter().collect();
        assert_eq!(serde_json::to_string(&set).unwrap(), "[0,3]");
        assert_eq!(serde_json::from_str::<SeatSet>("[3,0]").unwrap(), set);
        assert!(serde_json::from_str::<SeatSet>("[4]").is_err());
        assert_eq!((set.len(), set.without(Seat(0)).len(), SeatSet::first(4).len()), (2, 1, 4));
    }

    #[test]
    fn per_seat_is_as_long_as_the_table() {
        let payoffs = PerSeat::from([3.0f32, 0.0]);
        assert_eq!(serde_json::to_string(&payoffs).unwrap(), "[3.0,0.0]");
        assert!(serde_json::from_str::<PerSeat<f32>>("[1,2,3,4,5]").is_err());
    }
}
