//! The pages that `kahua site` writes, on a plain file server.

use std::io;
use std::path::{Path, PathBuf};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::KAHUA;
use crate::accessibility::Axe;
use crate::arena::{self, Arena};
use crate::browser::Browser;
use crate::crawl::{Crawl, HOSTILE};
use crate::hostile_records::keep_hostile_records;
use crate::look::{LOOKS, keep_pictures};
use crate::replay::LANDED;

#[tokio::test]
async fn every_page_of_a_site_is_for_everybody_and_harmless_whatever_strangers_wrote() {
    let (Some(axe), Some(browser)) = (Axe::installed(), Browser::open().await) else { return };
    let site = || arena::site(|store| drop(keep_hostile_records(store, HOSTILE)));
    let site = tokio::task::spawn_blocking(site).await.expect("it is written");
    let address = serve(site.path().to_owned()).await.expect("loopback has a port");
    Crawl::from(&address).finds_nothing_wrong(&browser, &axe, "site").await;
}

#[tokio::test]
async fn a_replay_is_stepped_through_from_a_file_server_and_from_the_disk() {
    let Some(browser) = Browser::open().await else { return };
    let site = tokio::task::spawn_blocking(|| arena::site(|_| ())).await.expect("it is written");
    let address = serve(site.path().to_owned()).await.expect("loopback has a port");
    browser.goto(&format!("{address}/matches/")).await;
    browser.click("main td a[href*='matches/']").await;
    browser.until("document.documentElement.dataset.ready === 'replay'").await;
    browser.press_in("[data-slider]", &fantoccini::key::Key::Home).await;
    browser.until("location.search === '?at=start'").await;
    assert_eq!(browser.console().await, [""; 0]);

    for game in kahua_engine::registry::all() {
        browser.goto(&format!("file://{}/matches/index.html", site.path().display())).await;
        browser.script(&format!("{{ const game = '{}'; {OPEN_ONE} }}", game.info().title)).await;
        browser.until("document.documentElement.dataset.ready === 'replay'").await;
        keep_pictures(&browser, &format!("disk-{}", game.info().name)).await;
        LOOKS[0].take(&browser).await;
        let drawn =
            "return document.querySelector('.picture').innerHTML + document.querySelector('.panels-drawn').innerHTML";
        let at_the_end = browser.script(drawn).await;
        assert!(browser.count(".panels-drawn > svg").await == 1 && browser.count(".timeline .bar").await > 0);
        browser.press_in("[data-slider]", &fantoccini::key::Key::Home).await;
        assert_ne!(browser.script(drawn).await, at_the_end, "{}", game.info().name);
        browser.click(".steps .step:first-child a[data-step]").await;
        browser.until("document.querySelector('.step a[aria-current]')").await;
        browser.press_in("[data-slider]", &fantoccini::key::Key::End).await;
        browser.until(LANDED).await;
        assert_eq!(browser.script(drawn).await, at_the_end, "{}", game.info().name);
        assert_eq!(browser.console().await, [""; 0], "{}", game.info().name);
    }
}

#[tokio::test]
async fn a_match_as_one_file_is_stepped_through_from_the_disk() {
    let Some(browser) = Browser::open().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.html");
    let arena = tokio::task::spawn_blocking(Arena::played).await.expect("an arena");
    for game in kahua_engine::registry::all() {
        let id = arena.ended(game.info().name).remove(0);
        let written = ["match", "replay", &id, "--addr", arena.at(), "--html", file.to_str().unwrap()];
        assert!(KAHUA.run(&written).good().starts_with("The match is in "));
        browser.goto(&format!("file://{}", file.display())).await;
        browser.until("document.documentElement.dataset.ready === 'replay'").await;
        keep_pictures(&browser, &format!("one-file-{}", game.info().name)).await;
        let drawn = "return document.querySelector('.picture').innerHTML";
        let at_the_end = browser.script(drawn).await;
        browser.press_in("[data-slider]", &fantoccini::key::Key::Home).await;
        assert_ne!(browser.script(drawn).await, at_the_end, "{}", game.info().name);
        let to_its_boards = browser.count("main a[href^='?']").await;
        assert_eq!(browser.count("main a[href]").await, to_its_boards, "{}: links lead nowhere else", game.info().name);
        assert_eq!(browser.console().await, [""; 0], "{}", game.info().name);
    }
}

/// Goes to the first match of a game in the list of matches.
const OPEN_ONE: &str = "
  const rows = [...document.querySelectorAll('main tr')].filter(row => row.innerText.includes(game));
  location.assign(rows[0].querySelector('a[href*=\"matches/\"]').href)";

/// Serves the files of this folder until the test ends; where.
async fn serve(folder: PathBuf) -> io::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://{}", listener.local_addr()?);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let folder = folder.clone();
            // The browser may have closed the connection.
            tokio::spawn(async move { answer(stream, &folder).await.unwrap_or_default() });
        }
    });
    Ok(address)
}

/// Answers one request, and closes the connection.
async fn answer(stream: TcpStream, folder: &Path) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut request = String::new();
    while !request.ends_with("\r\n\r\n") {
        if stream.read_line(&mut request).await? == 0 {
            return Ok(());
        }
    }
    let path = request.split([' ', '?']).nth(1).unwrap_or_default();
    let file = folder.join(path.trim_start_matches('/'));
    let file = if path.ends_with('/') { file.join("index.html") } else { file };
    let kind = match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("svg") => "image/svg+xml",
        _ => "application/json",
    };
    let (status, body) = match tokio::fs::read(&file).await {
        Ok(body) => ("200 OK", body),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(&[head.as_bytes(), &body].concat()).await?;
    stream.shutdown().await
}
