import Table from 'cli-table3';

import { printable } from '../../errors/printable.ts';
import type { Comparison, LoadDifference, LoadVerification } from '../../postgres/index.ts';
import { grouped } from '../grouped.ts';
import { counted } from './counted.ts';
import { describeDifference, describeRow } from './describe-difference.ts';

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
