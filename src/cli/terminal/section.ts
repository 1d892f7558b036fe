import { printable } from '../../client/errors/printable.ts';
import { maxShown, renderMore } from './terminal-table.ts';

/** Strings of files and services are untrusted, and may be long. */
export const maxLine = 240;

/** Returns lines under a head, if there are any. */
export function underHead(head: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [head, ...lines];
}

/** Returns a head with its first lines, and how many more there are. */
export function section(head: string, lines: readonly string[], all = false): readonly string[] {
  const shown = all ? lines : lines.slice(0, maxShown);
  return underHead(head, [
    ...shown.map((line) => `  ${printable(line, maxLine)}`),
    ...renderMore(lines.length - shown.length, '; --all shows them').map((line) => `  ${line}`),
  ]);
}
