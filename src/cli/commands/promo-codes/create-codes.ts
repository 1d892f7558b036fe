import type { PublisherClient } from '../../../client/client.ts';
import { PublisherError } from '../../../client/errors/index.ts';
import type { PromoCode } from '../../../client/resources/promo-codes.ts';
import type { Code } from './codes-file.ts';

/** How codes are created. */
export interface Creation {
  readonly client: PublisherClient;
  readonly coupon: string;
  /** Stores the states of all codes. */
  readonly save: () => Promise<void>;
  /** Aborts between two requests: a response that is on its way is waited for. */
  readonly signal: AbortSignal;
}

/** What stands beside a code that was in a request of several that was rejected: the service may have created a part. */
const wasRejected = 'was in a rejected request';

/**
 * Creates the codes of a batch in one request, and changes their states. If it is rejected with a message that names some
 * of them, the others are retried.
 *
 * @throws PublisherError for a failure that names no code
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
    setAll(batch, (code) => stateAfter(code, created.get(code.name.toLowerCase())));
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
    const rejected = rejectedBy(error, batch);
    reject(rejected, error);
    const left = batch.filter((code) => !rejected.includes(code));
    if (isAboutCodes(error))
      setAll(left, ({ state }) => (state === 'pending' ? { message: wasRejected } : {}));
    await save();
    if (rejected.length === 0) throw error;
    return createCodes(left, creation);
  }
  await save();
}

/** Whether the service rejects what was sent, not who sent it or how often. */
export function isAboutCodes({ code, outcome }: PublisherError): boolean {
  return outcome === 'rejected' && ['bad_request', 'conflict', 'payload_too_large'].includes(code);
}

/** The codes that are rejected for good: those that the message names, or the only one. */
function rejectedBy(error: PublisherError, batch: readonly Code[]): readonly Code[] {
  if (!isAboutCodes(error)) return [];
  return batch.length === 1 ? batch : batch.filter(({ name }) => names(error.message, name));
}

/** What a response says of a code. */
function stateAfter(code: Code, created: PromoCode | undefined): Pick<Code, 'state' | 'message'> {
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
