import { join } from 'node:path';

import { expect, test } from 'vitest';

import { runProgram } from '../support/run-program.ts';
import { nodeBinary } from '../support/runtimes.ts';

const program = join(import.meta.dirname, 'shared-signal.ts');

test(
  'on Node 22, 90 000 calls with one signal leave the heap flat within 2 MB',
  { timeout: 900_000 },
  async () => {
    const { out, err } = await runProgram(nodeBinary(22), ['--expose-gc', program]);
    const heaps = out.trim().split('\n').map(Number);
    console.log(`Heap after each tenth: ${heaps.map((bytes) => (bytes / 1e6).toFixed(1)).join(' ')} MB`);

    expect(err).toBe('');
    expect(heaps).toHaveLength(10);
    // It may shrink: V8 drops code that it no longer needs.
    expect(Math.max(...heaps) - (heaps[0] ?? 0)).toBeLessThan(2e6);
    const lastHalf = heaps.slice(5);
    expect(Math.max(...lastHalf) - Math.min(...lastHalf)).toBeLessThan(2e6);
  },
);
