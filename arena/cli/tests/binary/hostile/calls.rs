//! Storms of reading calls, and answers that the caller never reads.

use std::future::Future;

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_client::LeagueServiceClient;
use tokio::task::JoinSet;
use tonic::Status;
use tonic::transport::Channel;

use super::target::{Attack, Target, connect};

pub(super) const ATTACKS: [Attack; 5] = [
    Attack { name: "a storm of lists", run: |target| Box::pin(storm(target, list_matches)) },
    Attack { name: "a storm of standings", run: |target| Box::pin(storm(target, get_standings)) },
    Attack { name: "a storm of records", run: |target| Box::pin(storm(target, get_match)) },
    Attack { name: "spectators who never read", run: |target| Box::pin(unread(target, watch_match)) },
    Attack { name: "lists that nobody reads", run: |target| Box::pin(unread(target, list_whole_pages)) },
];

/// On how many connections.
const CONNECTIONS: usize = 4;

/// How many calls each of them has open: more than the arena answers at once.
const CALLS: usize = 100;

type Client = LeagueServiceClient<Channel>;

/// Keeps as many calls open as possible, on all connections.
async fn storm<F>(target: Target, call: fn(Target, Client) -> F)
where
    F: Future<Output = Result<(), Status>> + Send + 'static,
{
    let mut callers = JoinSet::new();
    for _ in 0..CONNECTIONS {
        let Ok(client) = target.leagues().await else { continue };
        for _ in 0..CALLS {
            let (target, client) = (target.clone(), client.clone());
            callers.spawn(async move {
                loop {
                    let _refused_or_not = call(target.clone(), client.clone()).await;
                    target.strike();
                    tokio::task::yield_now().await;
                }
            });
        }
    }
    while callers.join_next().await.is_some() {}
}

/// Calls over connections with closed windows, and keeps the calls open.
async fn unread<F, T>(target: Target, call: fn(Target, Client) -> F)
where
    F: Future<Output = Result<T, Status>> + Send + 'static,
    T: Send + 'static,
{
    loop {
        let mut held = Vec::new();
        let mut calling = JoinSet::new();
        for _ in 0..CONNECTIONS {
            let narrow = target.endpoint().initial_stream_window_size(1);
            let Ok(channel) = connect(&narrow).await else { continue };
            for _ in 0..CALLS {
                let (target, client) = (target.clone(), LeagueServiceClient::new(channel.clone()));
                calling.spawn(async move {
                    target.strike();
                    call(target.clone(), client).await
                });
            }
        }
        while let Some(answered) = calling.join_next().await {
            held.push(answered);
        }
    }
}

async fn list_matches(target: Target, mut client: Client) -> Result<(), Status> {
    client.list_matches(target.request(pb::ListMatchesRequest::default())).await.map(drop)
}

async fn get_standings(target: Target, mut client: Client) -> Result<(), Status> {
    client.get_standings(target.request(pb::GetStandingsRequest::default())).await.map(drop)
}

async fn get_match(target: Target, mut client: Client) -> Result<(), Status> {
    let wanted = pb::ListMatchesRequest { running: Some(false), page_size: Some(1), ..Default::default() };
    let listed = client.list_matches(target.request(wanted)).await?.into_inner();
    for summary in listed.matches {
        client.get_match(target.request(pb::GetMatchRequest { match_id: summary.match_id })).await?;
    }
    Ok(())
}

async fn watch_match(target: Target, mut client: Client) -> Result<impl Send, Status> {
    let match_id = target.running_match().await.unwrap_or_default();
    client.watch_match(target.request(pb::WatchMatchRequest { match_id })).await
}

async fn list_whole_pages(target: Target, mut client: Client) -> Result<impl Send, Status> {
    let wanted = pb::ListMatchesRequest { page_size: Some(1000), ..Default::default() };
    client.list_matches(target.request(wanted)).await
}
