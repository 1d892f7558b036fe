import { expect, test } from 'vitest';

import { planCells } from './cells.ts';
import type { JobResult } from './job.ts';
import { summarize } from './report/summary.ts';
import type { CellResults, Outcome } from './rounds.ts';
import { handWritten, pages, windows8 } from './variants.ts';

/** What a full run measured: everything as fast as the hand-written loop, unless a cell's speed is given. */
function outcomeOf(speedOf: (cell: CellResults['cell'], name: string) => number): Outcome {
  const cells = planCells(false, undefined).map((cell) => {
    const results = new Map<string, readonly JobResult[]>();
    for (const { name } of cell.measurements) {
      const count = cell.count || 1;
      const milliseconds = (1000 * count) / speedOf(cell, name);
      results.set(name, [
        {
          count,
          milliseconds,
          cpuMilliseconds: 1,
          mainMilliseconds: 1,
          peakMiB: name === windows8.name ? 300 : 100,
          checksum: 1,
        },
      ]);
    }
    return { cell, results };
  });
  return { cells, failures: [] };
}

test('the summary says what is faster, what is as fast and what is slower, in that order', () => {
  const text = summarize(
    outcomeOf(({ group, limit, latency }, name) => {
      if (group === 'calls' && name.includes('pricePoints.get')) return 500;
      if (group === 'rows' && limit === 10_000 && latency === 200 && name === windows8.name) return 3000;
      if (group === 'rows' && limit === 10 && latency === 0 && name === pages.name) return 700;
      return 1000;
    }),
  );

  const verdicts = [...text.matchAll(/^- \*\*(Faster|About as fast|Slower): (.+?)\.\*\* (\S+) ×/gm)].map(
    ([, verdict, what, ratio]) => `${verdict ?? ''} ${ratio ?? ''}: ${what ?? ''}`,
  );
  expect(verdicts).toEqual([
    'Faster 3.00: a large export from a distant service, with `windows: 8`',
    'About as fast 1.00: a large export from a distant service, with the defaults',
    'About as fast 1.00: a large export from a service nearby',
    'About as fast 1.00: pages of 1 000 rows, the default, from a service at some distance',
    'About as fast 1.00: pages of 1 000 rows, the default, from a service nearby',
    'Slower 0.70: very small pages, from a service nearby',
    'Slower 0.50: small calls',
    'Slower 0.50: many small calls in parallel',
  ]);
  // 1000 calls a second take 1 ms each, 500 take 2 ms.
  expect(text).toContain('The difference is 1.00 ms a call');
  expect(text).toContain('500 calls a second instead of 1 000');
});

test('the summary has the memory of the defaults, of windows and of the loop', () => {
  expect(summarize(outcomeOf(() => 1000))).toContain(
    '- **Memory**: 100 MiB at most with `pages()`, 300 MiB with 8 windows, the loop 100 MiB, for 5 000 000 rows',
  );
});

test('the summary counts missed targets, and says where exports are documented if they were not measured', () => {
  const { cells } = outcomeOf((_cell, name) => (name === handWritten.name ? 1000 : 850));
  const text = summarize({ cells: cells.filter(({ cell }) => cell.group !== 'export'), failures: [] });

  // Five compare with the hand-written loop. What is compared with ky or a peer, memory and rows are equal; a millisecond of
  // CPU time is enough for the command and the sandbox.
  expect(text).toContain('5 of 18 [targets](#targets) are missed.');
  expect(text).not.toContain('Faster:');
  expect(text).toContain('[export](export.md#speed) covers their speed and memory');
});
