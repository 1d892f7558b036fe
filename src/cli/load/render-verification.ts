import { printable } from '../../client/errors/printable.ts';
import type { Comparison, LoadVerification } from '../../postgres/index.ts';
import { counted } from '../format.ts';
import { maxShown, nameOfRow, renderDifferences, renderMore } from '../render-differences.ts';

const comparisons: Readonly<Record<Comparison, string>> = {
  receipts: 'rows and sums of each currency and type, with the receipts of all jobs',
  columns: 'every column of each row, with the row as received',
  counts: 'the number of rows of each day, with the count of the service',
  rows: 'every row and column, with the rows that the service returns now',
};

/** Renders the result for a terminal. */
export function renderLoadVerification(verification: LoadVerification): readonly string[] {
  const { agrees, ranges, rows, compared, differences, unlisted } = verification;
  if (ranges.length === 0 && agrees) return ['There is nothing to verify: no load is planned yet'];
  const result = agrees
    ? [
        `No difference: ${counted(rows, 'row')}`,
        ...ranges.map((range) => `  ${range.startDate} to ${range.endDate}: ${counted(range.rows, 'row')}`),
      ]
    : [
        'The table differs:',
        ...renderDifferences(differences),
        ...(unlisted > 0 ? [`… and ${counted(unlisted, 'row')} that are not listed`] : []),
      ];
  const isOffline = !compared.includes('counts') && !compared.includes('rows');
  return [
    ...result,
    'Compared:',
    ...compared.map((comparison) => `  ${comparisons[comparison]}`),
    ...(isOffline ? ['Not compared with the service: see load verify --online and --deep'] : []),
    ...renderMissing(verification),
  ];
}

function renderMissing({ missingRows, missing }: LoadVerification): readonly string[] {
  if (missingRows === 0) return [];
  const shown = missing.slice(0, maxShown);
  return [
    `Marked as missing, and not counted: the service no longer has ${counted(missingRows, 'stored row')}`,
    ...shown.map(
      (row) =>
        `  ${nameOfRow(row)}: ${row.amount} ${printable(row.currencyCode, 60)} in the smallest unit, ` +
        `net ${row.publisherNetAmountUsd} US cents, since ${row.missingSince}`,
    ),
    ...renderMore(missingRows - shown.length),
  ];
}
