import { hex, randomStream } from './random.ts';

/** Gives the id of a number: 64 bits in hexadecimal after a prefix, unlike that of any other number. */
export type Ids = (prefix: string, number: number) => string;

/** The ids under a seed. */
export function createIds(seed: number): Ids {
  const front = randomStream(seed, 'id front');
  const back = randomStream(seed, 'id back');
  return (prefix, number) => `${prefix}${hex(front(number))}${hex(back(number))}`;
}
