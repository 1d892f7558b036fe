import Table from 'cli-table3';

import { printable } from '../../errors/printable.ts';
import type { LoadDifference, LoadVerification } from '../../postgres/index.ts';
import { grouped } from '../grouped.ts';
import { counted } from './counted.ts';

/** Maximum number of differences of each kind. */
const maxDifferences = 20;
/** Strings of the service are untrusted, and may be long. */
const maxLength = 60;

/** Renders the result for a terminal. */
export function renderLoadVerification(
  { agrees, ranges, rows, differences }: LoadVerification,
  online: boolean,
): readonly string[] {
  if (ranges.length === 0 && agrees) return ['There is nothing to verify: no load is planned yet'];
  if (!agrees) return ['The table differs:', ...renderDifferences(differences)];
  return [
    `The table agrees with its receipts${online ? ' and with the service' : ''}: ${counted(rows, 'row')}`,
    ...ranges.map((range) => `  ${range.startDate} to ${range.endDate}: ${counted(range.rows, 'row')}`),
  ];
}

function renderDifferences(differences: readonly LoadDifference[]): readonly string[] {
  const inSums = differences.filter(({ what }) => what === 'rows' || what === 'sum');
  const others = differences.filter((difference) => !inSums.includes(difference));
  const left = Math.max(0, inSums.length - maxDifferences) + Math.max(0, others.length - maxDifferences);
  return [
    ...others.slice(0, maxDifferences).map((difference) => `  ${describe(difference)}`),
    ...(inSums.length > 0 ? [tableOf(inSums.slice(0, maxDifferences))] : []),
    ...(left > 0 ? [`… and ${grouped(left)} more; --json prints all of them`] : []),
  ];
}

function describe({ what, load, job, startDate, endDate, expected, found }: LoadDifference): string {
  switch (what) {
    case 'unfinished':
      return `load ${load ?? ''}: ${found} of ${expected} jobs are done`;
    case 'commits':
      return `load ${load ?? ''}: expected ${expected} commits, found ${found}`;
    case 'counted':
      return `job ${job ?? ''} of load ${load ?? ''}: the service counted ${expected} rows, and returned ${found}`;
    case 'changed_while_read':
      return `job ${job ?? ''} of load ${load ?? ''}: its window changed while it was read: load it again once its range has ended`;
    case 'quarantined':
      return `load ${load ?? ''}: rows in quarantine: ${found}`;
    case 'totalCount':
      return `${startDate ?? ''} to ${endDate ?? ''}: the service counts ${expected} rows, the table has ${found}`;
    default:
      return `${what}: expected ${expected}, found ${found}`;
  }
}

function tableOf(differences: readonly LoadDifference[]): string {
  const table = new Table({
    head: ['Currency', 'Type', 'Column', 'Expected', 'Found'],
    colAligns: ['left', 'left', 'left', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const { what, currencyCode = '', type = '', column = what, expected, found } of differences) {
    table.push([currencyCode, type, column, expected, found].map((cell) => printable(cell, maxLength)));
  }
  return table.toString();
}
