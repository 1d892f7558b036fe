import { expect } from 'vitest';

import type { DriftEvent } from '../../../src/client/index.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { burstyMoments, idOf, type LedgerRow, rowsAt, serveLedger } from '../../support/ledger.ts';
import { expectOccurrences } from '../../support/occurrences.ts';
import { randomFrom } from '../../support/random.ts';
import { firstHour } from '../../support/ranges.ts';

/** Reads an hour in windows while rows arrive, once for each seed. */
export async function expectLateRowsReported(seeds: number): Promise<void> {
  const seen = { delivered: 0, missed: 0 };
  for (let seed = 1; seed <= seeds; seed += 1) {
    const random = randomFrom(seed);
    const all = rowsAt(burstyMoments(100, 3600, seed));
    // Each row that is late can be seen from one of the first thirty requests on.
    const since = all.map(() => (random() < 0.02 ? Math.ceil(random() * 30) : 0));
    let requests = 0;
    const visible = (): LedgerRow[] => all.filter((_, index) => (since[index] ?? 0) < requests);
    const service = serveInProcess((request) => {
      requests += 1;
      return serveLedger(visible())(request);
    });
    const events: DriftEvent[] = [];
    const client = service.client({ onDrift: (event) => events.push(event) });
    const list = client.transactions.list({ ...firstHour, limit: 10, windows: 4 });

    const ids = (await list.toArray({ max: 1000 })).map(({ transactionDetails }) => transactionDetails.id);
    const early = all.filter((_, index) => since[index] === 0);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(early.map(idOf)));
    const isWholeRun = ids.length === visible().length;
    if (!isWholeRun) expect(events).not.toEqual([]);
    seen[isWholeRun ? 'delivered' : 'missed'] += 1;
  }
  expectOccurrences(seen, { delivered: seeds / 8, missed: seeds / 8 });
}
