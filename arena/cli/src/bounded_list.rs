//! Problems that are told one by one, up to a bound; of the others, only the number is.

/// The most that are told one by one.
const SHOWN_MAX: usize = 100;

/// What was found, in words.
#[derive(Debug, Default)]
pub(crate) struct BoundedList {
    shown: Vec<String>,
    others: u64,
}

impl BoundedList {
    /// Adds a problem; it is put into words only if it is told.
    pub(crate) fn add(&mut self, problem: &dyn std::fmt::Display) {
        if self.shown.len() < SHOWN_MAX {
            self.shown.push(problem.to_string());
        } else {
            self.others += 1;
        }
    }

    /// The problems, and at last how many `others` there are, if there are any.
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
