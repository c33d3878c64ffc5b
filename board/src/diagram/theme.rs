//! The colours of a diagram: those of the board in `page/css/base.css`.

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
                frame: "#fdf9f1",
                edge: "#d9ccb6",
                text: "#2a231c",
                light: "#ecdcbf",
                dark: "#b58d64",
                highlight: "#d9a92f",
                mark: "#14414a",
                arrow: "#1f5fb0",
            },
            Theme::Dark => Self {
                frame: "#25211d",
                edge: "#463d33",
                text: "#efe6d6",
                light: "#cdb591",
                dark: "#8b6846",
                highlight: "#d6a42a",
                mark: "#14414a",
                arrow: "#1b56a3",
            },
        }
    }
}
