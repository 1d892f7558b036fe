import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

import { UsageError } from './command-error.ts';
import { printedLine } from './format.ts';

/**
 * Asks on the terminal before something is changed; `yes` is for whoever typed `--yes`.
 *
 * @throws UsageError without a terminal, where nobody can respond
 */
export async function confirm(question: string, yes: boolean, signal: AbortSignal): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) throw new UsageError('--yes: is required without a terminal; nothing was sent');
  // stdout may be a file.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // A terminal that is read line by line reports Ctrl-C as a character, and not as a signal.
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // Ctrl-D is a no. Node before 24 does not settle the question then.
  const closed = once(terminal, 'close').then(() => undefined);
  const replied = terminal.question(`${printedLine(question)} [y/N] `, { signal }).catch(() => undefined);
  try {
    const reply = await Promise.race([replied, closed]);
    signal.throwIfAborted();
    if (reply === undefined) process.stderr.write('\n');
    return /^y(es)?$/i.test((reply ?? '').trim());
  } finally {
    terminal.close();
  }
}
