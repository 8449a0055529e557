//! A list of problems up to a limit. Of the problems beyond it, only the number is shown.

/// The most problems that are shown.
const SHOWN_MAX: usize = 100;

/// The problems, as text.
#[derive(Debug, Default)]
pub(crate) struct BoundedList {
    shown: Vec<String>,
    others: u64,
}

impl BoundedList {
    /// Adds a problem. It is formatted only if it will be shown.
    pub(crate) fn add(&mut self, problem: &dyn std::fmt::Display) {
        if self.shown.len() < SHOWN_MAX {
            self.shown.push(problem.to_string());
        } else {
            self.others += 1;
        }
    }

    /// The problems, followed by the number of `others` if there are any.
    pub(crate) fn all(mut self, others: &str) -> Vec<String> {
        if self.others > 0 {
            self.shown.push(format!("and {} more {others}", self.others));
        }
        self.shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_are_told_than_somebody_reads() {
        let mut told = BoundedList::default();
        (0..SHOWN_MAX).for_each(|number| told.add(&number));
        assert_eq!(BoundedList::default().all("faults"), Vec::<String>::new());
        told.add(&"x");
        told.add(&"y");
        let all = told.all("faults");
        assert_eq!((all.len(), all[SHOWN_MAX].as_str()), (SHOWN_MAX + 1, "and 2 more faults"));
    }
}
