//! What an organizer does by a form. Each act is one call of LeagueService, which decides whether it is allowed.

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_server::LeagueService;
use maud::{Markup, html};
use pb::league_length::Length;

use crate::failure::Failure;
use crate::form::Sent;
use crate::language::{compose, say};
use crate::words::safe;

/// Does what the form says, and reports what was done.
pub(super) async fn act(sent: &Sent) -> Result<Markup, Failure> {
    let (visitor, language) = (&sent.guest.visitor, sent.guest.frame.language);
    let calls = visitor.calls();
    let (name, bot) = (sent.field("name").trim(), sent.field("bot").trim());
    let reason = sent.field("reason").trim().to_owned();
    let league = name.to_owned();
    Ok(match sent.field("do") {
        "abort" => {
            let wanted = pb::AbortMatchRequest { match_id: name.to_owned(), reason };
            calls.abort_match(visitor.request(wanted)).await?;
            html! { (say!(language, "The match has ended without result.")) }
        }
        "let-back" => {
            let wanted = pb::LetBackRequest { name: name.to_owned() };
            match calls.let_back(visitor.request(wanted)).await?.into_inner().was_suspended {
                true => compose!(language, "{0} is let back and gets matches again.", safe(name)),
                false => compose!(language, "{0} wasn't suspended.", safe(name)),
            }
        }
        "suspend" => {
            calls.suspend(visitor.request(pb::SuspendRequest { name: name.to_owned(), reason })).await?;
            compose!(language, "{0} is suspended.", safe(name))
        }
        "create-bot" => {
            let wanted = pb::CreateBotRequest { name: name.to_owned() };
            let token = calls.create_bot(visitor.request(wanted)).await?.into_inner().token;
            let token = html! { code { (token) } };
            compose!(
                language,
                "The token of {0} is {1}. It is shown this once; the arena keeps only its hash.",
                safe(name),
                token
            )
        }
        "revoke" => {
            calls.revoke_token(visitor.request(pb::RevokeTokenRequest { name: name.to_owned() })).await?;
            compose!(language, "{0} has no token any more, and its connection has ended.", safe(name))
        }
        "pause-all" => {
            calls.set_paused(visitor.request(pb::SetPausedRequest { paused: Some(true) })).await?;
            html! { (say!(language, "No league pairs new matches. Those that are being played go on.")) }
        }
        "resume-all" => {
            calls.set_paused(visitor.request(pb::SetPausedRequest { paused: Some(false) })).await?;
            html! { (say!(language, "New matches are paired again.")) }
        }
        "pause" => {
            let wanted = pb::SetLeaguePausedRequest { league, paused: Some(true) };
            calls.set_league_paused(visitor.request(wanted)).await?;
            compose!(language, "{0} pairs no new matches. Those that are being played go on.", safe(name))
        }
        "resume" => {
            let wanted = pb::SetLeaguePausedRequest { league, paused: Some(false) };
            calls.set_league_paused(visitor.request(wanted)).await?;
            compose!(language, "{0} pairs new matches again.", safe(name))
        }
        "extend" => {
            let length = Some(pb::LeagueLength { length: Some(length(sent)?) });
            let planned = calls.extend_league(visitor.request(pb::ExtendLeagueRequest { league, length })).await?;
            html! {
                (say!(language, "{0} is extended.", safe(name)))
                @if let Some(planned) = planned.into_inner().planned {
                    " " (say!(language, "It will have {0} matches.", planned))
                }
            }
        }
        "withdraw" => {
            let wanted = pb::SetWithdrawnRequest { league, bot: bot.to_owned(), withdrawn: Some(true) };
            calls.set_withdrawn(visitor.request(wanted)).await?;
            compose!(language, "{0} gets no more matches in {1}.", safe(bot), safe(name))
        }
        "readmit" => {
            let wanted = pb::SetWithdrawnRequest { league, bot: bot.to_owned(), withdrawn: Some(false) };
            calls.set_withdrawn(visitor.request(wanted)).await?;
            compose!(language, "{0} plays in {1} again.", safe(bot), safe(name))
        }
        _ => return Err(Failure::bad_request(say!(language, "The form doesn't say what to do"))),
    })
}

fn length(sent: &Sent) -> Result<Length, Failure> {
    let language = sent.guest.frame.language;
    let number = sent.field("length").trim().parse();
    let number = number.map_err(|_| Failure::bad_request(say!(language, "The new length isn't a number")))?;
    match sent.field("kind") {
        "sets" => Ok(Length::Sets(number)),
        "matches-per-bot" => Ok(Length::MatchesPerBot(number)),
        "rounds" => Ok(Length::Rounds(number)),
        _ => Err(Failure::bad_request(say!(language, "The form doesn't say what the length counts"))),
    }
}
