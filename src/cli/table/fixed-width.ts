/** Lines to compare: the first of a file. */
export const maxLines = 50;

/** Whether lines have columns of fixed width: the same gaps in all of them, and nothing else that separates. */
export function isFixedWidth(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== '');
  if (filled.length < 3 || filled.some((line) => /[\t;|]/.test(line))) return false;
  const isBlank = (column: number): boolean => filled.every((line) => (line[column] ?? ' ') === ' ');
  const width = Math.max(...filled.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, column) => (isBlank(column) ? ' ' : 'x')).join('');
  const gaps = columns.trim().match(/ +/g) ?? [];
  return gaps.length > 1 && gaps.some((gap) => gap.length > 1);
}
