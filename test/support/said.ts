/**
 * What matches a line that says these parts in this order: `said('--limit: … 10000')`. `…` stands for words that only the
 * test of the file that makes the message repeats.
 */
export function said(parts: string): RegExp {
  return new RegExp(parts.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`).replaceAll(/ ?… ?/g, '.*'));
}
