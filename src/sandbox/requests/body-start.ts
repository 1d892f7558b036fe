import { isUtf8 } from 'node:buffer';

/** How many bytes of a body are kept. */
export const keptBytes = 64 * 1024;

/** The first 64 KiB of a body. They are copied: a part of a buffer would keep all of it. */
export class BodyStart {
  readonly #chunks: Buffer[] = [];
  #room = keptBytes;
  #total = 0;

  add(chunk: Uint8Array): void {
    this.#total += chunk.byteLength;
    if (this.#room === 0) return;
    const kept = Buffer.from(chunk.subarray(0, this.#room));
    this.#chunks.push(kept);
    this.#room -= kept.byteLength;
  }

  /** Size of the whole body in bytes. */
  get total(): number {
    return this.#total;
  }

  get isCut(): boolean {
    return this.#total > keptBytes;
  }

  /** The start, without a character that was cut; `undefined` unless it is UTF-8, in which secrets can be found. */
  text(): Buffer | undefined {
    const [first, ...others] = this.#chunks;
    const bytes = first && others.length === 0 ? first : Buffer.concat(this.#chunks);
    const text = this.isCut ? bytes.subarray(0, endOfText(bytes)) : bytes;
    return isUtf8(text) && !text.includes(0) ? text : undefined;
  }
}

/** Where the last character that is certainly complete ends. */
function endOfText(bytes: Uint8Array): number {
  const isPart = (byte = 0): boolean => byte >= 0x80;
  const isContinuation = (byte = 0): boolean => byte >> 6 === 2;
  let end = bytes.length;
  while (isContinuation(bytes[end - 1])) end -= 1;
  return isPart(bytes[end - 1]) ? end - 1 : end;
}
