//! The boards of a match as pictures.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use kahua_engine::{DynRuleset, Viewer};
use kahua_proto::pb::arena::v1 as pb;
use kahua_story::{Language, Story};

use crate::exit::CommandResult;
use crate::output::print;

/// Draws the public view of the board before the first event and after each step. It marks what the step was about.
pub(super) fn draw(record: &pb::MatchRecord, ruleset: &Arc<dyn DynRuleset>, stop: usize, dir: &Path) -> CommandResult {
    fs::create_dir_all(dir).with_context(|| format!("cannot create the directory {}", dir.display()))?;
    let mut story = Story::open(record, ruleset, Language::English).context("the record can't be told")?;
    let (mut drawn, mut marked) = (0, BTreeSet::new());
    let mut pictures = 0;
    loop {
        let path = dir.join(format!("{drawn:05}.svg"));
        let picture = story.game().drawing(Viewer::Public, story.wording(), &marked);
        fs::write(&path, picture).with_context(|| format!("cannot write {}", path.display()))?;
        pictures += 1;
        let Some(step) = story.next_before(stop).context("`kahua verify` says more")? else { break };
        (drawn, marked) = (step.events.end, step.places);
    }
    Ok(print(&format!(
        "{pictures} pictures are in {}: 00000.svg is the board before the first event, and each other one that before the event \
         whose number it has.",
        dir.display()
    ))?)
}
