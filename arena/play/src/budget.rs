//! A rate limit.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::Instant;

/// Allows a mean number of units a second, and some at once. Callers that take more must wait, one after the other.
///
/// A leaky bucket whose only state is the time at which all units taken so far are paid for.
#[derive(Debug)]
pub struct Budget {
    start: Instant,
    unit_ns: u64,
    burst: Duration,
    /// In nanoseconds since the start.
    paid_ns: AtomicU64,
}

impl Budget {
    /// A budget of so many units a second, as a mean over this time.
    pub fn new(per_second: u32, mean_over: Duration) -> Budget {
        let unit_ns = ns(Duration::from_secs(1)) / u64::from(per_second.max(1));
        Budget { start: Instant::now(), unit_ns, burst: mean_over, paid_ns: AtomicU64::new(0) }
    }

    /// The same budget, but with only so many units at first.
    pub fn beginning_with(self, units: u32) -> Budget {
        let missing = ns(self.burst).saturating_sub(self.price_ns(units));
        Budget { paid_ns: AtomicU64::new(missing), ..self }
    }

    /// Takes these units. Returns `None` if they are within the budget, else the time at which they will be.
    pub fn take(&self, units: u32) -> Option<Instant> {
        let (now, price) = (ns(self.start.elapsed()), self.price_ns(units));
        let pay = |paid: u64| paid.max(now).saturating_add(price);
        // `update` returns the value before the change, so the change is applied to it once more.
        let paid = pay(self.paid_ns.update(Ordering::Relaxed, Ordering::Relaxed, pay));
        let due = paid.saturating_sub(ns(self.burst));
        (due > now).then(|| self.start + Duration::from_nanos(due))
    }

    /// Takes these units, but only if they are within the budget.
    pub fn take_if_free(&self, units: u32) -> bool {
        let (now, price) = (ns(self.start.elapsed()), self.price_ns(units));
        let latest = now.saturating_add(ns(self.burst));
        let pay = |paid: u64| Some(paid.max(now).saturating_add(price)).filter(|paid| *paid <= latest);
        self.paid_ns.try_update(Ordering::Relaxed, Ordering::Relaxed, pay).is_ok()
    }

    fn price_ns(&self, units: u32) -> u64 {
        self.unit_ns.saturating_mul(units.into())
    }
}

fn ns(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    /// One unit a millisecond, and ten at once.
    fn budget() -> Budget {
        Budget::new(1000, Duration::from_millis(10))
    }

    #[tokio::test(start_paused = true)]
    async fn who_takes_more_than_the_burst_waits_and_all_others_behind() {
        let (budget, start) = (budget(), Instant::now());
        assert_eq!(budget.take(10), None);
        assert_eq!(budget.take(3), Some(start + Duration::from_millis(3)));
        assert_eq!(budget.take(2), Some(start + Duration::from_millis(5)));
        advance(Duration::from_millis(15)).await;
        assert_eq!(budget.take(10), None);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_not_there_at_first_comes_with_time() {
        let budget = budget().beginning_with(3);
        assert!(!budget.take_if_free(4));
        assert!(budget.take_if_free(3));
        advance(Duration::from_millis(15)).await;
        assert!(budget.take_if_free(10));
    }

    #[tokio::test(start_paused = true)]
    async fn a_budget_that_nobody_uses_holds_no_more_than_its_burst() {
        let budget = budget();
        advance(Duration::from_secs(3600)).await;
        assert!(budget.take_if_free(10));
        assert!(!budget.take_if_free(1));
        advance(Duration::from_millis(4)).await;
        assert!(!budget.take_if_free(5), "and nothing is taken then");
        assert!(budget.take_if_free(4));
    }
}
