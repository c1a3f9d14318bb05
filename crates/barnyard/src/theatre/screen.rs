//! The terminal while a show is on: taken over at the beginning, given back at the end, whatever happens in between.
use crate::output;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEvent, KeyEventKind};
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Somebody outside wants us to stop.
static STOPPED: AtomicBool = AtomicBool::new(false);
/// The terminal is ours.
static OPEN: AtomicBool = AtomicBool::new(false);

/// What a shell expects of a program that was interrupted.
pub const INTERRUPTED: u8 = 130;

/// So long a show has to end by itself.
const GRACE: Duration = Duration::from_secs(1);

pub struct Screen {
    terminal: DefaultTerminal,
}

/// What came from outside.
pub enum Input {
    Nothing,
    Key(KeyEvent),
    /// The size changed, or anything else that asks for a fresh picture.
    Redraw,
    Stop,
}

impl Screen {
    /// Whether there is a terminal to show things on, and keys to be pressed.
    pub fn is_there() -> bool {
        io::stdout().is_terminal() && io::stdin().is_terminal() && std::env::var_os("TERM").is_some_and(|term| term != "dumb")
    }

    /// Takes the terminal over. A panic gives it back before it is told.
    pub fn open() -> io::Result<Screen> {
        // Set once for the life of the program: whoever comes later finds it done.
        let _ = ctrlc::set_handler(|| {
            let is_open = || OPEN.load(Ordering::Relaxed);
            if is_open() && !STOPPED.swap(true, Ordering::Relaxed) {
                std::thread::sleep(GRACE);
                if !is_open() {
                    return;
                }
                // A terminal that was closed has no more keys, and whoever waits for one never comes back.
                ratatui::restore();
            }
            std::process::exit(INTERRUPTED.into());
        });
        let terminal = ratatui::try_init()?;
        // From now on a change of size is heard, also one before the first key is waited for.
        event::poll(Duration::ZERO)?;
        OPEN.store(true, Ordering::Relaxed);
        output::hold_back();
        Ok(Screen { terminal })
    }

    pub fn draw(&mut self, paint: impl FnOnce(&mut ratatui::Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(paint).map(drop)
    }

    /// Waits for a key, no longer than this.
    pub fn input(&mut self, most: Duration) -> io::Result<Input> {
        if STOPPED.load(Ordering::Relaxed) {
            return Ok(Input::Stop);
        }
        if !event::poll(most)? {
            return Ok(if STOPPED.load(Ordering::Relaxed) { Input::Stop } else { Input::Nothing });
        }
        Ok(match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => Input::Key(key),
            Event::Key(_) => Input::Nothing,
            _ => Input::Redraw,
        })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        ratatui::restore();
        OPEN.store(false, Ordering::Relaxed);
        output::let_go();
    }
}
