import { findMinorUnitDigits } from '../../../client/money/currency-digits.ts';
import { addExactly, type ExactInteger } from '../../../ledger/money-sums.ts';
import type { LedgerFile } from '../../ledger-files/open-ledger.ts';
import { counted, grouped } from '../../terminal/format.ts';
import { type IdentifiedRow, ledgerRowsOf } from './find-rows.ts';
import { columnsFor, moneyOf, ourAmounts } from './our-amount.ts';
import type { ReconcileSettings } from './reconcile-settings.ts';
import type { Reconciliation } from './sums/reconciliation.ts';
import { isShared, type PairedSum } from './sums/sums.ts';

/** Returns a question for another sign, unit, or amount of the ledger that agrees. The ledger is read again for the last. */
export async function suggestAmounts(
  reconciliation: Reconciliation,
  settings: ReconcileSettings,
  ledgers: readonly LedgerFile[],
): Promise<readonly string[]> {
  if (sharesFewIds(reconciliation.countIds())) return [];
  if (differsBySign(reconciliation)) {
    return [
      '--negate would agree: every sum other than 0 differs by its sign only. Does finance book the opposite?',
    ];
  }
  const scaled = suggestScale(reconciliation, settings.finance.unit);
  if (scaled !== undefined) return [scaled];
  const finance = differingIds(reconciliation);
  if (finance.size === 0) return [];
  const rows: IdentifiedRow[] = [];
  for await (const row of ledgerRowsOf(finance, settings, ledgers)) rows.push(row);
  return suggestOurAmount(rows, finance, settings.amountColumn);
}

/** Whether the files are hardly of the same orders: those of both, such as payments refunded later, are no sample of amounts. */
export function sharesFewIds({ ledger, finance, shared }: ReturnType<Reconciliation['countIds']>): boolean {
  return 2 * shared < Math.min(ledger, finance);
}

/** Whether all sums that both files have differ by their sign only, and one does. */
function differsBySign(reconciliation: Reconciliation): boolean {
  let found = false;
  for (const { ledger, finance } of sharedSums(reconciliation)) {
    if (BigInt(ledger) !== -BigInt(finance)) return false;
    found ||= ledger !== 0;
  }
  return found;
}

function* sharedSums(reconciliation: Reconciliation) {
  for (const [, sums] of reconciliation.knownSums()) yield* sums.filter(isShared);
}

/** The powers of ten that systems multiply amounts by: those of the decimals of currencies. */
const powers = [0, 1, 2, 3, 4, -1, -2, -3, -4];

/** Says in which currencies all sums of finance are ours times ten, a hundred …; `undefined` if there is none. */
function suggestScale(reconciliation: Reconciliation, unit: 'major' | 'minor'): string | undefined {
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
  for (const { currencyCode, ledger, finance } of sharedSums(reconciliation)) {
    if (ledger === 0 && finance === 0) continue;
    const [ours, theirs] = [BigInt(ledger), BigInt(finance)];
    const isPower = (power: number): boolean =>
      ours * 10n ** BigInt(Math.max(power, 0)) === theirs * 10n ** BigInt(Math.max(-power, 0));
    const power = scales.has(currencyCode) ? scales.get(currencyCode) : powers.find(isPower);
    scales.set(currencyCode, power !== undefined && isPower(power) ? power : undefined);
  }
  return scales;
}

/** What finance has of some ids, by id and currency. */
type FinanceSums = ReadonlyMap<string, ReadonlyMap<string, ExactInteger>>;

/** Ids that another amount is tried with. */
const maxSamples = 1000;

/** Returns the first ids in both files whose sums differ, if most of those ids do; else none. */
function differingIds(reconciliation: Reconciliation): FinanceSums {
  const found = new Map<string, ReadonlyMap<string, ExactInteger>>();
  let [equal, different] = [0, 0];
  for (const [id, sums] of reconciliation.knownSums()) {
    const inLedger = sums.some(({ ledger }) => ledger !== undefined);
    const inFinance = sums.some(({ finance }) => finance !== undefined);
    if (!inLedger || !inFinance) continue;
    if (sums.every(({ ledger, finance }) => ledger === finance)) equal += 1;
    else {
      different += 1;
      if (found.size < maxSamples) found.set(id, financeOf(sums));
    }
  }
  return different > equal ? found : new Map();
}

function financeOf(sums: readonly PairedSum[]): ReadonlyMap<string, ExactInteger> {
  return new Map(
    sums.flatMap(({ currencyCode, finance }) =>
      finance === undefined ? [] : [[currencyCode, finance] as const],
    ),
  );
}

/** Returns a question for the amount that agrees with finance where the current one differs, by its sign too. */
function suggestOurAmount(
  rows: readonly IdentifiedRow[],
  finance: FinanceSums,
  current: string,
): readonly string[] {
  const columns = Object.keys(rows[0]?.row ?? {});
  const counts = ourAmounts
    .filter((name) => name !== current && columnsFor(name).every((column) => columns.includes(column)))
    .flatMap((name) =>
      ([1, -1] as const).map((sign) => ({ name, sign, count: countAgreeing(rows, finance, name, sign) })),
    );
  const [best] = counts.toSorted((a, b) => b.count - a.count);
  if (!best || best.count * 10 < finance.size * 9) return [];
  const flags = `--our-amount ${best.name}${best.sign < 0 ? ' --negate' : ''}`;
  const agrees = `${grouped(best.count)} of ${counted(finance.size, 'id')} that ${finance.size === 1 ? 'differs' : 'differ'}`;
  return [`${flags} would agree for ${agrees}: is that what finance books?`];
}

/** Counts the ids whose sums of an amount are those of finance. */
function countAgreeing(
  rows: readonly IdentifiedRow[],
  finance: FinanceSums,
  name: string,
  sign: 1 | -1,
): number {
  const ours = new Map<string, Map<string, ExactInteger>>();
  for (const { id, row } of rows) {
    const { currencyCode, amount } = moneyOf(row, name);
    const own = ours.get(id) ?? new Map<string, ExactInteger>();
    // Without a negative zero.
    ours.set(id, own.set(currencyCode, addExactly(own.get(currencyCode) ?? 0, 0 + sign * amount)));
  }
  return [...finance].filter(([id, theirs]) => {
    const own = ours.get(id);
    return own?.size === theirs.size && [...theirs].every(([code, amount]) => own.get(code) === amount);
  }).length;
}
