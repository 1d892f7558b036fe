import { fieldOf } from '../api/input.ts';
import { printableLines } from '../errors/printable.ts';

/** Redacts a string and cuts it at `max` characters. */
export type Redact = (text: string, max: number) => string;

const maxLength = 10_000;
const maxDepth = 5;
const copied = ['name', 'message', 'stack', 'code', 'syscall'];

/**
 * Returns a redacted copy of what user code threw, to be the cause of an error: its name, message, stack and codes, and
 * those of its causes. Other fields are not copied: errors of HTTP libraries have the request, and so the token.
 */
export function causeOf(thrown: unknown, redact: Redact, depth = maxDepth): Error {
  const show = (text: string): string => printableLines(redact(text, maxLength));
  const isObject = Object(thrown) === thrown;
  const copy = new Error(isObject ? typeNameOf(thrown) : show(String(thrown)));
  if (!isObject) Object.defineProperty(copy, 'name', { value: typeNameOf(thrown) });
  for (const key of copied) {
    const value = fieldOf(thrown, key);
    if (typeof value === 'string') Object.defineProperty(copy, key, { value: show(value), writable: true });
  }
  const inner = fieldOf(thrown, 'cause');
  if (inner !== undefined && depth > 0) copy.cause = causeOf(inner, redact, depth - 1);
  return copy;
}

/** Returns the name of an error, `Error` if it cannot be printed, or the type of any other value. */
export function typeNameOf(thrown: unknown): string {
  const name = fieldOf(thrown, 'name');
  if (typeof name === 'string' && /^\w{1,60}$/.test(name)) return name;
  if (typeof fieldOf(thrown, 'message') === 'string') return 'Error';
  return thrown === null ? 'null' : typeof thrown;
}

/** Whether a framework threw a value to end a render, as Next does: nobody else may catch it. */
export function isControlFlow(thrown: unknown): boolean {
  return typeof fieldOf(thrown, 'digest') === 'string';
}
