import { printableLines } from '../errors/printable.ts';

/** Redacts a string and cuts it at `max` characters. */
export type Redact = (text: string, max: number) => string;

const maxLength = 10_000;
const maxFields = 1000;

/**
 * Returns what user code threw, to be the cause of an error: the object itself, or, if one of its properties at any
 * depth contains the token or cannot be examined, a redacted copy with its prototype and fields.
 */
export function causeOf(thrown: unknown, redact: Redact): object {
  const copies = new Map<object, object>();
  let changes = 0;
  let fields = 0;
  const inexact = (replacement: string): string => {
    changes += 1;
    return replacement;
  };

  const copyOf = (value: unknown, isPrinted = false): unknown => {
    if (isNotPrimitive(value)) return copies.get(value) ?? copyOfObject(value);
    const redacted = redact(String(value), maxLength);
    const safe = isPrinted ? printableLines(redacted) : redacted;
    return safe === String(value) ? value : inexact(safe);
  };

  const copyOfObject = (value: object): unknown => {
    try {
      const showsNothing = typeof value === 'function' || value instanceof Date;
      if (showsNothing && Object.keys(value).length === 0) return value;
      const copy = emptyLike(value);
      if (copy === undefined) return inexact(`[${nameOf(value.constructor)}]`);
      copies.set(value, copy);
      for (const key of keysOf(value)) copyField(value, key, copy);
      return copy;
    } catch {
      return inexact('[unreadable]');
    }
  };

  const copyField = (from: object, key: PropertyKey, to: object): void => {
    try {
      if (++fields > maxFields) throw new RangeError('too many fields');
      const value = copyOf(Reflect.get(from, key), key === 'name' || key === 'message' || key === 'stack');
      const enumerable = Reflect.getOwnPropertyDescriptor(from, key)?.enumerable ?? false;
      const property = { value, enumerable, writable: true, configurable: true };
      Reflect.defineProperty(to, copyOf(key) as PropertyKey, property);
    } catch {
      changes += 1;
    }
  };

  const copy = copyOf(thrown);
  if (isNotPrimitive(copy)) return changes === 0 && isNotPrimitive(thrown) ? thrown : copy;
  return Object.assign(new Error(String(copy)), { name: nameOf(thrown) });
}

/** Returns an empty object like an error, a list or a plain object. Others may print what is in no property. */
function emptyLike(value: object): object | undefined {
  if (Array.isArray(value)) return [];
  const prototype = Reflect.getPrototypeOf(value);
  // Not `instanceof`: the error may be of another realm.
  if (typeof fieldOf(value, 'stack') === 'string')
    return Object.setPrototypeOf(new Error(), prototype) as Error;
  const isPlain = prototype === null || Reflect.getPrototypeOf(prototype) === null;
  return isPlain ? (Object.create(prototype) as object) : undefined;
}

/** Returns the keys of an object's own fields, and of the getters of its classes. */
function keysOf(value: object): Iterable<PropertyKey> {
  const keys = new Set(Reflect.ownKeys(value));
  let prototype = Reflect.getPrototypeOf(value);
  for (let next; prototype && (next = Reflect.getPrototypeOf(prototype)); prototype = next)
    for (const key of Reflect.ownKeys(prototype))
      if (Reflect.getOwnPropertyDescriptor(prototype, key)?.get) keys.add(key);
  return keys;
}

/** Returns the name of an error, `Error` if it cannot be printed, or the type of any other value. */
export function nameOf(thrown: unknown): string {
  const name = fieldOf(thrown, 'name');
  if (typeof name === 'string' && /^\w{1,60}$/.test(name)) return name;
  if (typeof fieldOf(thrown, 'message') === 'string') return 'Error';
  return thrown === null ? 'null' : typeof thrown;
}

/** Returns a field of a thrown value, which may be anything: getters may throw, and a proxy may trap everything. */
export function fieldOf(value: unknown, key: PropertyKey): unknown {
  try {
    return isNotPrimitive(value) ? Reflect.get(value, key) : undefined;
  } catch {
    return undefined;
  }
}

function isNotPrimitive(value: unknown): value is object {
  return Object(value) === value;
}
