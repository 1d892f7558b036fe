import { CallbackError } from './callback-error.ts';

/** A signer sends a digest for each of its active secrets, of which there are two in a rotation. */
const maxDigests = 5;

/** What a header of the form `t=<unix ms>,v1=<hex>` contains. */
interface TimestampedSignature {
  readonly time: string;
  readonly digests: readonly Uint8Array<ArrayBuffer>[];
}

/** Whether a header has the form of one signature. Two that were joined have two times. */
export function isOneSignature(signature: string): boolean {
  return valuesOf(signature, 't').length === 1 && valuesOf(signature, 'v1').length > 0;
}

/**
 * Parses a header of one time and at least one digest, in any order; digests of other schemes are ignored.
 *
 * @throws CallbackError when it has another form.
 */
export function parseSignature(signature: string): TimestampedSignature {
  const reject = (problem: string): never => {
    throw new CallbackError(`the signature header ${problem}`, { reason: 'signature_malformed' });
  };
  if (!isOneSignature(signature)) reject('does not have the form t=<unix ms>,v1=<hex>');
  const [time = ''] = valuesOf(signature, 't');
  const digests = valuesOf(signature, 'v1');
  if (/^\d{10}$/.test(time)) reject('has a timestamp in seconds, not in milliseconds');
  if (!/^\d{13}$/.test(time)) reject('has a timestamp that is not a 13-digit number of milliseconds');
  if (digests.length > maxDigests) reject(`has more than ${maxDigests} digests`);
  if (!digests.every((hex) => /^[\da-f]{64}$/i.test(hex)))
    reject('has a digest that is not 64 hexadecimal digits');
  return { time, digests: digests.map(bytesOf) };
}

/** Returns the values of one name in a list of `name=value`, in which a space may follow a comma; none if it is no list. */
function valuesOf(list: string, name: string): string[] {
  const parts = list.split(/, ?/).map((part) => /^([^=\s]+)=(.+)$/.exec(part));
  return parts.includes(null) ? [] : parts.flatMap((part) => (part?.[1] === name ? (part[2] ?? []) : []));
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: 32 }, (_, index) => parseInt(hex.slice(2 * index, 2 * index + 2), 16));
}
