//! A bounded number of slots, shared fairly among strangers.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// A bounded number of slots, each held by an owner such as a network address.
///
/// Every newcomer gets a slot. When there are too many, the owner with the most slots loses its oldest one, so that a
/// flood from one address drives out only itself. While there is room, one address may hold any number: a hundred bots
/// of one machine are no attack. A slot that is kept is never lost.
#[derive(Debug)]
pub struct FairSlots<K> {
    slots_max: usize,
    /// Cancelled to end all slots at once; every slot's token is a child of this one.
    all: CancellationToken,
    slots: Mutex<Slots<K>>,
    /// Rings when a slot is given back.
    given_back: Notify,
}

#[derive(Debug)]
struct Slots<K> {
    last_number: u64,
    /// How many slots are taken, including kept ones, without lost ones.
    taken: usize,
    /// How many lost slots haven't been given back yet.
    overdue: usize,
    /// The slots that may be lost, by owner, from the oldest to the newest.
    loose: BTreeMap<K, BTreeMap<u64, CancellationToken>>,
    /// The number of [`SlotGuard`]s of each slot that has any.
    kept: BTreeMap<u64, usize>,
}

/// A slot in a [`FairSlots`], given back when dropped.
#[derive(Debug)]
pub struct Slot<K: Copy + Ord> {
    room: Arc<FairSlots<K>>,
    owner: K,
    number: u64,
    lost: CancellationToken,
    /// The number of [`SlotGuard`]s, for reading without the lock.
    kept: AtomicUsize,
}

/// Keeps a slot from being lost until this is dropped.
#[derive(Debug)]
pub struct SlotGuard<K: Copy + Ord>(Arc<Slot<K>>);

impl<K: Copy + Ord> FairSlots<K> {
    pub fn new(slots_max: usize) -> Arc<FairSlots<K>> {
        let slots = Slots { last_number: 0, taken: 0, overdue: 0, loose: BTreeMap::new(), kept: BTreeMap::new() };
        Arc::new(FairSlots {
            slots_max,
            all: CancellationToken::new(),
            slots: Mutex::new(slots),
            given_back: Notify::new(),
        })
    }

    /// Takes a slot for this owner. It is lost at once if all others are kept.
    pub fn enter(self: &Arc<Self>, owner: K) -> Arc<Slot<K>> {
        self.take(&mut self.slots.lock(), owner)
    }

    fn take(self: &Arc<Self>, slots: &mut Slots<K>, owner: K) -> Arc<Slot<K>> {
        let lost = self.all.child_token();
        slots.last_number += 1;
        slots.taken += 1;
        let number = slots.last_number;
        slots.loose.entry(owner).or_default().insert(number, lost.clone());
        if slots.taken > self.slots_max {
            slots.take_one_away();
        }
        Arc::new(Slot { room: self.clone(), owner, number, lost, kept: AtomicUsize::new(0) })
    }

    /// Takes a slot for this owner, for slots that can't be taken away. Refuses if the owner already holds as many as
    /// are free. So one owner can take half of all slots, the next one half of the rest.
    pub fn enter_if_fair(self: &Arc<Self>, owner: K) -> Option<Arc<Slot<K>>> {
        let mut slots = self.slots.lock();
        let held = slots.loose.get(&owner).map_or(0, BTreeMap::len);
        let free = self.slots_max.saturating_sub(slots.taken);
        // With the same lock, so that two callers don't both take the last free one.
        (held < free).then(|| self.take(&mut slots, owner))
    }

    pub fn slots_max(&self) -> usize {
        self.slots_max
    }

    /// Whether all slots are taken. The next newcomer then takes another owner's slot, unless all are kept.
    pub fn is_full(&self) -> bool {
        self.taken() >= self.slots_max
    }

    /// How many slots are taken, kept ones included.
    pub fn taken(&self) -> usize {
        self.slots.lock().taken
    }

    /// How many slots are kept.
    pub fn kept(&self) -> usize {
        self.slots.lock().kept.len()
    }

    /// Takes one slot away from the owner with the most, unless all are kept.
    pub fn make_room(&self) {
        self.slots.lock().take_one_away();
    }

    /// Resolves when every lost slot has been given back. For one task at a time.
    pub async fn settled(&self) {
        while self.slots.lock().overdue > 0 {
            self.given_back.notified().await;
        }
    }

    /// Ends all slots, kept ones too.
    pub fn clear(&self) {
        self.all.cancel();
    }
}

impl<K: Copy + Ord> Slots<K> {
    fn take_one_away(&mut self) {
        let oldest = |numbers: &BTreeMap<u64, _>| numbers.keys().next().copied();
        // Among owners with equally many, the one with the oldest slot loses it.
        let greediest = self.loose.iter().max_by_key(|(_, numbers)| (numbers.len(), Reverse(oldest(numbers))));
        if let Some((owner, number)) = greediest.and_then(|(owner, numbers)| Some((*owner, oldest(numbers)?)))
            && let Some(lost) = self.remove(owner, number)
        {
            self.taken -= 1;
            self.overdue += 1;
            lost.cancel();
        }
    }

    /// Removes a slot from those that may be lost; `None` if it isn't one of them.
    fn remove(&mut self, owner: K, number: u64) -> Option<CancellationToken> {
        let numbers = self.loose.get_mut(&owner)?;
        let lost = numbers.remove(&number);
        if numbers.is_empty() {
            self.loose.remove(&owner);
        }
        lost
    }
}

