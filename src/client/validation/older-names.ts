import { type Drift, typeName } from './validation.ts';

/** A received value with the fields that it lacked. */
interface Filled {
  readonly value: unknown;
  /** What it had instead of each of them. */
  readonly filled: readonly Drift[];
}

/** Fills each field that is no string from the one with an older name, if that is a string. */
export function fillFromOlderNames(value: unknown, olderNames: Readonly<Record<string, string>>): Filled {
  const received = Object(value) as Readonly<Record<string, unknown>>;
  const missing = Object.entries(olderNames).filter(
    ([name, older]) => typeof received[name] !== 'string' && typeof received[older] === 'string',
  );
  if (missing.length === 0) return { value, filled: [] };
  return {
    value: { ...received, ...Object.fromEntries(missing.map(([name, older]) => [name, received[older]])) },
    filled: missing.map(([path]) => ({ path, expected: 'string', received: typeName(received[path]) })),
  };
}
