import { expect } from 'vitest';

import { type DriftEvent, PaginationError, type TransactionListQuery } from '../../../src/client/index.ts';
import * as fc from '../../support/fast-check.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { expectOccurrences } from '../../support/occurrences.ts';
import { isWhole, type LedgerRow, rowsAt, serveLedger } from '../../support/ledger.ts';
import { firstHour } from '../../support/ranges.ts';
import type { ReceivedRequest } from '../../support/service.ts';

/** Rows per page. */
export const limit = 10;
const range = { ...firstHour, limit };

/** What an iteration came to. */
interface Iterated {
  readonly ids: string[];
  readonly requests: readonly ReceivedRequest[];
  readonly drift: readonly DriftEvent[];
  /** What ended it early. */
  readonly error: PaginationError | undefined;
}

export async function iterate(
  reply: Parameters<typeof serveInProcess>[0],
  query: Partial<TransactionListQuery>,
): Promise<Iterated> {
  const service = serveInProcess(reply);
  const drift: DriftEvent[] = [];
  const { transactions } = service.client({ onDrift: (event) => drift.push(event) });
  const ids: string[] = [];
  const read = async (): Promise<void> => {
    for await (const { transactionDetails } of transactions.list({ ...range, ...query })) {
      ids.push(transactionDetails.id);
      if (ids.length > 10_000) throw new Error('it does not end');
    }
  };
  const error = await read().catch((thrown: unknown) => {
    if (thrown instanceof PaginationError) return thrown;
    throw thrown;
  });
  return { ids, requests: service.requests, drift, error: error ?? undefined };
}

export function idsOf(rows: readonly LedgerRow[]): string[] {
  return rows.map(({ transactionDetails }) => transactionDetails.id);
}

/** Whether a part of the range was requested. */
function isInWindows({ requests }: Iterated): boolean {
  return requests.some((request) => !isWhole(request, range));
}

/** The bound for any service that fills its pages, by what was delivered. */
export function mostRequests(rows: readonly unknown[]): number {
  return 3 * Math.ceil(rows.length / limit) + 64;
}

/** Reads ledgers whose counts are wrong at random. */
export async function expectDeliveredWhateverIsCounted(numRuns: number): Promise<void> {
  const count = fc.oneof(
    fc.nat({ max: 1000 }),
    fc.constantFrom<unknown>(-1, 0, 1e9, 1e300, Number.MAX_SAFE_INTEGER, null, 'many'),
  );
  const moment = fc.oneof(
    fc.nat({ max: 3_599_999 }),
    // Bursts around a full second, and at one moment.
    fc.integer({ min: 1_799_990, max: 1_800_010 }),
    fc.nat({ max: 3599 }).map((second) => second * 1000),
    fc.constant(2_000_000),
  );
  const run = fc.record({
    moments: fc.array(moment, { maxLength: 150 }),
    wrongly: fc.array(fc.option(count, { nil: undefined, freq: 2 }), { minLength: 1, maxLength: 30 }),
    windows: fc.constantFrom(1, 2, 8, 64),
    sortDirection: fc.constantFrom('asc' as const, 'desc' as const),
    wholeSeconds: fc.boolean(),
  });
  const seen = { cut: 0, wrong: 0 };
  await fc.assert(
    fc.asyncProperty(run, async ({ moments, wrongly, windows, sortDirection, wholeSeconds }) => {
      const rows = rowsAt(moments);
      const serve = serveLedger(rows, { startInclusive: true, endInclusive: true, wholeSeconds });
      let request = 0;
      const iterated = await iterate(
        (received) => {
          const { json } = serve(received);
          const totalCount = wrongly[request++ % wrongly.length];
          return { json: totalCount === undefined ? json : { ...(json as object), totalCount } };
        },
        { windows, sortDirection },
      );
      expect(iterated.error).toBeUndefined();
      expect(iterated.ids).toEqual(sortDirection === 'desc' ? idsOf(rows).toReversed() : idsOf(rows));
      expect(iterated.requests.length).toBeLessThanOrEqual(mostRequests(rows));
      if (isInWindows(iterated)) seen.cut += 1;
      if (wrongly.some((one) => one !== undefined)) seen.wrong += 1;
    }),
    { numRuns },
  );
  expectOccurrences(seen, { cut: numRuns / 4, wrong: numRuns / 2 });
}
