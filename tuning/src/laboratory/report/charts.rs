//! Pictures of figures, as SVG.

use std::fmt::Write as _;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::Chart;
use super::html::escaped;
use laboratory::interval::Interval;

type Drawn = Result<(), Box<dyn std::error::Error>>;

/// A palette for colour-blind readers (Okabe and Ito 2008).
const PALETTE: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

const FONT: (&str, u32) = ("sans-serif", 15);

/// Width of every chart in pixels.
const WIDTH: u32 = 720;

pub(crate) type Points = Vec<(f64, f64)>;

/// Draws on a new picture of this height.
fn svg(height: u32, draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, Shift>) -> Drawn) -> Result<String, String> {
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
    let drawn = area.fill(&WHITE).map_err(Into::into).and_then(|()| draw(&area));
    drawn.and_then(|()| area.present().map_err(Into::into)).map_err(|error| format!("cannot draw: {error}"))?;
    drop(area);
    Ok(text)
}

/// Named lines over a common axis.
pub(crate) fn lines(x: &str, y: &str, all: &[(String, Points)]) -> Result<String, String> {
    let points = || all.iter().flat_map(|(_, points)| points);
    let most = |pick: fn(&(f64, f64)) -> f64| points().map(pick).fold(f64::MIN_POSITIVE, f64::max);
    let least = points().map(|point| point.1).fold(0.0, f64::min);
    let (right, top) = (most(|point| point.0), most(|point| point.1) * 1.05);
    svg(300, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .x_label_area_size(38)
            .y_label_area_size(52)
            .build_cartesian_2d(0.0..right, least..top)?;
        chart.configure_mesh().label_style(FONT).light_line_style(WHITE).x_desc(x).y_desc(y).draw()?;
        for ((name, points), color) in all.iter().zip(PALETTE.iter().cycle()) {
            let drawn = chart.draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(2)))?;
            let legend = move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2));
            drawn.label(name).legend(legend);
        }
        chart
            .configure_series_labels()
            .label_font(FONT)
            .border_style(BLACK.mix(0.3))
            .background_style(WHITE.mix(0.8))
            .draw()?;
        Ok(())
    })
}

/// Estimates with their intervals, one below the other, with a line at `neutral`.
pub(crate) fn estimates(x: &str, neutral: f64, all: &[(String, Interval)]) -> Result<String, String> {
    let rows: Vec<_> = all.iter().map(|(name, interval)| (name.clone(), vec![Some(*interval)])).collect();
    groups(x, Some(neutral), &[], &rows)
}

