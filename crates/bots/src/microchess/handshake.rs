//! A secret sign between a double agent and those it works for.
//!
//! Ten secret moves each way, chosen by the MD5 of the position's number among moves that capture nothing; then the agent plays
//! for its opponent. The document does not know it; where that line leaves things open we do as the course's engine did, and so
//! does `Handshaker.java`:
//! * The one who offers gives its ten signs with its first ten moves of a series, over as many games as that takes; the one who
//!   accepts watches them and then gives its own ten.
//! * The first expected sign that does not come ends the matter for the series: the agent is a Realist from then on.
//! * Until then, and between its own signs and the answer, the agent wants what its opponent is paid, and believes that the
//!   opponent wants so too.
//! * Where every move captures, the sign is one of them.
use super::atlas::Atlas;
use super::horde::{Die, choices};
use super::solution::Solution;
use super::strategy::Menu;
use super::utility::{Pair, Personality};
use games::microchess::{Board, Cell, Colour, Config, LONGEST_GAME, Microchess, Move, Observation, Piece};
use games::{PerSeat, Player, Start};
use std::sync::OnceLock;
use std::time::Duration;

/// Signs that each side gives.
pub const LENGTH: u32 = 10;

/// The sign in a position: the same for both sides.
pub fn sign(board: &Board, mover: Colour, played: u8) -> Move {
    let mut all = board.moves(mover);
    // The course lists the moves of the piece on the lower cell first.
    if board.rook(mover) < board.king(mover) {
        all.sort_by_key(|step| step.piece == Piece::King);
    }
    let quiet: Vec<Move> = all.iter().copied().filter(|step| board.on(step.to).is_none()).collect();
    let choice = if quiet.is_empty() { all } else { quiet };
    choice[digest(&bytes(code(board, played))).rem_euclid(choice.len() as i128) as usize]
}

/// The number of a position in the course, for colour 0: four bits a piece, a bit for a dead black rook, five for the moves
/// played. A dead black rook stands on the lowest empty cell, any other dead piece where the next one does.
fn code(board: &Board, played: u8) -> u32 {
    let [white_king, white_rook, black_king, black_rook] =
        [board.king(Colour::White), board.rook(Colour::White), board.king(Colour::Black), board.rook(Colour::Black)];
    let empty = (0..16).map(Cell).find(|cell| board.on(*cell).is_none()).expect("four pieces leave twelve cells");
    let or = |piece: Cell, next: Cell| if piece.is_gone() { next } else { piece };
    let d = or(black_rook, empty);
    let c = or(black_king, d);
    let b = or(white_rook, c);
    let a = or(white_king, b);
    let cells = [a, b, c, d].iter().rev().fold(0, |bits, cell| bits << 4 | u32::from(cell.0));
    cells | u32::from(black_rook.is_gone()) << 16 | u32::from(played & 31) << 17
}

/// As few bytes as hold a number and its sign, the highest first.
fn bytes(number: u32) -> Vec<u8> {
    let all = u64::from(number).to_be_bytes();
    let skip = (0..7).take_while(|i| all[*i] == 0 && all[i + 1] < 128).count();
    all[skip..].to_vec()
}

/// The MD5 of a text of at most 55 bytes, as a whole number with a sign, highest byte first.
fn digest(text: &[u8]) -> i128 {
    const TURNS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
    let mut block = [0u8; 64];
    block[..text.len()].copy_from_slice(text);
    block[text.len()] = 0x80;
    block[56..].copy_from_slice(&(8 * text.len() as u64).to_le_bytes());
    let word = |i: usize| u32::from_le_bytes([block[4 * i], block[4 * i + 1], block[4 * i + 2], block[4 * i + 3]]);
    let begin = [0x6745_2301u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    let [mut a, mut b, mut c, mut d] = begin;
    for i in 0..64 {
        let (mixed, from) = match i / 16 {
            0 => (b & c | !b & d, i),
            1 => (d & b | !d & c, (5 * i + 1) % 16),
            2 => (b ^ c ^ d, (3 * i + 5) % 16),
            _ => (c ^ (b | !d), 7 * i % 16),
        };
        let constant = (((i + 1) as f64).sin().abs() * 4_294_967_296.0) as u32;
        let sum = a.wrapping_add(mixed).wrapping_add(constant).wrapping_add(word(from));
        (a, d, c, b) = (d, c, b, b.wrapping_add(sum.rotate_left(TURNS[i / 16][i % 4])));
    }
    let mut out = [0; 16];
    for (place, (end, begin)) in out.chunks_mut(4).zip([a, b, c, d].into_iter().zip(begin)) {
        place.copy_from_slice(&end.wrapping_add(begin).to_le_bytes());
    }
    i128::from_be_bytes(out)
}

/// How far a handshake has come in a series.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handshake {
    offers: bool,
    sent: u32,
    received: u32,
    failed: bool,
    /// The board after the last move we know of, and how many were played.
    latest: Option<(Board, u8)>,
}

impl Handshake {
    pub fn new(offers: bool) -> Handshake {
        Handshake { offers, sent: 0, received: 0, failed: false, latest: None }
    }

    /// Whether our next move should be the sign.
    pub fn gives(&self) -> bool {
        !self.failed && self.sent < LENGTH && (self.offers || self.received == LENGTH)
    }

