import { hex, randomStream } from './random.ts';

/** Makes ids one after another: unlike each other, and the same again after a reset or under the same seed. */
export interface IdMaker {
  /** A new id that begins with the prefix, of 64 bits in hexadecimal. */
  next(prefix: string): string;
}

/** Begins a series of ids. */
export function createIdMaker(seed: number): IdMaker {
  const front = randomStream(seed, 'id front');
  const back = randomStream(seed, 'id back');
  let count = 0;
  return {
    next(prefix): string {
      const index = count++;
      return `${prefix}${hex(front(index))}${hex(back(index))}`;
    },
  };
}
