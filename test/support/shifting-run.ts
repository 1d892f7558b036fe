import { expect } from 'vitest';

import type { Checkpoint, DriftEvent } from '../../src/client/index.ts';
import { createReceipt, type ReceiptProblem, type ReceiptState } from '../../src/ledger/index.ts';
import { serveInProcess } from './in-process.ts';
import { october } from './ranges.ts';
import { randomFrom } from './random.ts';
import type { Service } from './service.ts';
import {
  keyOf,
  type Mutation,
  mutations,
  ShiftingLedger,
  shownBy,
  type ShiftingRow,
  type Shown,
} from './shifting-ledger.ts';

/** What a run over a ledger that changes sent, delivered and reported. */
interface Run {
  readonly shown: Shown;
  readonly mutated: readonly Mutation[];
  readonly isResumed: boolean;
  /** Rows that the ledger had from the first page to the last, and that were not delivered. */
  readonly lost: number;
  /** Rows that were delivered although an equal one was delivered before. */
  readonly repeated: number;
  /** Events that name a page. */
  readonly reports: readonly DriftEvent[];
  readonly problems: readonly ReceiptProblem['code'][];
  readonly complete: boolean;
}

/** The service of all runs, with the ledger of the current one. */
interface RunService {
  readonly service: Service;
  readonly current: { serve: ShiftingLedger['serve'] };
}

/** Reads a ledger that changes with this seed; half of the runs are resumed from a stored checkpoint. */
async function runOf({ service, current }: RunService, seed: number): Promise<Run> {
  const random = randomFrom(seed);
  const pick = (most: number): number => Math.floor(random() * most);
  const kinds = random() < 0.5 ? mutations : [mutations[pick(mutations.length)] ?? 'delete'];
  const ledger = new ShiftingLedger({ random, rows: 4 + pick(20), ties: 1 + pick(3) * pick(4), kinds });
  current.serve = ledger.serve;
  const before = ledger.rows.slice();
  const sortDirection = random() < 0.5 ? 'asc' : 'desc';
  const range = { ...october, sortDirection } as const;
  const limit = 2 + pick(5);
  const stopAfter = random() < 0.5 ? 1 + pick(3) : Infinity;

  const reports: DriftEvent[] = [];
  let receipt = createReceipt(range);
  const client = service.client({
    onDrift: (event) => {
      if (event.page !== undefined) reports.push(event);
    },
  });
  const delivered: string[] = [];
  let resume: Checkpoint | undefined;
  let resumedAt = -1;
  for (let isOver = false; !isOver;) {
    isOver = true;
    // With prefetch, a page that is dropped when the run stops would be sent, and seen by nobody.
    const list = client.transactions.list({ ...range, limit, resume, prefetch: false });
    for await (const page of list.pages()) {
      for (const row of receipt.add(page)) delivered.push(JSON.stringify(row));
      if (resumedAt >= 0 || page.index + 1 < stopAfter || page.nextCursor === null) continue;
      // As a process that stores both, and is killed.
      resume = JSON.parse(JSON.stringify(page.checkpoint)) as Checkpoint;
      receipt = createReceipt(range, { state: JSON.parse(JSON.stringify(receipt.state())) as ReceiptState });
      resumedAt = ledger.sent.length;
      isOver = false;
      break;
    }
  }
  const duplicates = delivered.length - new Set(delivered).size;
  const keys = new Set(delivered.map((row) => keyOf(JSON.parse(row) as ShiftingRow)));
  const after = new Set(ledger.rows.map(keyOf));
  // A search in what was stored; without one, order that was lost would be a problem of its own.
  const options = receipt.ordered ? {} : { duplicates: delivered.length - keys.size };
  return {
    shown: shownBy(ledger.sent, resumedAt),
    mutated: ledger.mutated,
    isResumed: resumedAt >= 0,
    lost: before.filter((row) => after.has(keyOf(row)) && !keys.has(keyOf(row))).length,
    repeated: duplicates,
    reports,
    problems: receipt.problems(options).map(({ code }) => code),
    complete: receipt.finish(options).complete,
  };
}

/** Reads a ledger that changes, once for each seed, and expects a report of a change if the responses show one. */
export async function expectChangesReported(seeds: number): Promise<void> {
  const current: RunService['current'] = { serve: () => ({ json: {} }) };
  const service = serveInProcess((request) => current.serve(request));
  const seen = { shown: 0, hidden: 0, resumed: 0, kinds: new Set<string>() };
  for (let seed = 1; seed <= seeds; seed += 1) {
    const run = await runOf({ service, current }, seed);
    const isShown = Object.values(run.shown).includes(true);
    for (const kind of run.mutated) seen.kinds.add(kind);
    seen.shown += isShown ? 1 : 0;
    seen.resumed += run.isResumed && isShown ? 1 : 0;
    seen.hidden += !isShown && run.lost > 0 ? 1 : 0;

    expect.soft({ seed, reported: run.reports.length > 0 }).toEqual({ seed, reported: isShown });
    // A row of an earlier page, or of the page before a checkpoint, is found by the receipt.
    expect.soft({ seed, complete: run.complete }).toEqual({ seed, complete: !isShown && run.repeated === 0 });
    expect.soft(run.problems.includes('changed_while_read'), `seed ${seed}`).toBe(isShown);
  }
  expect([...seen.kinds].toSorted()).toEqual([...mutations].toSorted());
  expect(Math.min(seen.shown, seen.resumed, seen.hidden)).toBeGreaterThan(0);
}
