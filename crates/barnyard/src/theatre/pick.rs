//! What a person is about to do: one item of a menu, found by arrows, or a number that is typed.
use games::{Item, Menu, Spot};
use ratatui::crossterm::event::KeyCode;

/// No number that is asked for is longer.
const MOST_DIGITS: usize = 9;

/// A menu with a finger on it.
pub struct Pick {
    menu: Menu,
    at: usize,
    typed: String,
}

impl Pick {
    /// Begins with the item that was picked last, if there is one like it: most turns are like the one before.
    pub fn new(menu: Menu, like: Option<&str>) -> Pick {
        let at = like.and_then(|manner| menu.items.iter().position(|item| item.choice.manner == manner)).unwrap_or(0);
        Pick { menu, at, typed: String::new() }
    }

    pub fn menu(&self) -> &Menu {
        &self.menu
    }

    /// The number of the item under the finger.
    pub fn at(&self) -> usize {
        self.at
    }

    pub fn item(&self) -> Option<&Item> {
        self.menu.items.get(self.at)
    }

    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// The kinds of items there are, in the order of the menu.
    pub fn manners(&self) -> Vec<&'static str> {
        let mut manners = Vec::new();
        for item in &self.menu.items {
            if !manners.contains(&item.choice.manner) {
                manners.push(item.choice.manner);
            }
        }
        manners
    }

    /// The cells that items of this kind are about.
    pub fn targets(&self) -> Vec<Spot> {
        let manner = self.item().map(|item| item.choice.manner);
        self.menu.items.iter().filter(|item| Some(item.choice.manner) == manner).filter_map(|item| item.choice.to).collect()
    }

    /// The answer that Enter gives, or why there is none.
    pub fn answer(&self) -> Result<String, String> {
        match &self.menu.range {
            None => self.item().map(|item| item.action.clone()).ok_or_else(|| "there is nothing to choose from".into()),
            Some(range) => match self.typed.parse() {
                Ok(number) if (range.least..=range.most).contains(&number) => Ok(range.action(number)),
                _ => Err(format!("a number from {} to {}", range.least, range.most)),
            },
        }
    }

    /// Takes a key; `false`: it is none of its keys.
    pub fn key(&mut self, key: KeyCode) -> bool {
        if self.menu.range.is_some() {
            return self.type_key(key);
        }
        match key {
            KeyCode::Left => self.reach(-1, 0),
            KeyCode::Right => self.reach(1, 0),
            KeyCode::Up => self.reach(0, -1),
            KeyCode::Down => self.reach(0, 1),
            KeyCode::Tab => self.turn(1),
            KeyCode::BackTab => self.turn(-1),
            KeyCode::Char(' ') => self.next_alike(),
            _ => return false,
        }
        true
    }

    fn type_key(&mut self, key: KeyCode) -> bool {
        match key {
            KeyCode::Char(digit) if digit.is_ascii_digit() => {
                if self.typed.len() < MOST_DIGITS {
                    self.typed.push(digit);
                }
            }
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Up | KeyCode::Right => self.nudge(1),
            KeyCode::Down | KeyCode::Left => self.nudge(-1),
            _ => return false,
        }
        true
    }

    fn nudge(&mut self, by: i64) {
        if let Some(range) = &self.menu.range {
            let now: i64 = self.typed.parse().unwrap_or(i64::from(range.least) - by.max(0));
            self.typed = (now + by).clamp(range.least.into(), range.most.into()).to_string();
        }
    }

    /// The nearest cell in a direction, among items of the same kind. Where items have no cells, the list is walked.
    fn reach(&mut self, right: i32, down: i32) {
        let Some(here) = self.item().and_then(|item| item.choice.to) else {
            return self.walk(right + down);
        };
        let manner = self.menu.items[self.at].choice.manner;
        let far = |spot: Spot| {
            let (x, y) = (i32::from(spot.x) - i32::from(here.x), i32::from(spot.y) - i32::from(here.y));
            let (along, aside) = (x * right + y * down, (x * down).abs() + (y * right).abs());
            (along > 0).then_some(along + 2 * aside)
        };
        let items = self.menu.items.iter().enumerate().filter(|(_, item)| item.choice.manner == manner);
        let near = items.filter_map(|(i, item)| Some((far(item.choice.to?)?, i))).min();
        self.at = near.map_or(self.at, |(_, i)| i);
    }

    fn walk(&mut self, by: i32) {
        self.at = (self.at as i64 + i64::from(by)).clamp(0, self.menu.items.len().saturating_sub(1) as i64) as usize;
    }

    /// Another kind of item, on the same cell if it has one there, else on the nearest.
    fn turn(&mut self, by: i32) {
        let manners = self.manners();
        let Some(item) = self.item() else { return };
        let now = manners.iter().position(|manner| *manner == item.choice.manner).unwrap_or(0) as i32;
        let next = manners[(now + by).rem_euclid(manners.len() as i32) as usize];
        let here = item.choice.to.or(item.choice.from);
        let far = |item: &Item| match (here, item.choice.to) {
            (Some(here), Some(to)) => here.x.abs_diff(to.x) + here.y.abs_diff(to.y),
            _ => 0,
        };
        let items = self.menu.items.iter().enumerate().filter(|(_, item)| item.choice.manner == next);
        self.at = items.min_by_key(|(i, item)| (far(item), *i)).map_or(self.at, |(i, _)| i);
    }

    /// The next item of the same kind on the same cell.
    fn next_alike(&mut self) {
        let Some(item) = self.item() else { return };
        let (manner, to, count) = (item.choice.manner, item.choice.to, self.menu.items.len());
        let alike = |i: &usize| self.menu.items[*i].choice.manner == manner && self.menu.items[*i].choice.to == to;
        self.at = (1..=count).map(|k| (self.at + k) % count).find(alike).unwrap_or(self.at);
    }
}
