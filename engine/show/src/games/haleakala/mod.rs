//! Haleakala in words and drawings.

mod board;
mod describe;
mod highlights;
#[cfg(test)]
mod tests;
