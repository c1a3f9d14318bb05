//! A tournament that is ready to be played in this process.
use crate::House;
use crate::entrant::{self, Entrant, Workshop};
use crate::failure::Failure;
use crate::tournament::shelf::Shelf;
use crate::tournament::spec::{Instance, Spec, Tapes};
use flate2::{Compression, write::GzEncoder};
use games::{Luck, Tape};
use runner::{Bot, GameResult, Guest, PlatformFault, Record, Table, chosen_confinement, play_game};
use std::collections::HashMap;
use std::io::Write;
use store::{Claim, Finished, Foul, Played, Tournament};

pub struct Stage {
    pub tournament: Tournament,
    pub spec: Spec,
    pub names: Vec<String>,
    /// By number; and why it cannot play here.
    lineup: Vec<Result<Entrant, Failure>>,
    /// One for each variant.
    tables: Vec<Table>,
    workshop: Workshop,
    /// How programs are kept in; empty where none plays.
    level: String,
}

/// Instances that outlive a series, by tournament and entrant: each slot has its own.
pub type Kept = HashMap<(i64, u32), Box<dyn Bot>>;

/// Those who play a fixture, by number.
type Crew = Vec<(u32, Box<dyn Bot>)>;

/// The bots of a spec, found and prepared, or why one cannot play.
pub fn line_up(house: &House, spec: &Spec) -> Result<Vec<Result<Entrant, Failure>>, Failure> {
    spec.limits.confine()?;
    let entry = house.game(&spec.game)?;
    let course = spec.limits.course(entry)?;
    let mut table = Table::new(entry, &spec.configs(entry)?[0].to_string()).map_err(|error| Failure::refused(error.to_string()))?;
    let workshop = Workshop {
        grants: spec.limits.apply(&mut table),
        python: entrant::python(spec.limits.python.as_deref())?,
        install: spec.limits.install,
        aloud: false,
        nodes: spec.limits.nodes,
    };
    let ready = |bot: &String| house.entrant(entry, bot, course).and_then(|mut entrant| entrant.prepare(&workshop).map(|()| entrant));
    Ok(spec.bots.iter().map(ready).collect())
}

impl Stage {
    /// Opens a tournament. A bot that cannot play here does not keep the others from it.
    pub fn open(house: &House, shelf: &Shelf, tournament: Tournament) -> Result<Stage, Failure> {
        let mut spec = Spec::restore(&tournament.spec)?;
        let names: Vec<String> = shelf.wait(|store| store.entrants(tournament.id))?.into_iter().map(|row| row.name).collect();
        let entry = spec.settle(house, names.len())?;
        let lineup = line_up(house, &spec)?;
        // What cannot play here is a program: bots of ours always can.
        let programs = lineup.iter().any(|ready| ready.as_ref().map_or(true, Entrant::is_program));
        let tapes = spec.tapes.unwrap_or(if programs { Tapes::All } else { Tapes::None });
        let mut tables = Vec::new();
        let mut grants = None;
        for config in spec.configs(entry)? {
            let mut table = Table::new(entry, config.get()).map_err(|error| Failure::refused(error.to_string()))?;
            grants = Some(spec.limits.apply(&mut table));
            table.record = match tapes {
                Tapes::None => Record::Nothing,
                _ if programs => Record::Times,
                _ => Record::Moves,
            };
            tables.push(table);
        }
        let grants = grants.expect("there is at least one variant");
        let workshop = Workshop {
            grants,
            python: entrant::python(spec.limits.python.as_deref())?,
            install: spec.limits.install,
            aloud: false,
            nodes: spec.limits.nodes,
        };
        let level = if programs { chosen_confinement()?.level().name().to_string() } else { String::new() };
        spec.tapes = Some(tapes);
        Ok(Stage { tournament, spec, names, lineup, tables, workshop, level })
    }

