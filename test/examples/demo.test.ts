import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { Receipt } from '../../src/ledger/index.ts';
import { runProgram } from '../support/run-program.ts';
import { examplesFolder, openWorkplace } from './run-example.ts';

// npm prints four lines itself, the announcement three, and the build one.
const maxLines = 30 - 8;

test('the demo kills its export and resumes it to the bytes of an export in one go, in 30 lines of 80 columns', async () => {
  await using workplace = await openWorkplace();
  const { code, out, err } = await runProgram(process.execPath, [join(examplesFolder, 'demo/run-demo.ts')], {
    cwd: workplace.folder,
  });
  const read = (name: string): Buffer => readFileSync(workplace.path(name));
  const receipt = JSON.parse(read('out/october.csv.receipt.json').toString()) as Receipt;
  const sha256 = createHash('sha256').update(read('out/october.csv')).digest('hex');

  expect({ code, err }).toEqual({ code: 0, err: '' });
  const lines = out.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(maxLines);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);

  const [, killed, kept] = /\(SIGKILL\) after (\d+) rows; its checkpoint is after (\d+)/.exec(out) ?? [];
  expect(Number(killed)).toBeGreaterThanOrEqual(27_000);
  expect(Number(killed)).toBeLessThan(60_000);
  expect(Number(kept)).toBeGreaterThan(0);
  expect(out).toContain(`SHA-256 resumed ${sha256}\nSHA-256 one run ${sha256}\n`);
  expect(read('out/in-one-go.csv').equals(read('out/october.csv'))).toBe(true);
  expect(receipt).toMatchObject({ rows: 60_000, totalCount: 60_000, complete: true });
  expect(out).toContain('Complete: 60000 of 60000 rows');
  const currencies = new Set(receipt.sums.map(({ currencyCode }) => currencyCode)).size;
  expect(out).toContain(`… and ${currencies - 5} more: npm run demo -- --all`);
  expect(read('out/report.html').toString()).toContain(sha256);
});
