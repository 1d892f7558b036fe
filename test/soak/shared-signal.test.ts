import { join } from 'node:path';

import { expect, test } from 'vitest';

import { runProgram } from '../support/run-program.ts';
import { nodeBinary } from '../support/runtimes.ts';

const program = join(import.meta.dirname, 'shared-signal.ts');

test.each([22, 24] as const)(
  'on Node %i, 90 000 calls with one signal leave the heap flat within 2 MB',
  { timeout: 900_000 },
  async (version) => {
    const { out, err } = await runProgram(nodeBinary(version), ['--expose-gc', program]);
    const heaps = out.trim().split('\n').map(Number);
    console.log(`Node ${version}: ${heaps.map((bytes) => (bytes / 1e6).toFixed(1)).join(' ')} MB`);

    expect(err).toBe('');
    expect(heaps).toHaveLength(10);
    // The first tenth also compiles the code.
    const settled = heaps.slice(1);
    expect(Math.max(...settled) - Math.min(...settled)).toBeLessThan(2e6);
  },
);
