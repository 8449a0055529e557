//! The one place that knows every format.

use crate::finite::Finite;
use crate::gauntlet::OneAgainstReferences;
use crate::knockout::Knockout;
use crate::ladder::Ladder;
use crate::round_robin::Everybody;
use crate::swiss::Swiss;
use crate::{Format, FormatSettings, SetSource};

impl FormatSettings {
    /// A league of this format in which no match has been played.
    #[must_use]
    pub fn start(&self, source: SetSource) -> Box<dyn Format> {
        match self {
            FormatSettings::RoundRobin(amount) => Box::new(Finite::new(source, Everybody::default(), *amount)),
            FormatSettings::Gauntlet { references, amount } => {
                Box::new(Finite::new(source, OneAgainstReferences::new(references.iter().copied()), *amount))
            }
            FormatSettings::Ladder(lopsided) => Box::new(Ladder::new(source, *lopsided)),
            FormatSettings::Swiss { rounds, announced } => Box::new(Swiss::new(source, *rounds, *announced)),
            FormatSettings::Knockout(settings) => Box::new(Knockout::new(source, settings.clone())),
        }
    }
}
