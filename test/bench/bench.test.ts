import { expect, test, vi } from 'vitest';

import { startChild } from './child.ts';
import { writePage } from './page.ts';
import { planSections } from './plan.ts';
import { runRounds } from './rounds.ts';
import type { ServerReady, ServerSetup } from './server/server.ts';

// Some 40 processes, each as long as it takes.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 600_000 });

test('every variant of the benchmark reads the same rows, and the page has a line for each', async () => {
  const sections = planSections({ pages: { small: 3, large: 2 }, calls: 10 });
  const tables = sections.flatMap((section) => section.tables);
  const setup: ServerSetup = { rows: 20_000, latencies: [0, 100] };
  using server = startChild<ServerReady>('server/server.ts', setup);

  // It rejects if a variant has read other rows than the first.
  const results = await runRounds(tables, 1, await server.message, () => undefined);

  const page = writePage(sections, { results, rounds: 1, minutes: 1, isQuick: true, load: 0 });
  const lines = tables.flatMap(({ variants }) => Object.keys(variants));
  expect(page.match(/^\| (?!:|  +\|).+$/gm)?.filter((line) => !line.includes('NaN'))).toHaveLength(
    lines.length,
  );
});
