//! Linear equations with a symmetric, positive definite matrix.

/// The Cholesky factor of a matrix: a lower triangle, with its mirror image above the diagonal.
pub(super) struct Cholesky(Vec<Vec<f64>>);

impl Cholesky {
    /// Factors a matrix. Only its lower triangle is read.
    pub(super) fn of(mut matrix: Vec<Vec<f64>>) -> Cholesky {
        for row in 0..matrix.len() {
            for column in 0..=row {
                let (above, below) = matrix.split_at_mut(row);
                let own = &mut below[0];
                if column == row {
                    let known: f64 = own[..column].iter().map(|factor| factor * factor).sum();
                    own[column] = (own[column] - known).sqrt();
                } else {
                    let other = &mut above[column];
                    let known: f64 = own[..column].iter().zip(&*other).map(|(own, other)| own * other).sum();
                    own[column] = (own[column] - known) / other[column];
                    // The mirror image lets the backward substitution read along a row.
                    other[row] = own[column];
                }
            }
        }
        Cholesky(matrix)
    }

    /// Replaces the right-hand side of the equations by their solution.
    pub(super) fn solve(&self, values: &mut [f64]) {
        let Cholesky(factor) = self;
        for row in 0..values.len() {
            let known: f64 = factor[row].iter().zip(&values[..row]).map(|(factor, value)| factor * value).sum();
            values[row] = (values[row] - known) / factor[row][row];
        }
        for row in (0..values.len()).rev() {
            let behind = row + 1..values.len();
            let known: f64 = factor[row][behind.clone()].iter().zip(&values[behind]).map(|(f, value)| f * value).sum();
            values[row] = (values[row] - known) / factor[row][row];
        }
    }

    /// The logarithm of the determinant.
    pub(super) fn ln_determinant(&self) -> f64 {
        2.0 * self.0.iter().enumerate().map(|(at, row)| row[at].ln()).sum::<f64>()
    }

    /// The inverse of the matrix.
    pub(super) fn inverse(&self) -> Vec<Vec<f64>> {
        let size = self.0.len();
        let column = |index| {
            let mut column = vec![0.0; size];
            column[index] = 1.0;
            self.solve(&mut column);
            column
        };
        (0..size).map(column).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_solves_the_equations() {
        let matrix = [[4.0, -1.0, 0.5], [-1.0, 3.0, -1.5], [0.5, -1.5, 2.5]];
        let mut solution = [1.0, -2.0, 3.0];
        Cholesky::of(matrix.iter().map(|row| row.to_vec()).collect()).solve(&mut solution);
        for (row, expected) in matrix.iter().zip([1.0, -2.0, 3.0]) {
            let found: f64 = row.iter().zip(&solution).map(|(factor, value)| factor * value).sum();
            assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
        }
    }
}