/// Draws estimates of several samples of the same numbers, one row per name. `names` are those of the samples, each with a
/// colour; a sample may lack a row. A single sample needs no name. `neutral` is the position of a vertical line.
pub(crate) fn groups(
    x: &str,
    neutral: Option<f64>,
    names: &[String],
    rows: &[(String, Vec<Option<Interval>>)],
) -> Result<String, String> {
    const MARGIN: u32 = 10;
    const AXIS: u32 = 38;
    let legend = if names.is_empty() { 0 } else { 24 };
    let samples = names.len().max(1);
    let height = 12 * samples as u32 + 10;
    let widest = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0) as u32;
    let left = (8 * widest + 20).clamp(60, WIDTH / 2);
    let all = || rows.iter().flat_map(|(_, samples)| samples.iter().flatten());
    let ends = |pick: fn(&Interval) -> f64| all().map(pick).chain(neutral).filter(|end| end.is_finite());
    let (low, high) = (ends(|all| all.low).reduce(f64::min), ends(|all| all.high).reduce(f64::max));
    let (low, high) = (low.unwrap_or(0.0), high.unwrap_or(1.0));
    let pad = ((high - low) * 0.05).max(1e-3);
    svg(legend + 2 * MARGIN + AXIS + height * rows.len() as u32, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(MARGIN)
            .margin_top(MARGIN + legend)
            .x_label_area_size(AXIS)
            .y_label_area_size(left)
            .build_cartesian_2d(low - pad..high + pad, 0.0..rows.len() as f64)?;
        chart
            .configure_mesh()
            .label_style(FONT)
            .light_line_style(WHITE)
            .disable_y_mesh()
            .y_labels(0)
            .x_desc(x)
            .draw()?;
        let write = |text: &str, left: i32, middle: i32| {
            area.draw(&Text::new(text.to_owned(), (left, middle - 7), TextStyle::from(FONT.into_font())))
        };
        for (row, (name, _)) in rows.iter().enumerate() {
            write(name, 6, (MARGIN + legend + height * row as u32 + height / 2) as i32)?;
        }
        let mut left = left as i32 + 20;
        for (name, color) in names.iter().zip(PALETTE.iter().cycle()) {
            area.draw(&Circle::new((left, MARGIN as i32 + 4), 4, color.filled()))?;
            write(name, left + 10, MARGIN as i32 + 5)?;
            left += 40 + 8 * name.chars().count() as i32;
        }
        if let Some(neutral) = neutral {
            chart.draw_series([PathElement::new([(neutral, 0.0), (neutral, rows.len() as f64)], BLACK.mix(0.5))])?;
        }
        for (sample, color) in (0..samples).zip(PALETTE.iter().cycle()) {
            // The first sample on top.
            let at = |row: usize| (rows.len() - row) as f64 - (sample as f64 + 1.0) / (samples as f64 + 1.0);
            for (row, (_, estimates)) in rows.iter().enumerate() {
                let Some(Interval { value, low, high }) = estimates.get(sample).copied().flatten() else { continue };
                let finite = |end: f64| if end.is_finite() { end } else { value };
                let ends = [(finite(low), at(row)), (finite(high), at(row))];
                chart.draw_series([PathElement::new(ends, color.stroke_width(3))])?;
                chart.draw_series([Circle::new((value, at(row)), 4, color.filled())])?;
            }
        }
        Ok(())
    })
}

/// Shares of a whole as bars, one below the other, each with its parts from the left: White, draws, Black.
pub(crate) fn results(all: &[(String, [f64; 3])]) -> Result<String, String> {
    const LEFT: i32 = 170;
    const COLORS: [RGBColor; 3] = [RGBColor(240, 235, 220), RGBColor(160, 160, 160), RGBColor(60, 60, 60)];
    svg(14 + 30 * all.len() as u32, |area| {
        for (row, (name, parts)) in all.iter().enumerate() {
            let top = 8 + 30 * row as i32;
            let text = TextStyle::from(FONT.into_font());
            area.draw(&Text::new(name.clone(), (6, top + 5), text.clone()))?;
            let mut left = f64::from(LEFT);
            for (part, color) in parts.iter().zip(COLORS) {
                let right = left + part * f64::from(WIDTH as i32 - LEFT - 10);
                let box_of = [(left as i32, top), (right as i32, top + 22)];
                area.draw(&Rectangle::new(box_of, color.filled()))?;
                area.draw(&Rectangle::new(box_of, BLACK.mix(0.6)))?;
                if *part > 0.06 {
                    let ink = if color.0 < 100 { &WHITE } else { &BLACK };
                    let label = format!("{:.1} %", 100.0 * part);
                    area.draw(&Text::new(label, (left as i32 + 6, top + 5), text.color(ink)))?;
                }
                left = right;
            }
        }
        Ok(())
    })
}

