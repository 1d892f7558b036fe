import type { MoneyField } from '../../ledger/money-fields.ts';
import { formatUsd } from './format-money.ts';
import type { MoneySums } from './money-sums.ts';
import type { Card } from './report-document.ts';

/** Returns the sum of the three fee fields, in US cents. */
export function feesOf(sums: MoneySums): bigint {
  return sums.sum('transactionFeeUsd') + sums.sum('chargebackFeeUsd') + sums.sum('currencyExchangeCostUsd');
}

/** Returns the totals of all rows in US dollars. */
export function describeCards(total: MoneySums): readonly Card[] {
  return [
    sumOf(total, 'Net', 'publisherNetAmountUsd'),
    sumOf(total, 'Gross', 'amountUsd'),
    sumOf(total, 'Tax', 'totalTaxAmountUsd'),
    {
      label: 'Fees',
      cents: feesOf(total),
      definition: 'Sum of transactionFeeUsd, chargebackFeeUsd and currencyExchangeCostUsd over all types',
    },
  ];
}

function sumOf(total: MoneySums, label: string, field: MoneyField): Card {
  return { label, cents: total.sum(field), definition: `Sum of ${field} over all types` };
}

/** Returns a sentence that compares net with the other totals. The specification does not define how net is calculated. */
export function describeCheck(total: MoneySums): string {
  const expected = total.sum('amountUsd') - total.sum('totalTaxAmountUsd') - feesOf(total);
  const difference = total.sum('publisherNetAmountUsd') - expected;
  const sums = `Sums of the fields as reported, with their signs. Gross less tax and fees is ${formatUsd(expected)}`;
  if (difference === 0n) return `${sums}, the same as net.`;
  return `${sums}; net differs from that by ${formatUsd(difference)}. The specification does not define how net is calculated.`;
}
