//! An event, as it waits and as it is sent.

use kahua_core::correction::in_words;
use kahua_core::limits::cut;
use kahua_core::text::{in_json, on_one_line};
use kahua_play::time::Time;
use kahua_proto::json::to_json;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::{timestamp, unix_ms};
use kahua_settings::config::WebhookEvent;
use ring::digest::{SHA256, digest};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::limits::TEXT_BYTES_MAX;

/// Something that has happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Event {
    /// The same for the same event, however often it is found or sent.
    pub(crate) id: String,
    #[serde(rename = "type")]
    kind: String,
    /// When it happened, or was found.
    timestamp: String,
    /// What has happened, for people.
    text: String,
    /// What has happened, for programs.
    data: Value,
}

/// What a request has in its body.
#[derive(Serialize)]
struct Body<'a> {
    #[serde(flatten)]
    event: &'a Event,
    /// How many events were given up since the last one that was taken.
    missed: u64,
}

/// Makes the events of one webhook, whose ids differ from those of all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Origin(pub(crate) String);

impl Event {
    /// The body of a request.
    pub(crate) fn body(&self, missed: u64) -> String {
        let body = serde_json::to_string(&Body { event: self, missed }).expect("an event has texts for keys");
        in_json(&body).into()
    }

    /// Shows only that the webhook works.
    pub(crate) fn test(origin: &Origin) -> Event {
        let now = Time::unix_ms();
        origin.event("test", &now.to_string(), now, "this is a test of a webhook".into(), json!({}))
    }
}

impl Origin {
    /// A match has ended.
    pub(crate) fn result(&self, summary: &pb::MatchSummary) -> Event {
        let at = summary.ended_at.as_ref().and_then(unix_ms).unwrap_or_default();
        let places = summary.players.iter().zip(&summary.results);
        let places: Vec<_> =
            places.map(|(player, result)| format!("{} has place {}", player.name, result.place)).collect();
        let outcome = if places.is_empty() { "no result".to_owned() } else { places.join(", ") };
        let of_league =
            if summary.league.is_empty() { String::new() } else { format!(" of league {}", summary.league) };
        let text = format!("match {}{of_league} has ended: {outcome}", summary.match_id);
        self.event(WebhookEvent::Result.name(), &summary.match_id, at, text, to_json(summary))
    }

    /// A round was announced or has begun.
    pub(crate) fn round(&self, league: &pb::League, round: Round<'_>) -> Event {
        let (name, season, number) = (&league.name, league.season, round.number());
        let text = format!("round {number} of league {name}: {}", round.tables().join(", "));
        let data = json!({"league": name, "season": season, "round": round.to_json()});
        // With the tables, since a correction may make a round of a knock-out anew.
        self.event(WebhookEvent::Round.name(), &format!("{season} {text}"), Time::unix_ms(), text, data)
    }

    /// All matches of a league's season are played.
    pub(crate) fn league_over(&self, league: &pb::League, played: u64) -> Event {
        let (name, season) = (&league.name, league.season);
        let text = format!("league {name} is over: {played} matches of season {season} were played");
        let data = json!({"league": name, "season": season, "played": played});
        // An organizer may extend the league, and then it is over once more.
        self.event(WebhookEvent::LeagueOver.name(), &format!("{name} {season} {played}"), Time::unix_ms(), text, data)
    }

    /// A bot was suspended.
    pub(crate) fn suspended(&self, bot: &str, suspension: &pb::Suspension) -> Event {
        let since = suspension.since.as_ref().and_then(unix_ms).unwrap_or_default();
        let text = format!("bot {bot} is suspended: {}", suspension.reason);
        let data = json!({"bot": bot, "suspended": true, "reason": suspension.reason});
        self.event(WebhookEvent::Suspension.name(), &format!("{bot} {since}"), since, text, data)
    }

    /// A bot that was suspended at this time was let back.
    pub(crate) fn let_back(&self, bot: &str, since_ms: i64) -> Event {
        let data = json!({"bot": bot, "suspended": false, "reason": ""});
        let about = format!("{bot} {since_ms} back");
        self.event(WebhookEvent::Suspension.name(), &about, Time::unix_ms(), format!("bot {bot} is let back"), data)
    }

    /// An organizer has corrected results.
    pub(crate) fn correction(&self, made: &pb::Correction) -> Event {
        let at = made.at.as_ref().and_then(unix_ms).unwrap_or_default();
        let text = format!("{}: {}", in_words(made), made.why);
        self.event(WebhookEvent::Correction.name(), &made.number.to_string(), at, text, to_json(made))
    }

    /// The arena isn't well for this reason, or is well again.
    pub(crate) fn health(&self, trouble: Option<&str>) -> Event {
        let now = Time::unix_ms();
        let text =
            trouble.map_or_else(|| "the arena is well again".into(), |why| format!("the arena isn't well: {why}"));
        let data = json!({"well": trouble.is_none(), "reason": trouble.unwrap_or_default()});
        self.event(WebhookEvent::Health.name(), &now.to_string(), now, text, data)
    }

    /// `about` tells the event from all others of its kind.
    fn event(&self, kind: &str, about: &str, unix_ms: i64, text: String, data: Value) -> Event {
        // A digest, since an id must not have the dots that names may have: the signed text is separated by dots.
        let digest = digest(&SHA256, format!("{} {kind} {about}", self.0).as_bytes());
        Event {
            id: format!("evt_{}", hex::encode(&digest.as_ref()[..16])),
            kind: kind.to_owned(),
            timestamp: timestamp(unix_ms).to_string(),
            text: on_one_line(cut(&text, TEXT_BYTES_MAX)).into(),
            data,
        }
    }
}

