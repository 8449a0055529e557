//! Whether everything that the ruleset has is somewhere, and nowhere twice.

use crate::ensure::ensure;
use crate::game::ViewError;
use crate::games::hawaii::places::Islet;
use crate::games::hawaii::ruleset::Rules;
use crate::games::hawaii::state::{Board, Player};
use crate::games::hawaii::tiles::{God, Tile};
use crate::games::hawaii::tokens::Token;

impl Board {
    pub(super) fn validate_counts(&self, rules: &Rules) -> Result<(), ViewError> {
        self.validate_tokens(rules)?;
        self.validate_tiles(rules)?;
        self.validate_gods(rules)?;
        self.validate_islets(rules)
    }

    fn validate_tokens(&self, rules: &Rules) -> Result<(), ViewError> {
        for token in Token::ALL {
            let kind = token.index();
            let taken = |player: &Player| u32::from(player.prices.count(kind)) + u32::from(player.fish.count(kind));
            let lying = self.tokens.iter().flatten().chain(self.track.iter().flatten());
            let all = u32::from(self.bag.count(kind))
                + u32::from(self.cove.count(kind))
                + self.players.iter().map(taken).sum::<u32>()
                + lying.filter(|other| **other == token).count() as u32;
            let right = u32::from(rules.tokens.count(kind));
            ensure!(all == right, "there are {all} tokens {token} in all, but there must be {right}");
        }
        ensure!(self.tokens.iter().all(|tokens| tokens.is_sorted()), "the tokens of a site aren't sorted");
        let unused = &self.track[self.players.count().get() - 1..];
        ensure!(unused.iter().all(Option::is_none), "a token lies at a track place that isn't used");
        Ok(())
    }

    fn validate_tiles(&self, rules: &Rules) -> Result<(), ViewError> {
        for (tile, (&left, &right)) in Tile::ALL.into_iter().zip(self.piles.iter().zip(&rules.piles)) {
            let built: u32 = self.players.iter().map(|player| built(player, tile)).sum();
            let all = built + u32::from(left);
            ensure!(all == u32::from(right), "there are {all} {tile} tiles in all, but there must be {right}");
        }
        Ok(())
    }

    fn validate_gods(&self, rules: &Rules) -> Result<(), ViewError> {
        for god in God::ALL {
            let held = self.players.iter().filter(|player| player.home.find_god(god).is_some()).count();
            let on_top = self.tops.iter().flatten().filter(|top| **top == god).count();
            let all = held + on_top + usize::from(self.unseen.count(god.index()));
            let right = usize::from(rules.gods.count(god.index()));
            ensure!(all == right, "there are {all} gods {god} in all, but there must be {right}");
        }
        let (below, unseen) = (self.below.iter().map(|height| u16::from(*height)).sum::<u16>(), self.unseen.total());
        ensure!(below == unseen, "{below} gods lie below the tops of the stacks, but {unseen} haven't been seen");
        Ok(())
    }

    fn validate_islets(&self, rules: &Rules) -> Result<(), ViewError> {
        for islet in Islet::ALL {
            let kind = islet.index();
            let docked = self.docks.iter().flatten().filter(|other| **other == islet).count();
            let all = docked + usize::from(self.islets.count(kind)) + usize::from(self.visited.count(kind));
            let right = usize::from(rules.islets.count(kind));
            ensure!(all == right, "there are {all} islets {islet} in all, but there must be {right}");
        }
        // The draw that takes the last one turns the pile.
        ensure!(!self.islets.is_empty(), "no islet lies face down");
        Ok(())
    }
}

/// How many of a tile this player has.
fn built(player: &Player, tile: Tile) -> u32 {
    match (tile, tile.kind()) {
        (_, Some(kind)) => player.home.with(kind).len() as u32,
        (Tile::Kahuna, _) => player.home.kahunas.into(),
        (Tile::Tiki, _) => player.home.tikis.into(),
        _ => {
            let boats = [player.ready.ones, player.ready.twos, player.spent.ones, player.spent.twos];
            boats.into_iter().map(u32::from).sum()
        }
    }
}
