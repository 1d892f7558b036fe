import { expect, test } from 'vitest';

import { PublisherClient, type Transaction } from '../../src/client/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { october } from '../support/ranges.ts';
import { openWorkplace, period } from './run-example.ts';

/** The net of the best day, added up without the example. */
async function bestDay(): Promise<readonly [day: string, cents: number]> {
  const sandbox = createSandbox({ transactions: 20_000, period });
  const rows = await new PublisherClient(sandbox.clientOptions).transactions
    .list({ ...october, limit: 10_000 })
    .toArray({ max: 20_000 });
  const dayOf = ({ timestamp }: Transaction): string => new Date(timestamp).toISOString().slice(0, 10);
  const days = new Map<string, number>();
  for (const row of rows) {
    days.set(dayOf(row), (days.get(dayOf(row)) ?? 0) + row.transactionDetails.publisherNetAmountUsd);
  }
  const [best] = [...days].sort(([, a], [, b]) => b - a);
  if (!best) throw new Error('the sandbox has rows');
  return best;
}

test('two workers load a month into PostgreSQL, which agrees with the service, and the queries are right', async () => {
  await using workplace = await openWorkplace();
  const [{ code, out, err }, [day, cents]] = await Promise.all([workplace.run(['postgres']), bestDay()]);

  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('Load 1: 10 jobs, 20000 rows\n');
  const workers = [...out.matchAll(/^Worker \d: (\d+) jobs, (\d+) rows$/gm)];
  expect(workers).toHaveLength(2);
  expect(workers.reduce((sum, [, , rows]) => sum + Number(rows), 0)).toBe(20_000);
  expect(out).toContain(
    'The table has 20000 rows, 0 more are in quarantine\nIt agrees with its receipts and with the service\n',
  );
  const net = (cents / 100).toLocaleString('en', { minimumFractionDigits: 2 });
  expect(out).toMatch(new RegExp(`│ 0 +│ '${day}' │ \\d+ +│ '${net}' +│`));
  expect(out).not.toMatch(/postgres:\/\//);
}, 60_000);
