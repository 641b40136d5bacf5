//! Symmetric positive definite systems, as large as the number of weights.

/// A symmetric matrix, of which the lower triangle is kept row by row.
#[derive(Clone, Debug)]
pub(crate) struct Symmetric {
    size: usize,
    cells: Vec<f64>,
}

/// The lower triangular factor `L` of a matrix `L L'`.
#[derive(Clone, Debug)]
pub(crate) struct Cholesky(Symmetric);

impl Symmetric {
    pub(crate) fn zero(size: usize) -> Symmetric {
        Symmetric { size, cells: vec![0.0; size * (size + 1) / 2] }
    }

    fn row(&self, row: usize) -> &[f64] {
        let start = row * (row + 1) / 2;
        &self.cells[start..=start + row]
    }

    /// Adds to a cell and its mirror image.
    #[inline]
    pub(crate) fn add(&mut self, row: usize, column: usize, value: f64) {
        let (low, high) = if row < column { (row, column) } else { (column, row) };
        self.cells[high * (high + 1) / 2 + low] += value;
    }

    /// Adds another matrix of the same size.
    pub(crate) fn add_all(&mut self, other: &Symmetric) {
        self.cells.iter_mut().zip(&other.cells).for_each(|(cell, other)| *cell += other);
    }

    /// The factor; `None` if the matrix is not positive definite.
    pub(crate) fn cholesky(&self) -> Option<Cholesky> {
        let mut factor = Symmetric::zero(self.size);
        for row in 0..self.size {
            let start = row * (row + 1) / 2;
            for column in 0..=row {
                let (above, current) = factor.cells.split_at(start);
                let other = column * (column + 1) / 2;
                let known = if column == row {
                    dot(&current[..column], &current[..column])
                } else {
                    dot(&current[..column], &above[other..other + column])
                };
                let rest = self.cells[start + column] - known;
                factor.cells[start + column] = if column < row {
                    rest / factor.cells[other + column]
                } else if rest > 0.0 {
                    rest.sqrt()
                } else {
                    return None;
                };
            }
        }
        Some(Cholesky(factor))
    }
}

impl Cholesky {
    /// Solves the system with a right side.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let n = self.0.size;
        let mut x = right.to_vec();
        for row in 0..n {
            let cells = self.0.row(row);
            x[row] = (x[row] - dot(&cells[..row], &x[..row])) / cells[row];
        }
        for row in (0..n).rev() {
            let cells = self.0.row(row);
            x[row] /= cells[row];
            let solved = x[row];
            x[..row].iter_mut().zip(cells).for_each(|(x, cell)| *x -= cell * solved);
        }
        x
    }

    /// The diagonal of the inverse: the sums of squares of the columns of `L`'s inverse.
    pub(crate) fn inverse_diagonal(&self) -> Vec<f64> {
        let n = self.0.size;
        let mut diagonal = vec![0.0; n];
        let mut column = vec![0.0; n];
        for (start, sum) in diagonal.iter_mut().enumerate() {
            column[start] = 1.0 / self.0.row(start)[start];
            *sum = column[start] * column[start];
            for row in start + 1..n {
                let cells = self.0.row(row);
                column[row] = -dot(&cells[start..row], &column[start..row]) / cells[row];
                *sum += column[row] * column[row];
            }
        }
        diagonal
    }
}

/// A sum of products, in four strands that the compiler can keep in vectors. Always the same order of additions.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut strands = [0.0; 4];
    let (a4, b4) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = a4.remainder().iter().zip(b4.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a4.zip(b4) {
        for lane in 0..4 {
            strands[lane] += a[lane] * b[lane];
        }
    }
    (strands[0] + strands[1]) + (strands[2] + strands[3]) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_are_solved() {
        let n = 13;
        let mut matrix = Symmetric::zero(n);
        for row in 0..n {
            for column in 0..=row {
                matrix.add(row, column, 1.0 / (1.0 + (row - column) as f64) + f64::from(u8::from(row == column)));
            }
        }
        let factor = matrix.cholesky().unwrap();
        let cell = |row: usize, column: usize| matrix.row(row.max(column))[row.min(column)];
        for unit in 0..n {
            let mut right = vec![0.0; n];
            right[unit] = 1.0;
            let x = factor.solve(&right);
            for (row, right) in right.iter().enumerate() {
                let product: f64 = (0..n).map(|column| cell(row, column) * x[column]).sum();
                assert!((product - right).abs() < 1e-12);
            }
            assert!((x[unit] - factor.inverse_diagonal()[unit]).abs() < 1e-12);
        }
        matrix.add(3, 3, -10.0);
        assert!(matrix.cholesky().is_none());
    }
}
