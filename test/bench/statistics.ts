/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}

/** The median of what `a` is of `b` in each round, so that what slows a whole round cancels out. */
export function medianRatio(a: readonly number[], b: readonly number[]): number {
  return median(
    a.flatMap((value, round) => {
      const other = b[round];
      return other === undefined ? [] : [value / other];
    }),
  );
}

/** From the smallest to the largest value. */
export function spread(values: readonly number[], write: (value: number) => string): string {
  return `${write(Math.min(...values))}–${write(Math.max(...values))}`;
}
