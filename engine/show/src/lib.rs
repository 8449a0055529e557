//! Kahua's games shown to people: events in sentences, boards as text and as drawings.
//!
//! The rules in `kahua-engine` know nothing of this, so a bot that plays by them compiles no markup.
//!
//! ```
//! use kahua_engine::{Choices, PerSeat, Viewer, registry};
//! use kahua_show::Wording;
//!
//! let entry = registry::find("hawaii").unwrap();
//! let seats = entry.info().seat_count(2)?;
//! let game = entry.built_in_ruleset().open(seats, &Choices::defaults(entry.info().options))?;
//! let names = PerSeat::from_values(["Anna".to_owned(), "Ben".to_owned()]).unwrap();
//! let board = kahua_show::shown(&*game).text_board(Viewer::Public, Wording::english(&names));
//! assert!(board.contains("Anna"), "{board}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod describe;
mod draw;
mod games;
mod highlights;
pub mod language;
mod prose;
mod registry;
mod shown;
#[cfg(feature = "toy")]
mod toy;

pub use describe::{Describe, ScoreLine, ScoreSheet};
pub use draw::{Draw, Drawn, STYLE, TARGET_MIN, TEXT_MIN, WIDTH, seat_shape, squeezed};
pub use highlights::{Highlights, Picture, Values};
pub use language::{Language, Wording};
pub use registry::{Visit, board_styles, first_drawing, shown, visit_all};
pub use shown::{Show, Shown};
