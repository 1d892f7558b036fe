import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { documentedFile } from '../support/code-blocks.ts';
import { burstyMoments, idOf, type LedgerRow, readings, rowsAt, serveLedger } from '../support/ledger.ts';
import { type Finished, startProgram } from '../support/run-program.ts';
import { startService } from '../support/service.ts';

const root = join(import.meta.dirname, '../..');
// Inside the project, so that the program finds `publisher-commerce`.
const scratch = join(root, 'out/parts');
const guide = documentedFile(root, 'parts.mts').replace("utcMonth('last')", "utcMonth('2026-10')");

beforeAll(() => mkdirSync(scratch, { recursive: true }));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Times of less than a millisecond, rows at the edges of all parts, within the second that neighbours share, and in between. */
function rowsOf(parts: number): LedgerRow[] {
  const month = 31 * 86_400;
  const edges = Array.from({ length: parts + 1 }, (_, part) => Math.round((part / parts) * month * 1000));
  const near = [-1001, -1000, -999, -1, 0, 0, 1, 500, 999, 1000, 1001];
  const moments = edges.flatMap((edge) => near.map((ms) => edge + ms)).concat(burstyMoments(1500, month));
  return rowsAt(moments).map((row, at) =>
    at % 3 === 0 ? { ...row, timestamp: row.timestamp.replace('Z', '999Z') } : row,
  );
}

const cases = [
  ...readings.map((reading) => ({ parts: 8, ...reading })),
  // Seven parts of a month do not begin at a full second.
  ...readings.map((reading) => ({ parts: 7, wholeSeconds: true, ...reading })),
];

test.each(cases)(
  'parts side by side have each row of the month once, after a crash too: $parts parts, start included: $startInclusive, end included: $endInclusive',
  async ({ parts, ...reading }) => {
    const rows = rowsOf(parts);
    const october = rows.filter(({ timestamp }) => timestamp.startsWith('2026-10')).map(idOf);
    const cwd = mkdtempSync(join(scratch, 'run-'));
    writeFileSync(join(cwd, 'parts.mts'), guide.replace('parts = 8', `parts = ${parts}`));
    const serve = serveLedger(rows, reading);
    let crash: (() => void) | undefined;
    await using service = await startService((request) => {
      if (request.url.includes('cursor=100')) crash?.();
      return serve({ ...request, url: request.url.replace('limit=10000', 'limit=50') });
    });
    const run = (crashes = false): Promise<Finished> => {
      const env = { ...process.env, PUBLISHER_BASE_URL: service.url, PUBLISHER_TOKEN: 'token' };
      const { child, finished } = startProgram(process.execPath, ['parts.mts'], { cwd, env });
      crash = crashes ? () => child.kill('SIGKILL') : undefined;
      return finished;
    };
    const read = (): string[] =>
      Array.from({ length: parts }, (_, part) => readFileSync(join(cwd, `part-${part}.ndjson`), 'utf8'))
        .join('')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => idOf(JSON.parse(line) as LedgerRow));

    expect(await run(true)).toMatchObject({ signal: 'SIGKILL' });
    const requested = service.requests.length;
    expect(await run()).toMatchObject({ code: 0, err: '' });
    const again = service.requests.slice(requested).map(({ url }) => url);
    // The part that was killed had stored its first page; the other parts may have stored nothing.
    expect(again.filter((url) => !url.includes('cursor')).length).toBeLessThan(parts);
    expect(read()).toEqual(october);
    expect(october.length).toBeGreaterThan(1500);
  },
);

test('the program of parts side by side has at most 20 lines without its imports', () => {
  const lines = guide.split('\n').filter((line) => line !== '' && !line.startsWith('import'));

  expect(lines.length).toBeLessThanOrEqual(20);
});
