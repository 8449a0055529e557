//! Reads observations back, for tests: nothing of a view may be missing in its observation.

use super::{Encode, Encoding, Kind, Layout, PlacedBlock};
use crate::dice::Seed;
use crate::game::{Game, Viewer};
use crate::options::Choices;
use crate::random_play::RandomPlay;
use crate::ruleset::Ruleset;
use crate::seat::{Seat, SeatCount};

/// An observation whose blocks are read by their names.
pub(crate) struct Reading<'a, G: Game> {
    layout: &'a Layout,
    columns: &'a [u8],
    /// Who looks.
    pub(crate) viewer: Seat,
    /// How many seats play.
    pub(crate) seats: SeatCount,
    /// The values of the ruleset.
    pub(crate) rules: &'a G::Rules,
}

impl<G: Game> Reading<'_, G> {
    fn block(&self, name: &str, kind: Kind) -> (&PlacedBlock, &[u8]) {
        let placed = self.layout.block(name).unwrap_or_else(|| panic!("a block {name}"));
        assert_eq!(placed.block.kind, kind, "{name}");
        (placed, &self.columns[placed.offset..][..placed.len()])
    }

    /// The columns of a block of counts.
    pub(crate) fn counts(&self, name: &str) -> Vec<u8> {
        self.block(name, Kind::Counts).1.to_vec()
    }

    /// The columns of a block of flags.
    pub(crate) fn flags(&self, name: &str) -> Vec<bool> {
        self.block(name, Kind::Flags).1.iter().map(|flag| *flag == 1).collect()
    }

    /// Which one is chosen in each row.
    pub(crate) fn ones(&self, name: &str) -> Vec<Option<usize>> {
        let (placed, columns) = self.block(name, Kind::OneHot);
        columns.chunks(placed.shape[placed.shape.len() - 1]).map(|row| row.iter().position(|one| *one == 1)).collect()
    }

    /// Which one is chosen in a block with a single row.
    pub(crate) fn one(&self, name: &str) -> Option<usize> {
        let [one] = self.ones(name)[..] else { panic!("{name} has several rows") };
        one
    }

    /// The numbers that are written as sums.
    pub(crate) fn sums(&self, name: &str) -> Vec<u32> {
        let (placed, columns) = self.block(name, Kind::Sum);
        let rows = columns.chunks(placed.shape[placed.shape.len() - 1]);
        rows.map(|row| row.iter().map(|column| u32::from(*column)).sum()).collect()
    }

    /// The seat that the viewer calls by this number.
    pub(crate) fn seat(&self, number: usize) -> Seat {
        let seats = self.seats.get();
        Seat::new(((self.viewer.index() + number) % seats) as u8)
    }

    /// The number by which the viewer calls this seat.
    pub(crate) fn number(&self, seat: Seat) -> usize {
        self.seats.seats().position(|number| self.seat(number.index()) == seat).expect("a seat of the table")
    }
}

/// Restores the views of all seats in random games at every table, and compares them with the true ones.
pub(crate) fn restores_every_view<G: Encode>(games: u64, restore: impl Fn(&Reading<'_, G>) -> G::View) {
    let ruleset = Ruleset::<G>::built_in();
    for seats in G::INFO.seats.clone().filter_map(SeatCount::new) {
        let encoding = Encoding::<G>::new(seats, &ruleset.rules);
        for (choices, game) in
            tables::<G>(seats).into_iter().flat_map(|choices| (0..games).map(move |game| (choices.clone(), game)))
        {
            let mut play = RandomPlay::<G>::new(seats, G::options(&choices), &ruleset.rules, Seed::from_number(game));
            let mut more = true;
            while more {
                for viewer in seats.seats() {
                    let view = play.state.view(Viewer::Seat(viewer));
                    let mut columns = vec![0; encoding.layout().len()];
                    encoding.observe(&view, viewer, &mut columns);
                    let mut of_state = vec![9; columns.len()];
                    encoding.observe_state(&play.state, viewer, &mut of_state);
                    assert_eq!(of_state, columns, "the observation of the state is that of its view");
                    let (layout, rules) = (encoding.layout(), &*ruleset.rules);
                    let restored = restore(&Reading { layout, columns: &columns, viewer, seats, rules });
                    assert_eq!(restored, view);
                }
                more = play.step().is_ok();
            }
        }
    }
}

/// The default options, and each other value of those that a table with this many seats may have.
fn tables<G: Game>(seats: SeatCount) -> Vec<Choices> {
    let options = G::INFO.options;
    let others =
        options.iter().flat_map(|option| option.values[1..].iter().map(|value| format!("{}={value}", option.name)));
    let others = others.map(|text| Choices::parse(options, [text.as_str()]).expect("a value of this option"));
    let fitting = others.filter(|choices| choices.check_seats(seats).is_ok());
    std::iter::once(Choices::defaults(options)).chain(fitting).collect()
}
