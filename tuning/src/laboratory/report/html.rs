//! The page that a report is written on.

use std::fmt::Write as _;

use super::{Chart, Report};

const STYLE: &str = "body{font:16px/1.45 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
h1,h2{line-height:1.2}figure{margin:1rem 0}figure svg{max-width:100%;height:auto}figcaption{color:#555;font-size:.9rem}\
table{border-collapse:collapse;margin:1rem 0;font-size:.9rem}th,td{padding:.2rem .6rem;text-align:right;border-bottom:1px solid #ddd}\
th:first-child,td:first-child{text-align:left}.wide{overflow-x:auto}@media print{body{margin:0;max-width:none}figure,table{break-inside:avoid}}";

/// A page that is being written, and its pictures or the reason why one cannot be drawn.
pub(super) struct Page {
    text: String,
    pictures: Result<Vec<Chart>, String>,
}

impl Page {
    pub(super) fn new(title: &str) -> Self {
        let title = escaped(title);
        let text = format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n\
             <p>Games of the engine with itself. Every figure has its 95 % interval.</p>\n"
        );
        Self { text, pictures: Ok(Vec::new()) }
    }

    pub(super) fn heading(&mut self, text: &str) {
        let _ = writeln!(self.text, "<h2>{}</h2>", escaped(text));
    }

    pub(super) fn text(&mut self, text: &str) {
        let _ = writeln!(self.text, "<p>{}</p>", escaped(text));
    }

    pub(super) fn picture(&mut self, name: &'static str, svg: Result<String, String>, what: &str) {
        match (svg, &mut self.pictures) {
            (Ok(svg), Ok(pictures)) => {
                let _ = writeln!(self.text, "<figure>\n{svg}\n<figcaption>{}</figcaption>\n</figure>", escaped(what));
                pictures.push(Chart { name, what: what.to_owned(), svg });
            }
            (Err(error), Ok(_)) => self.pictures = Err(error),
            (_, Err(_)) => {}
        }
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

    pub(super) fn finish(self) -> Result<Report, String> {
        Ok(Report { html: self.text + "</html>\n", pictures: self.pictures? })
    }
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_is_self_contained_and_escapes_text() {
        let mut page = Page::new("A <b> & c");
        page.table(&["x"], [vec!["<script>".to_owned()]]);
        let page = page.finish().unwrap().html;
        assert!(page.contains("<title>A &lt;b&gt; &amp; c</title>") && page.contains("&lt;script&gt;"));
        assert!(!page.contains("http") && !page.contains("<script"));
    }
}
