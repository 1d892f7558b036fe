import { isPublisherError, type PromoCodeCreate, type PublisherClient } from 'publisher-commerce';

/** The outcome for a code. */
export interface Result {
  readonly name: string;
  readonly state: 'created' | 'exists' | 'rejected';
  readonly reason?: string;
}

/**
 * Creates codes in one request, and returns the outcome for each.
 *
 * Whether one bad code makes the service reject the whole batch is not documented. So a rejected batch is halved until
 * the rejected code is isolated.
 */
export async function createCodes(
  client: PublisherClient,
  coupon: string,
  codes: readonly PromoCodeCreate[],
): Promise<Result[]> {
  try {
    await createOrRepeat(client, coupon, codes);
    return codes.map(({ name }) => ({ name, state: 'created' }));
  } catch (error) {
    const rejection = codes[0] && rejectionOf(codes[0], error);
    if (!rejection) throw error;
    if (codes.length === 1) return [rejection];
    const middle = Math.ceil(codes.length / 2);
    const halves = [codes.slice(0, middle), codes.slice(middle)];
    return (await Promise.all(halves.map((half) => createCodes(client, coupon, half)))).flat();
  }
}

/** No operation lists codes, so a create with an unknown outcome is retried once: existing codes are then rejected. */
async function createOrRepeat(
  client: PublisherClient,
  coupon: string,
  codes: readonly PromoCodeCreate[],
): Promise<void> {
  try {
    await client.promoCodes.create(coupon, codes);
  } catch (error) {
    if (!isPublisherError(error)) throw error;
    if (error.outcome === 'applied') return;
    if (error.outcome !== 'unknown') throw error;
    await client.promoCodes.create(coupon, codes);
  }
}

/** Returns the result of a rejected code. A wrong token or a rate limit has none: it would fail every other batch too. */
function rejectionOf({ name }: PromoCodeCreate, error: unknown): Result | undefined {
  if (!isPublisherError(error)) return undefined;
  if (error.code === 'conflict') return { name, state: 'exists' };
  if (error.code === 'bad_request') return { name, state: 'rejected', reason: error.message };
  if (error.code !== 'invalid_request') return undefined;
  // Paths look like `promoCodes.0.maxRedemptions`.
  const reasons = error.issues.map(({ path, message }) => `${path.split('.').at(-1) ?? ''} ${message}`);
  return { name, state: 'rejected', reason: reasons.join('; ') };
}
