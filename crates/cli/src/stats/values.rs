//! What men are worth, from the results of games: a logistic regression of the result on the difference of men.
//!
//! The model is P(White scores) = 1 / (1 + exp(-(a + Σ bᵢ dᵢ))), where dᵢ is White's men of kind i less Black's. A draw is
//! half a win. Positions of one game have one result: the errors are those of the sandwich estimator with games as
//! clusters (White, "Maximum likelihood estimation of misspecified models", Econometrica 50, 1982), not those of
//! independent positions.

/// Positions of one game, and what White scored in it: 0, ½ or 1.
pub(super) struct GameSamples<'a> {
    pub(super) differences: &'a [Vec<i8>],
    pub(super) score: f64,
}

/// What a kind is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Estimate {
    /// The index of the kind.
    pub(super) kind: usize,
    pub(super) value: f64,
    /// Half the width of the interval of 95 %.
    pub(super) error: f64,
}

/// Steps of Newton's method; it needs a handful.
const MOST_STEPS: usize = 50;
/// A touch of regularisation (the precision of a normal prior) keeps coefficients finite where one kind decides all games.
const PRIOR: f64 = 1e-3;
/// Fewer games than this in which the numbers of a kind differ say nothing of it.
const FEWEST_GAMES: usize = 20;
/// Fewer games with a winner say nothing at all.
const FEWEST_DECISIVE: usize = 50;
/// The 97.5th percentile of the normal distribution.
pub(super) const NORMAL_975: f64 = 1.96;

