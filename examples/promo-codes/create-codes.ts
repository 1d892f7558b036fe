import {
  ApiError,
  InvalidRequestError,
  type PromoCodeCreate,
  type PublisherClient,
  PublisherError,
} from 'publisher-commerce';

/** What became of a code. */
export interface Result {
  readonly name: string;
  readonly state: 'created' | 'exists' | 'refused';
  readonly reason?: string;
}

/**
 * Creates codes in one request, and tells what became of each of them.
 *
 * Whether a batch is refused as a whole because of one code is not documented. So the halves of a refused batch are
 * sent, and their halves, until the code that is refused stands alone.
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
    if (!isRefusal(error)) throw error;
    const [first] = codes;
    if (codes.length === 1 && first) return [refusalOf(first, error)];
    const middle = Math.ceil(codes.length / 2);
    const halves = [codes.slice(0, middle), codes.slice(middle)];
    return (await Promise.all(halves.map((half) => createCodes(client, coupon, half)))).flat();
  }
}

/** No operation lists codes, so a create without an answer is repeated once: its codes are refused if they exist. */
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

/** A refusal because of the codes; one because of the token, or the rate, would meet every other batch too. */
function isRefusal(error: unknown): error is ApiError | InvalidRequestError {
  return (
    error instanceof InvalidRequestError || (error instanceof ApiError && [400, 409].includes(error.status))
  );
}

function refusalOf({ name }: PromoCodeCreate, error: ApiError | InvalidRequestError): Result {
  if (error instanceof ApiError && error.status === 409) return { name, state: 'exists' };
  if (error instanceof ApiError) return { name, state: 'refused', reason: error.message };
  // Paths are such as `promoCodes.0.maxRedemptions`.
  const reasons = error.issues.map(({ path, message }) => `${path.split('.').at(-1) ?? ''} ${message}`);
  return { name, state: 'refused', reason: reasons.join('; ') };
}
