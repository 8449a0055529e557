//! How a page is looked at: on which screen, and in which theme.

use std::fs;
use std::path::PathBuf;

use serde_json::json;

use crate::browser::Browser;

/// A screen and a theme.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// In CSS pixels.
    pub(crate) width: u32,
    pub(crate) dark: bool,
}

/// A desktop and a phone, each light and dark.
pub(crate) const LOOKS: [Look; 4] = [
    Look { width: 1280, dark: false },
    Look { width: 1280, dark: true },
    Look { width: 390, dark: false },
    Look { width: 390, dark: true },
];

/// Longer pages are cut in pictures.
const HEIGHT_MAX: u64 = 3000;

impl Look {
    /// Shows pages in this way from now on.
    pub(crate) async fn take(self, browser: &Browser) {
        let scheme = if self.dark { "dark" } else { "light" };
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        browser.devtools("Emulation.setEmulatedMedia", features).await;
        self.resize(browser, 900).await;
    }

    async fn resize(self, browser: &Browser, height: u64) {
        let metrics = json!({ "width": self.width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        browser.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
    }

    /// Keeps a picture of the whole page, if KAHUA_SCREENSHOTS names a folder for it.
    pub(crate) async fn keep_picture(self, browser: &Browser, page: &str) {
        let Some(folder) = std::env::var_os("KAHUA_SCREENSHOTS").map(PathBuf::from) else { return };
        let height = browser.script("return document.documentElement.scrollHeight").await;
        self.resize(browser, height.as_u64().unwrap_or(HEIGHT_MAX).clamp(400, HEIGHT_MAX)).await;
        fs::create_dir_all(&folder).expect("the folder for pictures can be made");
        let theme = if self.dark { "dark" } else { "light" };
        let name = format!("{}-{}-{theme}.png", file_name(page), self.width);
        fs::write(folder.join(name), browser.screenshot().await).expect("a picture can be kept");
        self.resize(browser, 900).await;
    }
}

/// A page's path as the name of a file.
fn file_name(page: &str) -> String {
    let name: String =
        page.trim_matches('/').chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    if name.is_empty() { "home".to_owned() } else { name.chars().take(60).collect() }
}
