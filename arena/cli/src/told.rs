//! Problems that are told one by one, up to a bound; of the others, only the number is.

/// The most that are told one by one.
const TOLD_MAX: usize = 100;

/// What was found, in words.
#[derive(Debug, Default)]
pub(crate) struct Told {
    told: Vec<String>,
    untold: u64,
}

impl Told {
    /// Adds a problem; it is put into words only if it is told.
    pub(crate) fn add(&mut self, problem: &dyn std::fmt::Display) {
        if self.told.len() < TOLD_MAX {
            self.told.push(problem.to_string());
        } else {
            self.untold += 1;
        }
    }

    /// The problems, and at last how many `others` there are, if there are any.
    pub(crate) fn all(mut self, others: &str) -> Vec<String> {
        if self.untold > 0 {
            self.told.push(format!("and {} more {others}", self.untold));
        }
        self.told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_are_told_than_somebody_reads() {
        let mut told = Told::default();
        (0..TOLD_MAX).for_each(|number| told.add(&number));
        assert_eq!(Told::default().all("faults"), Vec::<String>::new());
        told.add(&"x");
        told.add(&"y");
        let all = told.all("faults");
        assert_eq!((all.len(), all[TOLD_MAX].as_str()), (TOLD_MAX + 1, "and 2 more faults"));
    }
}
