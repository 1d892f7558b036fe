import * as z from 'zod';

import { arrayInput, countryCodeInput, ruleMessage, usdCentsInput } from '../api/input.ts';
import { checkInput, inputObject, toInputIssues, withInputName } from '../api/input-object.ts';
import {
  getPricePoint,
  type PriceOverride,
  type PricePointRead,
  type PricePointUpdate,
  updatePricePoint,
} from '../api/price-points.ts';
import { type ErrorContext, invalidRequest, PublisherError } from '../errors/index.ts';
import type { CallOptions } from '../options/call-options.ts';
import { setEarlierOutcome, type Transport } from '../http/transport.ts';
import { pricePointDiffers } from './ensure-price-point.ts';

const patchExample =
  '{ priceOverrides: [{ countryCode2: "DE", price: 9.49 }, { countryCode2: "FR", price: null }] }';

const overridePatchSchema = inputObject('{ countryCode2: "FR", price: null }', {
  /** ISO 3166-1 alpha-2 country code. */
  countryCode2: countryCodeInput,
  /** Price in major units of the local currency; `null` removes the override. */
  price: z
    .number({ error: ruleMessage('a finite number in major units, or null to remove the override') })
    .nullable(),
});

/** An override to set, or to remove. */
export interface PriceOverridePatch extends z.input<typeof overridePatchSchema> {}

/** What to change of a price point; other overrides are kept. */
const pricePointPatchSchema = inputObject(patchExample, {
  /** New base price in US cents; it is also the new identifier of the price point. */
  updatedPriceInUsdCents: usdCentsInput.optional(),
  /** Overrides to set or to remove, each country once. */
  priceOverrides: arrayInput(withInputName<PriceOverridePatch>(overridePatchSchema), patchExample)
    .readonly()
    .refine(
      (overrides) => new Set(overrides.map(({ countryCode2 }) => countryCode2)).size === overrides.length,
      {
        error: 'must name each country once',
        when: ({ issues }) => issues.length === 0,
      },
    )
    .optional(),
}).refine((patch) => (patch.updatedPriceInUsdCents ?? patch.priceOverrides?.length ?? 0) !== 0, {
  error: 'must have updatedPriceInUsdCents, priceOverrides, or both',
  when: ({ issues }) => issues.length === 0,
});

/** What to change of a price point; other overrides are kept. */
export interface PricePointPatch extends z.input<typeof pricePointPatchSchema> {}

const operation = 'pricePoints.patch';

/** Changes a price point, and keeps what the patch does not name. */
export async function patchPricePoint(
  transport: Transport,
  priceInUsdCents: number,
  given: PricePointPatch,
  options: CallOptions | undefined,
): Promise<PricePointRead> {
  const checked = checkInput(pricePointPatchSchema, given, 'reject');
  if ('issues' in checked) throw invalidRequest(operation, toInputIssues(checked.issues, 'patch'));
  const { updatedPriceInUsdCents, priceOverrides = [] } = checked.value;
  const before = await transport.send(getPricePoint, { params: { priceInUsdCents } }, options);
  const unclear = before.priceByCountry.filter(({ isOverridden }) => typeof isOverridden !== 'boolean');
  if (unclear.length > 0)
    throw pricePointDiffers(transport, priceInUsdCents, before, context('not_sent'), [
      'was not changed: the service does not say whether these are overridden: ',
      unclear.map(({ countryCode2 }) => countryCode2),
    ]);

  const wanted = overridesOf(before);
  for (const { countryCode2, price } of priceOverrides) {
    if (price === null) wanted.delete(countryCode2);
    else wanted.set(countryCode2, price);
  }
  const setsNone = priceOverrides.every(({ price }) => price === null);
  const all = [...wanted].map(([countryCode2, price]): PriceOverride => ({ countryCode2, price }));
  const body = updateWithAll(priceInUsdCents, all, { updatedPriceInUsdCents, setsNone });
  await transport.send(updatePricePoint, { params: { priceInUsdCents }, body }, options);

  const now = updatedPriceInUsdCents ?? priceInUsdCents;
  const after = await readAfter(transport, now, options);
  const found = overridesOf(after);
  const countries = new Set([...wanted.keys(), ...found.keys()]);
  const differing = [...countries].filter((country) => found.get(country) !== wanted.get(country));
  if (differing.length === 0) return after;
  throw pricePointDiffers(transport, now, after, context('applied'), [
    'was changed, but its overrides are not what was asked for in ',
    differing,
  ]);
}

function context(outcome: ErrorContext['outcome']): ErrorContext {
  return { operation, outcome, attempts: 1 };
}

/** The overrides of a price point, by country, in major units. */
function overridesOf({ priceByCountry }: PricePointRead): Map<string, number> {
  const overridden = priceByCountry.filter(({ isOverridden }) => isOverridden === true);
  return new Map(overridden.map(({ countryCode2, price }) => [countryCode2, price]));
}

/** What an update changes, besides the overrides that it repeats. */
interface Changed {
  readonly updatedPriceInUsdCents?: number | undefined;
  /** Whether overrides are only removed. */
  readonly setsNone: boolean;
}

/** Returns the update that has all overrides, since one that is not listed may be removed. */
export function updateWithAll(
  priceInUsdCents: number,
  priceOverrides: readonly PriceOverride[],
  { updatedPriceInUsdCents, setsNone }: Changed,
): PricePointUpdate {
  // A request that sets nothing may be rejected as empty.
  const base = updatedPriceInUsdCents ?? (setsNone ? priceInUsdCents : undefined);
  return { ...(base !== undefined && { updatedPriceInUsdCents: base }), priceOverrides };
}

/** Reads the price point after the update; what is thrown says that the update was applied. */
async function readAfter(
  transport: Transport,
  priceInUsdCents: number,
  options: CallOptions | undefined,
): Promise<PricePointRead> {
  try {
    return await transport.send(getPricePoint, { params: { priceInUsdCents } }, options);
  } catch (error) {
    if (error instanceof PublisherError) setEarlierOutcome(error, 'applied', 'The update before it');
    throw error;
  }
}
