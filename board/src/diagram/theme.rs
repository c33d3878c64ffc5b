//! The colours of a diagram.

/// A theme of a diagram. Both have their own background, so that they are readable on pages of any colour.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "native", derive(clap::ValueEnum))]
pub enum Theme {
    /// For light pages.
    #[default]
    Light,
    /// For dark pages.
    Dark,
}

/// The colours of a theme in CSS.
pub(super) struct Palette {
    /// Background of coordinates and caption.
    pub(super) frame: &'static str,
    pub(super) edge: &'static str,
    pub(super) text: &'static str,
    pub(super) light: &'static str,
    pub(super) dark: &'static str,
    /// Highlights, drawn at [`Palette::HIGHLIGHT_OPACITY`].
    pub(super) highlight: &'static str,
    pub(super) mark: &'static str,
    pub(super) arrow: &'static str,
}

impl Palette {
    pub(super) const HIGHLIGHT_OPACITY: &str = "0.7";

    pub(super) const fn of(theme: Theme) -> Self {
        match theme {
            Theme::Light => Self {
                frame: "#fbf9f3",
                edge: "#cfc9ba",
                text: "#3a3733",
                light: "#f0ecdf",
                dark: "#8fa89b",
                highlight: "#f5c542",
                mark: "#1c3a5e",
                arrow: "#1f5fb0",
            },
            Theme::Dark => Self {
                frame: "#23272a",
                edge: "#43494d",
                text: "#dedacf",
                light: "#d3d0c3",
                dark: "#71897e",
                highlight: "#e3b02e",
                mark: "#16304f",
                arrow: "#1b56a3",
            },
        }
    }
}
