import { type CurrencyDigits, findMinorUnitDigits } from '../../../../client/money/currency-digits.ts';
import { feeFields, type MoneyField } from '../../../../ledger/money-fields.ts';
import { hundredthsOf } from '../../../terminal/format.ts';
import { moneyLabels } from '../../../terminal/labels.ts';
import { countCell, textCell, usdCell } from '../report-document.ts';
import type { GroupColumn } from './group-table.ts';
import { extraOf, type Group } from './groups.ts';

function inUsd(field: MoneyField): GroupColumn {
  return { label: moneyLabels[field], field, cellOf: ({ sums }) => usdCell(sums.sum(field)) };
}

/** Returns the currency of a group; `undefined` if it has several. */
type CurrencyOf = (group: Group) => string | undefined;

const ownCurrency: CurrencyOf = ({ key, others }) => (others ? undefined : key);

/** Amounts in the currency of the group: those in different currencies have no sum. */
function local(field: MoneyField, currencyDigits: CurrencyDigits, currencyOf = ownCurrency): GroupColumn {
  const cellOf: GroupColumn['cellOf'] = (group) => {
    const currency = currencyOf(group);
    if (currency === undefined) return textCell('');
    return {
      kind: 'money',
      amount: group.sums.sum(field),
      digits: findMinorUnitDigits(currency, currencyDigits),
    };
  };
  return { label: moneyLabels[field], field, cellOf };
}

/** Gross in the currency divided by gross in US dollars, with six decimals. */
function exchangeRate(currencyDigits: CurrencyDigits): GroupColumn {
  const cellOf: GroupColumn['cellOf'] = ({ key, sums, others }) => {
    if (others) return textCell('');
    const digits = findMinorUnitDigits(key, currencyDigits);
    const cents = sums.sum('amountUsd');
    if (digits === undefined || cents === 0n) return textCell('n/a');
    const [sign, divisor] = cents < 0n ? [-1n, -cents] : [1n, cents];
    const rate = hundredthsOf({
      numerator: sign * sums.sum('amount') * 10_000n,
      denominator: divisor * 10n ** BigInt(digits),
    });
    return { kind: 'money', amount: rate ?? 0n, digits: 6 };
  };
  return { label: 'Local for 1 USD', field: 'amount / amountUsd', cellOf };
}

const rowCount: GroupColumn = { label: 'Rows', cellOf: ({ sums }) => countCell(sums.rows) };

/** Gross, tax, fees and net in US dollars. */
export const amounts: readonly GroupColumn[] = [
  rowCount,
  inUsd('amountUsd'),
  inUsd('totalTaxAmountUsd'),
  { label: 'Fees, USD', field: feeFields.join(' + '), cellOf: ({ sums }) => usdCell(sums.sum(...feeFields)) },
  inUsd('publisherNetAmountUsd'),
];

/** The amounts in a currency, and their US dollars. */
export function currencyAmounts(currencyDigits: CurrencyDigits): readonly GroupColumn[] {
  return [
    rowCount,
    local('amount', currencyDigits),
    local('totalTaxAmount', currencyDigits),
    exchangeRate(currencyDigits),
    inUsd('amountUsd'),
    inUsd('publisherNetAmountUsd'),
  ];
}

/** Gross and tax, in the currency of a country that has only one. */
export function countryTaxes(currencyDigits: CurrencyDigits): readonly GroupColumn[] {
  const currencyOf: CurrencyOf = ({ detail, hasOneDetail }) => (hasOneDetail ? detail : undefined);
  return [
    rowCount,
    {
      label: 'Currency',
      cellOf: (group) => textCell(group.others ? '' : (currencyOf(group) ?? 'several')),
    },
    local('amount', currencyDigits, currencyOf),
    local('totalTaxAmount', currencyDigits, currencyOf),
    inUsd('amountUsd'),
    inUsd('totalTaxAmountUsd'),
  ];
}

const sold: GroupColumn = { label: 'Sold', cellOf: ({ sums }) => countCell(Number(extraOf(sums, 'sold'))) };

/** The amounts of offers, with how many were sold. */
export const offerAmounts: readonly GroupColumn[] = [rowCount, sold, ...amounts.slice(1)];

/** The refunds of offers. */
export const offerRefunds: readonly GroupColumn[] = [
  sold,
  { label: 'Refunds', cellOf: ({ sums }) => countCell(Number(extraOf(sums, 'refunds'))) },
  {
    label: 'Refunds, %',
    cellOf: ({ sums }) => ({
      kind: 'percent',
      share: { numerator: extraOf(sums, 'refunds'), denominator: extraOf(sums, 'sold') },
    }),
  },
  { label: 'Refunded, USD', cellOf: ({ sums }) => usdCell(extraOf(sums, 'refundedUsd')) },
];
