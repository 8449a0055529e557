//! Chance outcomes as messages and back.

use kahua_proto::pb::games::hawaii::v1 as pb;
use kahua_proto::pb::games::hawaii::v1::chance::Kind;

use crate::games::hawaii::action::Chance;
use crate::games::hawaii::places::{Islet, Site};
use crate::games::hawaii::tiles::God;
use crate::games::hawaii::tokens::Token;
use crate::wire::WireError;
use crate::wire::fields::{counted, one_of, read_seat, required};

impl Chance {
    pub(super) fn to_message(self) -> pb::Chance {
        let kind = match self {
            Chance::Site(site) => Kind::SiteDrawn(pb::SiteDrawn { site: counted(site.index()) }),
            Chance::God(god) => Kind::GodDrawn(pb::GodDrawn { god: counted(god.index()) }),
            Chance::Islet(islet) => Kind::IsletDrawn(pb::IsletDrawn { islet: counted(islet.index()) }),
            Chance::Seat(seat) => Kind::SeatDrawn(pb::SeatDrawn { seat: seat.number().into() }),
            Chance::Token(token) => Kind::TokenDrawn(pb::TokenDrawn { token: counted(token.index()) }),
        };
        pb::Chance { kind: Some(kind) }
    }

    pub(super) fn from_message(message: &pb::Chance) -> Result<Chance, WireError> {
        Ok(match required("hawaii.kind", message.kind.as_ref())? {
            Kind::SiteDrawn(drawn) => Chance::Site(one_of("hawaii.site_drawn.site", &Site::ALL, drawn.site)?),
            Kind::GodDrawn(drawn) => Chance::God(one_of("hawaii.god_drawn.god", &God::ALL, drawn.god)?),
            Kind::IsletDrawn(drawn) => Chance::Islet(one_of("hawaii.islet_drawn.islet", &Islet::ALL, drawn.islet)?),
            Kind::SeatDrawn(drawn) => Chance::Seat(read_seat("hawaii.seat_drawn.seat", drawn.seat)?),
            Kind::TokenDrawn(drawn) => Chance::Token(one_of("hawaii.token_drawn.token", &Token::ALL, drawn.token)?),
        })
    }
}
