import { UsageError } from './usage-error.ts';

const millisecondsIn = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * Reads a duration such as `90m`, `24h` or `2d`, and returns it in milliseconds. A day is always 24 hours.
 *
 * @param name The flag with its dashes, or the argument as the help shows it, for the message.
 * @throws UsageError naming it, if the value is not a positive integer and a unit, or is not a safe integer.
 */
export function readDuration(name: string, value: string): number {
  const [, count = '', unit = ''] = /^(\d+)([smhd])$/.exec(value) ?? [];
  const milliseconds = Number(count) * (isUnit(unit) ? millisecondsIn[unit] : 0);
  if (milliseconds === 0 || !Number.isSafeInteger(milliseconds)) {
    throw new UsageError(
      `${name}: must be a positive integer with a unit (s, m, h or d), for example 90m, 24h or 2d`,
    );
  }
  return milliseconds;
}

function isUnit(unit: string): unit is keyof typeof millisecondsIn {
  return Object.hasOwn(millisecondsIn, unit);
}
