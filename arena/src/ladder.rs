//! Stub until the real one lands.
use arena_proto::pb::arena::v1 as pb;
/// Stub.
#[derive(Debug, Default)]
pub struct Ladder(u64);
impl Ladder {
    /// Stub.
    pub fn add(&mut self, record: &pb::MatchRecord) -> Vec<pb::RatingChange> {
        self.0 += 1;
        record.players.iter().map(|_| pb::RatingChange { before: 1500.0, after: 1500.0 }).collect()
    }
    /// Stub.
    #[must_use]
    pub fn standings(&self) -> Vec<pb::PoolStandings> {
        Vec::new()
    }
}
