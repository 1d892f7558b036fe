import Table from 'cli-table3';
import { formatAmount, toMajorUnits } from 'publisher-commerce';
import type { MoneyField, Receipt, ReceiptSum } from 'publisher-commerce/ledger';

const width = 80;
const style = { head: [], border: [], compact: true };
const fees = ['transactionFeeUsd', 'currencyExchangeCostUsd', 'chargebackFeeUsd'] as const;

/** The totals in US dollars, as cards. */
export function renderCards({ sums }: Receipt): string {
  const table = new Table({
    head: ['Gross', 'Tax', 'Fees', 'Net'],
    colWidths: [18, 18, 18, 18],
    colAligns: ['right', 'right', 'right', 'right'],
    style,
  });
  const cents = [['amountUsd'], ['totalTaxAmountUsd'], fees, ['publisherNetAmountUsd']] as const;
  table.push(cents.map((fields) => dollars(sum(sums, ...fields))));
  return table.toString();
}

/** The currencies with the highest net, with bars, and the number of the others. */
export function renderTopCurrencies({ sums }: Receipt, top: number): string {
  const byCurrency = Map.groupBy(sums, ({ currencyCode }) => currencyCode);
  const nets = [...byCurrency]
    .map(([code, ofCode]) => ({ code, net: sum(ofCode, 'publisherNetAmountUsd') }))
    .sort((a, b) => Number(b.net - a.net));
  const highest = Number(nets[0]?.net ?? 1n);
  const lines = nets.slice(0, top).map(({ code, net }) => {
    const amount = dollars(net).padStart(15);
    const space = width - code.length - amount.length - 2;
    const bar = '█'.repeat(Math.max(0, Math.round((Number(net) / highest) * space)));
    return `${code} ${bar.padEnd(space)} ${amount}`;
  });
  const others = nets.length - lines.length;
  if (others > 0) lines.push(`… and ${others} more: npm run demo -- --all`);
  return lines.join('\n');
}

/** A row for each currency and type, in major units of the currency and in US dollars. */
export function renderAll({ sums }: Receipt): string {
  const table = new Table({
    head: ['Currency', 'Type', 'Rows', 'Gross', 'Tax', 'Gross USD', 'Tax USD', 'Fees USD', 'Net USD'],
    colAligns: ['left', 'left', 'right', 'right', 'right', 'right', 'right', 'right', 'right'],
    style,
  });
  for (const one of sums) {
    const { currencyCode, type, rows } = one;
    table.push([
      currencyCode,
      type,
      String(rows),
      toMajorUnits(Number(one.amount), currencyCode),
      toMajorUnits(Number(one.totalTaxAmount), currencyCode),
      toMajorUnits(Number(one.amountUsd), 'USD'),
      toMajorUnits(Number(one.totalTaxAmountUsd), 'USD'),
      toMajorUnits(Number(sum([one], ...fees)), 'USD'),
      toMajorUnits(Number(one.publisherNetAmountUsd), 'USD'),
    ]);
  }
  return table.toString();
}

function sum(sums: readonly ReceiptSum[], ...fields: readonly MoneyField[]): bigint {
  return sums.reduce((total, one) => fields.reduce((all, field) => all + BigInt(one[field]), total), 0n);
}

/** Sums of a demo fit a number; `formatAmount` throws otherwise. */
function dollars(cents: bigint): string {
  return formatAmount(Number(cents), 'USD', { locale: 'en' });
}
