import Table from 'cli-table3';

import { printable } from '../../errors/printable.ts';
import { counted, grouped } from '../format.ts';
import { type DescribedDifference, describeDifference, type Difference, labelOf } from './difference.ts';
import { listDifferences } from './list-differences.ts';
import type { Reconciliation } from './reconciliation.ts';
import type { DescribedTotal } from './totals.ts';

/** Maximum number of rows of the table. */
const maxRows = 20;
/** Maximum number of lines for each reason. */
const maxUnreadable = 3;
/** Longer ids and problems are cut; `--out` writes them in full. */
const maxLength = 60;

const style = { head: [], border: [], compact: true };

/** Renders the first lines that cannot be read, for each reason. */
export function renderUnreadable({ unreadable }: Reconciliation): readonly string[] {
  const byReason = Map.groupBy(unreadable, ({ reason }) => reason);
  return [...byReason.values()].flatMap((differences) => {
    const more = differences.length - maxUnreadable;
    return [
      ...differences.slice(0, maxUnreadable).map(({ problem }) => printable(problem ?? '', 3 * maxLength)),
      ...(more > 0 ? [`… and ${grouped(more)} more`] : []),
    ];
  });
}

/** Renders the first differences of sums as a table for a terminal. */
export function renderDifferences(
  reconciliation: Reconciliation,
  total: number,
  out: string | undefined,
): readonly string[] {
  const table = new Table({
    head: ['Difference', 'Id or day', 'Ledger', 'Finance', 'Finance - ledger'],
    colAligns: ['left', 'left', 'right', 'right', 'right'],
    style,
  });
  for (const difference of listDifferences(reconciliation)) {
    if (table.length === maxRows) break;
    if (difference.what !== 'unreadable')
      table.push(cellsOf(difference.what, describeDifference(difference)));
  }
  const more = total - reconciliation.unreadable.length - table.length;
  const advice = out === undefined ? '; --out FILE writes all of them' : '';
  return [
    ...(table.length > 0 ? [table.toString()] : []),
    ...(more > 0 ? [`… and ${grouped(more)} more${advice}`] : []),
  ];
}

function cellsOf(what: Difference['what'], difference: DescribedDifference): string[] {
  const { id, day } = difference;
  return [
    labelOf(what),
    printable(id ?? day ?? '', maxLength),
    amountOf(difference, 'ledger'),
    amountOf(difference, 'finance'),
    grouped(difference.difference ?? difference.difference_minor ?? ''),
  ];
}

function amountOf(difference: DescribedDifference, side: 'ledger' | 'finance'): string {
  const currency = difference[`${side}_currency`];
  if (currency === null) return '';
  const amount = difference[`${side}_amount`];
  const minor = difference[`${side}_amount_minor`] ?? '';
  return amount === null
    ? `${grouped(minor)} smallest units ${printable(currency, 10)}`
    : `${grouped(amount)} ${currency}`;
}

/** Renders what both files have of each currency. */
export function renderTotals(totals: readonly DescribedTotal[], unreadable: number): readonly string[] {
  if (totals.length === 0) return [];
  const table = new Table({
    head: ['Total', 'Ledger rows', 'Finance rows', 'Difference', 'Ledger', 'Finance', 'Finance - ledger'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right'],
    style,
  });
  for (const total of totals) {
    table.push([
      printable(total.currency, 10),
      grouped(total.ledger_rows),
      grouped(total.finance_rows),
      grouped(total.difference_rows),
      grouped(total.ledger_amount ?? total.ledger_amount_minor ?? ''),
      grouped(total.finance_amount ?? total.finance_amount_minor ?? ''),
      grouped(total.difference ?? total.difference_minor ?? ''),
    ]);
  }
  const without = `The totals are without ${counted(unreadable, 'finance row')} whose amount cannot be read`;
  return [...(unreadable > 0 ? [without] : []), table.toString()];
}
