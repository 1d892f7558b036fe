import type { PricePoint } from '../../../client/api/price-points.ts';
import { PricePointDiffersError } from '../../../client/resources/ensure-price-point.ts';
import { updateWithAll } from '../../../client/resources/patch-price-point.ts';
import { type Change, itemCell, itemExists, itemsThatAre, type State } from '../../changes/change.ts';
import { byCountry } from '../../service/price-points.ts';
import { ifExists, type ServiceAccess } from '../../service/service-access.ts';

/** Sends the changes of a price point: with all overrides, since one that is not listed may be dropped. */
export async function sendPrices(
  { connection: { client } }: ServiceAccess,
  changes: readonly Change[],
  before: State,
): Promise<State | undefined> {
  const { pricePoints } = client;
  const item = changes[0]?.item ?? '';
  const priceInUsdCents = Number(item);
  if (itemsThatAre('deleted', changes).has(item)) {
    await ifExists(pricePoints.delete(priceInUsdCents));
    return undefined;
  }
  const wanted = new Map(before.get(item));
  for (const { cell, after } of changes) {
    if (after === null) wanted.delete(cell);
    else wanted.set(cell, after);
  }
  wanted.delete(itemCell);
  const priceOverrides = [...wanted].map(([countryCode2, price]) => ({ countryCode2, price: Number(price) }));
  if (itemsThatAre('created', changes).has(item)) {
    try {
      return stateInResponse(await pricePoints.ensure({ priceInUsdCents, priceOverrides }));
    } catch (error) {
      // Somebody else has created it by now: reading it again tells in what it differs.
      if (!(error instanceof PricePointDiffersError)) throw error;
      return undefined;
    }
  }
  const setsNone = changes.every(({ after }) => after === null);
  const input = updateWithAll(priceInUsdCents, priceOverrides, { setsNone });
  return stateInResponse(await pricePoints.update(priceInUsdCents, input));
}

/** Returns what a response says of its price point; one without prices says nothing. */
function stateInResponse({ priceInUsdCents, priceByCountry }: PricePoint): State | undefined {
  return priceByCountry ? stateOf([{ priceInUsdCents, priceByCountry }]) : undefined;
}

/** Returns the overrides of price points, each as its shortest decimal: which currency it has may not be known yet. */
export function stateOf(
  points: readonly {
    readonly priceInUsdCents: number;
    readonly priceByCountry: NonNullable<PricePoint['priceByCountry']>;
  }[],
): State {
  return new Map(
    points.map(({ priceInUsdCents, priceByCountry }) => {
      const own = priceByCountry.filter(({ isOverridden }) => isOverridden);
      const cells = byCountry(own).map(({ countryCode2, price }) => [countryCode2, String(price)] as const);
      return [String(priceInUsdCents), new Map([[itemCell, itemExists], ...cells])] as const;
    }),
  );
}
