import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startProgram } from '../support/run-program.ts';

const program = join(import.meta.dirname, '../../examples/export-transactions.ts');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Finished {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the export of a fixed month; it is killed as soon as `killWhen` returns true. */
async function run(
  out: string,
  more: readonly string[] = [],
  killWhen?: () => Promise<boolean>,
): Promise<Finished> {
  const fixed = [
    '--start',
    '2026-09-01T00:00:00Z',
    '--end',
    '2026-10-01T00:00:00Z',
    '--transactions',
    '6000',
  ];
  const env = { ...process.env, PUBLISHER_BASE_URL: '', PUBLISHER_TOKEN: '' };
  const args = [program, ...fixed, '--limit', '100', '--out', out, ...more];
  const { child, finished } = startProgram(process.execPath, args, { env });
  const timer =
    killWhen &&
    setInterval(() => {
      void killWhen().then((now) => now && child.kill('SIGKILL'));
    }, 5);
  const { code, out: printed, err } = await finished;
  clearInterval(timer);
  return { code, output: printed + err };
}

async function rowsSaved(out: string): Promise<number> {
  try {
    const saved = JSON.parse(await readFile(`${out}.checkpoint.json`, 'utf8')) as {
      checkpoint: { rows: number };
    };
    return saved.checkpoint.rows;
  } catch {
    return 0;
  }
}

test(
  'an export that is killed half-way and resumed is the same as one that was not',
  { timeout: 60_000 },
  async () => {
    const whole = join(folder, 'whole.ndjson');
    const killed = join(folder, 'killed.ndjson');

    const uninterrupted = await run(whole);
    const first = await run(killed, [], async () => (await rowsSaved(killed)) >= 2000);
    const second = await run(killed, ['--resume']);

    expect(uninterrupted).toMatchObject({ code: 0 });
    expect(first.code).toBeNull();
    expect(second.output).toMatch(/Resuming after [2345]\d00 rows/);
    expect(second.code).toBe(0);
    expect(await readFile(killed)).toEqual(await readFile(whole));
    expect(tableOf(second.output)).toBe(tableOf(uninterrupted.output));
  },
);

test('the table’s sums are those of the file, to the smallest unit', { timeout: 60_000 }, async () => {
  const out = join(folder, 'sums.ndjson');
  const { output } = await run(out);

  interface Details {
    readonly type: string;
    readonly currencyCode: string;
    readonly amountUsd: number;
    readonly totalTaxAmountUsd: number;
    readonly transactionFeeUsd: number;
    readonly currencyExchangeCostUsd: number;
    readonly chargebackFeeUsd: number;
    readonly publisherNetAmountUsd: number;
    readonly amount: number;
  }
  const rows = (await readFile(out, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { transactionDetails: Details }).transactionDetails);
  const sum = (pick: (row: Details) => number, among = rows): number =>
    among.reduce((total, row) => total + pick(row), 0);
  const dollars = (cents: number): string => (cents / 100).toFixed(2);

  expect(rows).toHaveLength(6000);
  expect(cellsOf(output, 'all', 'in USD')).toEqual([
    '6000',
    '',
    '',
    dollars(sum((row) => row.amountUsd)),
    dollars(sum((row) => row.totalTaxAmountUsd)),
    dollars(sum((row) => row.transactionFeeUsd + row.currencyExchangeCostUsd + row.chargebackFeeUsd)),
    dollars(sum((row) => row.publisherNetAmountUsd)),
  ]);
  const yen = rows.filter(({ currencyCode, type }) => currencyCode === 'JPY' && type === 'paid');
  expect(yen.length).toBeGreaterThan(0);
  expect(cellsOf(output, 'JPY', 'paid').slice(0, 2)).toEqual([
    String(yen.length),
    String(sum((row) => row.amount, yen)),
  ]);
  expect(output).toContain('Checked: 6000 rows in the file, no duplicates');
});

function tableOf(output: string): string {
  return output.slice(output.indexOf('┌'), output.indexOf('┘'));
}

function cellsOf(output: string, currency: string, type: string): string[] {
  const rows = output.split('\n').map((line) => line.split('│').map((cell) => cell.trim()));
  return rows.find(([, first, second]) => first === currency && second === type)?.slice(3, -1) ?? [];
}