    /// Whether the opponent's next move should be the sign.
    pub fn awaits(&self) -> bool {
        !self.failed && self.received < LENGTH && (!self.offers || self.sent == LENGTH)
    }

    pub fn has_failed(&self) -> bool {
        self.failed
    }

    fn watch(&mut self, seen: &Observation) {
        self.latest = Some((seen.board, seen.played));
    }

    /// Looks at what the opponent did since our move, if it moved.
    fn look(&mut self, seen: &Observation) {
        let Some((board, played)) = self.latest.filter(|(_, played)| *played < seen.played) else { return };
        if self.awaits() {
            let theirs = seen.you.other();
            match board.after(theirs, sign(&board, theirs, played)).0 == seen.board {
                true => self.received += 1,
                false => self.failed = true,
            }
        }
        self.watch(seen);
    }

    fn moved(&mut self, seen: &Observation, step: Move) {
        if self.gives() && step == sign(&seen.board, seen.you, seen.played) {
            self.sent += 1;
        }
        self.latest = Some((seen.board.after(seen.you, step).0, seen.played + 1));
    }
}

/// Who shakes hands: a double agent, or one who has such agents.
pub struct Shaker {
    handshake: Handshake,
    last_move_counts: bool,
    die: Die,
}

impl Shaker {
    /// The agent: it offers.
    pub fn double_agent() -> Shaker {
        Shaker::new(true)
    }

    /// A Realist that accepts.
    pub fn accepter() -> Shaker {
        Shaker::new(false)
    }

    fn new(offers: bool) -> Shaker {
        Shaker { handshake: Handshake::new(offers), last_move_counts: Config::default().last_move_counts, die: Die::default() }
    }

    pub fn handshake(&self) -> &Handshake {
        &self.handshake
    }

    /// Sees what the opponent did, and says which moves it chooses from: one, while it gives the sign.
    pub fn choices(&mut self, seen: &Observation) -> Menu {
        self.handshake.look(seen);
        if self.handshake.gives() {
            let mut menu = Menu::default();
            menu.add(sign(&seen.board, seen.you, seen.played));
            menu
        } else if self.handshake.offers && !self.handshake.failed {
            Menu::best(Atlas::shared(), serving(self.last_move_counts), &seen.board, seen.you, seen.left)
        } else {
            choices(Personality::Realist, &seen.board, seen.you, seen.left, self.last_move_counts)
        }
    }

    /// Makes one of them.
    pub fn makes(&mut self, seen: &Observation, step: Move) {
        self.handshake.moved(seen, step);
    }
}

/// The game solved for one who wants what its opponent is paid.
pub fn serving(last_move_counts: bool) -> &'static Solution {
    static SERVING: [OnceLock<Solution>; 2] = [const { OnceLock::new() }; 2];
    let theirs = Pair { own: [3, 1, 2, 0], other: [3, 1, 2, 0] };
    SERVING[usize::from(last_move_counts)].get_or_init(|| Solution::of(Atlas::shared(), theirs, last_move_counts, LONGEST_GAME))
}

impl Player<Microchess> for Shaker {
    fn prepare_for_series(&mut self) {
        self.handshake = Handshake::new(self.handshake.offers);
    }

    fn prepare_for_match(&mut self, start: &Start<'_, Microchess>) {
        self.last_move_counts = start.brief.last_move_counts;
        self.die = Die::new(start);
        self.handshake.watch(start.seen);
        serving(self.last_move_counts);
    }

    fn act(&mut self, seen: &Observation, _: Duration) -> Move {
        let menu = self.choices(seen);
        let step = self.die.pick(menu.moves());
        self.makes(seen, step);
        step
    }

    fn match_over(&mut self, seen: &Observation, _: &PerSeat<f32>) {
        self.handshake.look(seen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_md5() {
        let hex = |text: &str| format!("{:032x}", digest(text.as_bytes()));
        assert_eq!(hex(""), "d41d8cd98f00b204e9800998ecf8427e");
        assert_eq!(hex("abc"), "900150983cd24fb0d6963f7d28e17f72");
        assert_eq!(hex("message digest"), "f96b697d7cb7938d525a2f31aaf161d0");
    }

    #[test]
    fn numbers_have_as_few_bytes_as_hold_their_sign() {
        assert_eq!(bytes(0), [0]);
        assert_eq!(bytes(127), [127]);
        assert_eq!(bytes(128), [0, 128]);
        assert_eq!(bytes(0x7f_ffff), [0x7f, 255, 255]);
        assert_eq!(bytes(0x80_0000), [0, 0x80, 0, 0]);
    }

    #[test]
    fn a_sign_captures_nothing_if_it_can() {
        for board in Board::starts().step_by(37) {
            for mover in Colour::BOTH {
                let step = sign(&board, mover, u8::from(mover == Colour::Black));
                assert!(board.check(mover, step).is_ok() && board.on(step.to).is_none(), "{board} {step}");
            }
        }
        let cornered: Board = "..../..../K.../rR..".parse().unwrap();
        assert_eq!(cornered.moves(Colour::Black).len(), 2);
        assert!(cornered.on(sign(&cornered, Colour::Black, 3).to).is_some(), "every move captures");
    }
}
