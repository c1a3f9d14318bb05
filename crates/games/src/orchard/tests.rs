//! One test a sentence of the rules, then the maps, bad input and the laws.
use super::*;
use crate::laws::Laws;
use crate::luck::{Luck, Sprint};
use crate::scene::View;
use crate::tape::{ActLine, ChanceLine, Entrant, FORMAT, Header, Line, Over, Tape};
use proptest::prelude::*;
use serde_json::value::to_raw_value;

const FIELD: &str = "\
.....
...S.
.....
.S...
.....";

/// A wall with a way around it at the bottom.
const WALL: &str = "\
S.#....
..#....
..#...S
.......";

/// A game on this map with the players on these cells, no fruit in sight, asked for the first power-up.
fn start(config: Config, places: [(u8, u8); 2]) -> Orchard {
    let mut game = Orchard::new(&config).unwrap();
    game.settle(&Chance::Spawn([Cell::new(0, 0), Cell::new(0, 1)]));
    game.put(&places.map(|(row, col)| Cell::new(row, col)));
    restock(&mut game, &[]);
    game
}

fn on(map: &str) -> Config {
    Config { map: map.into(), ..Config::default() }
}

fn rich(map: &str) -> Config {
    Config { start_scores: [1000, 1000], ..on(map) }
}

fn batch(map: &Map, fruit: &[(u8, u8, &str)]) -> Grid<Pile> {
    let mut piles = vec![Pile::EMPTY; map.len()];
    for (row, col, letters) in fruit {
        piles[map.index(Cell::new(*row, *col)).unwrap() as usize] = Pile::of(letters).unwrap();
    }
    Grid::new(map.cols(), piles)
}

/// What was announced lands, and this is announced.
fn restock(game: &mut Orchard, fruit: &[(u8, u8, &str)]) {
    assert_eq!(game.turn(), Turn::Chance);
    game.settle(&Chance::Items([Depth::new(0.0).unwrap(); 3]));
    game.announce(batch(game.map(), fruit));
}

#[track_caller]
fn act(game: &mut Orchard, actions: &[(u8, Action)]) {
    let mut joint = Joint::EMPTY;
    for (seat, action) in actions {
        game.check(Seat(*seat), *action).unwrap_or_else(|breach| panic!("{action:?}: {breach}"));
        joint.set(Seat(*seat), *action);
    }
    assert_eq!(game.turn(), Turn::Act(joint.seats()));
    game.play(&joint);
}

#[track_caller]
fn rent(game: &mut Orchard, powerups: [Powerup; 2]) {
    act(game, &[(0, Action::Powerup(powerups[0]))]);
    act(game, &[(1, Action::Powerup(powerups[1]))]);
}

#[track_caller]
fn go(game: &mut Orchard, to: [(u8, u8); 2]) {
    act(game, &[(0, Action::Move(Cell::new(to[0].0, to[0].1))), (1, Action::Move(Cell::new(to[1].0, to[1].1)))]);
}

/// A round without power-ups.
#[track_caller]
fn round(game: &mut Orchard, to: [(u8, u8); 2]) {
    rent(game, [Powerup::None; 2]);
    go(game, to);
}

#[track_caller]
fn bid(game: &mut Orchard, bids: [u32; 2]) {
    act(game, &[(0, Action::Bid(bids[0])), (1, Action::Bid(bids[1]))]);
}

#[track_caller]
fn send(game: &mut Orchard, winner: u8, to: (u8, u8)) {
    act(game, &[(winner, Action::Transport(Cell::new(to.0, to.1)))]);
}

/// Rounds in which nobody moves, with nothing announced.
fn wait(game: &mut Orchard, rounds: u32) {
    for _ in 0..rounds {
        if game.phase == Phase::Restock {
            restock(game, &[]);
        }
        let here = places(game);
        round(game, here);
    }
}

fn places(game: &Orchard) -> [(u8, u8); 2] {
    [Seat(0), Seat(1)].map(|seat| (game.player(seat).location.row, game.player(seat).location.col))
}

fn scores(game: &Orchard) -> [u32; 2] {
    game.walkers.map(|walker| walker.score)
}

fn steps(game: &Orchard, seat: u8) -> Vec<(u8, u8)> {
    let mut legal = Vec::new();
    game.legal(Seat(seat), &mut legal);
    let cell = |action: Action| if let Action::Move(to) = action { (to.row, to.col) } else { panic!("{action:?}") };
    legal.into_iter().map(cell).collect()
}

#[track_caller]
fn refused(game: &Orchard, seat: u8, action: Action, words: &str) {
    let breach = game.check(Seat(seat), action).unwrap_err().to_string();
    assert!(breach.contains(words), "{breach:?} says {words:?}");
}

// Players.

#[test]
fn each_of_the_players_spawns_by_random_at_one_of_the_two_locations() {
    let game = Orchard::new(&on(FIELD)).unwrap();
    let spawns = [Cell::new(1, 3), Cell::new(3, 1)];
    let mut swapped = 0;
    for k in 0..400 {
        let Chance::Spawn(cells) = game.draw(&mut Luck::new(1).nature(k)) else { panic!("spawns come first") };
        assert!(cells == spawns || cells == [spawns[1], spawns[0]]);
        swapped += u32::from(cells != spawns);
    }
    assert!((160..240).contains(&swapped), "about half the time: {swapped}");
    assert!(!game.possible(&Chance::Spawn([spawns[0]; 2])));
    assert!(!game.possible(&Chance::Spawn([spawns[0], Cell::new(0, 0)])));
}

