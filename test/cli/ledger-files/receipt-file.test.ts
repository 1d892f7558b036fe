import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { describeRange, readReceipt, uncoveredWarning } from '../../../src/cli/ledger-files/receipt-file.ts';
import { readStoredExport } from '../../../src/cli/ledger-files/stored-export.ts';
import type { Receipt } from '../../../src/ledger/index.ts';
import { receipt } from '../commands/report/report-rows.ts';

const receiptOf = (startDate: string, endDate: string, timeZone: string | null = null): Receipt => ({
  ...receipt,
  startDate,
  endDate,
  timeZone,
  source: 'game-a',
});

test('months of one name in two zones are told apart', () => {
  const utc = receiptOf('2026-08-01T00:00:00Z', '2026-09-01T00:00:00Z');
  const berlin = receiptOf('2026-07-31T22:00:00Z', '2026-08-31T22:00:00Z', 'Europe/Berlin');

  expect(describeRange(utc)).toBe('August 2026 of game-a');
  expect(describeRange(berlin)).toBe('August 2026 of game-a, days in Europe/Berlin');
});

test.each([
  ['2026-08-31T00:00:00Z', null, 'Nothing of 31 August 2026'],
  ['2026-08-31T23:59:59Z', null, 'All but the last second of 31 August 2026'],
  ['2026-08-31T23:59:59.999Z', null, 'All but the last second of 31 August 2026'],
  ['2026-08-31T21:59:59Z', 'Europe/Berlin', 'All but the last second of 31 August 2026'],
  // 25 hours, since clocks are set back.
  ['2026-10-30T23:00:00Z', 'Europe/Berlin', 'Nothing of 31 October 2026'],
])('an end of %s, in %s, covers less than the month: %s', (endDate, timeZone, words) => {
  const [warning, ...others] = uncoveredWarning(receiptOf('2026-08-01T00:00:00Z', endDate, timeZone));

  expect(others).toEqual([]);
  expect(warning).toContain(`${words} is covered, since the end of a range is excluded`);
});

test.each([
  ['2026-09-01T00:00:00Z', null],
  ['2026-08-31T12:00:00Z', null],
  ['2026-08-30T00:00:00Z', null],
  ['2026-08-31T22:00:00Z', 'Europe/Berlin'],
])('an end of %s, in %s, is meant', (endDate, timeZone) => {
  expect(uncoveredWarning(receiptOf('2026-08-01T00:00:00Z', endDate, timeZone))).toEqual([]);
});

test('a form that a newer package has written is rejected with its version, before anything else is compared', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forms-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'form.json');
  const newer = { packageVersion: '2.3.0', other: true, sha256: 'of another form' };
  writeFileSync(path, JSON.stringify({ ...newer, receiptVersion: 2 }));
  const read = readReceipt(path);
  await expect(read).rejects.toThrow('was written by publisher-commerce 2.3.0 in form 2, and this is ');
  await expect(read).rejects.toMatchObject({ name: 'UnreadableFileError' });
  writeFileSync(path, JSON.stringify({ ...newer, exportVersion: 4 }));
  await expect(readStoredExport(path)).rejects.toThrow(
    'was written by publisher-commerce 2.3.0 in form 4, and this is ',
  );
});
