import { printable } from '../errors/printable.ts';

/** Redacts a string and cuts it at `max` characters. */
export type Redact = (text: string, max: number) => string;

const maxMessageLength = 1000;
const maxFrames = 30;
const maxFrameLength = 300;
/** Errors are copied with their causes, this many in a row. */
const maxDepth = 4;
const maxInnerErrors = 32;

/**
 * What user code threw, which may be anything. It is read once, here: getters may throw, a proxy may trap everything,
 * and a message may have any length.
 */
export class Thrown {
  /** Whether it looks like an error: it has a message. */
  readonly isError: boolean;
  /** The error's name, or `Error` if it cannot be printed; for a value that is no error, its type. Safe to print. */
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly code: string | undefined;
  readonly syscall: string | undefined;
  readonly cause: Thrown | undefined;
  /** The errors of an `AggregateError`; `undefined` if they are too many to read. */
  readonly errors: readonly Thrown[] | undefined;

  constructor(value: unknown, depth = 0) {
    const name = fieldOf(value, 'name');
    const message = isObject(value) ? fieldOf(value, 'message') : String(value);
    this.isError = isObject(value) && typeof message === 'string';
    this.name =
      typeof name === 'string' && /^\w{1,60}$/.test(name) ? name : this.isError ? 'Error' : typeOf(value);
    this.message = stringOf(message);
    this.stack = stringOf(fieldOf(value, 'stack'));
    this.code = shortString(fieldOf(value, 'code'));
    this.syscall = shortString(fieldOf(value, 'syscall'));
    const cause = fieldOf(value, 'cause');
    this.cause = cause === undefined || depth >= maxDepth ? undefined : new Thrown(cause, depth + 1);
    const errors = listOf(fieldOf(value, 'errors'));
    const isTooMuch = errors.length > maxInnerErrors || (errors.length > 0 && depth >= maxDepth);
    this.errors = isTooMuch ? undefined : errors.map((error) => new Thrown(error, depth + 1));
  }

  /** Returns a new error with name, message, stack, code and cause, redacted and limited in size. */
  toError(redact: Redact): Error {
    const message = printable(redact(this.message, maxMessageLength));
    const name = redact(this.name, Infinity);
    const copy = new Error(message, this.cause && { cause: this.cause.toError(redact) });
    const set = (key: string, value: string, enumerable = false): void => {
      Object.defineProperty(copy, key, { value, enumerable, writable: true, configurable: true });
    };
    set('name', name);
    set('stack', [message ? `${name}: ${message}` : name, ...this.#frames(redact)].join('\n'));
    if (this.code !== undefined) set('code', printable(redact(this.code, Infinity)), true);
    return copy;
  }

  /** Returns the stack's lines after the message, without anything else that somebody put there. */
  #frames(redact: Redact): string[] {
    const start = this.stack.indexOf(this.message);
    return this.stack
      .slice(start < 0 ? 0 : start + this.message.length)
      .slice(0, 2 * maxFrames * maxFrameLength)
      .split('\n')
      .filter((line) => /^\s+at \S|^\S*@\S+:\d+:\d+$/.test(line))
      .slice(0, maxFrames)
      .map((line) => printable(redact(line, maxFrameLength)));
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}

function fieldOf(value: unknown, key: string): unknown {
  try {
    return isObject(value) ? Reflect.get(value, key) : undefined;
  } catch {
    return undefined;
  }
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function shortString(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= 100 ? value : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  try {
    return Array.isArray(value) ? value.slice(0, maxInnerErrors + 1) : [];
  } catch {
    return [];
  }
}
