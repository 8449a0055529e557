//! What an organizer does by a form. Each act is one call of LeagueService, which decides whether it is allowed.

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_server::LeagueService;
use maud::{Markup, html};
use pb::league_length::Length;

use crate::failure::Failure;
use crate::form::Sent;
use crate::words::safe;

/// Does what the form says, and reports what was done.
pub(super) async fn act(sent: &Sent) -> Result<Markup, Failure> {
    let visitor = &sent.guest.visitor;
    let calls = visitor.calls();
    let (name, bot) = (sent.field("name").trim(), sent.field("bot").trim());
    let reason = sent.field("reason").trim().to_owned();
    let league = name.to_owned();
    Ok(match sent.field("do") {
        "abort" => {
            let wanted = pb::AbortMatchRequest { match_id: name.to_owned(), reason };
            calls.abort_match(visitor.request(wanted)).await?;
            html! { "The match has ended without result." }
        }
        "let-back" => {
            let wanted = pb::LetBackRequest { name: name.to_owned() };
            match calls.let_back(visitor.request(wanted)).await?.into_inner().was_suspended {
                true => html! { (safe(name)) " is let back and gets matches again." },
                false => html! { (safe(name)) " wasn't suspended." },
            }
        }
        "suspend" => {
            calls.suspend(visitor.request(pb::SuspendRequest { name: name.to_owned(), reason })).await?;
            html! { (safe(name)) " is suspended." }
        }
        "create-bot" => {
            let wanted = pb::CreateBotRequest { name: name.to_owned() };
            let token = calls.create_bot(visitor.request(wanted)).await?.into_inner().token;
            html! {
                "The token of " (safe(name)) " is " code { (token) } ". It is shown this once; the arena keeps only its hash."
            }
        }
        "revoke" => {
            calls.revoke_token(visitor.request(pb::RevokeTokenRequest { name: name.to_owned() })).await?;
            html! { (safe(name)) " has no token any more, and its connection has ended." }
        }
        "pause-all" => {
            calls.set_paused(visitor.request(pb::SetPausedRequest { paused: Some(true) })).await?;
            html! { "No league pairs new matches. Those that are being played go on." }
        }
        "resume-all" => {
            calls.set_paused(visitor.request(pb::SetPausedRequest { paused: Some(false) })).await?;
            html! { "New matches are paired again." }
        }
        "pause" => {
            let wanted = pb::SetLeaguePausedRequest { league, paused: Some(true) };
            calls.set_league_paused(visitor.request(wanted)).await?;
            html! { (safe(name)) " pairs no new matches. Those that are being played go on." }
        }
        "resume" => {
            let wanted = pb::SetLeaguePausedRequest { league, paused: Some(false) };
            calls.set_league_paused(visitor.request(wanted)).await?;
            html! { (safe(name)) " pairs new matches again." }
        }
        "extend" => {
            let length = Some(pb::LeagueLength { length: Some(length(sent)?) });
            let planned = calls.extend_league(visitor.request(pb::ExtendLeagueRequest { league, length })).await?;
            html! {
                (safe(name)) " is extended."
                @if let Some(planned) = planned.into_inner().planned { " It will have " (planned) " matches." }
            }
        }
        "withdraw" => {
            let wanted = pb::SetWithdrawnRequest { league, bot: bot.to_owned(), withdrawn: Some(true) };
            calls.set_withdrawn(visitor.request(wanted)).await?;
            html! { (safe(bot)) " gets no more matches in " (safe(name)) "." }
        }
        "readmit" => {
            let wanted = pb::SetWithdrawnRequest { league, bot: bot.to_owned(), withdrawn: Some(false) };
            calls.set_withdrawn(visitor.request(wanted)).await?;
            html! { (safe(bot)) " plays in " (safe(name)) " again." }
        }
        _ => return Err(Failure::bad_request("The form doesn't say what to do")),
    })
}

fn length(sent: &Sent) -> Result<Length, Failure> {
    let number = sent.field("length").trim().parse();
    let number = number.map_err(|_| Failure::bad_request("The new length isn't a number"))?;
    match sent.field("kind") {
        "sets" => Ok(Length::Sets(number)),
        "matches-per-bot" => Ok(Length::MatchesPerBot(number)),
        "rounds" => Ok(Length::Rounds(number)),
        _ => Err(Failure::bad_request("The form doesn't say what the length counts")),
    }
}
