import { setTimeout as wait } from 'node:timers/promises';

import { expect, test, vi } from 'vitest';

import { createFolder, range } from '../cli/commands/export/run-export.ts';
import { rowsAt } from '../support/ledger.ts';
import { randomFrom } from '../support/random.ts';
import { type ReceivedRequest, type Reply, startService } from '../support/service.ts';

vi.setConfig({ testTimeout: 600_000 });

const kills = 5;
const rowCount = 105_000;
// No row group of Parquet, of 50 000 rows, ends with a page.
const pageSize = 7000;

/** One row in so many is invalid. */
const invalidEvery = 10_500;
const invalidRows = rowCount / invalidEvery;

const rows = rowsAt(Array.from({ length: rowCount }, (_, index) => index * 300)).map((row, index) =>
  index % invalidEvery === 5000 ? { ...row, transactionDetails: { id: index } } : row,
);

/** Serves pages, each made once, until one is requested that begins at `silentFrom` or later: it never responds to that. */
function createPages() {
  const pages = new Map<number, Buffer>();
  for (let from = 0; from < rowCount; from += pageSize) {
    const nextCursor = from + pageSize < rowCount ? String(from + pageSize) : null;
    const results = rows.slice(from, from + pageSize);
    pages.set(from, Buffer.from(JSON.stringify({ totalCount: rowCount, nextCursor, results })));
  }
  const state = { silentFrom: Infinity, onSilent: (): void => undefined };
  const serve = ({ url }: ReceivedRequest): Reply => {
    const from = Number(new URL(url, 'http://service').searchParams.get('cursor') ?? '0');
    return (response) => {
      if (from >= state.silentFrom) state.onSilent();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(pages.get(from));
    };
  };
  return { state, serve };
}

const { state, serve } = createPages();

test.each([
  ['jsonl', 1],
  ['csv', 2],
  ['parquet', 3],
])(
  `an export to %s that is killed ${kills} times, and resumed each time, has the files of a single run`,
  async (format, seed) => {
    await using service = await startService(serve);
    const [single, killed] = [createFolder(service.url), createFolder(service.url)];
    const name = `a.${format}`;
    // A busy machine may take longer than the default for a page.
    const given = ['--limit', String(pageSize), '--timeout', '5m', '--quarantine', 'bad.jsonl', '--quiet'];
    const args = [...range, '--out', name, ...given];
    const expected = {
      code: 3,
      err: `publisher-commerce: ${name} is incomplete: ${invalidRows} rows were invalid\n`,
    };
    expect(await single.run(args)).toMatchObject(expected);
    const random = randomFrom(seed);

    let resumedCount = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const requested = Promise.withResolvers<undefined>();
      state.silentFrom = (0.9 * rowCount * (kill + random())) / kills;
      state.onSilent = () => requested.resolve(undefined);
      const { child, finished } = killed.start([...args, '--resume']);
      // What ends before has failed, and says why.
      const ended = await Promise.race([requested.promise, finished]);
      expect(ended).toBeUndefined();
      // The page before is still written, or has been.
      await wait(random() * 40);
      child.kill('SIGKILL');
      expect((await finished).signal).toBe('SIGKILL');
      if (killed.names().includes(`${name}.part.json`)) {
        const { checkpoint } = JSON.parse(killed.read(`${name}.part.json`)) as { checkpoint: unknown };
        if (checkpoint !== null) resumedCount += 1;
      }
    }
    state.silentFrom = Infinity;

    expect(await killed.run([...args, '--resume'])).toMatchObject(expected);
    expect(killed.sha256(name)).toBe(single.sha256(name));
    expect(killed.read('bad.jsonl').trimEnd().split('\n')).toHaveLength(invalidRows);
    expect(killed.read('bad.jsonl')).toBe(single.read('bad.jsonl'));
    expect(killed.receipt(name).sums).toEqual(single.receipt(name).sums);
    const counts = { complete: false, rows: rowCount - invalidRows, invalidRows };
    expect(killed.receipt(name)).toMatchObject(counts);
    expect(killed.names()).toEqual([name, `${name}.receipt.json`, 'bad.jsonl']);
    // Otherwise nothing was resumed but the start.
    expect(resumedCount).toBeGreaterThanOrEqual(3);
  },
);
