//! The nodes of an arena, for organizers.

use kahua_cluster::NodeInfo;
use maud::{Markup, html};

use crate::figures::lease;
use crate::language::{Language, say};
use crate::wide::wide;
use crate::words;

/// A line for each node.
pub(super) fn list(language: Language, nodes: &[NodeInfo]) -> Markup {
    html! {
        (wide(say!(language, "Nodes"), html! {
            table {
                thead {
                    tr {
                        th scope="col" { (say!(language, "Node")) }
                        th scope="col" { (say!(language, "For bots")) }
                        th scope="col" { (say!(language, "For nodes")) }
                        th scope="col" { (say!(language, "Version")) }
                        th.number scope="col" { (say!(language, "Bots")) }
                        th.number scope="col" { (say!(language, "Matches")) }
                        th scope="col" { (say!(language, "Lease")) }
                    }
                }
                tbody { @for node in nodes { (row(language, node)) } }
            }
        }))
        p.faint {
            (say!(
                language,
                "One node pairs the matches of all leagues, and each plays some of them. If a lease ends, others play on."
            ))
        }
    }
}

fn row(language: Language, node: &NodeInfo) -> Markup {
    html! {
        tr {
            th scope="row" {
                bdi { (words::safe(&node.name)) }
                @if node.pairs { " " span.faint { (say!(language, "(pairs)")) } }
            }
            td { bdi { (words::safe(&node.for_bots)) } }
            td { bdi { (words::safe(&node.for_nodes)) } }
            td { bdi { (words::safe(&node.version)) } }
            td.number { (node.bots) }
            td.number { (node.matches) }
            td { (lease(language, node.lease_left_ms)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_whose_lease_has_ended_is_seen_at_once() {
        let node = |name: &str, lease_left_ms, pairs| NodeInfo {
            name: name.into(),
            number: 1,
            for_bots: "10.0.0.5:7700".into(),
            for_nodes: "10.0.0.5:7701".into(),
            version: "1.2.3".into(),
            bots: 12,
            matches: 4,
            joined_unix_ms: 0,
            lease_left_ms,
            pairs,
        };
        let nodes = [node("east", Some(9_400), true), node("<west>", Some(-3_100), false)];
        let page = list(Language::English, &nodes).into_string();
        assert!(page.contains("<bdi>east</bdi> <span class=\"faint\">(pairs)</span>"), "{page}");
        assert!(page.contains("<bdi>&lt;west&gt;</bdi></th>"), "{page}");
        assert!(page.contains("<td>9 s</td>") && page.contains("<td>ended 3 s ago</td>"), "{page}");
    }
}
