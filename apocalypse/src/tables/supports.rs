//! The choices that solved a position's matrix the last time, with which the search for its solution begins the next
//! time: while a matrix changes little, the same choices are mixed, only their shares change.

/// The most choices of a side that are remembered.
const MAX_SUPPORT: usize = 4;

/// Which choices of each side an equilibrium mixed; nothing if a side mixed too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Supports(pub(super) u64);

/// Marks a place without a choice: there are never so many.
const NONE: u8 = u8::MAX;

impl Supports {
    /// Nothing is remembered.
    pub(super) const NOTHING: Self = Self(u64::MAX);

    /// Remembers these choices of each side.
    pub(super) fn new(sides: [&[usize]; 2]) -> Self {
        let mut bytes = [NONE; 2 * MAX_SUPPORT];
        for (side, choices) in sides.into_iter().enumerate() {
            if choices.len() > MAX_SUPPORT {
                return Self::NOTHING;
            }
            bytes[side * MAX_SUPPORT..].iter_mut().zip(choices).for_each(|(byte, &choice)| *byte = choice as u8);
        }
        Self(u64::from_le_bytes(bytes))
    }

    /// The choices of a side that are remembered.
    pub(super) fn choices(self, side: usize) -> impl Iterator<Item = usize> {
        let bytes = self.0.to_le_bytes();
        (side * MAX_SUPPORT..(side + 1) * MAX_SUPPORT)
            .map(move |at| bytes[at])
            .take_while(|&byte| byte != NONE)
            .map(usize::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn supports_give_back_the_choices_or_nothing() {
        let supports = Supports::new([&[3, 0], &[7]]);
        assert_eq!((supports.choices(0).collect(), supports.choices(1).collect()), (vec![3, 0], vec![7]));
        assert_eq!(Supports::new([&[0], &[0, 1, 2, 3, 4]]), Supports::NOTHING);
        assert_eq!(Supports::NOTHING.choices(0).count() + Supports::NOTHING.choices(1).count(), 0);
    }
}
