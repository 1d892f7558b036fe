import { type CurrencyDigits, findMinorUnitDigits } from '../../../client/money/currency-digits.ts';
import { csvCell, csvLines } from '../../../ledger/csv.ts';
import { ledgerColumns, type LedgerRow } from '../../../ledger/index.ts';
import { byMoneyField, feeFields } from '../../../ledger/money-fields.ts';
import { MoneySums } from '../../../ledger/money-sums.ts';
import { counted, formatMoney, grouped, usdDigits } from '../../terminal/format.ts';
import { maxShown, renderMore, renderTerminalTable } from '../../terminal/terminal-table.ts';
import type { ExportComparison, RowDifference } from './compare-exports.ts';

/** Renders a comparison for a terminal: how many rows differ, the first of them, and what they change by currency. */
export function renderComparison(
  { differences, effect }: ExportComparison,
  currencyDigits: CurrencyDigits,
): readonly string[] {
  const counts = Map.groupBy(differences, ({ what }) => what);
  const numberOf = (what: RowDifference['what']): number => counts.get(what)?.length ?? 0;
  const summary = `${counted(numberOf('added'), 'row')} added, ${grouped(numberOf('removed'))} removed, ${grouped(numberOf('changed'))} changed`;
  if (differences.length === 0) return [summary];
  const rows = differences.slice(0, maxShown).map(({ what, columns, old, new: row }) => {
    const { timestamp = '', type = '', transaction_id: id = '' } = row ?? old ?? {};
    const net =
      BigInt(row?.publisher_net_amount_usd_minor ?? 0) - BigInt(old?.publisher_net_amount_usd_minor ?? 0);
    return [what, timestamp, type, id, columns.join(', '), signed(net, usdDigits)];
  });
  return [
    summary,
    renderTerminalTable(['Row', 'Time', 'Type', 'Transaction', 'Changed', 'Net, USD'], 5, rows),
    ...renderMore(differences.length - rows.length, '; --out writes all of them'),
    renderEffect(effect, currencyDigits),
  ];
}

function renderEffect(effect: ExportComparison['effect'], currencyDigits: CurrencyDigits): string {
  const total = new MoneySums();
  const usdOf = (sums: MoneySums): readonly string[] =>
    (['amountUsd', 'totalTaxAmountUsd', feeFields, 'publisherNetAmountUsd'] as const).map((fields) =>
      signed(sums.sum(...[fields].flat()), usdDigits),
    );
  const rows = [...effect].map(([currency, sums]) => {
    total.add(sums.sums, sums.rows);
    const local = signed(sums.sum('amount'), findMinorUnitDigits(currency, currencyDigits));
    return [currency, signed(BigInt(sums.rows), 0), local, ...usdOf(sums)];
  });
  return renderTerminalTable(
    ['Currency', 'Rows', 'Gross, local', 'Gross, USD', 'Tax, USD', 'Fees, USD', 'Net, USD'],
    1,
    [...rows, ['Total', signed(BigInt(total.rows), 0), '', ...usdOf(total)]],
  );
}

/** Formats a change: `+9.99`, `-9.99`, `0.00`. */
function signed(amount: bigint, digits: number | undefined): string {
  return `${amount > 0n ? '+' : ''}${formatMoney(amount, digits)}`;
}

/** Returns what rows change by currency, as JSON: amounts in the smallest unit, as in a receipt. */
export function effectToJson(effect: ExportComparison['effect']): readonly object[] {
  return [...effect].map(([currencyCode, sums]) => ({
    currencyCode,
    rows: sums.rows,
    ...byMoneyField((field) => String(sums.sum(field))),
  }));
}

/** Yields the lines of a CSV file: a changed row has two, before and after. */
export function* csvOf({ differences, columns }: ExportComparison): Generator<string, void, undefined> {
  const { header, line } = csvLines(
    ledgerColumns.filter(({ name, type }) => type === 'decimal' || columns.some((one) => one === name)),
  );
  yield `what,changed,${header}`;
  for (const { what, columns: changed, old, new: row } of differences) {
    const cells = (label: string, one: object): string =>
      // A column that the file lacks is not among those of both.
      `${label},${csvCell(changed.join(', ') || null)},${line(one as LedgerRow)}`;
    if (old) yield cells(row ? 'before' : what, old);
    if (row) yield cells(old ? 'after' : what, row);
  }
}
