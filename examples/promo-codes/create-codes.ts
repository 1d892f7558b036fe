import {
  ApiError,
  InvalidRequestError,
  type PromoCodeCreate,
  type PublisherClient,
  PublisherError,
} from 'publisher-commerce';

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
    if (!isRejection(error)) throw error;
    const [first] = codes;
    if (codes.length === 1 && first) return [rejectionOf(first, error)];
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
    if (!(error instanceof PublisherError)) throw error;
    if (error.outcome === 'applied') return;
    if (error.outcome !== 'unknown') throw error;
    await client.promoCodes.create(coupon, codes);
  }
}

/** Whether the codes are the reason; a wrong token or a rate limit would fail every other batch too. */
function isRejection(error: unknown): error is ApiError | InvalidRequestError {
  return (
    error instanceof InvalidRequestError || (error instanceof ApiError && [400, 409].includes(error.status))
  );
}

function rejectionOf({ name }: PromoCodeCreate, error: ApiError | InvalidRequestError): Result {
  if (error instanceof ApiError && error.status === 409) return { name, state: 'exists' };
  if (error instanceof ApiError) return { name, state: 'rejected', reason: error.message };
  // Paths look like `promoCodes.0.maxRedemptions`.
  const reasons = error.issues.map(({ path, message }) => `${path.split('.').at(-1) ?? ''} ${message}`);
  return { name, state: 'rejected', reason: reasons.join('; ') };
}
