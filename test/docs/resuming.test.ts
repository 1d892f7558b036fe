import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { documentedFile } from '../support/code-blocks.ts';
import { burstyMoments, rowsAt, serveLedger } from '../support/ledger.ts';
import { type Finished, startProgram } from '../support/run-program.ts';
import { startService } from '../support/service.ts';

const root = join(import.meta.dirname, '../..');
// Inside the project, so that the program finds `publisher-commerce`.
const scratch = join(root, 'out/resuming');
const guide = documentedFile(root, 'export-months.mts');

beforeAll(() => mkdirSync(scratch, { recursive: true }));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const day = 86_400;
/** Rows from 1 September to 30 November: a month has some four pages of the guide's program. */
const rows = rowsAt(
  Array.from({ length: 90 * 130 }, (_, at) => (at * day * 1000) / 130 - 30 * day * 1000).concat(
    burstyMoments(300, 60 * day),
  ),
);

function rowsOf(month: string): string[] {
  return rows.filter(({ timestamp }) => timestamp.startsWith(month)).map((row) => JSON.stringify(row));
}

/** A module that sets the clock of the program that imports it. */
const clock = (now: string): string => `data:text/javascript,
  const Real = Date;
  const now = Real.parse('${now}');
  globalThis.Date = class extends Real {
    constructor(...parts) { parts.length === 0 ? super(now) : super(...parts); }
    static now() { return now; }
  };`;

test('the program of the guide to resuming exports one month after the other, with a crash in each', async () => {
  const cwd = mkdtempSync(join(scratch, 'run-'));
  writeFileSync(join(cwd, 'export-months.mts'), guide);
  const serve = serveLedger(rows, { startInclusive: true, endInclusive: false });
  let crash: (() => void) | undefined;
  await using service = await startService((request) => {
    if (!request.url.includes('cursor=2000')) return serve(request);
    crash?.();
    return serve(request);
  });
  const run = async (now: string, crashes = false): Promise<Finished> => {
    const args = ['--import', clock(now), 'export-months.mts'];
    const env = { ...process.env, PUBLISHER_BASE_URL: service.url, PUBLISHER_TOKEN: 'token' };
    const { child, finished } = startProgram(process.execPath, args, { cwd, env });
    crash = crashes ? () => child.kill('SIGKILL') : undefined;
    return finished;
  };
  const linesOf = (month: string): string[] =>
    readFileSync(join(cwd, `${month}.ndjson`), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  const progress = (): unknown => JSON.parse(readFileSync(join(cwd, 'progress.json'), 'utf8'));

  expect(await run('2026-10-01T03:00:00Z', true)).toMatchObject({ signal: 'SIGKILL' });
  expect(progress()).toMatchObject({ month: '2026-09' });
  // It is not started again before October has ended too.
  expect(await run('2026-11-01T03:00:00Z')).toMatchObject({ code: 0, err: '' });
  expect(linesOf('2026-09')).toEqual(rowsOf('2026-09'));
  expect(linesOf('2026-10')).toEqual(rowsOf('2026-10'));

  expect(await run('2026-12-01T03:00:00Z', true)).toMatchObject({ signal: 'SIGKILL' });
  expect(progress()).toMatchObject({ month: '2026-11' });
  expect(await run('2026-12-01T04:00:00Z')).toMatchObject({ code: 0, err: '' });
  expect(linesOf('2026-11')).toEqual(rowsOf('2026-11'));

  const requested = service.requests.length;
  expect(await run('2026-12-02T03:00:00Z')).toMatchObject({ code: 0, err: '' });
  expect(service.requests).toHaveLength(requested);
  expect([rowsOf('2026-09'), rowsOf('2026-10'), rowsOf('2026-11')].map(({ length }) => length)).toSatisfy(
    (lengths: number[]) => lengths.every((length) => length > 3000),
  );
});
