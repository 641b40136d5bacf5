//! Distribution functions, as thin names over `statrs`.

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal, StudentsT};
use statrs::function::erf::erfc;

/// The probability that a standard normal variable is below `z`.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * erfc(-z / std::f64::consts::SQRT_2)
}

/// The value that a standard normal variable is below with probability `p`.
pub fn normal_quantile(p: f64) -> f64 {
    Normal::standard().inverse_cdf(p)
}

/// The value that a chi-squared variable with `freedom` degrees of freedom is below with probability `p`.
pub fn chi_squared_quantile(freedom: f64, p: f64) -> f64 {
    let Ok(distribution) = ChiSquared::new(freedom) else { return f64::NAN };
    polish(
        distribution.inverse_cdf(p),
        p,
        |x| distribution.cdf(x),
        |x| {
            use statrs::distribution::Continuous;
            distribution.pdf(x)
        },
    )
}

/// The probability that a chi-squared variable with `freedom` degrees of freedom is at least `x`.
pub(crate) fn chi_squared_tail(freedom: f64, x: f64) -> f64 {
    ChiSquared::new(freedom).map_or(f64::NAN, |distribution| distribution.sf(x))
}

/// The value that a variable with Student's distribution is below with probability `p`.
pub(crate) fn student_quantile(freedom: f64, p: f64) -> f64 {
    let Ok(distribution) = StudentsT::new(0.0, 1.0, freedom) else { return f64::NAN };
    polish(
        distribution.inverse_cdf(p),
        p,
        |x| distribution.cdf(x),
        |x| {
            use statrs::distribution::Continuous;
            distribution.pdf(x)
        },
    )
}

/// Takes a quantile to full precision with steps of Newton's method.
fn polish(start: f64, p: f64, cdf: impl Fn(f64) -> f64, pdf: impl Fn(f64) -> f64) -> f64 {
    let mut x = start;
    for _ in 0..4 {
        let step = (cdf(x) - p) / pdf(x);
        if !step.is_finite() || step.abs() < 1e-15 * x.abs() {
            break;
        }
        x -= step;
    }
    x
}
