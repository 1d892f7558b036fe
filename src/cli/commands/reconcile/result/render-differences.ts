import { basename } from 'node:path';

import { printable } from '../../../../client/errors/printable.ts';
import { counted, grouped } from '../../../terminal/format.ts';
import { maxShown, renderMore, renderTerminalTable } from '../../../terminal/terminal-table.ts';
import type { ReadFiles } from '../read-files.ts';
import { differencesOf, differencesWithoutId, totalsOf } from '../sums/compare-sums.ts';
import {
  type Difference,
  differenceColumns,
  differenceLabel,
  hasEqualSums,
  totalColumns,
} from '../sums/difference.ts';
import type { Reconciliation } from '../sums/reconciliation.ts';

/** Maximum number of lines for each reason. */
const maxUnreadable = 3;
/** Longer problems are cut; `--out` writes them in full. */
const maxProblem = 180;

/** Renders the first lines that cannot be read or have no id, for each reason. */
export function renderUnreadable(reconciliation: Reconciliation): readonly string[] {
  const named = [...reconciliation.unreadable, ...differencesWithoutId(reconciliation)];
  const byReason = Map.groupBy(named, ({ reason }) => reason);
  return [...byReason.values()].flatMap((differences) => {
    return [
      ...differences.slice(0, maxUnreadable).map(({ problem }) => printable(problem ?? '', maxProblem)),
      ...renderMore(differences.length - maxUnreadable),
    ];
  });
}

/** Renders the first differences of sums as a table for a terminal. */
export function renderDifferences(
  { reconciliation, ledgers }: ReadFiles,
  total: number,
  out: string | undefined,
): readonly string[] {
  const areSeveral = ledgers.length > 1;
  const rows: string[][] = [];
  for (const difference of differencesOf(reconciliation)) {
    if (rows.length === maxShown) break;
    if (difference.what !== 'unreadable') {
      rows.push([...cellsOf(difference), ...(areSeveral ? [filesOf(difference)] : [])]);
    }
  }
  const more = total - reconciliation.unreadable.length - rows.length;
  const heads = ['Difference', 'Id or day', 'Ledger', 'Finance', 'Finance less ledger', 'Ledger rows'];
  if (areSeveral) heads.push('Ledger files');
  return [
    ...(rows.length > 0 ? [renderTerminalTable(heads, 2, rows)] : []),
    ...renderMore(more, out === undefined ? '; --out FILE writes all of them' : ''),
  ];
}

function cellsOf(difference: Difference): string[] {
  const columns = differenceColumns(difference);
  const { what, id, day } = columns;
  const amountOf = (side: 'ledger' | 'finance'): string => {
    const currency = columns[`${side}_currency`];
    const amount = columns[`${side}_amount`];
    if (currency === null) return '';
    return amount === null
      ? `${grouped(columns[`${side}_amount_minor`] ?? '')} smallest units ${printable(currency, 10)}`
      : `${grouped(amount)} ${currency}`;
  };
  const less = grouped(columns.difference ?? columns.difference_minor ?? '');
  return [
    differenceLabel(what),
    id ?? day ?? '',
    amountOf('ledger'),
    amountOf('finance'),
    less,
    originOf(difference),
  ];
}

/** `paid, refund 2026-10-17 04:37 UTC`. */
function originOf({ ledger }: Difference): string {
  if (!ledger?.origin) return '';
  const { types, time } = ledger.origin;
  const zone = time
    .slice(16)
    .replace(/^:[\d.]*/, '')
    .replace(/^Z$/, ' UTC');
  return `${types.replaceAll('_', ' ')} ${time.slice(0, 16).replace('T', ' ')}${zone}`;
}

/** Without folders, which a terminal has no space for. */
function filesOf({ ledger }: Difference): string {
  const files = ledger?.origin?.files.split(', ') ?? [];
  return files.map((file) => basename(file)).join(', ');
}

/** Renders what both files have of each currency, where it differs. */
export function renderTotals(reconciliation: Reconciliation): readonly string[] {
  const totals = totalsOf(reconciliation)
    .map(totalColumns)
    .filter((total) => !hasEqualSums(total));
  if (totals.length === 0) return [];
  const heads = [
    'Total',
    'Ledger rows',
    'Finance rows',
    'Difference',
    'Ledger',
    'Finance',
    'Finance less ledger',
  ];
  const rows = totals.map((total) => [
    total.currency,
    ...[total.ledger_rows, total.finance_rows, total.difference_rows].map(grouped),
    grouped(total.ledger_amount ?? total.ledger_amount_minor ?? ''),
    grouped(total.finance_amount ?? total.finance_amount_minor ?? ''),
    grouped(total.difference ?? total.difference_minor ?? ''),
  ]);
  const unreadable = reconciliation.unreadableRows;
  const without = `The totals are without ${counted(unreadable, 'finance row')} whose amount cannot be read`;
  return [...(unreadable > 0 ? [without] : []), renderTerminalTable(heads, 1, rows)];
}
