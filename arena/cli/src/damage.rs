//! Damaged records. A command leaves them out, goes on, and names them at its end.

use anyhow::anyhow;
use kahua_core::words::count;

use crate::exit::CommandResult;
use kahua_store::StoreError;

/// The most damaged records that are named. Of more, only the number is shown.
const NAMED_MAX: usize = 20;

/// The damaged records that a command has left out.
#[derive(Debug, Default)]
pub(crate) struct Damage {
    named: Vec<String>,
    total: usize,
}

impl Damage {
    /// The value that was read; `None` if it is damaged, which is noted for the report.
    ///
    /// # Errors
    /// If the store as a whole can't be read.
    pub(crate) fn leave_out<T>(&mut self, read: Result<T, StoreError>) -> anyhow::Result<Option<T>> {
        match read {
            Ok(sound) => Ok(Some(sound)),
            Err(damaged @ StoreError::Damaged { .. }) => {
                self.note(&damaged);
                Ok(None)
            }
            Err(error) => Err(anyhow!(error).context("cannot read a record")),
        }
    }

    /// Notes a record that was left out.
    pub(crate) fn note(&mut self, damaged: &StoreError) {
        self.total += 1;
        if self.named.len() < NAMED_MAX {
            let named = match damaged {
                StoreError::Damaged { id, problem } => format!("\n  {id}: {problem}"),
                other => format!("\n  {other}"),
            };
            self.named.push(named);
        }
    }

    /// Ends the command: with an error that names what was left out, if anything was.
    ///
    /// # Errors
    /// If anything was left out.
    pub(crate) fn report(self) -> CommandResult {
        if self.total == 0 {
            return Ok(());
        }
        let what =
            count(self.total as u64, "match is damaged and was left out", "matches are damaged and were left out");
        let unnamed = self.total - self.named.len();
        let more = if unnamed == 0 { String::new() } else { format!("\n  and {unnamed} more") };
        Err(anyhow!("{what}; everything else is complete:{}{more}", self.named.concat()).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::Failure;

    fn damaged(id: usize) -> Result<(), StoreError> {
        Err(StoreError::Damaged { id: id.to_string(), problem: "it has holes".into() })
    }

    #[test]
    fn what_was_left_out_is_told_at_the_end_and_bounded() {
        let mut damage = Damage::default();
        assert_eq!(damage.leave_out(Ok(7)).unwrap(), Some(7));
        assert!(damage.leave_out::<()>(Err(StoreError::Closed)).is_err());
        for id in 0..NAMED_MAX + 5 {
            assert_eq!(damage.leave_out(damaged(id)).unwrap(), None);
        }
        let Err(Failure::Outside(error)) = damage.report() else { panic!("damage is a failure") };
        let error = error.to_string();
        assert!(error.starts_with("25 matches are damaged"), "{error}");
        assert!(error.contains("\n  19: it has holes\n  and 5 more"), "{error}");
        assert!(Damage::default().report().is_ok());
    }
}
