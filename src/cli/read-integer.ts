import { UsageError } from './usage-error.ts';

/**
 * Reads the value of a flag as an integer; `undefined` if the flag is missing.
 *
 * @throws UsageError naming the flag.
 */
export function readInteger(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,15}$/.test(value)) throw new UsageError(`--${flag}: must be an integer of at least 0`);
  return Number(value);
}