impl<K: Copy + Ord> Slot<K> {
    pub(crate) fn owner(&self) -> K {
        self.owner
    }

    /// Resolves when the slot is lost.
    pub async fn lost(&self) {
        self.lost.cancelled().await;
    }

    /// Cancelled when the slot is lost.
    pub fn token(&self) -> &CancellationToken {
        &self.lost
    }

    /// Whether somebody keeps it.
    pub(crate) fn is_kept(&self) -> bool {
        self.kept.load(Ordering::Relaxed) > 0
    }

    /// Keeps the slot from being lost, unless it is lost already.
    pub(crate) fn keep(self: &Arc<Self>) -> SlotGuard<K> {
        let mut slots = self.room.slots.lock();
        slots.remove(self.owner, self.number);
        *slots.kept.entry(self.number).or_default() += 1;
        drop(slots);
        self.kept.fetch_add(1, Ordering::Relaxed);
        SlotGuard(self.clone())
    }
}

impl<K: Copy + Ord> Drop for SlotGuard<K> {
    fn drop(&mut self) {
        let Slot { room, owner, number, lost, kept } = &*self.0;
        kept.fetch_sub(1, Ordering::Relaxed);
        let mut slots = room.slots.lock();
        let Some(kept) = slots.kept.get_mut(number) else { return };
        *kept -= 1;
        if *kept == 0 {
            slots.kept.remove(number);
            if !lost.is_cancelled() {
                slots.loose.entry(*owner).or_default().insert(*number, lost.clone());
            }
        }
    }
}

impl<K: Copy + Ord> Drop for Slot<K> {
    fn drop(&mut self) {
        let mut slots = self.room.slots.lock();
        match slots.remove(self.owner, self.number) {
            Some(_) => slots.taken -= 1,
            // The slot was lost before, so it only leaves `overdue`.
            None => slots.overdue = slots.overdue.saturating_sub(1),
        }
        drop(slots);
        self.room.given_back.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost(slots: &[Arc<Slot<char>>]) -> Vec<bool> {
        slots.iter().map(|slot| slot.lost.is_cancelled()).collect()
    }

    #[test]
    fn a_flood_drives_out_itself() {
        let room = FairSlots::new(4);
        let ours = room.enter('a');
        let flood: Vec<_> = (0..100).map(|_| room.enter('b')).collect();
        assert!(!ours.lost.is_cancelled());
        assert_eq!(lost(&flood).iter().position(|lost| !lost), Some(97), "the newest three of the flood are left");
        let late = room.enter('c');
        assert_eq!(lost(&[ours, late]), [false, false]);
        assert_eq!(lost(&flood).iter().position(|lost| !lost), Some(98));
    }

    #[test]
    fn among_equals_the_oldest_goes() {
        let room = FairSlots::new(3);
        let slots = ['c', 'a', 'b', 'd'].map(|owner| room.enter(owner));
        assert_eq!(lost(&slots), [true, false, false, false]);
    }

    #[test]
    fn one_owner_may_hold_everything_until_others_come() {
        let room = FairSlots::new(3);
        let slots: Vec<_> = "aaab".chars().map(|owner| room.enter(owner)).collect();
        assert_eq!(lost(&slots), [true, false, false, false]);
    }

    #[test]
    fn a_place_is_free_again_when_it_is_given_back() {
        let room = FairSlots::new(2);
        let first = room.enter('a');
        for _ in 0..10 {
            drop(room.enter('a'));
        }
        let second = room.enter('a');
        assert_eq!(lost(&[first, second]), [false, false]);
        assert_eq!(room.slots.lock().taken, 0);
    }

    #[test]
    fn a_place_that_was_lost_is_not_given_back_twice() {
        let room = FairSlots::new(1);
        let (first, second) = (room.enter('a'), room.enter('a'));
        drop(first);
        assert_eq!(room.slots.lock().taken, 1);
        drop(second);
        assert_eq!(room.slots.lock().taken, 0);
        assert!(room.slots.lock().loose.is_empty());
    }

    #[test]
    fn what_is_kept_stays_and_who_finds_all_kept_is_turned_away() {
        let room = FairSlots::new(2);
        let [one, two] = ['a', 'a'].map(|owner| room.enter(owner));
        let (kept, also) = (one.keep(), two.keep());
        let third = room.enter('b');
        assert_eq!(lost(&[one.clone(), two.clone(), third]), [false, false, true]);
        let again = one.keep();
        drop(kept);
        let fourth = room.enter('b');
        assert!(fourth.lost.is_cancelled(), "both are still kept");
        drop(again);
        let fifth = room.enter('b');
        assert_eq!(lost(&[one, two, fifth]), [true, false, false]);
        drop(also);
    }

    #[test]
    fn whoever_comes_politely_leaves_room_for_others() {
        let room = FairSlots::new(8);
        let take_all = |owner| std::iter::from_fn(|| room.enter_if_fair(owner)).collect::<Vec<_>>();
        let (ours, theirs, others) = (take_all('a'), take_all('b'), take_all('c'));
        assert_eq!([ours.len(), theirs.len(), others.len()], [4, 2, 1]);
        assert_eq!([lost(&ours), lost(&theirs), lost(&others)].concat(), [false; 7]);
    }

    #[test]
    fn a_room_that_is_cleared_ends_kept_places_too() {
        let room = FairSlots::new(2);
        let slot = room.enter('a');
        let _kept = slot.keep();
        room.clear();
        assert!(slot.lost.is_cancelled());
    }
}