/// Estimates the values of the kinds with the given indices so that they add up to `total`. `None` where the games say
/// too little: few of them, one-sided ones, or all of them drawn. Kinds of which both sides always had the same number
/// are left out.
pub(super) fn estimate(games: &[GameSamples<'_>], kinds: &[(usize, f64)]) -> Option<Vec<Estimate>> {
    let differs = |kind: usize| {
        let unequal = |sample: &Vec<i8>| sample.get(kind).is_some_and(|&difference| difference != 0);
        games.iter().filter(|game| game.differences.iter().any(unequal)).count() >= FEWEST_GAMES
    };
    let kinds: Vec<(usize, f64)> = kinds.iter().copied().filter(|(kind, _)| differs(*kind)).collect();
    let size = kinds.len() + 1;
    let decisive = games.iter().filter(|game| game.score != 0.5).count();
    if kinds.is_empty() || decisive < FEWEST_DECISIVE {
        return None;
    }
    let row = |sample: &Vec<i8>| -> Vec<f64> {
        let differences = kinds.iter().map(|(kind, _)| f64::from(sample.get(*kind).copied().unwrap_or(0)));
        std::iter::once(1.0).chain(differences).collect()
    };
    let rows: Vec<(Vec<Vec<f64>>, f64)> =
        games.iter().map(|game| (game.differences.iter().map(row).collect(), game.score)).collect();
    let mut weights = vec![0.0; size];
    let mut covariance = None;
    for _ in 0..MOST_STEPS {
        let (gradient, hessian, _) = derivatives(&rows, &weights);
        let inverse = inverted(hessian)?;
        let step = times(&inverse, &gradient);
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
        if step.iter().all(|step| step.abs() < 1e-9) {
            covariance = Some(sandwich(&rows, &weights)?);
            break;
        }
    }
    scaled(&kinds, &weights, &covariance?)
}

/// The gradient of the log-likelihood, its negative Hessian, and the gradient of each game.
fn derivatives(games: &[(Vec<Vec<f64>>, f64)], weights: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>, Vec<Vec<f64>>) {
    let size = weights.len();
    let mut gradient: Vec<f64> = weights.iter().map(|weight| -PRIOR * weight).collect();
    let mut hessian = vec![vec![0.0; size]; size];
    for (index, row) in hessian.iter_mut().enumerate() {
        row[index] = PRIOR;
    }
    let mut by_game = Vec::with_capacity(games.len());
    for (rows, score) in games {
        let mut own = vec![0.0; size];
        for row in rows {
            let sum: f64 = row.iter().zip(weights).map(|(x, weight)| x * weight).sum();
            let chance = 1.0 / (1.0 + (-sum).exp());
            for (i, x) in row.iter().enumerate() {
                own[i] += (score - chance) * x;
                for (j, y) in row.iter().enumerate() {
                    hessian[i][j] += chance * (1.0 - chance) * x * y;
                }
            }
        }
        gradient.iter_mut().zip(&own).for_each(|(sum, part)| *sum += part);
        by_game.push(own);
    }
    (gradient, hessian, by_game)
}

/// The covariance of the weights: H⁻¹ (Σ g gᵀ) H⁻¹ over the games' gradients g.
fn sandwich(games: &[(Vec<Vec<f64>>, f64)], weights: &[f64]) -> Option<Vec<Vec<f64>>> {
    let (_, hessian, by_game) = derivatives(games, weights);
    let inverse = inverted(hessian)?;
    let size = weights.len();
    let mut covariance = vec![vec![0.0; size]; size];
    for gradient in by_game {
        let bread = times(&inverse, &gradient);
        for (i, x) in bread.iter().enumerate() {
            for (j, y) in bread.iter().enumerate() {
                covariance[i][j] += x * y;
            }
        }
    }
    Some(covariance)
}

/// Weights as values that add up to the sum of what the kinds are said to be worth, with errors by the delta method: the
/// scale is one of the things that are uncertain.
fn scaled(kinds: &[(usize, f64)], weights: &[f64], covariance: &[Vec<f64>]) -> Option<Vec<Estimate>> {
    let total: f64 = kinds.iter().map(|(_, value)| value).sum();
    let sum: f64 = weights.iter().skip(1).sum();
    if sum <= 0.0 || total <= 0.0 {
        return None;
    }
    let estimates = kinds.iter().enumerate().map(|(at, &(kind, _))| {
        let own = weights[at + 1] / sum;
        // The derivatives of own share by each weight.
        let slopes: Vec<f64> = (0..kinds.len()).map(|j| (f64::from(u8::from(j == at)) - own) / sum).collect();
        let mut variance = 0.0;
        for (i, x) in slopes.iter().enumerate() {
            for (j, y) in slopes.iter().enumerate() {
                variance += x * y * covariance[i + 1][j + 1];
            }
        }
        Estimate { kind, value: total * own, error: NORMAL_975 * total * variance.max(0.0).sqrt() }
    });
    let estimates: Vec<Estimate> = estimates.collect();
    estimates.iter().all(|estimate| estimate.value.is_finite() && estimate.error.is_finite()).then_some(estimates)
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// The inverse of a matrix by elimination with pivots; `None` where there is none.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..size).map(|i| (0..size).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..size {
        let pivot = (column..size).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let divisor = matrix[column][column];
        for part in [&mut matrix, &mut inverse] {
            part[column].iter_mut().for_each(|entry| *entry /= divisor);
        }
        for row in (0..size).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for part in [&mut matrix, &mut inverse] {
                let from = part[column].clone();
                part[row].iter_mut().zip(&from).for_each(|(entry, other)| *entry -= factor * other);
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_rules::playout::seeded;
    use rand::RngExt;

    /// Games whose results follow the model: the estimates come out where they were put, within their errors.
    #[test]
    fn known_values_are_found() {
        let truth = [3.0, 1.0];
        let mut random = seeded(5, 0);
        let games: Vec<(Vec<Vec<i8>>, f64)> = (0..3000)
            .map(|_| {
                let sample: Vec<i8> = (0..2).map(|_| random.random_range(0..5u8) as i8 - 2).collect();
                let sum: f64 = 0.3 * sample.iter().zip(truth).map(|(x, value)| f64::from(*x) * value).sum::<f64>();
                let won = random.random_range(0.0..1.0) < 1.0 / (1.0 + (-sum).exp());
                // The same position twice is no more knowledge.
                (vec![sample.clone(), sample], f64::from(u8::from(won)))
            })
            .collect();
        let samples: Vec<GameSamples<'_>> =
            games.iter().map(|(differences, score)| GameSamples { differences, score: *score }).collect();
        let found = estimate(&samples, &[(0, 200.0), (1, 200.0), (7, 50.0)]).unwrap();
        assert_eq!(found.len(), 2, "kind 7 never differs");
        for (estimate, wanted) in found.iter().zip([300.0, 100.0]) {
            assert!((estimate.value - wanted).abs() < 1.5 * estimate.error, "{estimate:?}");
            assert!((2.0..30.0).contains(&estimate.error), "{estimate:?}");
        }
    }

    #[test]
    fn little_is_nothing() {
        assert_eq!(estimate(&[], &[(0, 100.0)]), None);
        let differences = vec![vec![1]];
        let drawn: Vec<GameSamples<'_>> =
            (0..100).map(|_| GameSamples { differences: &differences, score: 0.5 }).collect();
        assert_eq!(estimate(&drawn, &[(0, 100.0)]), None, "all drawn");
    }

    #[test]
    fn matrices_are_inverted() {
        let inverse = inverted(vec![vec![0.0, 2.0], vec![4.0, 0.0]]).unwrap();
        assert_eq!(inverse, [[0.0, 0.25], [0.5, 0.0]]);
        assert_eq!(inverted(vec![vec![1.0, 2.0], vec![2.0, 4.0]]), None);
    }
}
