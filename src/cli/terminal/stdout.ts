import { once } from 'node:events';

import { printable } from '../../client/errors/printable.ts';
import { exitCode, type ExitCode, notWritten, systemCode } from './command-error.ts';
import { printedLine } from './format.ts';
import { fail } from './log-line.ts';

/** A result that is lost on a full disk is a failure. One whose reader has ended, as `head` does, is not. */
function onWritten(error?: Error | null): void {
  const code = systemCode(error);
  if (code === undefined || code === 'EPIPE' || process.exitCode === exitCode.failed) return;
  fail(notWritten('stdout', error).message);
  process.exitCode = exitCode.failed;
}

/** Waits until stdout has taken the bytes: a slow reader must not fill the memory. */
export function writeToStdout(content: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(content, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

/** Prints an object as JSON. */
export function printObject(value: object, indent = 2): Promise<void> {
  return print(forStdout(`${JSON.stringify(value, null, indent)}\n`));
}

/** What a JSON text has between its tokens. */
const whiteSpace = /(\r?\n|\t)/;

/**
 * Returns what the service sent: at a terminal, which they could control, with escapes in place of other control characters
 * than white space. JSON stays equal JSON.
 */
function forStdout(text: string): string {
  if (!process.stdout.isTTY) return text;
  return text
    .split(whiteSpace)
    .map((part) => (whiteSpace.test(part) ? part : printable(part)))
    .join('');
}

/** Prints what the service has sent, byte for byte unless at a terminal, to the end, and returns the exit code. @throws CommandError if it cannot be written. */
export async function printResponse(content: string | Uint8Array): Promise<ExitCode> {
  try {
    await writeToStdout(process.stdout.isTTY ? forStdout(Buffer.from(content).toString()) : content);
    return exitCode.done;
  } catch (error) {
    // As `head` does, which has what it needs. The exit code says that there was more.
    if (systemCode(error) === 'EPIPE') return exitCode.failed;
    throw notWritten('stdout', error);
  }
}

/** Prints an object with a further property, a list of differences, as JSON, without building it in memory. */
export async function printJson<Difference>(
  head: object,
  differences: Iterable<Difference>,
  toJson: (difference: Difference) => unknown = (difference) => difference,
): Promise<void> {
  await print(forStdout(`${JSON.stringify(head, null, 2).slice(0, -2)},\n  "differences": [`));
  let separator = '\n';
  for (const difference of differences) {
    await print(forStdout(`${separator}    ${JSON.stringify(toJson(difference))}`));
    separator = ',\n';
  }
  await print(`${separator === '\n' ? '' : '\n  '}]\n}\n`);
}

/** Prints lines for people. */
export function printLines(lines: readonly string[]): Promise<void> {
  return print(lines.map((line) => `${printedLine(line)}\n`).join(''));
}

/** Writes to stdout, and waits until it takes more. */
async function print(text: string): Promise<void> {
  if (process.stdout.write(text, onWritten) || !process.stdout.writable) return;
  // It rejects if the reader has ended, as `head` does.
  await once(process.stdout, 'drain').catch(() => undefined);
}
