"""A linear program that grows: HiGHS (Huangfu and Hall 2018) starts from its last solution."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import highspy
import numpy as np
from numpy.typing import NDArray

Column: TypeAlias = int
Terms: TypeAlias = tuple[Sequence[Column], Sequence[float]]  # columns, and a factor for each


class Solution(NamedTuple):
    """The values of the columns, the prices of the rows (0 or above), and the value of the goal."""

    values: NDArray[np.float64]
    prices: NDArray[np.float64]
    goal: float


class LinearProgram:
    """Columns, none below 0, of which the first ones sum to 1; rows; and a goal to maximize."""

    def __init__(self, chances: int) -> None:
        self._solver = highspy.Highs()
        self._solver.setOptionValue("output_flag", False)
        self._solver.setOptionValue("threads", 1)
        self._solver.changeObjectiveSense(highspy.ObjSense.kMaximize)
        self.add_columns(chances)
        ones = np.ones(chances)
        self._solver.addRow(1.0, 1.0, chances, np.arange(chances, dtype=np.int32), ones)

    def add_columns(self, total: int) -> None:
        """Add columns until there are `total`."""
        more = total - self._solver.getNumCol()
        if more:
            self._solver.addVars(more, np.zeros(more), np.full(more, highspy.kHighsInf))

    def strive(self, column: Column, factor: float) -> None:
        """Put a column into the goal."""
        self._solver.changeColCost(column, factor)

    def add_rows(self, rows: Sequence[Terms]) -> None:
        """Add rows, whose sums may not be above 0."""
        if rows:
            starts = np.cumsum([0, *(len(columns) for columns, _ in rows)], dtype=np.int32)
            columns = np.concatenate([columns for columns, _ in rows]).astype(np.int32)
            factors = np.concatenate([factors for _, factors in rows])
            least, most = np.full(len(rows), -highspy.kHighsInf), np.zeros(len(rows))
            self._solver.addRows(
                len(rows), least, most, len(columns), starts[:-1], columns, factors
            )

    def solution(self) -> Solution:
        """The best solution; the prices are those of the rows of `add_rows`."""
        self._solver.run()
        solution = self._solver.getSolution()
        values = np.clip(np.array(solution.col_value), 0, None)
        prices = np.abs(np.array(solution.row_dual[1:]))
        return Solution(values, prices, float(self._solver.getInfo().objective_function_value))