/// Boards of `size` squares a side, coloured by how much is on each square of the most that is on any; five in a row.
pub(crate) fn boards(size: usize, all: &[(String, &[f64])]) -> Result<String, String> {
    const ACROSS: usize = 5;
    const SIDE: i32 = 128;
    const GRID: RGBColor = RGBColor(208, 208, 208);
    let rows = all.len().div_ceil(ACROSS) as u32;
    svg(rows * (SIDE as u32 + 28) + 4, |area| {
        for (number, (name, squares)) in all.iter().enumerate() {
            let left = 8 + (number % ACROSS) as i32 * (SIDE + 14);
            let top = 20 + (number / ACROSS) as i32 * (SIDE + 28);
            let text = TextStyle::from(("sans-serif", 11).into_font());
            area.draw(&Text::new(name.clone(), (left, top - 15), text))?;
            let most = squares.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
            let step = SIDE / size as i32;
            for (at, amount) in squares.iter().enumerate().filter(|(_, amount)| **amount > 0.0) {
                let (file, rank) = ((at % size) as i32, (at / size) as i32);
                let corner = (left + file * step, top + (size as i32 - 1 - rank) * step);
                let color = PALETTE[1].mix((amount / most).sqrt());
                area.draw(&Rectangle::new([corner, (corner.0 + step, corner.1 + step)], color.filled()))?;
            }
            let side = size as i32 * step;
            for at in (0..=side).step_by(step as usize) {
                area.draw(&PathElement::new([(left + at, top), (left + at, top + side)], GRID))?;
                area.draw(&PathElement::new([(left, top + at), (left + side, top + at)], GRID))?;
            }
        }
        Ok(())
    })
}

/// Charts below each other in one picture, each with its caption above it.
pub(crate) fn sheet<'a>(charts: impl IntoIterator<Item = &'a Chart>) -> String {
    const CAPTION: u32 = 34;
    let (mut text, mut y) = (String::new(), 0);
    for Chart { what, svg, .. } in charts {
        let height = svg.split_once("height=\"").and_then(|(_, rest)| rest.split_once('"')?.0.parse().ok());
        let _ = writeln!(
            text,
            "<text x=\"10\" y=\"{}\" font-family=\"sans-serif\" font-size=\"15\" font-weight=\"bold\">{}</text>",
            y + CAPTION - 12,
            escaped(what)
        );
        y += CAPTION;
        text += &svg.replacen("<svg", &format!("<svg y=\"{y}\""), 1);
        y += height.unwrap_or(WIDTH);
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {y}\" width=\"{WIDTH}\" height=\"{y}\">\n\
         <rect width=\"{WIDTH}\" height=\"{y}\" fill=\"#FFFFFF\"/>\n{text}</svg>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_are_deterministic_svg() {
        let half = Interval { value: 0.5, low: 0.4, high: 0.6 };
        let unknown = Interval { value: 0.5, low: f64::NEG_INFINITY, high: f64::INFINITY };
        let draw = || {
            [
                lines("ply", "choices", &[("500".to_owned(), vec![(1.0, 20.0), (2.0, 22.0)])]),
                estimates("score", 0.5, &[("e4".to_owned(), half), ("d4".to_owned(), unknown)]),
                results(&[("500 nodes".to_owned(), [0.4, 0.3, 0.3])]),
                boards(5, &[("coups".to_owned(), &[0.5; 25])]),
                lines("ply", "nothing", &[]),
                groups(
                    "score",
                    Some(0.5),
                    &["weak".to_owned(), "strong".to_owned()],
                    &[("Chess".to_owned(), vec![Some(half), None]), ("Empire".to_owned(), vec![Some(unknown)])],
                ),
                groups("nothing", None, &[], &[]),
            ]
        };
        let charts = draw().map(Result::unwrap);
        assert!(charts.iter().all(|chart| chart.starts_with("<svg") && chart.trim_end().ends_with("</svg>")));
        assert_eq!(draw().map(Result::unwrap), charts);
        assert!(charts[2].contains("40.0 %"));
        let chart = |svg: &String| Chart { name: "", what: "Values < 1".to_owned(), svg: svg.clone() };
        let all = sheet(&[chart(&charts[0]), chart(&charts[2])]);
        assert!(all.matches("<svg y=\"34\"").count() == 1 && all.matches("<svg y=\"368\"").count() == 1);
        assert!(all.contains("Values &lt; 1"));
    }
}