#[test]
fn spawn_points_are_optional() {
    for map in ["...", "S.."] {
        let game = Orchard::new(&on(map)).unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for k in 0..200 {
            let chance = game.draw(&mut Luck::new(2).nature(k));
            assert!(game.possible(&chance));
            let Chance::Spawn(cells) = chance else { panic!("spawns come first") };
            assert_ne!(cells[0], cells[1]);
            assert!(!map.starts_with('S') || cells.contains(&Cell::new(0, 0)));
            seen.insert(cells);
        }
        assert_eq!(seen.len(), if map.starts_with('S') { 4 } else { 6 }, "every start is met");
    }
}

#[test]
fn of_more_than_two_spawn_points_the_first_two_count() {
    let game = Orchard::new(&on("...S\n.s..\nS...")).unwrap();
    assert!(game.possible(&Chance::Spawn([Cell::new(1, 1), Cell::new(0, 3)])));
    assert!(!game.possible(&Chance::Spawn([Cell::new(1, 1), Cell::new(2, 0)])));
}

#[test]
fn players_move_to_an_edge_adjacent_cell_that_is_not_blocked_or_stay() {
    let mut game = start(on(WALL), [(0, 1), (2, 6)]);
    rent(&mut game, [Powerup::None; 2]);
    assert_eq!(steps(&game, 0), [(0, 0), (0, 1), (1, 1)]);
    refused(&game, 0, Action::Move(Cell::new(0, 2)), "blocked");
    refused(&game, 0, Action::Move(Cell::new(1, 0)), "not beside");
    refused(&game, 0, Action::Move(Cell::new(0, 7)), "off the map");
    refused(&game, 0, Action::Bid(3), "time to move");
    go(&mut game, [(1, 1), (2, 6)]);
    assert_eq!(places(&game), [(1, 1), (2, 6)]);
}

#[test]
fn players_may_swap_places() {
    let mut game = start(on(FIELD), [(0, 0), (0, 1)]);
    round(&mut game, [(0, 1), (0, 0)]);
    assert_eq!((places(&game), game.round), ([(0, 1), (0, 0)], 1), "no auction");
}

#[test]
fn renting_a_bike_deducts_30_and_reaches_distance_3_for_3_turns() {
    let mut game = start(on(FIELD), [(0, 0), (4, 4)]);
    rent(&mut game, [Powerup::Bike, Powerup::None]);
    assert_eq!((scores(&game), game.player(Seat(0)).bike), ([70, 100], 3));
    assert_eq!(steps(&game, 0).len(), 10, "the corner of a diamond");
    go(&mut game, [(0, 3), (4, 4)]);
    round(&mut game, [(2, 4), (4, 4)]);
    round(&mut game, [(0, 3), (4, 4)]);
    assert_eq!(game.player(Seat(0)).bike, 0);
    rent(&mut game, [Powerup::None; 2]);
    refused(&game, 0, Action::Move(Cell::new(0, 0)), "neither a bike nor a portal gun");
}

#[test]
fn a_bike_goes_around_walls_not_over_them() {
    let mut game = start(on(WALL), [(2, 1), (2, 6)]);
    rent(&mut game, [Powerup::Bike, Powerup::None]);
    assert!(steps(&game, 0).contains(&(3, 3)));
    refused(&game, 0, Action::Move(Cell::new(2, 3)), "more than 3 steps over free cells");
}

#[test]
fn renting_again_while_riding_adds_three_turns() {
    let mut game = start(on(FIELD), [(0, 0), (4, 4)]);
    rent(&mut game, [Powerup::Bike, Powerup::None]);
    go(&mut game, [(0, 0), (4, 4)]);
    rent(&mut game, [Powerup::Bike, Powerup::None]);
    assert_eq!((game.player(Seat(0)).bike, scores(&game)[0]), (5, 40));
}

#[test]
fn renting_a_portal_gun_deducts_100_and_teleports_for_only_that_one_turn() {
    let mut game = start(rich(WALL), [(0, 0), (2, 6)]);
    rent(&mut game, [Powerup::PortalGun, Powerup::None]);
    assert_eq!((scores(&game)[0], steps(&game, 0).len()), (900, 25));
    refused(&game, 0, Action::Move(Cell::new(0, 2)), "blocked");
    go(&mut game, [(0, 6), (2, 6)]);
    assert_eq!((places(&game)[0], game.player(Seat(0)).portal_gun), ((0, 6), 0));
    rent(&mut game, [Powerup::None; 2]);
    refused(&game, 0, Action::Move(Cell::new(0, 0)), "not beside");
}

#[test]
fn a_power_up_that_costs_more_than_the_score_is_refused() {
    let game = start(Config { start_scores: [29, 99], ..on(FIELD) }, [(0, 0), (4, 4)]);
    refused(&game, 0, Action::Powerup(Powerup::Bike), "a bike costs 30, the score is 29");
    refused(&game, 0, Action::Powerup(Powerup::PortalGun), "a portal gun costs 100");
    let mut legal = Vec::new();
    game.legal(Seat(0), &mut legal);
    assert_eq!(legal, [Action::Powerup(Powerup::None)]);
}

