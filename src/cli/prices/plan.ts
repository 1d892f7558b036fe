import type { PriceOverride, PricePointRead } from '../../client/api/price-points.ts';
import { UsageError } from '../command-error.ts';
import { byCountry, decimalOf, type Price } from './price-points.ts';
import type { WantedPricePoint } from './wanted.ts';

/** A price in a country that changes: decimals in major units; `null` is the calculated price. */
export interface PriceChange {
  readonly countryCode2: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** A price point to update. */
export interface PlannedUpdate extends WantedPricePoint {
  /** The overrides that are set, changed or removed. */
  readonly changes: readonly PriceChange[];
  /** The countries without an override, before or after, whose price any update moves. */
  readonly recalculated: readonly PriceChange[];
}

/** What makes the price points of the service match a sheet. */
export interface Plan {
  readonly creates: readonly WantedPricePoint[];
  readonly updates: readonly PlannedUpdate[];
  readonly deletes: readonly { readonly priceInUsdCents: number }[];
}

/** Whether price points that are not in the sheet are deleted: `all`, even more than half of them. */
export type Prune = boolean | 'all';

/**
 * Compares a sheet with the service.
 *
 * @throws UsageError if it would delete more than half of the price points without `all`
 */
export function createPlan(
  wanted: readonly WantedPricePoint[],
  found: readonly PricePointRead[],
  prune: Prune,
): Plan {
  const existing = new Map(found.map((point) => [point.priceInUsdCents, point]));
  const names = new Set(wanted.map(({ priceInUsdCents }) => priceInUsdCents));
  const updates = wanted.flatMap((point) => {
    const current = existing.get(point.priceInUsdCents);
    return current ? updateOf(point, current) : [];
  });
  return {
    creates: wanted.filter(({ priceInUsdCents }) => !existing.has(priceInUsdCents)),
    updates,
    deletes: prune === false ? [] : deletesOf(found, names, prune),
  };
}

function updateOf(
  { priceInUsdCents, overrides }: WantedPricePoint,
  current: PricePointRead,
): PlannedUpdate[] {
  const changes = changesOf(overrides, current);
  if (changes.length === 0) return [];
  const wanted = new Set(overrides.map(({ countryCode2 }) => countryCode2));
  const moved = current.priceByCountry.filter(
    ({ countryCode2, isOverridden, price, realTimePrice }) =>
      !isOverridden && !wanted.has(countryCode2) && price !== realTimePrice,
  );
  const recalculated = moved.map(({ countryCode2, currencyCode, price, realTimePrice }) => ({
    countryCode2,
    from: decimalOf(price, currencyCode),
    to: decimalOf(realTimePrice, currencyCode),
  }));
  return [{ priceInUsdCents, overrides, changes, recalculated: byCountry(recalculated) }];
}

/** Returns the overrides that differ from those of the service, in order of country. */
export function changesOf(
  overrides: readonly PriceOverride[],
  { priceByCountry }: Pick<PricePointRead, 'priceByCountry'>,
): readonly PriceChange[] {
  const rows = new Map<string, Price>(priceByCountry.map((row) => [row.countryCode2, row]));
  const wanted = new Map(overrides.map(({ countryCode2, price }) => [countryCode2, price]));
  const countries = new Set([...rows.keys(), ...wanted.keys()]);
  const changes = [...countries].flatMap((countryCode2): PriceChange[] => {
    const row = rows.get(countryCode2);
    const from = row?.isOverridden ? row.price : undefined;
    const to = wanted.get(countryCode2);
    if (from === to) return [];
    const show = (price: number | undefined): string | null =>
      price === undefined ? null : decimalOf(price, row?.currencyCode ?? '');
    return [{ countryCode2, from: show(from), to: show(to) }];
  });
  return byCountry(changes);
}

function deletesOf(
  found: readonly PricePointRead[],
  names: ReadonlySet<number>,
  prune: Prune,
): Plan['deletes'] {
  if (names.size === 0) throw new UsageError('--prune: must not be used with an empty sheet');
  const deletes = found.filter(({ priceInUsdCents }) => !names.has(priceInUsdCents));
  if (prune !== 'all' && deletes.length * 2 > found.length) {
    throw new UsageError(
      `--prune: would delete ${deletes.length} of ${found.length} price points: is the sheet cut off? If not, use --prune all`,
    );
  }
  return deletes.map(({ priceInUsdCents }) => ({ priceInUsdCents }));
}

/** The number of changes of a plan. */
export function sizeOf({ creates, updates, deletes }: Plan): number {
  return creates.length + updates.length + deletes.length;
}
