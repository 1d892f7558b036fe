import Table from 'cli-table3';

import { printable } from '../../errors/printable.ts';
import type { Comparison, LoadDifference, LoadVerification } from '../../postgres/index.ts';
import { counted, grouped } from '../format.ts';

/** Maximum number of differences of each kind. */
const maxDifferences = 20;
/** Strings of the service are untrusted, and may be long. */
const maxLength = 60;

const comparisons: Readonly<Record<Comparison, string>> = {
  receipts: 'rows and sums of each currency and type, with the receipts of all jobs',
  columns: 'every column of each row, with the row as received',
  counts: 'the number of rows of each day, with the count of the service',
  rows: 'every row and column, with the rows that the service returns now',
};

/** Renders the result for a terminal. */
export function renderLoadVerification(verification: LoadVerification): readonly string[] {
  const { agrees, ranges, rows, compared } = verification;
  if (ranges.length === 0 && agrees) return ['There is nothing to verify: no load is planned yet'];
  const result = agrees
    ? [
        `No difference: ${counted(rows, 'row')}`,
        ...ranges.map((range) => `  ${range.startDate} to ${range.endDate}: ${counted(range.rows, 'row')}`),
      ]
    : ['The table differs:', ...renderDifferences(verification)];
  const isOffline = !compared.includes('counts') && !compared.includes('rows');
  return [
    ...result,
    'Compared:',
    ...compared.map((comparison) => `  ${comparisons[comparison]}`),
    ...(isOffline ? ['Not compared with the service: see load verify --online and --deep'] : []),
    ...renderMissing(verification),
  ];
}

function renderDifferences({ differences, unlisted }: LoadVerification): readonly string[] {
  const inSums = differences.filter(({ what }) => what === 'rows' || what === 'sum');
  const ofRows = differences.filter(({ timestamp }) => timestamp !== undefined);
  const others = differences.filter((row) => !inSums.includes(row) && !ofRows.includes(row));
  const listed = [others, ofRows, inSums].map((list) => list.slice(0, maxDifferences));
  const [shownOthers = [], shownRows = [], shownSums = []] = listed;
  const left = differences.length - listed.flat().length;
  return [
    ...[...shownOthers, ...shownRows].map((difference) => `  ${describeDifference(difference)}`),
    ...(shownSums.length > 0 ? [tableOf(shownSums)] : []),
    ...(left > 0 ? [`… and ${grouped(left)} more; --json lists them`] : []),
    ...(unlisted > 0 ? [`… and ${counted(unlisted, 'row')} that are not listed`] : []),
  ];
}

function renderMissing({ missingRows, missing }: LoadVerification): readonly string[] {
  if (missingRows === 0) return [];
  const left = missingRows - Math.min(missing.length, maxDifferences);
  return [
    `Marked as missing, and not counted: the service no longer has ${counted(missingRows, 'stored row')}`,
    ...missing
      .slice(0, maxDifferences)
      .map(
        (row) =>
          `  ${describeRow(row)}: ${row.amount} ${printable(row.currencyCode, maxLength)} in the smallest unit, ` +
          `net ${row.publisherNetAmountUsd} US cents, since ${row.missingSince}`,
      ),
    ...(left > 0 ? [`… and ${grouped(left)} more`] : []),
  ];
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

/** Describes a difference that is not one of sums, in a line. */
function describeDifference(difference: LoadDifference): string {
  const { what, load = '', job = '', startDate = '', endDate = '', expected, found } = difference;
  switch (what) {
    case 'unfinished':
      return `load ${load}: ${found} of ${expected} jobs are done`;
    case 'commits':
      return `load ${load}: expected ${expected} commits, found ${found}`;
    case 'counted':
      return `job ${job} of load ${load}: the service counted ${expected} rows, and returned ${found}`;
    case 'changed_while_read':
      return `job ${job} of load ${load}: its window changed while it was read: load it again once its range has ended`;
    case 'quarantined':
      return `load ${load}: rows in quarantine: ${found}`;
    case 'totalCount':
      return `${startDate} to ${endDate}: the service counts ${expected} rows, the table has ${found}`;
    case 'unread':
      return `${startDate} to ${endDate}: the service returned no complete list: ${found}`;
    case 'added':
      return `${describeRow(difference)}: the table does not have it`;
    case 'missing':
      return `${describeRow(difference)}: the service no longer has it`;
    case 'returned':
      return `${describeRow(difference)}: marked as missing, but the service has it`;
    default:
      return describeContents(difference);
  }
}

/** The key of a row. */
function describeRow({
  timestamp = '',
  type = '',
  transactionId = '',
}: Pick<LoadDifference, 'timestamp' | 'type' | 'transactionId'>): string {
  return [timestamp, type, transactionId].map((part) => printable(part, maxLength)).join(' ');
}

function describeContents({ what, fields = [], expected, found, ...row }: LoadDifference): string {
  const other = what === 'columns' ? 'the row as received' : 'the service';
  const [one, two] = [found, expected].map((values) => printable(values, 2 * maxLength));
  return `${describeRow(row)}: ${fields.join(', ')}: ${one ?? ''}; ${other} has ${two ?? ''}`;
}
