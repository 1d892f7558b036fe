import { setTimeout as wait } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createFolder, range } from '../cli/export/run-export.ts';
import { rowsAt } from '../support/ledger.ts';
import { randomFrom } from '../support/random.ts';
import { type ReceivedRequest, type Reply, startService } from '../support/service.ts';

const kills = 20;
const rowCount = 230_000;
// No row group of Parquet ends with a page.
const pageSize = 7000;
/** Of a response in milliseconds, so that some kills happen while one is awaited. */
const latency = 10;

/** One row in so many is invalid. */
const invalidEvery = 10_000;

/** Serves pages that are made once. */
function createPages(): (request: ReceivedRequest) => Reply {
  const rows = rowsAt(Array.from({ length: rowCount }, (_, index) => index * 300)).map((row, index) =>
    index % invalidEvery === 5000 ? { ...row, transactionDetails: { id: index } } : row,
  );
  const pages = new Map<string, Buffer>();
  for (let from = 0; from < rowCount; from += pageSize) {
    const nextCursor = from + pageSize < rowCount ? String(from + pageSize) : null;
    const results = rows.slice(from, from + pageSize);
    pages.set(String(from), Buffer.from(JSON.stringify({ totalCount: rowCount, nextCursor, results })));
  }
  return ({ url }) => {
    const cursor = new URL(url, 'http://service').searchParams.get('cursor') ?? '0';
    const body = pages.get(cursor);
    return (response) => {
      setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(body), latency);
    };
  };
}

const serve = createPages();
const invalidRows = rowCount / invalidEvery;

test.each([
  ['jsonl', 1],
  ['csv', 2],
  ['parquet', 3],
])(
  `an export to %s that is killed ${kills} times, and resumed each time, has the files of a single run`,
  { timeout: 30 * 60_000 },
  async (format, seed) => {
    await using service = await startService(serve);
    const [single, killed] = [createFolder(service.url), createFolder(service.url)];
    const name = `a.${format}`;
    const args = [
      ...range,
      '--limit',
      String(pageSize),
      '--out',
      name,
      '--quarantine',
      'bad.jsonl',
      '--quiet',
    ];
    const expected = {
      code: 3,
      err: `publisher-commerce: ${name} is incomplete: ${invalidRows} rows were invalid\n`,
    };
    const begin = performance.now();
    expect(await single.run(args)).toMatchObject(expected);
    const duration = performance.now() - begin;
    const random = randomFrom(seed);

    let killCount = 0;
    let finishedCount = 0;
    let resumedCount = 0;
    while (killCount < kills) {
      const { child, finished } = killed.start([
        ...args,
        killed.names().includes(name) ? '--force' : '--resume',
      ]);
      await Promise.race([wait(random() * duration), finished]);
      child.kill('SIGKILL');
      const { code, signal, err } = await finished;
      if (signal === 'SIGKILL') killCount += 1;
      else {
        expect({ code, err }).toEqual(expected);
        expect(killed.sha256(name)).toBe(single.sha256(name));
        finishedCount += 1;
      }
      if (killed.names().includes(`${name}.part.json`)) {
        const { checkpoint } = JSON.parse(killed.read(`${name}.part.json`)) as { checkpoint: unknown };
        if (checkpoint !== null) resumedCount += 1;
      }
    }
    const { code, err } = await killed.run([
      ...args,
      killed.names().includes(`${name}.part.json`) ? '--resume' : '--force',
    ]);

    expect({ code, err }).toEqual(expected);
    expect(killed.sha256(name)).toBe(single.sha256(name));
    expect(killed.read('bad.jsonl').trimEnd().split('\n')).toHaveLength(invalidRows);
    expect(killed.read('bad.jsonl')).toBe(single.read('bad.jsonl'));
    expect(killed.receipt(name).sums).toEqual(single.receipt(name).sums);
    expect(killed.receipt(name)).toMatchObject({
      complete: false,
      rows: rowCount - invalidRows,
      invalidRows,
    });
    expect(killed.names()).toEqual([name, `${name}.receipt.json`, 'bad.jsonl']);
    // Otherwise nothing was resumed but the start.
    expect(resumedCount).toBeGreaterThan(2);
    console.log(
      `${format}: ${killCount} kills, ${resumedCount} in the middle, ${finishedCount} finished in between`,
    );
  },
);