/// A round that was announced or has begun.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Round<'a> {
    Swiss(&'a pb::SwissRound),
    Knockout(&'a pb::KnockoutRound),
}

impl<'a> Round<'a> {
    /// The latest round of this league, if it has any.
    pub(crate) fn of(status: &'a pb::LeagueStatus) -> Option<Round<'a>> {
        status.round.as_ref().map(Round::Swiss).or_else(|| status.knockout.last().map(Round::Knockout))
    }

    pub(crate) fn number(self) -> u32 {
        match self {
            Round::Swiss(round) => round.number,
            Round::Knockout(round) => round.number,
        }
    }

    /// Who plays whom.
    fn tables(self) -> Vec<String> {
        match self {
            Round::Swiss(round) => round.tables.iter().map(|table| table.bots.join(" - ")).collect(),
            Round::Knockout(round) => round.tables.iter().map(|table| table.bots.join(" - ")).collect(),
        }
    }

    fn to_json(self) -> Value {
        match self {
            Round::Swiss(round) => to_json(round),
            Round::Knockout(round) => to_json(round),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn league() -> pb::League {
        pb::League { name: "spring".into(), season: 1, ..pb::League::default() }
    }

    fn correction(change: pb::correction::Change) -> pb::Correction {
        let (by, why) = ("ann".into(), "cid's machine was broken".into());
        let at = Some(timestamp(1_795_000_000_000));
        pb::Correction {
            number: 7,
            at,
            by,
            why,
            league: "spring".into(),
            season: 1,
            change: Some(change),
            undone_by: None,
        }
    }

    fn result() -> pb::MatchSummary {
        let player = |name: &str| pb::Player { name: name.into(), version: "2".into() };
        let place = |score, place| pb::SeatResult { score, place, ..pb::SeatResult::default() };
        let kind = pb::termination::Kind::Finished.into();
        pb::MatchSummary {
            match_id: "01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55".into(),
            league: "spring".into(),
            game: "haleakala".into(),
            players: vec![player("ann"), player("bob")],
            termination: Some(pb::Termination { kind, reason: String::new() }),
            results: vec![place(41, 2), place(45, 1)],
            started_at: Some(timestamp(1_795_000_000_000)),
            ended_at: Some(timestamp(1_795_000_061_250)),
            events: 96,
            rated: true,
            season: 1,
            ..pb::MatchSummary::default()
        }
    }

    /// An event of each kind.
    fn all(origin: &Origin) -> Vec<Event> {
        let table = |bots: &[&str]| pb::SwissTable { bots: bots.iter().map(ToString::to_string).collect() };
        let round = pb::SwissRound {
            number: 2,
            tables: vec![table(&["ann", "bob"])],
            byes: vec!["cid".into()],
            begins_in_ms: Some(9_500),
        };
        let (reason, since) =
            ("it has lost 3 matches in a row by its own faults".into(), Some(timestamp(1_795_000_000_000)));
        let annulled = pb::AnnulledMatch { match_id: result().match_id };
        vec![
            origin.result(&result()),
            origin.round(&league(), Round::Swiss(&round)),
            origin.league_over(&league(), 60),
            origin.suspended("bob", &pb::Suspension { reason, since }),
            origin.correction(&correction(pb::correction::Change::Annulled(annulled))),
            origin.health(Some("the store can't be written, so no match begins: the disk is full")),
        ]
    }

    #[test]
    fn the_page_shows_an_event_of_each_kind_as_it_is_sent() {
        let page = include_str!("../../../docs/webhooks.md");
        let blocks = page.split("```json\n").skip(1).filter_map(|rest| rest.split_once("```"));
        let mut shown: Vec<Value> = blocks.map(|(block, _)| serde_json::from_str(block).unwrap()).collect();
        let sent = all(&Origin("page".into()));
        assert_eq!(shown.len(), sent.len());
        for (shown, event) in shown.iter_mut().zip(sent) {
            let sent: Value = serde_json::from_str(&event.body(0)).unwrap();
            // These have the time at which they were found.
            if ["round", "league_over", "health"].contains(&&*event.kind) {
                shown["timestamp"] = sent["timestamp"].clone();
            }
            if event.kind == "health" {
                shown["id"] = sent["id"].clone();
            }
            assert_eq!(*shown, sent);
        }
    }

    #[test]
    fn an_event_has_one_id_and_no_other_event_has_it() {
        let ids = |origin: &str| all(&Origin(origin.into())).into_iter().map(|event| event.id).collect::<Vec<_>>();
        let (one, again, other) = (ids("one"), ids("one"), ids("other"));
        // The last is of the arena's health, which is told by the moment.
        assert_eq!(one[..5], again[..5]);
        let different: std::collections::BTreeSet<_> = one.iter().chain(&other).collect();
        assert_eq!(different.len(), 12);
        assert!(one.iter().all(|id| id.len() == 36 && !id.contains('.')), "{one:?}");
    }

    #[test]
    fn what_strangers_wrote_is_harmless() {
        let origin = Origin("one".into());
        let hostile = "\u{1b}[2J\u{202e}\n\"}";
        let event = origin.suspended("bob", &pb::Suspension { reason: hostile.repeat(300), since: None });
        assert!(event.body(0).chars().all(|letter| !letter.is_control() && letter != '\u{202e}'));
        let sent: Value = serde_json::from_str(&event.body(3)).unwrap();
        assert_eq!((&sent["data"]["reason"], &sent["missed"]), (&json!(hostile.repeat(300)), &json!(3)));
        assert!(event.text.len() < 8 * TEXT_BYTES_MAX && event.text.starts_with("bot bob is suspended: \\u{1b}"));
    }
}
