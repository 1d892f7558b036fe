import { expect, test } from 'vitest';

import { planCells } from './cells.ts';
import type { JobResult } from './job.ts';
import { writeAppendix, writePage } from './report/report.ts';
import type { CellResults, Outcome } from './rounds.ts';
import { readRun, type StoredRun, storeRun } from './stored-run.ts';
import { exportsOf, getPricePoint, loads, pages, windows8 } from './variants.ts';

/** What a full run measured: 1000 rows or calls a second everywhere, unless a cell's speed is given. */
function runOf(speedOf: (cell: CellResults['cell'], name: string) => number = () => 1000): StoredRun {
  const cells = planCells(false, undefined).map((cell) => {
    const results = new Map<string, readonly JobResult[]>();
    for (const { name } of cell.measurements) {
      const count = cell.count || 1;
      const result: JobResult = {
        ...{ count, milliseconds: (1000 * count) / speedOf(cell, name), checksum: 1 },
        ...{ cpuMilliseconds: 2 * count, mainMilliseconds: count, postgresMilliseconds: 3 * count },
        peakMiB: name === windows8.name ? 300 : 100,
      };
      results.set(name, [result]);
    }
    return { cell, results };
  });
  const run = { date: '2026-11-23', minutes: 40, complete: true, machine: [['Processor', 'two cores']] };
  return { ...run, outcome: { cells, failures: [] } };
}

test('the page says what reading costs, nearby and far away', () => {
  const text = writePage(
    runOf(({ group, limit, latency }, name) => {
      if (group !== 'rows' || name !== pages.name) return 1000;
      if (latency === 0) return limit === 10_000 ? 950 : limit === 1000 ? 800 : 700;
      return latency === 200 && limit === 10_000 ? 1300 : 1000;
    }),
  );

  expect(text).toContain(
    'validation cost 5 % at 10 000 rows a page, 20 % at 1 000, the default, and 30 % at 10.',
  );
  expect(text).toContain('With 50 ms of latency and 1 000 rows a page they cost nothing.');
  expect(text).toContain('`pages()` is 1.30 × as fast as the loop');
});

test('the page says what windows, calls, exports and loads give', () => {
  const text = writePage(
    runOf(({ group }, name) => {
      if (name === windows8.name) return 3000;
      if (group === 'calls' && name === getPricePoint.name) return 500;
      if (group === 'export' && name === exportsOf.csv.name) return 2000;
      return group === 'load' && name === loads.four.name ? 3400 : 1000;
    }),
  );

  expect(text).toContain('`windows: 8` reads 1 000 000 rows 3.00 × as fast as the loop at 200 ms of latency');
  expect(text).toContain('`pricePoints.get` takes 2.00 ms, a hand-written call 1.00 ms');
  expect(text).toContain('take 1000 s as jsonl, 500 s as csv, 1000 s as parquet');
  expect(text).toContain('Four workers load 3.40 × as fast as one there.');
  expect(text).toMatch(/^\| four workers, 200 ms of latency \| +3 400 \| +2000\.0 \| +3000\.0 \|/m);
});

test('the page has the memory of the defaults, of windows and of the loop', () => {
  expect(writePage(runOf())).toContain(
    '5 000 000 rows take 100 MiB with `pages()`, 300 MiB with 8 windows, and 100 MiB with the loop',
  );
});

test('the appendix counts missed targets and lists failures', () => {
  const { outcome, ...run } = runOf((_cell, name) => (name === pages.name ? 850 : 1000));
  const [cell] = outcome.cells.map(({ cell }) => cell);
  if (!cell) throw new Error('there is no cell');
  const failed: Outcome = { ...outcome, failures: [{ cell, name: 'stripe', message: 'ended' }] };
  const text = writeAppendix({ ...run, outcome: failed });

  const verdicts = [...text.matchAll(/\| (met|\*\*missed\*\*) +\|$/gm)].map(([, verdict]) => verdict);
  const missed = verdicts.filter((verdict) => verdict !== 'met').length;
  expect(missed).toBeGreaterThan(3);
  expect(text).toContain(`${missed} of ${verdicts.length} are missed.`);
  expect(text).toContain(`- ${cell.title}: stripe: ended`);
});

test('a run that is stored and read gives the same pages', () => {
  const run = runOf();
  const read = readRun(storeRun(run));

  expect(writePage(read)).toBe(writePage(run));
  expect(writeAppendix(read)).toBe(writeAppendix(run));
});

test('a run that is not complete says so, and leaves out what was not measured', () => {
  const run = runOf();
  const cells = run.outcome.cells.filter(({ cell }) => cell.group === 'calls');
  const text = writePage({ ...run, complete: false, outcome: { ...run.outcome, cells } });

  expect(text).toContain('**Not a full run');
  expect([...text.matchAll(/^## .+/gm)].flat()).toEqual(['## What does a small call cost?']);
});
