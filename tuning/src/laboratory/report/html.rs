//! The page that a report is written on.

use std::fmt::Write as _;

use crate::laboratory::interval::Interval;

const STYLE: &str = "body{font:16px/1.45 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
h1,h2{line-height:1.2}figure{margin:1rem 0}figure svg{max-width:100%;height:auto}figcaption{color:#555;font-size:.9rem}\
table{border-collapse:collapse;margin:1rem 0;font-size:.9rem}th,td{padding:.2rem .6rem;text-align:right;border-bottom:1px solid #ddd}\
th:first-child,td:first-child{text-align:left}.wide{overflow-x:auto}@media print{body{margin:0;max-width:none}figure,table{break-inside:avoid}}";

/// A page that is being written, and its pictures by name.
pub(super) struct Page {
    text: String,
    pictures: Vec<(&'static str, String)>,
}

impl Page {
    pub(super) fn new(title: &str) -> Self {
        let title = escaped(title);
        let text = format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n\
             <p>Games of the engine with itself. Every figure has its 95 % interval.</p>\n"
        );
        Self { text, pictures: Vec::new() }
    }

    pub(super) fn heading(&mut self, text: &str) {
        let _ = writeln!(self.text, "<h2>{}</h2>", escaped(text));
    }

    pub(super) fn text(&mut self, text: &str) {
        let _ = writeln!(self.text, "<p>{}</p>", escaped(text));
    }

    pub(super) fn picture(&mut self, name: &'static str, svg: String, what: &str) {
        let _ = writeln!(self.text, "<figure>\n{svg}\n<figcaption>{}</figcaption>\n</figure>", escaped(what));
        self.pictures.push((name, svg));
    }

    pub(super) fn table(&mut self, head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) {
        let cells = |tag: &str, row: &[String]| -> String {
            row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect()
        };
        let head: Vec<String> = head.iter().map(|&cell| cell.to_owned()).collect();
        let _ = writeln!(self.text, "<div class=\"wide\"><table>\n<tr>{}</tr>", cells("th", &head));
        for row in rows {
            let _ = writeln!(self.text, "<tr>{}</tr>", cells("td", &row));
        }
        self.text.push_str("</table></div>\n");
    }

    /// A table that is opened by a click.
    pub(super) fn folded(&mut self, title: &str, head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) {
        let _ = writeln!(self.text, "<details><summary>{}</summary>", escaped(title));
        self.table(head, rows);
        self.text.push_str("</details>\n");
    }

    /// The page, and its pictures by name.
    pub(super) fn finish(self) -> (String, Vec<(&'static str, String)>) {
        (self.text + "</html>\n", self.pictures)
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// `54.1 % ± 0.9`; of uneven intervals the wider side.
pub(super) fn percent(interval: Interval) -> String {
    let Interval { value, low, high } = interval;
    let half = (high - value).max(value - low);
    if half.is_finite() {
        format!("{:.1} % ± {:.1}", 100.0 * value, 100.0 * half)
    } else {
        format!("{:.1} %", 100.0 * value)
    }
}

/// The same for a number with so many decimals.
pub(super) fn plain(interval: Interval, decimals: usize) -> String {
    let Interval { value, low, high } = interval;
    let half = (high - value).max(value - low);
    if half.is_finite() { format!("{value:.decimals$} ± {half:.decimals$}") } else { format!("{value:.decimals$}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_is_self_contained_and_escapes_text() {
        let mut page = Page::new("A <b> & c");
        page.table(&["x"], [vec!["<script>".to_owned()]]);
        let (page, _) = page.finish();
        assert!(page.contains("<title>A &lt;b&gt; &amp; c</title>") && page.contains("&lt;script&gt;"));
        assert!(!page.contains("http") && !page.contains("<script"));
    }

    #[test]
    fn figures_are_written_with_their_intervals() {
        let interval = Interval { value: 0.541, low: 0.532, high: 0.549 };
        assert_eq!((percent(interval).as_str(), plain(interval, 2).as_str()), ("54.1 % ± 0.9", "0.54 ± 0.01"));
        assert_eq!(percent(Interval::mean([0.5])), "50.0 %");
    }
}
