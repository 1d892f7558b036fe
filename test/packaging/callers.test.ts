import { join } from 'node:path';

import { beforeAll, expect, test } from 'vitest';

import { callerCases } from '../client/errors/caller-cases.ts';
import { markedLines } from '../client/errors/marked-lines.ts';
import { installRuntime, type Runtime, runtimeBinary } from '../support/runtimes.ts';
import { run } from './project.ts';

const program = join(import.meta.dirname, 'programs/callers.ts');
const runtimes: readonly Runtime[] = [22, 24, 26, 'deno', 'bun'];

beforeAll(() => {
  for (const runtime of runtimes) installRuntime(runtime);
});

test.each(runtimes)(
  'the stacks of the built package have the lines that await its calls, on %s',
  async (runtime) => {
    const args = runtime === 'deno' ? ['run', '--allow-all', program] : [program];
    const { code, out, err } = await run(runtimeBinary(runtime), args, { cwd: import.meta.dirname });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    // The program prints just that.
    const stacks = JSON.parse(out) as Record<string, string>;

    expect(Object.keys(stacks)).toEqual(Object.keys(callerCases));
    for (const [name, stack] of Object.entries(stacks)) {
      // In Bun, a stack ends at an async generator.
      const isLost = runtime === 'bun' && /^(?:an iterator|for await|pages|toArray)/.test(name);
      for (const line of isLost ? [] : markedLines(name)) expect(stack).toContain(line);
      expect(stack).not.toContain('caller-token');
    }
  },
);
