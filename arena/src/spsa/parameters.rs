//! Selection of the tuned parameters.

use engine::PARAMETERS;
use engine::params::Family;
use movegen::fen::printable;

/// One parameter of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tuned {
    /// Its name.
    pub name: &'static str,
    /// The initial value.
    pub start: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// The perturbation at the last iteration.
    pub c_end: f64,
    /// The step per point at the last iteration, as a fraction of the perturbation.
    pub r_end: f64,
}

impl Tuned {
    /// Returns the default perturbation: 1/40 of the range, at least 0.5.
    fn of(parameter: &engine::Parameter, family: Family, r_end: f64) -> Self {
        let (min, max) = (f64::from(parameter.min), f64::from(parameter.max));
        let c_end = ((max - min) / 40.0).max(0.5);
        Self { name: parameter.name, start: f64::from(parameter.value_in(family)), min, max, c_end, r_end }
    }
}

/// Parses a list, one parameter a line: a name, optionally followed by value, min, max, c_end and r_end. Commas, the
/// word `int` and lines that begin with `#` are skipped. Missing values are those of the family of games. An empty list
/// selects all parameters that are not switches.
pub fn read_parameters(text: &str, family: Family, r_end: f64) -> Result<Vec<Tuned>, String> {
    let mut all: Vec<Tuned> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let invalid = |why: &str| format!("line {number}, '{}': {why}", printable(line));
        let content = line.split('#').next().unwrap_or_default();
        let mut words = content.split([' ', '\t', ',']).filter(|word| !word.is_empty() && *word != "int");
        let Some(name) = words.next() else { continue };
        let known = PARAMETERS.iter().find(|p| p.name == name);
        let known = known.ok_or_else(|| invalid("the search has no parameter of that name"))?;
        let mut tuned = Tuned::of(known, family, r_end);
        let numbers: Vec<f64> =
            words.map(str::parse).collect::<Result<_, _>>().map_err(|_| invalid("a value is not a number"))?;
        let places = [&mut tuned.start, &mut tuned.min, &mut tuned.max, &mut tuned.c_end, &mut tuned.r_end];
        if numbers.len() > places.len() {
            return Err(invalid("expected at most value, min, max, c_end and r_end"));
        }
        places.into_iter().zip(&numbers).for_each(|(place, &number)| *place = number);
        let allowed = f64::from(known.lowest())..=f64::from(known.highest());
        let is_sound = allowed.contains(&tuned.min)
            && allowed.contains(&tuned.max)
            && tuned.min < tuned.max
            && (tuned.min..=tuned.max).contains(&tuned.start)
            && tuned.c_end.is_finite()
            && tuned.c_end > 0.0
            && tuned.r_end.is_finite()
            && tuned.r_end > 0.0;
        if !is_sound {
            let (lowest, highest) = (known.lowest(), known.highest());
            return Err(invalid(&format!(
                "expected min <= value <= max, both bounds from {lowest} to {highest}, and positive c_end and r_end"
            )));
        }
        if all.iter().any(|other| other.name == name) {
            return Err(invalid("repeated"));
        }
        all.push(tuned);
    }
    if all.is_empty() {
        all = PARAMETERS.iter().map(|p| Tuned::of(p, family, r_end)).collect();
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameter_lists_of_test_frameworks_are_accepted() {
        let all =
            read_parameters("# two\nrazoring_base\nlmr_base, int, 900, 300, 1500, 60, 0.004\n", Family::Chess, 0.002)
                .unwrap();
        assert_eq!((all[0].name, all[0].c_end, all[0].r_end), ("razoring_base", 24.375, 0.002));
        let wanted = Tuned { name: "lmr_base", start: 900.0, min: 300.0, max: 1500.0, c_end: 60.0, r_end: 0.004 };
        assert_eq!(all[1], wanted);
        assert!(
            read_parameters("", Family::Chess, 0.002).unwrap().iter().all(|p| p.c_end >= 0.5 && p.max - p.min > 1.0)
        );
    }

    #[test]
    fn invalid_parameter_line_is_quoted() {
        let error = |text: &str| read_parameters(text, Family::Chess, 0.002).unwrap_err();
        assert_eq!(error("\nx 1"), "line 2, 'x 1': the search has no parameter of that name");
        assert_eq!(error("razoring_base x"), "line 1, 'razoring_base x': a value is not a number");
        for line in ["razoring_base 1", "razoring_base 60 70 50", "razoring_base 60 50 99 0", "razoring_base 60 50 NaN"]
        {
            assert!(error(line).contains("expected min <= value <= max, both bounds from 25 to 1000"), "{line}");
        }
        assert!(error("razoring_base\nrazoring_base").ends_with("repeated"));
        assert!(error("razoring_base 60 50 99 1 1 1").contains("expected at most"));
    }
}
