import type { PricePointRead } from '../../client/api/price-points.ts';
import { counted, formatUsd, grouped } from '../format.ts';
import { type Plan, type PlannedUpdate, type PriceChange, sizeOf } from './plan.ts';
import { currenciesOf, decimalOf, type Price } from './price-points.ts';
import type { WantedPricePoint } from './wanted.ts';

/** Describes a plan for people, in lines. */
export function describePlan(plan: Plan, found: readonly PricePointRead[]): string[] {
  const currencies = currenciesOf(found);
  const { creates, updates, deletes } = plan;
  return [
    ...(found.length === 0
      ? ['The service has no price point yet: it decides on countries and decimals']
      : []),
    ...creates.map((point) => `create ${formatPricePoint(point)}${describeOverrides(point, currencies)}`),
    ...updates.flatMap((update) => {
      const current = found.find(({ priceInUsdCents }) => priceInUsdCents === update.priceInUsdCents);
      return [`update ${formatPricePoint(update)}`, ...describeUpdate(update, current?.priceByCountry ?? [])];
    }),
    ...deletes.map((point) => `delete ${formatPricePoint(point)}`),
    describeSize(plan),
  ];
}

/** Names a price point: `999 ($9.99)`. */
export function formatPricePoint({ priceInUsdCents }: { readonly priceInUsdCents: number }): string {
  return `${priceInUsdCents} (${formatUsd(BigInt(priceInUsdCents))})`;
}

function describeOverrides({ overrides }: WantedPricePoint, currencies: ReadonlyMap<string, string>): string {
  if (overrides.length === 0) return '';
  const own = overrides.map(({ countryCode2, price }) => {
    const currency = currencies.get(countryCode2) ?? '';
    return `${countryCode2} ${grouped(decimalOf(price, currency))} ${currency}`.trimEnd();
  });
  return `: ${own.join(', ')}`;
}

function describeUpdate({ changes, recalculated }: PlannedUpdate, prices: readonly Price[]): string[] {
  const rows = new Map(prices.map((row) => [row.countryCode2, row]));
  const lines = changes.map((change) => `  ${describeChange(change, rows.get(change.countryCode2))}`);
  if (recalculated.length === 0) return lines;
  const largest = recalculated
    .map((change) => ({ change, percent: percentOf(rows.get(change.countryCode2)) }))
    .toSorted((left, right) => Math.abs(right.percent) - Math.abs(left.percent))
    .slice(0, 3)
    .map(({ change: { countryCode2, from, to }, percent }) => {
      const currency = rows.get(countryCode2)?.currencyCode ?? '';
      return `${countryCode2} ${grouped(from ?? '')} → ${grouped(to ?? '')} ${currency} (${signed(percent)})`;
    });
  const countries = `${recalculated.length} of ${prices.length} countries`;
  return [
    ...lines,
    `  also moves ${countries}, to today's exchange rates (--json lists them); the most:`,
    `    ${largest.join(', ')}`,
  ];
}

/** Describes an override that is set, changed or removed: `BR 39.90 BRL → calculated: its override is removed`. */
function describeChange({ countryCode2, from, to }: PriceChange, row: Price | undefined): string {
  const currency = row?.currencyCode ?? '';
  const calculated = row
    ? `calculated, now ${grouped(decimalOf(row.price, currency))} ${currency}`
    : 'calculated';
  const before = from === null ? calculated : `${grouped(from)} ${currency}`;
  const after = to === null ? 'calculated: its override is removed' : `${grouped(to)} ${currency}`;
  return `${countryCode2} ${before} → ${after}`.trimEnd();
}

/** By how much today's exchange rate moves a price, for people only. */
function percentOf(row: Price | undefined): number {
  return row && row.price > 0 ? (row.realTimePrice / row.price - 1) * 100 : 0;
}

function signed(percent: number): string {
  return `${percent > 0 ? '+' : ''}${percent.toFixed(2)}%`;
}

function describeSize(plan: Plan): string {
  if (sizeOf(plan) === 0) return 'Nothing to do: the prices are as in the sheet';
  const { creates, updates, deletes } = plan;
  const counts = [
    [creates.length, 'create'],
    [updates.length, 'update'],
    [deletes.length, 'delete'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => counted(count, noun))
    .join(', ');
}
