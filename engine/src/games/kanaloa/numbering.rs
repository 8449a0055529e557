//! The numbers of the actions, for programs that learn. Fish are numbered by the currents of the map in play, in the order of the
//! ruleset, and opponents from the seat after the actor.

use super::Kanaloa;
use super::action::{Action, Change, ChangeKind, Spot};
use super::fish::Side;
use super::god::Temple;
use super::map::{Arrow, CURRENTS_MAX, Current, ISLANDS_MAX, Island, Map};
use super::options::LeftOut;
use super::player::Piece;
use super::ruleset::Rules;
use super::tile::Tile;
use super::view::{Shown, View};
use super::volcano::{SeaSpace, Site};
use crate::encode::{Actor, Encode, Pen, Steps, Verb, Vocabulary, verbs, write_ids_of, write_with_ink};
use crate::game::Viewer;
use crate::seat::Seat;
use crate::set::Ordinal;

/// Every current in both directions: the forward one comes first.
const ARROWS: usize = 2 * CURRENTS_MAX;

/// A piece on each island, a blocked one on each island, and one on the dolphin.
const PIECES: usize = 2 * ISLANDS_MAX + 1;

/// The opponents at the largest table.
const OTHERS: usize = 3;

verbs! {
    LAY_FISH = "fish" [(ARROWS * 2, "the current, its direction and the side of the fish")];
    PLACE_PIECE = "piece" [(ISLANDS_MAX, "the island")];
    REMOVE_PIECE = "remove" [(PIECES, "the island of a free piece, that of a blocked one, or the dolphin")];
    LAND = "land" [(ISLANDS_MAX, "the island")];
    MOVE = "move" [(ARROWS, "the current and its direction")];
    FLIP = "flip" [(ARROWS, "the current and its direction")];
    CALL_DOLPHIN = "dolphin" [(ISLANDS_MAX, "the island")];
    SWAP = "swap" [
        (CURRENTS_MAX, "the current between the islands"),
        (Tile::COUNT, "the tile of the first island"),
        (Tile::COUNT, "the tile of the second island")
    ];
    SACRIFICE = "sacrifice" [(Temple::ALL.len(), "the temple")];
    ADD = "add" [(Tile::COUNT, "the tile")];
    DONE = "done" [];
    ROB = "rob" [(OTHERS * Tile::COUNT, "the victim, as seats after the actor, and the tile")];
    SPARE = "spare" [];
    TAKE = "take" [(Tile::COUNT, "the tile")];
    PLACE_VOLCANO = "volcano" [(ISLANDS_MAX + SeaSpace::COUNT, "the island or the sea space")];
    REVERSE = "reverse" [(ARROWS, "the current and its direction")];
    RECOLOUR = "recolour" [(ARROWS, "the current and its direction")];
    SECOND_PIECE = "second" [(ISLANDS_MAX, "the island")];
    END_TURN = "end" [];
    ALLOW = "allow" [];
    VETO = "veto" [];
}

impl Encode for Kanaloa {
    const ENCODING_VERSION: u32 = 1;
    const VERBS: &'static [Verb] = VERBS;

    type Shown<'a> = Shown<'a>;

    fn shown_by<'a>(view: &'a View, rules: &'a Rules) -> Shown<'a> {
        view.shown(rules)
    }

