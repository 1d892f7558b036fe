import { inspect } from 'node:util';

/** Everything by which a value may end up in a log, as one string. */
export function printed(value: unknown): string {
  const { message, stack, cause } = Object(value) as Error;
  return [
    inspect(value, { depth: 20, showHidden: true, getters: true }),
    JSON.stringify(value),
    JSON.stringify({ ...Object(value) } as object),
    String(value),
    message,
    stack,
    inspect(cause, { depth: 20, showHidden: true }),
    inspect(cloned(value), { depth: 20, showHidden: true }),
  ].join('\n');
}

function cloned(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return 'cannot be cloned';
  }
}
