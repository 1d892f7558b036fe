import { expect, test } from 'vitest';

import { startService } from '../support/service.ts';
import { mutations } from '../support/shifting-ledger.ts';
import { runOf, type RunService } from '../support/shifting-run.ts';

const runs = 1500;

test(`no run of ${runs} is silent whose responses show a loss or a repeat`, async () => {
  const current: RunService['current'] = { serve: () => ({ json: {} }) };
  await using service = await startService((request) => current.serve(request));
  const counts = {
    shown: 0,
    resumed: 0,
    hiddenLosses: 0,
    repeatsInReceipt: 0,
    totalCount: 0,
    repeat: 0,
  };
  const kinds = Object.fromEntries(mutations.map((kind) => [kind, 0]));
  for (let seed = 1; seed <= runs; seed += 1) {
    const { shown, ...run } = await runOf({ service, current }, seed);
    const isShown = shown.totalCount || shown.repeat;
    for (const kind of new Set(run.mutated)) kinds[kind] = (kinds[kind] ?? 0) + 1;
    for (const kind of ['totalCount', 'repeat'] as const) counts[kind] += shown[kind] ? 1 : 0;
    counts.shown += isShown ? 1 : 0;
    counts.resumed += isShown && run.isResumed ? 1 : 0;
    counts.hiddenLosses += !isShown && run.lost > 0 ? 1 : 0;
    counts.repeatsInReceipt += !isShown && run.repeated > 0 ? 1 : 0;

    expect.soft({ seed, reported: run.reports.length > 0 }).toEqual({ seed, reported: isShown });
    // A row of an earlier page, or of the page before a checkpoint, is found by the receipt.
    expect.soft({ seed, complete: run.complete }).toEqual({ seed, complete: !isShown && run.repeated === 0 });
    expect.soft(run.problems.includes('changed_while_read'), `seed ${seed}`).toBe(isShown);
  }
  console.log(counts, kinds);
  expect(Math.min(...Object.values(kinds))).toBeGreaterThan(200);
  const { hiddenLosses, ...visible } = counts;
  expect(Math.min(...Object.values(visible))).toBeGreaterThan(10);
  // A delete that a late row balances: no response shows it.
  expect(hiddenLosses).toBeGreaterThan(10);
}, 600_000);
