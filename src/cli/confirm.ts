import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

import { UsageError } from './command-error.ts';

/**
 * Asks on the terminal before something is changed; `yes` is for whoever typed `--yes`.
 *
 * @throws UsageError without a terminal, where nobody can answer
 */
export async function confirm(question: string, yes: boolean, signal: AbortSignal): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) throw new UsageError('--yes: is required without a terminal; nothing was sent');
  // stdout may be a file.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D close it. Some versions of Node reject the question then, others never return.
  const closed = once(terminal, 'close').then(() => '');
  const asked = terminal.question(`${question} [y/N] `, { signal }).catch(() => '');
  try {
    const reply = await Promise.race([asked, closed]);
    return /^y(es)?$/i.test(reply.trim());
  } finally {
    terminal.close();
  }
}
