//! A visitor wants to see who leads.

use crate::arena::{Arena, LONGEST_NAME};
use crate::browser::Browser;

#[tokio::test]
async fn from_the_first_page_it_is_two_clicks_to_the_standings() {
    let Some(browser) = Browser::open().await else { return };
    let arena = Arena::played();
    browser.goto(&arena.address).await;
    assert_eq!(browser.text("h1").await, "Kahua arena");
    browser.click("nav a[href$='leagues/']").await;
    browser.until("document.title.startsWith('Leagues')").await;
    let game = kahua_engine::registry::all()[0].info().name;
    browser.click(&format!("main a[href$='leagues/{game}/'], main a[href='{game}/']")).await;
    browser.until(&format!("document.querySelector('h1').innerText.includes('{game}')")).await;
    let table = browser.text("table").await;
    assert!(["ann", "bob", LONGEST_NAME].iter().all(|bot| table.contains(bot)), "{table}");
    assert_eq!(browser.console().await, [""; 0]);
}
