import Table from 'cli-table3';

import { printable } from '../../errors/printable.ts';
import { grouped } from '../grouped.ts';
import { type DescribedDifference, describeDifference } from './describe-difference.ts';
import type { Difference } from './difference.ts';

/** Maximum number of lines. */
const maxLines = 20;
/** Longer ids and problems are cut; `--out` writes them in full. */
const maxLength = 60;

/** Renders the first differences as a table for a terminal; what cannot be read is a line each. */
export function renderDifferences(
  differences: Iterable<Difference>,
  total: number,
  out: string | undefined,
): string {
  const table = new Table({
    head: ['Difference', 'Id or day', 'Ledger', 'Finance', 'Finance - ledger'],
    colAligns: ['left', 'left', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  const lines: string[] = [];
  let count = 0;
  for (const difference of differences) {
    if (count === maxLines) break;
    count += 1;
    const described = describeDifference(difference);
    if (difference.what === 'unreadable') lines.push(printable(described.problem ?? '', 2 * maxLength));
    else table.push(cellsOf(described));
  }
  if (table.length > 0) lines.push(table.toString());
  if (count < total) {
    const advice = out === undefined ? '; --out FILE writes all of them' : '';
    lines.push(`… and ${grouped(total - count)} more${advice}`);
  }
  return lines.join('\n');
}

function cellsOf(difference: DescribedDifference): string[] {
  const { what, id, day } = difference;
  return [
    (what ?? '').replaceAll('_', ' '),
    printable(id ?? day ?? '', maxLength),
    amountOf(difference, 'ledger'),
    amountOf(difference, 'finance'),
    difference.difference ?? difference.difference_minor ?? '',
  ];
}

function amountOf(difference: DescribedDifference, side: 'ledger' | 'finance'): string {
  const currency = difference[`${side}_currency`];
  if (currency === null) return '';
  const amount = difference[`${side}_amount`];
  const minor = difference[`${side}_amount_minor`] ?? '';
  return amount === null ? `${minor} smallest units ${printable(currency, 10)}` : `${amount} ${currency}`;
}
