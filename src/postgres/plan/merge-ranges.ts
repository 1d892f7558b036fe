/** A range of time; the end is excluded. Both are ISO 8601 in UTC with milliseconds. */
export interface TimeRange {
  readonly startDate: string;
  readonly endDate: string;
}

/** Returns the union of ranges, in order of time; those that overlap or adjoin become one. */
export function mergeRanges(ranges: readonly TimeRange[]): readonly TimeRange[] {
  const merged: TimeRange[] = [];
  for (const range of ranges.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1))) {
    const last = merged.at(-1);
    if (!last || range.startDate > last.endDate) merged.push(range);
    else if (range.endDate > last.endDate) merged[merged.length - 1] = { ...last, endDate: range.endDate };
  }
  return merged;
}
