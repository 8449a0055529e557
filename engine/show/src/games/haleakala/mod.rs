//! Haleakala, told and drawn.

mod board;
mod describe;
#[cfg(test)]
mod tests;
