import {
  createPricePoint,
  getPricePoint,
  type PricePoint,
  type PricePointCreate,
  pricePointSchema,
} from '../api/price-points.ts';
import type { Operation } from '../api/operation.ts';
import { ConflictError, type ErrorContext, NotFoundError, PublisherError } from '../errors/index.ts';
import { hide, nameErrorClass } from '../errors/publisher-error.ts';
import type { CallOptions } from '../options/call-options.ts';
import { keepBody } from '../http/redact.ts';
import { setEarlierOutcome, type Transport } from '../http/transport.ts';

/** `pricePoints.ensure` or `patch` found a price point that is not what was asked for; `outcome` says what was done. */
export class PricePointDiffersError extends PublisherError {
  readonly code = 'price_point_differs';
  /** The price point that was read, with the token redacted; over 64 KiB of JSON, without `priceByCountry`. Not enumerable. */
  declare readonly pricePoint: PricePoint;

  constructor(
    message: string,
    context: ErrorContext & Partial<Pick<PricePointDiffersError, 'pricePoint'>> = {},
  ) {
    super(message, context);
    const { pricePoint = { priceInUsdCents: 0, priceByCountry: [] } } = context;
    // Its prices in 70 countries would bury the message of an error that nobody catches.
    hide(this, 'pricePoint', pricePoint);
  }
}
nameErrorClass(PricePointDiffersError, 'PricePointDiffersError');

/** What was created is not lost to missing prices: those of a read are essential, those of a create are not. */
const readCreated: Operation<PricePoint, { params: { readonly priceInUsdCents: number } }> = {
  ...getPricePoint,
  output: pricePointSchema,
};

/** Creates a price point; if it may exist afterwards, reads it instead of creating it again. */
export async function ensurePricePoint(
  transport: Transport,
  input: PricePointCreate,
  options: CallOptions | undefined,
): Promise<PricePoint> {
  try {
    return await transport.send(createPricePoint, { body: input }, options);
  } catch (error) {
    if (!(error instanceof PublisherError) || !mayExist(error)) throw error;
    const found = await readAfter(error, transport, input, options);
    const differences = differencesOf(input, found);
    if (differences.length === 0) return found;
    const { outcome, attempts } = error;
    throw pricePointDiffers(
      transport,
      input.priceInUsdCents,
      found,
      { operation: 'pricePoints.ensure', outcome, attempts },
      ['exists, but is not what was asked for: it differs in ', differences],
    );
  }
}

const maxListLength = 300;

/** Returns the error for a price point, with the fields or countries that it is about. */
export function pricePointDiffers(
  { settings: { token } }: Transport,
  priceInUsdCents: number,
  found: PricePoint,
  context: ErrorContext,
  [what, fields]: readonly [what: string, fields: readonly string[]],
): PricePointDiffersError {
  const { redactor } = token;
  const list = redactor.redact(fields.join(', '), maxListLength);
  return new PricePointDiffersError(
    `${context.operation}: price point ${priceInUsdCents} ${what}${list}`,
    // It was validated when it was read.
    { ...context, pricePoint: keepBody(found, redactor) as PricePoint },
  );
}

function mayExist(error: PublisherError): boolean {
  if (error.outcome === 'applied' || error.outcome === 'unknown') return true;
  return error instanceof ConflictError && error.reason === 'price_point_exists';
}

/** Reads the price point after a create that failed; what is thrown has the outcome of the create. */
async function readAfter(
  createError: PublisherError,
  transport: Transport,
  { priceInUsdCents }: PricePointCreate,
  options: CallOptions | undefined,
): Promise<PricePoint> {
  const { outcome } = createError;
  try {
    return await transport.send(readCreated, { params: { priceInUsdCents } }, options);
  } catch (error) {
    if (error instanceof NotFoundError) throw createError;
    const isOurs = error instanceof PublisherError && error !== options?.signal?.reason;
    if (isOurs && outcome) setEarlierOutcome(error, outcome, 'The create before it');
    throw error;
  }
}

/** Returns the fields and countries in which a price point is not what was asked for, or does not say whether it is. */
function differencesOf(
  { priceInUsdCents, priceOverrides = [] }: PricePointCreate,
  found: PricePoint,
): readonly string[] {
  const differences = found.priceInUsdCents === priceInUsdCents ? [] : ['priceInUsdCents'];
  const rows = found.priceByCountry;
  // In tolerant mode it may be missing or of another type, and `isOverridden` too.
  if (!Array.isArray(rows)) return [...differences, 'priceByCountry'];
  for (const { countryCode2, isOverridden, price } of rows) {
    const overrides = priceOverrides.filter((override) => override.countryCode2 === countryCode2);
    const isSame = isOverridden === overrides.length > 0 && overrides.every((own) => own.price === price);
    if (!isSame) differences.push(countryCode2);
  }
  const countries = new Set(rows.map(({ countryCode2 }) => countryCode2));
  const missing = priceOverrides.filter(({ countryCode2 }) => !countries.has(countryCode2));
  return [...differences, ...missing.map(({ countryCode2 }) => countryCode2)];
}
