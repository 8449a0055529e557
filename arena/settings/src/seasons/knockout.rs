//! How a knock-out is played, among the terms of its season.

use kahua_engine::SeatCount;
use kahua_leagues::Knockout;

use super::KeptSeason;
use crate::config::FormatKind;

/// The terms that only a knock-out has.
pub(crate) fn terms(Knockout { seeds, best_of, third_place }: &Knockout) -> [(&'static str, String); 3] {
    let seeds: Vec<&str> = seeds.iter().map(|name| name.as_str()).collect();
    [("bots", seeds.join(" ")), ("best_of", best_of.to_string()), ("third_place", third_place.to_string())]
}

impl KeptSeason {
    /// How many seats the tables of this season have, and how it is played; `None` if it isn't a season of a knock-out.
    #[must_use]
    pub fn knockout(&self) -> Option<(SeatCount, Knockout)> {
        if self.term("format") != Some(FormatKind::Knockout) {
            return None;
        }
        let term = |name: &str| self.terms.get(name);
        let seats = SeatCount::new(term("seats")?.parse().ok()?)?;
        let seeds = term("bots")?.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
        let (best_of, third_place) = (term("best_of")?.parse().ok()?, term("third_place")?.parse().ok()?);
        Some((seats, Knockout { seeds, best_of, third_place }))
    }
}

#[cfg(test)]
mod tests {
    use kahua_core::season::Season;

    use super::*;
    use crate::seasons::Terms;

    #[test]
    fn the_terms_of_a_knock_out_are_read_as_they_were_kept() {
        let seeds = ["bob", "ann", "cid"].map(|name| name.parse().unwrap()).into();
        let played = Knockout { seeds, best_of: 3, third_place: true };
        let season = |format: &str| {
            let others = [("format", format.to_owned()), ("seats", "2".to_owned())];
            KeptSeason { season: Season::FIRST, terms: Terms::new(terms(&played).into_iter().chain(others)) }
        };
        assert_eq!(season("knockout").knockout(), Some((SeatCount::new(2).unwrap(), played.clone())));
        assert_eq!(season("swiss").knockout(), None);
    }
}
