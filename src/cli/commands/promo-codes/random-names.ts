import { randomInt } from 'node:crypto';

import { UsageError } from '../../terminal/command-error.ts';
import { counted } from '../../terminal/format.ts';

/** Without 0, O, 1, I and L, which are easily confused, and without vowels, which would make words. */
const alphabet = 'BCDFGHJKMNPQRSTVWXYZ23456789';

/** Guessing a code takes at least so many attempts, on average. */
const minGuesses = 1000;

/** What random names look like. */
interface NameForm {
  readonly count: number;
  readonly prefix: string;
  /** Of the part after the prefix. */
  readonly length: number;
}

/** Returns unique random names of codes. @throws UsageError naming the flag that does not fit */
export function randomNames({ count, prefix, length }: NameForm): readonly string[] {
  if (!/^[A-Za-z\d]*$/.test(prefix)) throw new UsageError('--prefix: must be letters and digits only');
  if (alphabet.length ** length < count * minGuesses) {
    throw new UsageError(
      `--length: ${length} is too short for ${counted(count, 'code')} that nobody guesses`,
    );
  }
  const names = new Set<string>();
  while (names.size < count) {
    const random = Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length)));
    names.add(prefix + random.join(''));
  }
  return [...names];
}