#[test]
fn the_second_seat_sees_what_the_first_one_rents() {
    let mut game = start(on(FIELD), [(0, 0), (4, 4)]);
    act(&mut game, &[(0, Action::Powerup(Powerup::Bike))]);
    let seen = game.observe(Seat(1));
    assert_eq!((seen.opponent.score, seen.opponent.bike, seen.acting), (70, 3, SeatSet::one(Seat(1))));
}

#[test]
fn where_the_ride_is_blocked_a_portal_gun_helps_unless_the_rules_are_the_originals() {
    for (rules, helps) in [(Rules::Document, true), (Rules::Original, false)] {
        let mut game = start(Config { rules, ..rich(WALL) }, [(0, 1), (2, 6)]);
        rent(&mut game, [Powerup::Bike, Powerup::None]);
        go(&mut game, [(0, 1), (2, 6)]);
        rent(&mut game, [Powerup::PortalGun, Powerup::None]);
        assert_eq!(game.check(Seat(0), Action::Move(Cell::new(0, 3))).is_ok(), helps, "near, but behind the wall");
        assert!(game.check(Seat(0), Action::Move(Cell::new(0, 6))).is_ok(), "far cells are teleported to in any case");
        assert_eq!(steps(&game, 0).len(), if helps { 25 } else { 22 });
    }
}

// Items.

#[test]
fn a_batch_lands_every_20_turns_and_nothing_lies_there_before() {
    let mut game = start(Config { forced_auction: 100, ..on(FIELD) }, [(0, 0), (4, 4)]);
    game.announce(batch(game.map(), &[(2, 2, "OSD")]));
    for r in 0..20 {
        let seen = game.observe(Seat(0));
        assert_eq!((seen.new_items, seen.items.cells().iter().sum::<u32>(), game.round), (None, 0, r));
        round(&mut game, [(0, 0), (4, 4)]);
    }
    restock(&mut game, &[(2, 2, "O"), (0, 4, "S")]);
    let seen = game.observe(Seat(1));
    assert_eq!((seen.items[Cell::new(2, 2)], seen.items.cells().iter().sum::<u32>()), (42, 42));
    assert_eq!(seen.new_items.unwrap()[Cell::new(2, 2)].to_string(), "OSD");
    wait(&mut game, 20);
    restock(&mut game, &[]);
    let seen = game.observe(Seat(1));
    assert_eq!(seen.fruit[Cell::new(2, 2)].to_string(), "OOSD", "older fruit stays");
    assert_eq!(seen.new_items.unwrap()[Cell::new(2, 2)].to_string(), "O", "the latest batch");
}

#[test]
fn entering_a_location_collects_all_items_there() {
    let mut game = start(on(FIELD), [(0, 0), (4, 4)]);
    game.announce(batch(game.map(), &[(0, 1, "OSD"), (4, 4, "O")]));
    wait(&mut game, 20);
    restock(&mut game, &[]);
    round(&mut game, [(0, 1), (4, 4)]);
    assert_eq!(scores(&game), [142, 102], "onion 2, strawberry 10, dragon fruit 30; staying collects too");
    assert_eq!(game.observe(Seat(0)).items.cells().iter().sum::<u32>(), 0);
}

#[test]
fn no_two_equal_fruits_grow_side_by_side_and_rates_are_as_measured() {
    let map = Map::parse(shipped("1").unwrap()).unwrap();
    let mut rng = Sprint::new(3);
    let mut counts = [0u32; 3];
    for _ in 0..60 {
        let grown = grow(&map, [Depth::draw(&mut rng), Depth::draw(&mut rng), Depth::draw(&mut rng)]);
        for (i, pile) in grown.cells().iter().enumerate() {
            for kind in pile.kinds() {
                assert!(map.is_free_at(i as u16));
                assert!(map.beside(i as u16).all(|beside| grown.cells()[beside as usize].count(kind) == 0));
                counts[kind as usize] += 1;
            }
        }
    }
    let rates = counts.map(|count| f64::from(count) / 60.0 / map.free().len() as f64);
    for (rate, measured) in rates.iter().zip([0.141, 0.041, 0.0068]) {
        assert!((rate / measured - 1.0).abs() < 0.15, "{rates:?}");
    }
}

// The heatmap.

#[test]
fn on_the_turn_20_minus_2x_squares_up_to_x_away_count() {
    for x in 0..10 {
        let turn = 20 - 2 * x;
        assert_eq!(radius(turn - 1, 20, 10), x, "turns count from 1, rounds from 0");
        assert_eq!(radius(turn - 2, 20, 10), x, "it changes every second turn");
    }
}

#[test]
fn a_square_g_away_with_p_points_adds_p_over_g_plus_1_cubed() {
    let map = Map::parse("......\n.#....").unwrap();
    let fruit = batch(&map, &[(0, 0, "S"), (0, 3, "D")]);
    let heat = |radius| heatmap(&map, &fruit, [2, 10, 30], radius);
    assert_eq!(heat(9)[Cell::new(0, 0)].hundredths(), 1047, "its own ten, and 30 / 64 over the wall");
    assert_eq!(heat(2)[Cell::new(0, 0)].hundredths(), 1000);
    assert_eq!(heat(9)[Cell::new(1, 1)], Heat::default(), "a blocked cell has none");
    assert_eq!(heat(0)[Cell::new(0, 3)].value(), 30.0, "at the end the map shows the points");
}

