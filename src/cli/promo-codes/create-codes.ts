import type { PublisherClient } from '../../client/client.ts';
import { PublisherError } from '../../client/errors/index.ts';
import type { PromoCode } from '../../client/resources/promo-codes.ts';
import { type Code, mayExist } from './codes-file.ts';

/** How codes are created. */
export interface Creation {
  readonly client: PublisherClient;
  readonly coupon: string;
  /** All codes of the file. */
  readonly codes: readonly Code[];
  /** Stores the states of all codes. */
  readonly save: () => Promise<void>;
  /** Aborts between two requests: a response that is on its way is waited for. */
  readonly signal: AbortSignal;
}

/** What stands beside a code that was in a request of several that was rejected: the service may have created a part. */
const wasRejected = 'was in a rejected request';

/**
 * Creates the codes of a batch in one request, and changes their states. Those of a rejected request are retried in
 * parts, until the rejected code is alone.
 *
 * @throws PublisherError for a failure that is not about a code, or that is about all of them
 */
export async function createCodes(batch: readonly Code[], creation: Creation): Promise<void> {
  if (batch.length === 0) return;
  const { client, coupon, save, signal } = creation;
  signal.throwIfAborted();
  const before = batch.map(({ state, message }) => ({ state, message }));
  // Before they leave: a crash must not leave codes as pending that may exist.
  setAll(batch, () => ({ state: 'unknown' }));
  await save();
  try {
    const input = batch.map(({ name, maxRedemptions, active }) => ({ name, maxRedemptions, active }));
    const { promoCodes } = await client.promoCodes.create(coupon, input);
    // A service may change the case of names.
    const created = new Map(promoCodes.map((code) => [code.name.toLowerCase(), code]));
    setAll(batch, (code) => stateOf(code, created.get(code.name.toLowerCase())));
  } catch (error) {
    if (!(error instanceof PublisherError)) throw error;
    const { outcome } = error;
    if (outcome !== 'rejected' && outcome !== 'not_sent') {
      setAll(batch, () => ({ message: error.message }));
      await save();
      if (outcome === 'applied') return;
      throw error;
    }
    setAll(batch, (_code, index) => before[index] ?? {});
    const isAboutCodes = error.code === 'bad_request' || error.code === 'conflict';
    if (outcome === 'not_sent' || !isAboutCodes) {
      await save();
      throw error;
    }
    if (batch.length === 1) reject(batch, error);
    else await createInParts(batch, error, creation);
  }
  await save();
}

/** What a response says of a code. */
function stateOf(code: Code, created: PromoCode | undefined): Pick<Code, 'state' | 'message'> {
  if (created === undefined) return { state: 'unknown', message: 'the response does not list it' };
  const differences = (['maxRedemptions', 'active'] as const)
    .filter((field) => created[field] !== code[field])
    .map((field) => `${field} is ${String(created[field])} instead of ${String(code[field])}`);
  return { state: 'created', message: differences.join(', ') };
}

/** A code that conflicts in its first request is somebody else's; after another one, nobody knows who has created it. */
function reject(codes: readonly Code[], error: PublisherError): void {
  setAll(codes, ({ state, message }) =>
    error.code === 'conflict' && (state === 'unknown' || message === wasRejected)
      ? {
          state: 'exists',
          message: `an earlier request may have created it, or it is active on another coupon: ${error.message}`,
        }
      : {
          state: 'rejected',
          message:
            error.code === 'conflict'
              ? `it may be active on another coupon: ${error.message}`
              : error.message,
        },
  );
}

/** Retries the codes of a rejected request: without those that a conflict names, else in halves. */
async function createInParts(
  batch: readonly Code[],
  error: PublisherError,
  creation: Creation,
): Promise<void> {
  const named = error.code === 'conflict' ? batch.filter(({ name }) => names(error.message, name)) : [];
  reject(named, error);
  const left = batch.filter((code) => !named.includes(code));
  setAll(left, ({ state }) => (state === 'pending' ? { message: wasRejected } : {}));
  await creation.save();
  if (named.length > 0) return createCodes(left, creation);
  const isFirst = !creation.codes.some((code) => mayExist(code) || code.state === 'rejected');
  if (error.code === 'bad_request' && isFirst) return probe(left, error, creation);
  return createInHalves(left, creation);
}

async function createInHalves(batch: readonly Code[], creation: Creation): Promise<void> {
  const middle = Math.ceil(batch.length / 2);
  await createCodes(batch.slice(0, middle), creation);
  await createCodes(batch.slice(middle), creation);
}

/** Tries the first and the last code alone: if both are rejected as all were, it is not about a code. */
async function probe(batch: readonly Code[], error: PublisherError, creation: Creation): Promise<void> {
  const ends = batch.length > 2 ? [batch[0], batch.at(-1)].filter((code) => code !== undefined) : [];
  for (const code of ends) await createCodes([code], creation);
  const areAlike =
    ends.length > 0 && ends.every(({ state, message }) => state === 'rejected' && message === error.message);
  if (areAlike) {
    setAll(batch, () => ({ state: 'pending', message: '' }));
    await creation.save();
    throw error;
  }
  await createInHalves(
    batch.filter((code) => !ends.includes(code)),
    creation,
  );
}

/** Whether a message has a name as a word. */
function names(message: string, name: string): boolean {
  return message
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .includes(name.toLowerCase());
}

function setAll(
  batch: readonly Code[],
  change: (code: Code, index: number) => Partial<Pick<Code, 'state' | 'message'>>,
): void {
  for (const [index, code] of batch.entries()) Object.assign(code, change(code, index));
}
