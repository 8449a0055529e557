//! The report as JUnit XML, in the form that the usual readers of test results take.

use std::fmt::Write;
use std::time::Duration;

use super::{Finding, Report, Verdict};

impl Report {
    /// The report as a JUnit XML document: one suite, a test case a step.
    pub fn junit(&self) -> String {
        let (_, failed, skipped) = self.counts();
        let totals = format!(
            r#"tests="{}" failures="{failed}" errors="0" skipped="{skipped}" time="{}""#,
            self.findings.len(),
            seconds(self.took)
        );
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let suite = attribute(&format!("kahua check: {}", self.bot));
        xml.push_str(&format!("<testsuites name=\"kahua check\" {totals}>\n  <testsuite name=\"{suite}\" {totals}>\n"));
        xml.push_str("    <properties>\n");
        for (name, value) in [("bot", &self.bot), ("time_control", &self.time), ("seed", &self.seed)] {
            line(&mut xml, &format!("      <property name=\"{name}\" value=\"{}\"/>", attribute(value)));
        }
        xml.push_str("    </properties>\n");
        self.findings.iter().for_each(|finding| case(&mut xml, finding));
        xml.push_str("  </testsuite>\n</testsuites>\n");
        xml
    }
}

fn case(xml: &mut String, finding: &Finding) {
    let (number, name) = (finding.number, attribute(&finding.name));
    let open = format!(
        "    <testcase classname=\"kahua.check\" name=\"{number:02} {name}\" time=\"{}\"",
        seconds(finding.took)
    );
    let said = finding.said();
    match finding.verdict {
        Verdict::Passed(_) => {
            line(xml, &format!("{open}>"));
            line(xml, &format!("      <system-out>{}</system-out>", content(said)));
        }
        Verdict::Skipped(_) => {
            line(xml, &format!("{open}>"));
            line(xml, &format!("      <skipped message=\"{}\"/>", attribute(said)));
        }
        Verdict::Failed(_) => {
            line(xml, &format!("{open}>"));
            let wanted = content(&format!("{said}\nwanted: {}", finding.wants));
            line(xml, &format!("      <failure type=\"failed\" message=\"{}\">{wanted}</failure>", attribute(said)));
            line(xml, &format!("      <system-err>{}</system-err>", content(&finding.stderr)));
        }
    }
    xml.push_str("    </testcase>\n");
}

fn line(xml: &mut String, text: &str) {
    xml.push_str(text);
    xml.push('\n');
}

fn seconds(span: Duration) -> String {
    format!("{}.{:03}", span.as_secs(), span.subsec_millis())
}

/// A text as it may stand between tags.
fn content(text: &str) -> String {
    escaped(text, false)
}

/// A text as it may stand between quotation marks; lines stay apart.
fn attribute(text: &str) -> String {
    escaped(text, true)
}

/// What XML can't hold in any way, such as the escape character of a coloured log, becomes U+FFFD.
fn escaped(text: &str, in_attribute: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            // Needed after "]]", harmless elsewhere.
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' if !in_attribute => escaped.push(character),
            '\n' | '\t' | '\r' => {
                // Readers turn bare ones into spaces, or drop them.
                let _infallible = write!(escaped, "&#{};", u32::from(character));
            }
            '\u{0}'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            character => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::tests::example;
    use super::*;

    #[test]
    fn a_report_is_one_suite_with_a_case_a_step() {
        let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="kahua check" tests="3" failures="1" errors="0" skipped="1" time="3.702">
  <testsuite name="kahua check: python3 &quot;my bot.py&quot; &lt;x&gt;" tests="3" failures="1" errors="0" skipped="1" time="3.702">
    <properties>
      <property name="bot" value="python3 &quot;my bot.py&quot; &lt;x&gt;"/>
      <property name="time_control" value="60s/5s"/>
      <property name="seed" value="00"/>
    </properties>
    <testcase classname="kahua.check" name="01 connects" time="1.234">
      <system-out>after 1.2 s</system-out>
    </testcase>
    <testcase classname="kahua.check" name="02 greets" time="1.234">
      <failure type="failed" message="it said &quot;&lt;hello&gt;&quot; &amp; left">it said &quot;&lt;hello&gt;&quot; &amp; left
wanted: this &amp; that</failure>
      <system-err>a�[31mb�
]]&gt;end
</system-err>
    </testcase>
    <testcase classname="kahua.check" name="03 answers in time" time="1.234">
      <skipped message="not run: it isn't there"/>
    </testcase>
  </testsuite>
</testsuites>
"#;
        assert_eq!(example().junit(), expected);
    }

    #[test]
    fn what_xml_cannot_hold_is_replaced_and_lines_survive_in_attributes() {
        assert_eq!(content("a\u{8}\r\n\u{ffff}é"), "a\u{fffd}&#13;\n\u{fffd}é");
        assert_eq!(attribute("a\nb"), "a&#10;b");
    }
}