    /// Those who cannot play here, by number, and a sentence about each.
    pub fn unable(&self) -> impl Iterator<Item = (u32, String)> + '_ {
        let told = |(number, ready): (usize, &Result<Entrant, Failure>)| {
            let failure = ready.as_ref().err()?;
            Some((number as u32, format!("{} cannot play here: {failure}", self.names[number])))
        };
        self.lineup.iter().enumerate().filter_map(told)
    }

    pub fn programs(&self) -> bool {
        !self.level.is_empty()
    }

    /// Plays a job: fixtures one after the other. `kept` holds instances that live on; `made` hears of new ones; `go_on` is
    /// asked before each fixture, and a no gives nothing.
    pub fn play(
        &self,
        job: &[Claim],
        kept: &mut Kept,
        worker: &str,
        mut made: impl FnMut(u32),
        go_on: impl Fn() -> bool,
    ) -> Result<Option<Vec<Finished>>, PlatformFault> {
        let instance = self.spec.instance.expect("the spec is settled");
        let mut crew = Crew::new();
        let mut finished = Vec::new();
        for (n, claim) in job.iter().enumerate() {
            if !go_on() {
                return Ok(None);
            }
            let people = &claim.fixture.entrants;
            if n == 0 || (instance == Instance::Fixture) {
                crew = self.crew(people, kept, instance, &mut made)?;
            }
            let mut fouls = Vec::new();
            if n == 0 && self.spec.together() {
                for (entrant, bot) in &mut crew {
                    if let Err(foul) = bot.prepare_for_series()?.verdict {
                        fouls.push((*entrant, foul));
                    }
                }
            }
            let mut games = Vec::with_capacity(claim.fixture.seatings.len());
            for (k, seating) in claim.fixture.seatings.iter().enumerate() {
                if instance == Instance::Game && k > 0 {
                    crew = self.crew(people, kept, instance, &mut made)?;
                }
                let mut guests: Vec<Guest<'_>> = crew.iter_mut().map(|(entrant, bot)| self.guest(*entrant, bot)).collect();
                let result = play_game(self.table(claim.fixture.id), self.luck(claim.fixture.id), k as u64, seating, &mut guests)?;
                let mut game = self.played(claim, k, result)?;
                for (entrant, foul) in fouls.drain(..) {
                    let seat = game.seats.iter().position(|seat| seat.0 == entrant).unwrap_or(0) as u8;
                    game.fouls.push(Foul { seat, kind: foul.kind.name().into(), why: foul.why });
                }
                games.push(game);
            }
            finished.push(Finished { worker: worker.to_string(), ..Finished::new(claim, games) });
        }
        if instance == Instance::Tournament {
            kept.extend(crew.into_iter().map(|(entrant, bot)| ((self.tournament.id, entrant), bot)));
        }
        Ok(Some(finished))
    }

    /// The luck of a fixture: from the tournament's seed and its number alone.
    pub fn luck(&self, fixture: u64) -> Luck {
        luck(self.spec.seed, fixture)
    }

    fn table(&self, fixture: u64) -> &Table {
        &self.tables[(fixture % self.tables.len() as u64) as usize]
    }

    fn guest<'a>(&'a self, entrant: u32, bot: &'a mut Box<dyn Bot>) -> Guest<'a> {
        Guest { name: &self.names[entrant as usize], number: u64::from(entrant), bot: &mut **bot }
    }

    fn crew(&self, people: &[u32], kept: &mut Kept, instance: Instance, made: &mut impl FnMut(u32)) -> Result<Crew, PlatformFault> {
        let summon = |entrant: &u32| {
            if let Some(bot) = kept.remove(&(self.tournament.id, *entrant)) {
                return Ok((*entrant, bot));
            }
            let who = *entrant as usize;
            let unable = |failure: &Failure| PlatformFault(format!("{} cannot play here: {failure}", self.names[who]));
            let bot = self.lineup[who].as_ref().map_err(unable)?.summon(&self.names[who], &self.tables[0], &self.workshop)?;
            if instance == Instance::Tournament {
                made(*entrant);
            }
            Ok((*entrant, bot))
        };
        people.iter().map(summon).collect()
    }

    fn played(&self, claim: &Claim, k: usize, result: GameResult) -> Result<Played, PlatformFault> {
        let GameResult { payoffs, points, reason, decisions, fouls, tape } = result;
        let seats = claim.fixture.seats(k).into_iter().enumerate();
        let wanted = |tape: &Tape| self.spec.tapes != Some(Tapes::Faults) || !tape_is_clean(tape);
        Ok(Played {
            seats: seats.map(|(chair, entrant)| (entrant, f64::from(payoffs[chair]), f64::from(points[chair]))).collect(),
            reason,
            decisions,
            level: self.level.clone(),
            fouls: fouls.into_iter().map(|(seat, foul)| Foul { seat: seat.0, kind: foul.kind.name().into(), why: foul.why }).collect(),
            tape: tape.filter(wanted).map(|tape| pack(&tape)).transpose()?,
        })
    }
}

pub fn luck(seed: u64, fixture: u64) -> Luck {
    Luck::new(seed).fixture(fixture + 1)
}

fn tape_is_clean(tape: &Tape) -> bool {
    use games::tape::Line;
    tape.lines.iter().all(|line| match line {
        Line::Act(act) => act.foul.is_empty(),
        Line::Chance(_) => true,
        Line::Forfeit(_) => false,
    })
}

fn pack(tape: &Tape) -> Result<Vec<u8>, PlatformFault> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer
        .write_all(tape.text().as_bytes())
        .and_then(|()| packer.finish())
        .map_err(|error| PlatformFault(format!("a tape cannot be packed: {error}")))
}
