import { open } from 'node:fs/promises';

const lineFeed = 0x0a;

/** Counts the rows of a growing CSV file whose cells have no line breaks, reading only what is new. */
export class RowCounter {
  readonly #path: string;
  #bytes = 0;
  #lines = 0;

  constructor(path: string) {
    this.#path = path;
  }

  async count(): Promise<number> {
    try {
      await using file = await open(this.#path);
      const { size } = await file.stat();
      // A resumed export removes what was written after its checkpoint.
      if (size < this.#bytes) this.#bytes = this.#lines = 0;
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - this.#bytes), {
        position: this.#bytes,
      });
      this.#bytes += bytesRead;
      for (const byte of buffer.subarray(0, bytesRead)) if (byte === lineFeed) this.#lines += 1;
    } catch {
      // Not created yet, or already renamed.
    }
    return Math.max(0, this.#lines - 1);
  }
}
