import { findMinorUnitDigits } from '../../client/money/currency-digits.ts';
import type { FinanceFormat } from './config-file.ts';
import type { Reconciliation } from './reconciliation.ts';

/** The powers of ten that systems multiply amounts by: those of the decimals of currencies. */
const powers = [0, 1, 2, 3, 4, -1, -2, -3, -4];

/** Says in which currencies all sums of finance are ours times ten, a hundred …; `undefined` if there is none. */
export function suggestScale(reconciliation: Reconciliation, { unit }: FinanceFormat): string | undefined {
  const scales = [...scalesOf(reconciliation)].map(([code, power]) => {
    const digits = findMinorUnitDigits(code, reconciliation.currencyDigits) ?? 0;
    return { code, power, unitPower: unit === 'major' ? digits : -digits };
  });
  const decimals = scales.filter(({ unitPower }) => unitPower !== 0);
  if (decimals.length > 0 && decimals.every(({ power, unitPower }) => power === unitPower)) {
    return unit === 'major'
      ? '--unit minor would agree: does finance write amounts in the smallest unit?'
      : 'Amounts would agree without --unit minor: does finance write them in major units?';
  }
  const scaled = Map.groupBy(scales, ({ power }) => power ?? 0);
  const parts = [...scaled].flatMap(([power, currencies]) => {
    if (power === 0) return [];
    const factor = power > 0 ? `${10 ** power} times` : `1/${10 ** -power} of`;
    return [`in ${currencies.map(({ code }) => code).join(', ')} ${factor}`];
  });
  return parts.length === 0
    ? undefined
    : `All sums of finance are ${parts.join(' and ')} those of the ledger: it counts with other decimals. Convert these ` +
        'amounts in the file, or leave the currencies out with --where and --ledger-currency';
}

/** Returns the power of ten between all sums of a currency that both files have; `undefined` if they have no common one. */
function scalesOf(reconciliation: Reconciliation): ReadonlyMap<string, number | undefined> {
  const scales = new Map<string, number | undefined>();
  for (const { currencyCode, ledger, finance } of reconciliation.shared()) {
    if (ledger === 0 && finance === 0) continue;
    const [ours, theirs] = [BigInt(ledger), BigInt(finance)];
    const isPower = (power: number): boolean =>
      ours * 10n ** BigInt(Math.max(power, 0)) === theirs * 10n ** BigInt(Math.max(-power, 0));
    const power = scales.has(currencyCode) ? scales.get(currencyCode) : powers.find(isPower);
    scales.set(currencyCode, power !== undefined && isPower(power) ? power : undefined);
  }
  return scales;
}
