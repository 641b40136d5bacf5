//! Which weights are free, and how far they may be expected to go.

/// A number for the middlegame and one for the endgame.
pub type Pair = [f64; 2];

/// The weights as points of a space: a point `x` stands for `start + spread * x`, the start being its origin.
#[derive(Clone, PartialEq, Debug)]
pub struct Space {
    /// Every column's weights at the start.
    start: Vec<Pair>,
    /// For each column the coordinates of its two weights; `None` for a weight that stays as it is.
    coordinates: Vec<[Option<u32>; 2]>,
    /// How much of its weight each coordinate of 1 is: the standard deviation of the prior.
    spread: Vec<f64>,
}

impl Space {
    /// A space. `group` gives each column's group: columns of one group move together, columns without one stay. `free`
    /// tells which of a column's two weights move.
    pub fn new(
        start: Vec<Pair>,
        spread: &[f64],
        group: impl Fn(usize) -> Option<usize>,
        free: impl Fn(usize, usize) -> bool,
    ) -> Space {
        let mut known: std::collections::BTreeMap<(usize, usize), u32> = std::collections::BTreeMap::new();
        let mut spreads = Vec::new();
        let mut coordinate = |column: usize, phase: usize| {
            let group = group(column).filter(|_| free(column, phase))?;
            Some(*known.entry((group, phase)).or_insert_with(|| {
                spreads.push(spread.get(column).copied().unwrap_or(1.0));
                spreads.len() as u32 - 1
            }))
        };
        let coordinates = (0..start.len()).map(|column| [coordinate(column, 0), coordinate(column, 1)]).collect();
        Space { start, coordinates, spread: spreads }
    }

    /// How many coordinates there are.
    pub fn dimensions(&self) -> usize {
        self.spread.len()
    }

    /// The coordinate of a column's weight, if it is free.
    pub fn coordinate(&self, column: usize, phase: usize) -> Option<usize> {
        self.coordinates.get(column)?[phase].map(|coordinate| coordinate as usize)
    }

    /// How much of its weight a coordinate of 1 is.
    pub fn spread(&self, coordinate: usize) -> f64 {
        self.spread[coordinate]
    }

    /// The weights of a point.
    pub fn weights(&self, point: &[f64]) -> Vec<Pair> {
        let columns = self.start.iter().zip(&self.coordinates);
        columns
            .map(|(start, coordinates)| {
                let weight = |phase: usize| match coordinates[phase] {
                    Some(coordinate) => start[phase] + self.spread[coordinate as usize] * point[coordinate as usize],
                    None => start[phase],
                };
                [weight(0), weight(1)]
            })
            .collect()
    }

    /// A gradient in the weights as a gradient in the coordinates.
    pub(super) fn pull_back(&self, gradient: &[Pair]) -> Vec<f64> {
        let mut result = vec![0.0; self.dimensions()];
        for (gradient, coordinates) in gradient.iter().zip(&self.coordinates) {
            for phase in 0..2 {
                if let Some(coordinate) = coordinates[phase] {
                    result[coordinate as usize] += gradient[phase] * self.spread[coordinate as usize];
                }
            }
        }
        result
    }
}
