//! How Kanaloa's owner turns a fish, or wants to.

use kahua_engine::games::kanaloa::{Arrow, Change, ChangeKind, God, Side, Stage};

use crate::say;

use super::telling::Telling;
use super::words::{ends, side_up};

impl Telling<'_> {
    /// The side that the fish on this current shows now.
    pub(super) fn shows(&self, arrow: Arrow) -> Side {
        let white = self.after.shoal.is_white(self.after.current(arrow));
        if white { Side::White } else { Side::Coloured }
    }

    pub(super) fn turning(&self, Change { kind, arrow }: Change) -> String {
        let (language, mover, [from, to]) = (self.language(), self.mover(), ends(arrow));
        let shows = side_up(language, self.shows(arrow));
        match (kind, self.is_own(arrow)) {
            _ if matches!(self.after.stage, Stage::Veto(_)) => self.proposing(kind, arrow),
            (ChangeKind::Reverse, true) => say!(
                language,
                "With Kanaloa's help {0} reverses one of {0}'s own fish, which now points from {1} to {2}.",
                mover,
                to,
                from
            ),
            (ChangeKind::Reverse, false) => say!(
                language,
                "With Kanaloa's help {0} reverses {1}, which now points from {2} to {3}.",
                mover,
                self.fish(arrow),
                to,
                from
            ),
            (ChangeKind::Recolour, true) => say!(
                language,
                "With Kanaloa's help {0} turns over one of {0}'s own fish from {1} to {2}, which now lies {3}.",
                mover,
                from,
                to,
                shows
            ),
            (ChangeKind::Recolour, false) => say!(
                language,
                "With Kanaloa's help {0} turns over {1} from {2} to {3}, which now lies {4}.",
                mover,
                self.fish(arrow),
                from,
                to,
                shows
            ),
        }
    }

    /// A turning that somebody may forbid.
    fn proposing(&self, kind: ChangeKind, arrow: Arrow) -> String {
        let (mover, fish, protected) = (self.mover(), self.fish(arrow), self.protected_by(God::Kanaloa));
        let (language, [from, to]) = (self.language(), ends(arrow));
        match kind {
            ChangeKind::Reverse => {
                say!(
                    language,
                    "{0} wants to reverse {1} from {2} to {3}, which {4} may forbid.",
                    mover,
                    fish,
                    from,
                    to,
                    protected
                )
            }
            ChangeKind::Recolour => {
                say!(
                    language,
                    "{0} wants to turn over {1} from {2} to {3}, which {4} may forbid.",
                    mover,
                    fish,
                    from,
                    to,
                    protected
                )
            }
        }
    }

    pub(super) fn allowing(&self) -> String {
        let (language, protected) = (self.language(), self.protected_by(God::Kanaloa));
        let Stage::Veto(Change { kind, arrow }) = self.before.stage else {
            return say!(language, "{0} allows it.", protected);
        };
        let [from, to] = ends(arrow);
        match (kind, self.shows(arrow)) {
            (ChangeKind::Reverse, _) => {
                say!(language, "{0} allows it, and the fish now points from {1} to {2}.", protected, to, from)
            }
            (ChangeKind::Recolour, Side::White) => {
                say!(
                    language,
                    "{0} allows it, and the fish from {1} to {2} now lies white side up.",
                    protected,
                    from,
                    to
                )
            }
            (ChangeKind::Recolour, Side::Coloured) => {
                say!(
                    language,
                    "{0} allows it, and the fish from {1} to {2} now lies coloured side up.",
                    protected,
                    from,
                    to
                )
            }
        }
    }

    pub(super) fn veto(&self) -> String {
        let (protected, mover) = (self.protected_by(God::Kanaloa), self.mover());
        say!(
            self.language(),
            "{0} forbids it, with Kanaloa's protection, and {1} may not choose this fish again in this turn.",
            protected,
            mover
        )
    }
}
