//! Playouts do not allocate per step: counted, not believed.
#![allow(unsafe_code)] // An allocator that counts, around the system's own.
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

struct Counting;

static COUNT: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn playouts_do_not_allocate_per_step() {
    let allocations = |entry: &games::Entry, steps| {
        let before = COUNT.load(Relaxed);
        let done = entry.playouts(3, steps);
        (COUNT.load(Relaxed) - before, done)
    };
    for entry in games::GAMES {
        let (few, short) = allocations(entry, 20_000);
        let (many, long) = allocations(entry, 120_000);
        let each = many.saturating_sub(few) as f64 / (long - short) as f64;
        println!("{}: {few} allocations in {short} steps, {many} in {long}: {each:.5} a step", entry.name);
        // A game may set up its board; a step may not.
        assert!(each < 0.02, "{}: {each} allocations a step", entry.name);
    }
}