    fn shown(&self, _viewer: Viewer) -> Shown<'_> {
        self.shown()
    }

    fn observe(shown: &Shown<'_>, viewer: Seat, pen: &mut impl Pen) {
        Kanaloa::write_view(shown, viewer, pen);
    }

    fn write(shown: &Shown<'_>, viewer: Seat, out: &mut [u8]) {
        write_with_ink::<Self>(shown, viewer, out);
    }

    #[inline]
    fn to_steps(action: &Action, actor: Actor<'_, Rules>) -> Option<Steps> {
        let map = &actor.rules.components(actor.seats, LeftOut::Selected).map;
        let arrow = |arrow| number_of_arrow(map, arrow);
        Some(match *action {
            Action::LayFish { arrow: way, side } => Steps::one(LAY_FISH, arrow(way)? * Side::COUNT + side.index()),
            Action::PlacePiece(island) => Steps::one(PLACE_PIECE, island.index()),
            Action::RemovePiece(piece) => Steps::one(REMOVE_PIECE, number_of_piece(piece)),
            Action::Land(island) => Steps::one(LAND, island.index()),
            Action::Move(way) => Steps::one(MOVE, arrow(way)?),
            Action::Flip(way) => Steps::one(FLIP, arrow(way)?),
            Action::CallDolphin(island) => Steps::one(CALL_DOLPHIN, island.index()),
            Action::Swap(first, second) => {
                let current = map.current(Arrow { tail: first.island, head: second.island })?;
                let parts = [current.ordinal(), first.tile.index(), second.tile.index()];
                Steps::new(SWAP, parts.map(|part| part as u16))
            }
            Action::Sacrifice(temple) => Steps::one(SACRIFICE, temple.index()),
            Action::Add(tile) => Steps::one(ADD, tile.index()),
            Action::Done => Steps::one(DONE, 0),
            Action::Rob { victim, tile } => {
                let after = actor.seats.others_after(actor.seat).position(|other| other == victim)?;
                Steps::one(ROB, after * Tile::COUNT + tile.index())
            }
            Action::Spare => Steps::one(SPARE, 0),
            Action::TakeTile(tile) => Steps::one(TAKE, tile.index()),
            Action::PlaceVolcano(site) => Steps::one(PLACE_VOLCANO, number_of_site(site)),
            Action::TurnFish(Change { kind: ChangeKind::Reverse, arrow: way }) => Steps::one(REVERSE, arrow(way)?),
            Action::TurnFish(Change { kind: ChangeKind::Recolour, arrow: way }) => Steps::one(RECOLOUR, arrow(way)?),
            Action::SecondPiece(island) => Steps::one(SECOND_PIECE, island.index()),
            Action::EndTurn => Steps::one(END_TURN, 0),
            Action::Allow => Steps::one(ALLOW, 0),
            Action::Veto => Steps::one(VETO, 0),
        })
    }

    fn write_ids(legal: &[Action], actor: Actor<'_, Rules>, vocabulary: &Vocabulary, out: &mut [i32]) {
        write_ids_of::<Self>(legal, actor, vocabulary, out);
    }

    fn from_steps(Steps { verb, ordinals }: Steps, actor: Actor<'_, Rules>) -> Option<Action> {
        let map = &actor.rules.components(actor.seats, LeftOut::Selected).map;
        let [number, first, second] = ordinals.map(usize::from);
        let island = || Island::new(number).filter(|island| map.islands().contains(*island));
        let arrow = |number| numbered_arrow(map, number);
        let turn = |kind| Some(Action::TurnFish(Change { kind, arrow: arrow(number)? }));
        Some(match verb {
            LAY_FISH => Action::LayFish { arrow: arrow(number / Side::COUNT)?, side: Side::ALL[number % Side::COUNT] },
            PLACE_PIECE => Action::PlacePiece(island()?),
            REMOVE_PIECE => Action::RemovePiece(numbered_piece(map, number)?),
            LAND => Action::Land(island()?),
            MOVE => Action::Move(arrow(number)?),
            FLIP => Action::Flip(arrow(number)?),
            CALL_DOLPHIN => Action::CallDolphin(island()?),
            SWAP => {
                let Arrow { tail, head } = arrow(2 * number)?;
                let spot = |island, tile| Some(Spot { island, tile: Tile::new(tile)? });
                Action::Swap(spot(tail, first)?, spot(head, second)?)
            }
            SACRIFICE => Action::Sacrifice(*Temple::ALL.get(number)?),
            ADD => Action::Add(Tile::new(number)?),
            DONE => Action::Done,
            ROB => {
                let victim = actor.seats.others_after(actor.seat).nth(number / Tile::COUNT)?;
                Action::Rob { victim, tile: Tile::new(number % Tile::COUNT)? }
            }
            SPARE => Action::Spare,
            TAKE => Action::TakeTile(Tile::new(number)?),
            PLACE_VOLCANO => Action::PlaceVolcano(match number.checked_sub(ISLANDS_MAX) {
                Some(space) => Site::Sea(*SeaSpace::ALL.get(space)?),
                None => Site::Island(island()?),
            }),
            REVERSE => turn(ChangeKind::Reverse)?,
            RECOLOUR => turn(ChangeKind::Recolour)?,
            SECOND_PIECE => Action::SecondPiece(island()?),
            END_TURN => Action::EndTurn,
            ALLOW => Action::Allow,
            VETO => Action::Veto,
            _ => return None,
        })
    }
}

fn number_of_arrow(map: &Map, arrow: Arrow) -> Option<usize> {
    let current = map.current(arrow)?;
    Some(2 * current.ordinal() + usize::from(map.forward(current) != arrow))
}

fn numbered_arrow(map: &Map, number: usize) -> Option<Arrow> {
    let current = (number < ARROWS).then(|| Current::from_ordinal(number / 2))?;
    let forward = map.currents().contains(current).then(|| map.forward(current))?;
    Some(if number.is_multiple_of(2) { forward } else { forward.reversed() })
}

fn number_of_piece(piece: Piece) -> usize {
    match piece {
        Piece::On { island, blocked } => island.index() + if blocked { ISLANDS_MAX } else { 0 },
        Piece::Dolphin => PIECES - 1,
    }
}

fn numbered_piece(map: &Map, number: usize) -> Option<Piece> {
    if number == PIECES - 1 {
        return Some(Piece::Dolphin);
    }
    let island = Island::new(number % ISLANDS_MAX).filter(|island| map.islands().contains(*island))?;
    Some(Piece::On { island, blocked: number >= ISLANDS_MAX })
}

/// The islands come first, then the sea spaces.
pub(super) fn number_of_site(site: Site) -> usize {
    match site {
        Site::Island(island) => island.index(),
        Site::Sea(space) => ISLANDS_MAX + space.index(),
    }
}
