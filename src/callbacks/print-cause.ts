import { printable, printableLines } from '../errors/printable.ts';
import { nodeProcess } from '../runtime/runtime.ts';
import type { TokenRedactor } from '../transport/redact.ts';

const longestCause = 20_000;

/**
 * Prints what the publisher's function threw, over several lines. Its message may quote the request: line breaks in it
 * are escaped, and every further line is indented, so that no log reads it as an entry of its own.
 */
export function printCause(cause: unknown, sent: TokenRedactor): string {
  try {
    const printed = sent.redact(inspect(cause), longestCause);
    const message = cause instanceof Error ? sent.redact(cause.message, longestCause) : '';
    return printableLines(printed.replace(message, () => printable(message))).replaceAll(
      /\n(?!\s|[}\]]+$)/gm,
      () => String.raw`\n`,
    );
  } catch {
    // A getter or a custom inspect function threw.
    return 'a value that cannot be printed';
  }
}

/** Prints as Node does where its `inspect` exists. Otherwise prints an error's stack, and those of its causes. */
function inspect(value: unknown): string {
  // Not imported, so that bundles for other runtimes need no Node.
  const util = nodeProcess().getBuiltinModule?.('node:util');
  return util ? util.inspect(value) : stacksOf(value, maxCauses);
}

/** A cause may be its own cause. */
const maxCauses = 5;

function stacksOf(value: unknown, remaining: number): string {
  if (!(value instanceof Error)) return String(value);
  const { stack = String(value), cause } = value;
  if (cause === undefined || remaining === 0) return stack;
  return `${stack}\n  [cause]: ${stacksOf(cause, remaining - 1)}`;
}