#[test]
fn heat_is_rounded_as_two_decimals_are_printed() {
    let printed = |value: f64| Heat::exact(format!("{value:.2}").parse().unwrap()).unwrap();
    for value in [0.0, 0.125, 0.375, 0.005, 0.015, 0.045, 0.994999, 0.995, 2.675, 1e-9, 12345.675, 4.0 * 2.0 / 64.0] {
        assert_eq!(Heat::round(value), printed(value), "{value}");
    }
    let mut rng = Sprint::new(1);
    for _ in 0..300_000 {
        let value = match below(&mut rng, 3) {
            0 => crate::luck::unit(&mut rng) * 100.0,
            1 => (0..below(&mut rng, 20)).map(|_| weight([2, 10, 30, 12, 42][below(&mut rng, 5) as usize], below(&mut rng, 10))).sum(),
            _ => f64::from(below(&mut rng, 4000)) / 8.0 / 100.0 + f64::from(below(&mut rng, 3)) * f64::EPSILON,
        };
        assert_eq!(Heat::round(value), printed(value), "{value}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]
    #[test]
    fn heat_rounds_any_number_as_it_is_printed(value in 0.0..1e7f64) {
        prop_assert_eq!(Heat::round(value).value(), format!("{value:.2}").parse::<f64>().unwrap());
    }
}

#[test]
fn scattered_heat_equals_the_plain_sum_in_row_major_order() {
    let map = Map::parse(shipped("7").unwrap()).unwrap();
    let mut rng = Sprint::new(9);
    let fruit = grow(&map, [Depth::draw(&mut rng), Depth::draw(&mut rng), Depth::draw(&mut rng)]);
    for radius in 0..10 {
        let heat = heatmap(&map, &fruit, [2, 10, 30], radius);
        for here in map.free() {
            let near = fruit.iter().filter(|(there, _)| here.distance(*there) <= radius);
            let sum: f64 = near.fold(0.0, |sum, (there, pile)| sum + weight(pile.points([2, 10, 30]), here.distance(there)));
            assert_eq!(heat[here], Heat::round(sum));
        }
    }
}

// Auctions.

#[test]
fn when_both_enter_the_same_location_they_enter_an_auction() {
    let mut game = start(on(FIELD), [(0, 0), (0, 2)]);
    game.announce(batch(game.map(), &[(0, 1, "S"), (4, 4, "D")]));
    wait(&mut game, 20);
    restock(&mut game, &[]);
    round(&mut game, [(0, 1), (0, 1)]);
    assert_eq!((game.phase, scores(&game)), (Phase::Bid, [100, 100]), "nobody has collected");
    bid(&mut game, [10, 20]);
    assert_eq!((game.phase, game.actor), (Phase::Transport, Seat(1)), "the higher bid wins");
    assert_eq!(game.observe(Seat(1)).me.score, 100, "not paid yet");
    send(&mut game, 1, (4, 4));
    assert_eq!(scores(&game), [130, 95], "the winner pays 15 and keeps the place, the loser collects where he lands");
    assert_eq!(places(&game), [(4, 4), (0, 1)]);
}

#[test]
fn the_price_is_the_floor_of_the_average() {
    let mut game = start(on(FIELD), [(0, 0), (0, 2)]);
    round(&mut game, [(0, 1), (0, 1)]);
    bid(&mut game, [10, 5]);
    send(&mut game, 0, (4, 4));
    assert_eq!(scores(&game), [93, 100]);
}

#[test]
fn if_30_turns_have_passed_since_the_last_auction_there_is_one() {
    let mut game = start(on(FIELD), [(0, 0), (4, 4)]);
    wait(&mut game, 30);
    assert_eq!(game.round, 30);
    round(&mut game, [(0, 0), (4, 4)]);
    assert_eq!(game.phase, Phase::Bid);
    bid(&mut game, [1, 0]);
    send(&mut game, 0, (2, 2));
    assert_eq!((game.round, game.last_auction), (31, 30));
    wait(&mut game, 29);
    assert_eq!(game.round, 60);
    restock(&mut game, &[]);
    round(&mut game, [(0, 0), (2, 2)]);
    assert_eq!(game.phase, Phase::Bid);
}

#[test]
fn any_auction_restarts_the_count() {
    let mut game = start(on(FIELD), [(0, 0), (0, 2)]);
    wait(&mut game, 9);
    round(&mut game, [(0, 1), (0, 1)]);
    bid(&mut game, [1, 0]);
    send(&mut game, 0, (4, 4));
    wait(&mut game, 29);
    assert_eq!(game.round, 39);
    round(&mut game, [(0, 1), (4, 4)]);
    assert_eq!(game.phase, Phase::Bid, "30 rounds after round 9");
}

#[test]
fn players_cannot_bid_higher_than_their_available_points() {
    let mut game = start(on(FIELD), [(0, 0), (0, 2)]);
    round(&mut game, [(0, 1), (0, 1)]);
    refused(&game, 0, Action::Bid(101), "cannot bid higher than their available points, 100");
    let mut legal = Vec::new();
    game.legal(Seat(1), &mut legal);
    assert_eq!((legal.len(), legal[100]), (101, Action::Bid(100)));
}

#[test]
fn equal_bids_send_both_to_random_locations_and_the_items_remain() {
    let mut game = start(on(FIELD), [(0, 0), (0, 2)]);
    game.announce(batch(game.map(), &[(0, 1, "S")]));
    wait(&mut game, 20);
    restock(&mut game, &[]);
    round(&mut game, [(0, 1), (0, 1)]);
    bid(&mut game, [7, 7]);
    assert_eq!((game.phase, game.turn()), (Phase::Scatter, Turn::Chance));
    let chance = Chance::Scatter([Cell::new(4, 4), Cell::new(4, 0)]);
    assert!(game.possible(&chance) && !game.possible(&Chance::Scatter([Cell::new(4, 5), Cell::new(4, 0)])));
    game.settle(&chance);
    assert_eq!((places(&game), scores(&game)), ([(4, 4), (4, 0)], [100, 100]), "nobody pays");
    assert_eq!(game.fruit(Cell::new(0, 1)).to_string(), "S");
}

#[test]
fn a_loser_sent_onto_the_winner_means_another_auction_at_once() {
    let mut game = start(on(FIELD), [(0, 0), (0, 2)]);
    round(&mut game, [(0, 1), (0, 1)]);
    bid(&mut game, [9, 0]);
    send(&mut game, 0, (0, 1));
    assert_eq!((game.phase, game.auctions, scores(&game)), (Phase::Bid, 1, [96, 100]));
    bid(&mut game, [0, 3]);
    send(&mut game, 1, (4, 4));
    assert_eq!((game.round, game.auctions), (1, 0));
}

#[test]
fn after_too_many_auctions_in_a_round_nature_parts_the_players() {
    let mut game = start(on(FIELD), [(0, 0), (0, 2)]);
    round(&mut game, [(0, 1), (0, 1)]);
    for _ in 0..100 {
        bid(&mut game, [1, 0]);
        send(&mut game, 0, (0, 1));
    }
    assert_eq!((game.phase, game.turn()), (Phase::Separate, Turn::Chance));
    assert!(!game.possible(&Chance::Separate([Cell::new(2, 2); 2])), "to different cells");
    let chance = game.draw(&mut Luck::new(0).nature(9));
    assert!(game.possible(&chance));
    game.settle(&chance);
    assert_eq!((game.round, game.phase), (1, Phase::Powerup));
}

#[test]
fn an_invalid_transport_location_means_a_random_free_one() {
    let mut game = start(on(WALL), [(0, 0), (1, 1)]);
    round(&mut game, [(0, 1), (0, 1)]);
    bid(&mut game, [1, 0]);
    refused(&game, 0, Action::Transport(Cell::new(0, 2)), "blocked");
    refused(&game, 0, Action::Transport(Cell::new(9, 9)), "off the map");
    for k in 0..50 {
        let action = game.fallback(Seat(0), &mut Luck::new(4).fallback(0, k)).unwrap();
        game.check(Seat(0), action).unwrap();
    }
}

#[test]
fn bad_answers_mean_no_power_up_a_stay_and_a_bid_of_nothing() {
    let mut game = start(on(FIELD), [(0, 0), (0, 2)]);
    let default = |game: &Orchard| game.fallback(Seat(0), &mut Luck::new(0).fallback(0, 0)).unwrap();
    assert_eq!(default(&game), Action::Powerup(Powerup::None));
    rent(&mut game, [Powerup::None; 2]);
    assert_eq!(default(&game), Action::Move(Cell::new(0, 0)));
    go(&mut game, [(0, 1), (0, 1)]);
    assert_eq!(default(&game), Action::Bid(0));
}

#[test]
fn the_winner_is_the_player_with_the_highest_score_by_the_end() {
    let mut game = start(Config { rounds: 21, ..on(FIELD) }, [(0, 0), (4, 4)]);
    game.announce(batch(game.map(), &[(0, 1, "O")]));
    wait(&mut game, 20);
    restock(&mut game, &[]);
    assert_eq!((game.observe(Seat(0)).remaining_turns, &*game.payoffs()), (1, &[0.5, 0.5][..]));
    round(&mut game, [(0, 1), (4, 4)]);
    assert_eq!((game.turn(), game.reason()), (Turn::Over, "all rounds played"));
    assert_eq!((&*game.points(), &*game.payoffs()), (&[102, 100][..], &[1.0, 0.0][..]));
}

#[test]
fn captions_say_what_happened() {
    let mut game = start(Config { rounds: 22, ..on(FIELD) }, [(0, 0), (0, 2)]);
    assert_eq!(game.scene().caption, "22 rounds to play");
    game.announce(batch(game.map(), &[(4, 4, "OD"), (0, 1, "S")]));
    rent(&mut game, [Powerup::None, Powerup::Bike]);
    assert_eq!(game.scene().caption, "Team 2 rents a bike");
    go(&mut game, [(0, 0), (0, 2)]);
    assert_eq!(game.scene().caption, "Nothing is picked");
    wait(&mut game, 19);
    restock(&mut game, &[]);
    assert_eq!((game.scene().caption.as_str(), game.scene().mark), ("Nothing is picked; new fruit lands", Some("landing")));
    assert_eq!(game.scene().layers["fruit"], ".s......................D");
    round(&mut game, [(0, 1), (0, 1)]);
    assert_eq!((game.scene().caption.as_str(), game.scene().mark), ("Both stand on 0,1: auction", Some("auction")));
    bid(&mut game, [11, 4]);
    assert_eq!(game.scene().caption, "Team 1 wins the auction");
    assert_eq!(game.scene().aside.as_deref(), Some("11 against 4, the price is 7"));
    send(&mut game, 0, (4, 4));
    assert_eq!(game.scene().caption, "Team 1 pays 7 and sends Team 2 to 4,4; Team 1 +10, Team 2 +32");
    assert_eq!(game.scene().mark, Some("harvest"));
    round(&mut game, [(0, 1), (4, 4)]);
    assert_eq!(game.scene().caption, "Nothing is picked: Team 1 wins 103 to 102");
}

/// What was bid is in the truth alone, before and after the price is paid, and when nobody pays.
#[test]
fn bids_are_shown_to_nobody() {
    let seen = |bids: [u32; 2], sent: bool| {
        let mut game = start(on(FIELD), [(0, 0), (0, 2)]);
        round(&mut game, [(0, 1), (0, 1)]);
        bid(&mut game, bids);
        if bids[0] == bids[1] {
            game.settle(&Chance::Scatter([Cell::new(0, 0), Cell::new(4, 4)]));
        } else if sent {
            send(&mut game, 0, (4, 4));
        }
        let views = [View::Spectator, View::Seat(Seat(0)), View::Seat(Seat(1))];
        (views.map(|view| game.scene().seen_by(view)), game.scene().aside)
    };
    // The same price, other bids; any bids, before it is paid; equal bids.
    for (a, b, sent) in [([11, 4], [12, 3], true), ([11, 4], [90, 0], false), ([5, 5], [7, 7], false)] {
        assert_eq!(seen(a, sent).0, seen(b, sent).0, "{a:?} {b:?}");
    }
    assert_ne!(seen([11, 4], false).1, seen([90, 0], false).1);
}

#[test]
fn the_batch_to_come_is_known_to_nobody() {
    let mut game = start(on(FIELD), [(0, 0), (4, 4)]);
    game.announce(batch(game.map(), &[(2, 3, "S")]));
    let scene = game.scene();
    let hidden: Vec<_> = scene.pieces.iter().filter(|piece| piece.known_to.is_some()).collect();
    assert_eq!((hidden.len(), hidden[0].x, hidden[0].y, hidden[0].known_to), (1, 3, 2, Some(SeatSet::EMPTY)));
}

// Maps.

#[test]
fn shipped_maps_have_the_promised_shape() {
    for (name, text) in SHIPPED {
        let map = Map::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!((13..=22).contains(&map.rows()) && (20..=62).contains(&map.cols()), "{name}: {}x{}", map.rows(), map.cols());
        assert!((300..=1_200).contains(&map.free().len()), "{name}: {} free cells", map.free().len());
        assert_eq!(map.spawns().count(), 2, "{name}");
        let turned: Vec<char> = text.lines().rev().flat_map(|line| line.chars().rev()).collect();
        assert_eq!(turned, text.lines().flat_map(str::chars).collect::<Vec<_>>(), "{name} looks the same from both ends");
        let from = map.distances(map.spawns().next().unwrap());
        let reached = from.cells().iter().filter(|steps| **steps != FAR).count();
        assert_eq!(reached == map.free().len(), name != "2", "{name}: only map 2 has rooms that no walk leaves");
    }
    let seven = Map::parse(shipped("7.txt").unwrap()).unwrap();
    assert_eq!((seven.rows(), seven.cols()), (22, 21));
}

#[track_caller]
fn bad_map(text: &str, error: &str) {
    assert_eq!(Map::parse(text).unwrap_err().to_string(), error);
    assert_eq!(Orchard::new(&on(text)).err().unwrap().to_string(), format!("map, {error}"));
}

#[test]
fn a_bad_map_is_refused_with_line_and_column() {
    bad_map("", "line 1, column 1: the map is empty");
    bad_map(" \n\n", "line 1, column 1: the map is empty");
    bad_map("\n...\n...", "line 1, column 1: the map is empty");
    // The document's first example.
    bad_map(".....\n..###..\n.....\nS.S....", "line 2, column 6: the line has 7 cells, the first has 5: a map is a rectangle");
    bad_map("...\n..\n...", "line 2, column 3: the line has 2 cells, the first has 3: a map is a rectangle");
    bad_map("...\n\n...", "line 2, column 1: the line has 0 cells, the first has 3: a map is a rectangle");
    bad_map("..S\n.x.", "line 2, column 2: 'x' is neither '.', '#' nor 'S'");
    bad_map("#.#\n###", "line 2, column 3: the map ends with 1 free cells: two players need two to start from");
    bad_map(&".".repeat(101), "line 1, column 101: a map has at most 100 lines of at most 100 cells");
    bad_map(&".\n".repeat(101), "line 101, column 1: a map has at most 100 lines of at most 100 cells");
    assert!(Map::parse("  S..\r\n  ..S  \r\n\r\n").is_ok(), "blanks around a line do not count");
}

#[test]
fn a_bad_configuration_is_refused_with_the_setting_and_its_range() {
    let refused = |json: &str, words: &str| {
        let config = serde_json::from_str::<Config>(json).map_err(|error| error.to_string());
        let error = config.and_then(|config| Orchard::new(&config).map(|_| ()).map_err(|error| error.to_string())).unwrap_err();
        assert!(error.contains(words), "{json}: {error}");
    };
    refused(r#"{"rounds":0}"#, "rounds is 0, not a number from 1 to 10000");
    refused(r#"{"rounds":10001}"#, "rounds is 10001, not a number from 1 to 10000");
    refused(r#"{"rounds":-1}"#, "invalid value");
    refused(r#"{"start_scores":[100,1000001]}"#, "start_scores is 1000001, not a number from 0 to 1000000");
    refused(r#"{"bike_cost":1000001}"#, "bike_cost");
    refused(r#"{"bike_length":0}"#, "bike_length is 0, not a number from 1 to 10");
    refused(r#"{"bike_turns":0}"#, "bike_turns");
    refused(r#"{"portal_gun_cost":1000001}"#, "portal_gun_cost");
    refused(r#"{"portal_gun_turns":101}"#, "portal_gun_turns");
    refused(r#"{"item_period":0}"#, "item_period");
    refused(r#"{"heatmap_distance":21}"#, "heatmap_distance is 21, not a number from 1 to 20");
    refused(r#"{"forced_auction":0}"#, "forced_auction");
    refused(r#"{"auction_limit":0}"#, "auction_limit");
    refused(r#"{"onion_points":1001}"#, "onion_points");
    refused(r#"{"strawberry_points":1001}"#, "strawberry_points");
    refused(r#"{"dragon_fruit_points":1001}"#, "dragon_fruit_points");
    refused(r#"{"map":"8"}"#, "map is \"8\", neither one of 1, 2, 3, 4, 5, 6, 7, semifinal, final nor the text of a map");
    refused(r#"{"map":"semi"}"#, "map is \"semi\", neither");
    refused(r#"{"rules":"house"}"#, "unknown variant");
    refused(r#"{"speed":1}"#, "unknown field");
}

#[test]
fn values_out_of_range_are_refused_at_the_door() {
    assert!(serde_json::from_str::<Action>(r#"{"move":[3,99]}"#).is_ok());
    for json in
        [r#"{"move":[3,100]}"#, r#"{"move":[-1,0]}"#, r#"{"bid":-1}"#, r#"{"bid":1.5}"#, r#"{"powerup":"car"}"#, r#"{"jump":[0,0]}"#]
    {
        assert!(serde_json::from_str::<Action>(json).is_err(), "{json}");
    }
    for json in [r#"{"items":[0,0,10000]}"#, r#"{"items":[-0.1,0,0]}"#, r#"{"items":[0,0]}"#, r#"{"scatter":[[0,0],[0,200]]}"#] {
        assert!(serde_json::from_str::<Chance>(json).is_err(), "{json}");
    }
    assert!(serde_json::from_str::<Grid<Heat>>("[[0.25,2]]").is_ok());
    for json in ["[]", "[[]]", "[[1],[1,2]]", "[[0.123]]", "[[-1]]", "[[1e300]]"] {
        assert!(serde_json::from_str::<Grid<Heat>>(json).is_err(), "{json}");
    }
    assert!(serde_json::from_str::<Grid<Pile>>(r#"[["OX"]]"#).is_err());
    let brief = serde_json::to_string(&Brief::new(&on(FIELD)).unwrap()).unwrap();
    assert!(serde_json::from_str::<Brief>(&brief).is_ok());
    assert!(serde_json::from_str::<Brief>(&brief.replacen("[\".....\"", "[\"....#\"", 1)).is_err(), "another map");
}

#[test]
fn nature_can_decide_only_what_the_phase_asks_for() {
    let game = Orchard::new(&on(FIELD)).unwrap();
    assert!(!game.possible(&Chance::Items([Depth::new(0.0).unwrap(); 3])));
    let game = start(on(FIELD), [(0, 0), (0, 2)]);
    for chance in [Chance::Scatter([Cell::new(0, 0); 2]), Chance::Spawn([Cell::new(1, 3), Cell::new(3, 1)])] {
        assert!(!game.possible(&chance), "{chance:?}");
    }
}

#[test]
fn every_depth_that_is_drawn_is_possible_and_few_others_are() {
    let mut rng = Sprint::new(8);
    let depths: Vec<Depth> = (0..20_000).map(|_| Depth::draw(&mut rng)).collect();
    assert!(depths.iter().all(|depth| depth.is_drawn()));
    assert!([8835.561110950752, 176.05607649039067, 5820.698669032152].iter().all(|z| Depth::new(*z).unwrap().is_drawn()));
    assert!(!Depth::new(1e-300).unwrap().is_drawn());
}

#[test]
fn the_largest_map_is_playable() {
    let map = (".".repeat(100) + "\n").repeat(100);
    let config = Config { bike_length: 10, heatmap_distance: 20, rounds: 3, item_period: 1, ..rich(&map) };
    let mut game = Orchard::new(&config).unwrap();
    crate::playout(&mut game, &mut Sprint::new(1), &mut Vec::new());
    assert_eq!((game.turn(), game.scene().width), (Turn::Over, 100));
}

// Replays of the original.

fn recorded(config: &Config, seed: u64) -> replay::Replay {
    let mut scribe = replay::Recorder::new(Orchard::new(config).unwrap(), ["Ann".into(), "Zo\u{eb} \"\u{1f353}\"".into()]);
    let (mut rng, mut scratch) = (Sprint::new(seed), Vec::new());
    loop {
        match scribe.game().turn() {
            Turn::Chance => {
                let chance = scribe.game().draw(&mut rng);
                scribe.settle(&chance);
            }
            Turn::Act(seats) => {
                let mut joint = Joint::EMPTY;
                for seat in seats.iter() {
                    joint.set(seat, scribe.game().sample(seat, &mut rng, &mut scratch));
                }
                scribe.play(&joint);
            }
            Turn::Over => return scribe.finish(),
        }
    }
}

#[test]
fn a_replay_is_read_as_it_was_written() {
    for seed in 0..5 {
        let replay = recorded(&Config { rounds: 45, ..rich(WALL) }, seed);
        let text = replay.text();
        assert_eq!(text.lines().count(), 1 + 45 + 2);
        assert!(text.is_ascii() && text.contains(r#""teams": ["Ann", "Zo\u00eb \"\ud83c\udf53\""]"#));
        assert_eq!(replay::import(&text).unwrap(), replay);
    }
}

/// A random game on tape.
fn taped(config: &Config, seed: u64) -> Tape {
    let luck = Luck::new(seed);
    let (mut rng, mut scratch, mut lines, mut chances) = (Sprint::new(seed), Vec::new(), Vec::new(), 0);
    let mut game = Orchard::new(config).unwrap();
    loop {
        match game.turn() {
            Turn::Chance => {
                let chance = game.draw(&mut luck.nature(chances));
                chances += 1;
                lines.push(Line::Chance(ChanceLine { chance: to_raw_value(&chance).unwrap() }));
                game.settle(&chance);
            }
            Turn::Act(seats) => {
                let mut joint = Joint::EMPTY;
                for seat in seats.iter() {
                    joint.set(seat, game.sample(seat, &mut rng, &mut scratch));
                }
                let act = joint.iter().map(|(seat, action)| (seat, Some(to_raw_value(&action).unwrap()))).collect();
                lines.push(Line::Act(ActLine { act, ..ActLine::default() }));
                game.play(&joint);
            }
            Turn::Over => break,
        }
    }
    let seats = ["Ann", "Bob"].map(Entrant::new).into();
    let config = to_raw_value(config).unwrap();
    let header = Header { tape: FORMAT, game: "orchard".into(), rules: Orchard::RULES, config, seed: Some(seed), seats, parent: None };
    let over = Over { payoffs: game.payoffs(), points: game.points(), reason: game.reason().into(), clock_ms: None };
    Tape { header, lines, over }
}

#[test]
fn a_tape_is_exported_as_a_replay() {
    let tape = taped(&Config { rounds: 65, ..rich(FIELD) }, 11);
    tape.verify().unwrap();
    let text = replay::export(&tape).unwrap();
    let replay = replay::import(&text).unwrap();
    assert_eq!((replay.ticks.len(), replay.finished, replay.text() == text), (65, true, true));
    let last = replay.ticks.last().unwrap();
    assert_eq!((last.remaining_rounds, last.scores.map(|score| score as i32)), (1, [tape.over.points[0], tape.over.points[1]]));
    assert!(replay.ticks.iter().any(|tick| tick.wagers.is_some()));
    let mut cut = tape.clone();
    cut.lines.remove(1);
    assert_eq!(replay::export(&cut).unwrap_err().to_string(), "line 3: the line does not fit the game");
    cut.header.game = "microchess".into();
    assert!(replay::export(&cut).is_err());
}

#[test]
fn a_bad_replay_is_refused_with_its_line() {
    let good = recorded(&Config { rounds: 3, ..on(WALL) }, 1).text();
    let lines: Vec<&str> = good.lines().collect();
    let refused = |text: String, words: &str| {
        let error = replay::import(&text).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    refused(String::new(), "line 1: the replay is empty");
    refused(good.replacen("[Replay]", "Replay", 1), "line 1: the line does not start with [Replay]");
    refused(lines[1..].join("\n"), "line 1: the first line must be the start of a game");
    refused(format!("{good}{}\n", lines[1]), "line 7: the game has already finished");
    refused(format!("{}\n{}", lines[0], lines[0]), "line 2: the game has already started");
    refused(good.replacen("\"#\"", "\"?\"", 1), "the grid is no map");
    refused(lines[0].to_owned() + "\n" + &lines[1].replacen("\"new_pos\": [", "\"new_pos\": [9", 1), "line 2");
    refused(format!("{}\n[Replay]{{\"type\": \"tick\"}}", lines[0]), "line 2: missing field");
}

// The laws.

#[test]
fn laws() {
    let tight = "S..#\n.#..\n...S";
    let small = Config { rounds: 45, ..on(FIELD) };
    let rooms = "S...#....\n..#.#.#..\n....#...S";
    let configs = [
        (small.clone(), 30),
        (Config { rules: Rules::Original, rounds: 65, ..rich(WALL) }, 20),
        (Config { rules: Rules::Document, rounds: 25, item_period: 5, heatmap_distance: 3, ..rich(rooms) }, 20),
        (
            Config { rounds: 30, forced_auction: 1, auction_limit: 2, start_scores: [3, 0], bike_cost: 1, portal_gun_cost: 2, ..on(tight) },
            12,
        ),
        (Config { rounds: 12, item_period: 1, auction_limit: 1, map: "..".into(), ..small }, 20),
        (Config { rounds: 22, map: "7".into(), ..Config::default() }, 2),
    ];
    for (config, games) in configs {
        Laws::<Orchard> { config, games, most_decisions: 20_000, universe: &[] }.check();
    }
}

#[test]
fn a_state_is_small() {
    println!("orchard: {} bytes and {} a cell", size_of::<Orchard>(), size_of::<Pile>());
    assert!(size_of::<Orchard>() <= 192 && size_of::<Action>() <= 8);
}
