import type { PublisherClient } from '../../client/client.ts';
import { BasePublisherError } from '../../client/errors/index.ts';
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

/**
 * Creates the codes of a batch in one request, and changes their states. Those of a rejected request are retried in
 * halves, until the rejected code is alone.
 *
 * @throws BasePublisherError for a failure that is not about a code
 */
export async function createCodes(batch: readonly Code[], creation: Creation): Promise<void> {
  const { client, coupon, save, signal } = creation;
  signal.throwIfAborted();
  const before = batch.map(({ state, message }) => ({ state, message }));
  // Before they leave: a crash must not leave codes as pending that may exist.
  setAll(batch, () => ({ state: 'unknown', message: '' }));
  await save();
  try {
    const input = batch.map(({ name, maxRedemptions, active }) => ({ name, maxRedemptions, active }));
    const { promoCodes } = await client.promoCodes.create(coupon, input);
    // A service may change the case of names.
    const created = new Set(promoCodes.map(({ name }) => name.toLowerCase()));
    setAll(batch, ({ name }) =>
      created.has(name.toLowerCase())
        ? { state: 'created', message: '' }
        : { state: 'unknown', message: 'the response does not list it' },
    );
  } catch (error) {
    if (!(error instanceof BasePublisherError)) throw error;
    const { outcome } = error;
    const isAboutCodes =
      outcome === 'rejected' && (error.code === 'bad_request' || error.code === 'conflict');
    if (outcome === 'applied') {
      setAll(batch, () => ({ message: error.message }));
    } else if (isAboutCodes && batch.length === 1) {
      const [was] = before;
      setAll(batch, () => ({
        state: 'rejected',
        message: explainRejection(error, was?.state === 'unknown'),
      }));
    } else if (outcome === 'rejected' || outcome === 'not_sent') {
      setAll(batch, (_code, index) => before[index] ?? {});
      await save();
      if (!isAboutCodes) throw error;
      const middle = Math.ceil(batch.length / 2);
      await createCodes(batch.slice(0, middle), creation);
      await createCodes(batch.slice(middle), creation);
      return;
    } else {
      setAll(batch, () => ({ message: error.message }));
      await save();
      throw error;
    }
  }
  await save();
}

function setAll(
  batch: readonly Code[],
  change: (code: Code, index: number) => Partial<Pick<Code, 'state' | 'message'>>,
): void {
  for (const [index, code] of batch.entries()) Object.assign(code, change(code, index));
}

function explainRejection({ code, message }: BasePublisherError, wasUnknown: boolean): string {
  if (code !== 'conflict') return message;
  const earlier = wasUnknown ? 'an earlier request may have created it, or it' : 'it';
  return `${earlier} may be active on another coupon: ${message}`;
}
