//! Whether all people can use a page, according to axe-core.

use std::fs;

use kahua_tests::{has_file, root};
use serde_json::Value;

use crate::browser::Browser;

/// axe-core: a script that looks for accessibility problems of a page.
pub(crate) struct Axe(String);

impl Axe {
    /// Reads the script; `None` if it isn't installed, and the test is skipped by name.
    pub(crate) fn installed() -> Option<Axe> {
        let script = root().join("target/tools/node_modules/axe-core/axe.min.js");
        if !has_file("accessibility of the pages", &script, ".ci/install") {
            return None;
        }
        Some(Axe(fs::read_to_string(script).expect("axe-core can be read")))
    }

    /// The problems of the page in the browser: each broken rule, and where.
    pub(crate) async fn violations(&self, browser: &Browser) -> Vec<String> {
        self.violations_except(browser, &[]).await
    }

    /// The same without these rules.
    pub(crate) async fn violations_except(&self, browser: &Browser, left_out: &[&str]) -> Vec<String> {
        // The pages' policy doesn't apply to scripts of a driver.
        let _nothing = browser.script(&self.0).await;
        let found = browser
            .async_script(&format!(
                "const done = arguments[arguments.length - 1];
                 const rules = Object.fromEntries({left_out:?}.map(rule => [rule, {{ enabled: false }}]));
                 axe.run(document, {{ rules, resultTypes: ['violations'] }}).then(
                   found => done(found.violations.flatMap(rule => rule.nodes.slice(0, 3).map(node =>
                     `${{rule.id}}: ${{node.failureSummary.replace(/\\s+/g, ' ')}}: ${{node.html.slice(0, 200)}}`))),
                   error => done([String(error)]))",
            ))
            .await;
        let Value::Array(found) = found else { panic!("axe found no list, but {found}") };
        found.iter().map(|violation| violation.as_str().unwrap_or_default().to_owned()).collect()
    }
}
