//! Detects panics in tasks, which the runtime only prints.

use std::cell::Cell;
use std::panic;
use std::sync::Once;

thread_local! {
    static PANICKED: Cell<bool> = const { Cell::new(false) };
}

/// Notes every panic on this thread from now on.
pub(crate) fn watch() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            PANICKED.set(true);
            usual(panic);
        }));
    });
    PANICKED.set(false);
}

/// Panics if a task has panicked.
pub(crate) fn check() {
    assert!(!PANICKED.get(), "a task of the arena or of a bot has panicked: its message stands above");
}
