//! Pages of lists: the page that a request asks for, and the token of the next one.

use kahua_core::limits;
use kahua_proto::pb::arena::v1 as pb;
use prost::{Message, Name};
use sha2::{Digest, Sha256};
use tonic::Status;

use crate::refusal::invalid;

/// How many bytes of a hash tie a token to the filters of its request. They catch mistakes, not attacks: a token leads
/// to nothing that its holder may not see.
const FILTER_BYTES: usize = 8;

/// A request for one page of a list.
pub trait PageRequest: Message + Name {
    /// Takes the two fields that differ from page to page out of the request, and leaves the filters.
    fn take_page(&mut self) -> (Option<u32>, String);
}

macro_rules! page_requests {
    ($($request:ident),*) => {
        $(impl PageRequest for pb::$request {
            fn take_page(&mut self) -> (Option<u32>, String) {
                (self.page_size.take(), std::mem::take(&mut self.page_token))
            }
        })*
    };
}

page_requests!(
    ListGamesRequest,
    ListLeaguesRequest,
    GetStandingsRequest,
    ListBotsRequest,
    ListMatchesRequest,
    ListCorrectionsRequest,
    GetLeagueStatusRequest
);

/// A page as a request asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The most entries on the page.
    pub(crate) size: usize,
    /// The page begins after this place; `None` for the first page.
    pub(crate) after: Option<String>,
    filters: [u8; FILTER_BYTES],
}

impl Page {
    /// Takes the page out of a request.
    ///
    /// # Errors
    /// If the size is out of range, or the token isn't one of the same list with the same filters.
    pub fn take<R: PageRequest>(request: &mut R) -> Result<Page, Status> {
        let (size, token) = request.take_page();
        let size = size.unwrap_or(limits::PAGE_DEFAULT);
        if !(1..=limits::PAGE_MAX).contains(&size) {
            return Err(invalid("page_size", format!("got {size}, expected 1 to {}", limits::PAGE_MAX)));
        }
        let filters = filters_of(request);
        let after = if token.is_empty() { None } else { Some(place_of(&token, filters).ok_or_else(wrong_token)?) };
        Ok(Page { size: size as usize, after, filters })
    }

    /// The token of the page after this one, which ends at `last`.
    pub(crate) fn token(&self, last: &str) -> String {
        hex::encode([&self.filters, last.as_bytes()].concat())
    }

    /// This page of a whole list, and the token of the next page, if there is one. `place` is the sort key of an entry,
    /// and must be unique.
    pub fn cut<T>(&self, list: impl IntoIterator<Item = T>, place: impl Fn(&T) -> String) -> (Vec<T>, String) {
        let is_on_page = |entry: &T| self.after.as_ref().is_none_or(|after| place(entry) > *after);
        let mut page: Vec<T> = list.into_iter().filter(is_on_page).collect();
        page.sort_by_key(&place);
        let is_last = page.len() <= self.size;
        page.truncate(self.size);
        let next = page.last().filter(|_| !is_last).map(|last| self.token(&place(last)));
        (page, next.unwrap_or_default())
    }
}

/// The error that the page token isn't valid.
pub(crate) fn wrong_token() -> Status {
    invalid("page_token", "expected the next_page_token of the previous page, with the same filters, or nothing")
}

/// The place that a token holds, if it belongs to these filters.
fn place_of(token: &str, filters: [u8; FILTER_BYTES]) -> Option<String> {
    let bytes = hex::decode(token).ok()?;
    let place = bytes.strip_prefix(&filters)?;
    String::from_utf8(place.to_vec()).ok()
}

fn filters_of<R: PageRequest>(request: &R) -> [u8; FILTER_BYTES] {
    // Requests for different lists may have the same bytes, so the hash has the name, too.
    let hash = Sha256::new().chain_update(R::NAME).chain_update(request.encode_to_vec()).finalize();
    std::array::from_fn(|index| hash[index])
}

#[cfg(test)]
mod tests {
    use tonic::Code;

    use super::*;

    fn request(page_size: Option<u32>, page_token: &str) -> pb::ListGamesRequest {
        pb::ListGamesRequest { page_size, page_token: page_token.into() }
    }

    #[test]
    fn pages_cover_a_list_once_and_in_order() {
        let (mut seen, mut token) = (Vec::new(), String::new());
        loop {
            let page = Page::take(&mut request(Some(2), &token)).unwrap();
            let (entries, next) = page.cut(["d", "a", "c", "b"], |entry| (*entry).to_owned());
            seen.push(entries);
            if next.is_empty() {
                break;
            }
            token = next;
        }
        assert_eq!(seen, [["a", "b"], ["c", "d"]]);
    }

    #[test]
    fn a_page_has_1_to_1000_entries_and_100_by_default() {
        let size = |size| Page::take(&mut request(size, "")).map(|page| page.size);
        assert_eq!((size(None).unwrap(), size(Some(1)).unwrap(), size(Some(1000)).unwrap()), (100, 1, 1000));
        for wrong in [0, 1001] {
            let error = size(Some(wrong)).unwrap_err();
            assert_eq!(error.code(), Code::InvalidArgument);
            assert_eq!(error.message(), format!("page_size: got {wrong}, expected 1 to 1000"));
        }
    }

    #[test]
    fn a_token_belongs_to_one_list_with_one_set_of_filters() {
        let mut of_hawaii = pb::ListLeaguesRequest { game: Some("hawaii".into()), ..Default::default() };
        let token = Page::take(&mut of_hawaii.clone()).unwrap().token("spring");
        of_hawaii.page_token.clone_from(&token);
        assert_eq!(Page::take(&mut of_hawaii).unwrap().after.as_deref(), Some("spring"));
        let mut of_all = pb::ListLeaguesRequest { page_token: token.clone(), ..Default::default() };
        assert!(Page::take(&mut of_all).is_err());
        assert!(Page::take(&mut request(None, &token)).is_err());
        assert!(Page::take(&mut request(None, "soup")).is_err());
    }
}
