import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { ofLedger, openTap, type State } from '../cli/commands/tap/open-tap.ts';
import { command } from '../cli/start-command.ts';
import { DuckDbTarget } from '../support/duckdb-target.ts';
import { rowsAt, start } from '../support/ledger.ts';
import { randomFrom } from '../support/random.ts';
import { type ReceivedRequest, type Reply, startService } from '../support/service.ts';

const kills = 50;
const rowCount = 100_000;
/** Between two rows, so that there are ten days of 10 000. */
const step = 8640;

/** Every hundredth row has the key of the one before it, and another amount; no page ends between them. */
const rows = rowsAt(Array.from({ length: rowCount }, (_, index) => index * step)).map((row, index, all) => {
  const before = index % 100 === 99 ? (all[index - 1] ?? row) : row;
  const currencyCode = ['EUR', 'USD', 'JPY'][Math.floor(index / 100) % 3] ?? '';
  const details = {
    ...before.transactionDetails,
    currencyCode,
    amount: 900 + (index % 1000),
    amountUsd: index,
  };
  return { ...row, timestamp: before.timestamp, transactionDetails: details };
});

/** Serves a range of the ledger, without looking at each row. */
function serve({ url }: ReceivedRequest): Reply {
  const query = new URL(url, 'http://service').searchParams;
  const indexOf = (name: string): number =>
    Math.min(rowCount, Math.max(0, Math.ceil((Date.parse(query.get(name) ?? '') - start) / step)));
  const [from, to] = [indexOf('startDate'), indexOf('endDate')];
  const offset = from + Number(query.get('cursor') ?? 0);
  const end = Math.min(to, offset + Number(query.get('limit')));
  const nextCursor = end < to ? String(end - from) : null;
  return { json: { totalCount: to - from, nextCursor, results: rows.slice(offset, end) } };
}

test(`a tap that is killed ${kills} times loses and repeats no row in DuckDB, and its receipts have the sums of the rows`, async () => {
  await using service = await startService(serve);
  const { folder, write } = openTap(service.url, { limit: 500 }, ofLedger);
  const target = new DuckDbTarget(folder.file('messages.jsonl'));
  const random = randomFrom(54);

  /** Runs the tap from the last state, kills it once it has printed so many bytes, and returns how it ended. */
  const run = async (bytes: number): Promise<unknown> => {
    write('state.json', target.state ?? {});
    const files = ['--config', 'config.json', '--catalog', 'catalog.json', '--state', 'state.json'];
    const child = spawn(process.execPath, [command, 'tap', ...files], { cwd: folder.path });
    const chunks: Buffer[] = [];
    let received = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      received += chunk.length;
      if (received >= bytes) void wait(random() * 5).then(() => child.kill('SIGKILL'));
    });
    const ended: unknown[] = await once(child, 'close');
    target.receive(Buffer.concat(chunks).toString());
    return ended[1] ?? ended[0];
  };

  let killedWithin = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    expect(await run(random() * 4_500_000)).toBe('SIGKILL');
    if ((target.state as State | undefined)?.bookmarks.transactions.page) killedWithin += 1;
  }
  expect(await run(Infinity)).toBe(0);

  // Most kills were within a day, after at least one of its pages, and left rows that were printed twice.
  expect(killedWithin).toBeGreaterThan(kills / 2);
  expect(target.records.get('transactions')).toBeGreaterThan(rowCount + 1000);
  const query = await target.load();
  const loaded = await query(
    `SELECT transaction_id, occurrence, order_id, amount_minor FROM transactions ORDER BY amount_usd_minor`,
  );
  expect(loaded).toEqual(
    rows.map(({ orderId, transactionDetails: { id, amount } }, index) => [
      ...[id, index % 100 === 99 ? '1' : '0', orderId, String(amount)],
    ]),
  );
  const sum = rows.reduce((total, { transactionDetails: { amountUsd } }) => total + amountUsd, 0);
  expect(await query('SELECT sum(rows), sum(amount_usd_minor::HUGEINT) FROM receipt')).toEqual([
    [String(rowCount), String(sum)],
  ]);
  const guide = readFileSync(join(import.meta.dirname, '../../docs/warehouse.md'), 'utf8');
  const [, compare = ''] = /^```sql\n(.*?)^```/ms.exec(guide) ?? [];
  expect(await query(compare)).toEqual([]);
});
