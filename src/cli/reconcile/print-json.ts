import { once } from 'node:events';

import { describeDifference } from './describe-difference.ts';
import type { Difference } from './difference.ts';
import type { Summary } from './summary.ts';

/** Prints the numbers and all differences as one JSON object, without building it in memory. */
export async function printJson(summary: Summary, differences: Iterable<Difference>): Promise<void> {
  await print(`${JSON.stringify(summary, null, 2).slice(0, -2)},\n  "differences": [`);
  let separator = '\n';
  for (const difference of differences) {
    await print(`${separator}    ${JSON.stringify(describeDifference(difference))}`);
    separator = ',\n';
  }
  await print(`${separator === '\n' ? '' : '\n  '}]\n}\n`);
}

async function print(text: string): Promise<void> {
  if (process.stdout.write(text) || !process.stdout.writable) return;
  // It rejects if the reader has ended, as `head` does.
  await once(process.stdout, 'drain').catch(() => undefined);
}
