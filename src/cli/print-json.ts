import { once } from 'node:events';

/** Prints an object with a further property, a list of differences, as JSON, without building it in memory. */
export async function printJson<Difference>(
  head: object,
  differences: Iterable<Difference>,
  describe: (difference: Difference) => unknown = (difference) => difference,
): Promise<void> {
  await print(`${JSON.stringify(head, null, 2).slice(0, -2)},\n  "differences": [`);
  let separator = '\n';
  for (const difference of differences) {
    await print(`${separator}    ${JSON.stringify(describe(difference))}`);
    separator = ',\n';
  }
  await print(`${separator === '\n' ? '' : '\n  '}]\n}\n`);
}

async function print(text: string): Promise<void> {
  if (process.stdout.write(text) || !process.stdout.writable) return;
  // It rejects if the reader has ended, as `head` does.
  await once(process.stdout, 'drain').catch(() => undefined);
}
