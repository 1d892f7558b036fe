import Table from 'cli-table3';

import { printable } from '../../client/errors/printable.ts';
import { grouped } from './format.ts';

/** How many items of a kind are shown. */
export const maxShown = 20;

/** Strings of files and services are untrusted, and may be long. */
export const maxCellLength = 60;

/** Renders a table for a terminal; its columns from number `figures` on are aligned at their end. */
export function renderTerminalTable(
  head: readonly string[],
  figures: number,
  rows: readonly (readonly string[])[],
): string {
  const table = new Table({
    head: [...head],
    colAligns: head.map((_, index) => (index < figures ? 'left' : 'right')),
    style: { head: [], border: [], compact: true },
  });
  for (const row of rows) table.push(row.map((cell) => printable(cell, maxCellLength)));
  return table.toString();
}

/** Says how many others there are, if any. */
export function renderMore(count: number, advice = ''): readonly string[] {
  return count > 0 ? [`… and ${grouped(count)} more${advice}`] : [];
}
