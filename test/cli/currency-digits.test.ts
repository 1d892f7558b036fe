import { writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { readLedger } from '../../src/cli/ledger-files/read-ledger.ts';
import type { Transaction } from '../../src/client/index.ts';
import { ledgerFormats } from '../../src/ledger/ledger-format.ts';
import type { ExportFolder } from './commands/export/run-export.ts';
import { digitsInIso, list, openStore, otherwise } from './odd-decimals.ts';
import { said } from '../support/said.ts';

/** An amount in major units, as a finance department would write it. */
function inMajorUnits(amount: number, code: string): string {
  const digits = { ...Object.fromEntries(digitsInIso), ...otherwise }[code] ?? Number.NaN;
  const sign = amount < 0 ? '-' : '';
  const units = String(Math.abs(amount)).padStart(digits + 1, '0');
  return digits === 0 ? sign + units : `${sign}${units.slice(0, -digits)}.${units.slice(-digits)}`;
}

/** The rows of an exported file, with what finance books of them. */
function bookedRows({ read }: ExportFolder) {
  const lines = read('a.jsonl').trimEnd().split('\n');
  return lines.map((line) => {
    const { orderId = '', transactionDetails } = JSON.parse(line) as Transaction;
    const { amount, currencyCode } = transactionDetails;
    const booked = inMajorUnits(amount, currencyCode);
    return { amount, currencyCode, booked, line: [orderId, booked, currencyCode].join() };
  });
}

const month = ['export', '--month', 'last', '--quiet'];
const finance = ['--id-column', 'id', '--amount-column', 'amount', '--currency-column', 'currency'];

test('a month of a service that counts otherwise is exported, verified, reported and reconciled', async () => {
  const store = await openStore({ seed: 3, currencyDigits: otherwise });
  const { folder, run } = store;
  const environment = { PUBLISHER_CURRENCY_DIGITS: list };
  for (const format of ledgerFormats) {
    const name = `a.${format}`;
    expect(await run([...month, '--out', name], environment)).toMatchObject({ code: 0, err: '' });
    expect(folder.receipt(name).currencyDigits).toEqual(otherwise);
    expect(await run(['verify', name])).toMatchObject({ code: 0 });
  }
  const rows = bookedRows(folder);
  expect(rows.filter(({ currencyCode }) => currencyCode in otherwise).length).toBeGreaterThan(15);

  const [header = '', ...lines] = folder.read('a.csv').trimEnd().split('\r\n');
  const column = header.split(',').indexOf('amount');
  const amounts = rows.map(({ booked }) => booked);
  expect(lines.map((line) => line.split(',')[column])).toEqual(amounts);
  const parquet: number[] = [];
  for await (const group of readLedger({
    path: folder.file('a.parquet'),
    format: 'parquet',
    needed: ['amount'],
  }))
    for (const row of group) parquet.push(Number(row.amount));
  expect(parquet).toEqual(amounts.map(Number));

  writeFileSync(
    folder.file('finance.csv'),
    ['id,amount,currency', ...rows.map(({ line }) => line)].join('\n'),
  );
  for (const format of ledgerFormats) {
    const name = `a.${format}`;
    expect(await run(['reconcile', name, '--against', 'finance.csv', ...finance, '--quiet'])).toEqual({
      code: 0,
      out: '',
      err: '',
    });
  }
  expect(await run(['report', 'a.parquet', '--out', 'a.html', '--full'])).toMatchObject({ code: 0 });
  const page = folder.read('a.html');
  for (const code of Object.keys(otherwise)) {
    const own = rows.filter(({ currencyCode }) => currencyCode === code);
    const total = own.reduce((sum, { amount }) => sum + amount, 0);
    const shown = inMajorUnits(total, code).replace(/\d+/, (integer) => Number(integer).toLocaleString('en'));
    const row = page.split('<tr>').find((one) => one.includes(`<code>${code}</code>`));
    expect(row?.replaceAll(/\s/g, '')).toContain(`<td>${own.length}</td><td>${shown}</td>`);
  }
});

test('an export without the option differs from finance in these currencies only', async () => {
  const { folder, run } = await openStore({ seed: 3, currencyDigits: otherwise });
  expect(await run([...month, '--out', 'a.jsonl'])).toMatchObject({ code: 0 });
  const booked = bookedRows(folder).map(({ line }) => line);
  writeFileSync(folder.file('finance.csv'), ['id,amount,currency', ...booked].join('\n'));
  const { code, out } = await run(['reconcile', 'a.jsonl', '--against', 'finance.csv', ...finance, '--json']);
  const { differences } = JSON.parse(out) as { differences: { ledger_currency: string }[] };
  expect(code).toBe(3);
  expect([...new Set(differences.map((one) => one.ledger_currency))].sort()).toEqual(Object.keys(otherwise));
});

test('a file keeps the decimals of its export: other ones are rejected, by flag or variable', async () => {
  const { run } = await openStore({ currencyDigits: { HUF: 0 } });
  expect(await run([...month, '--out', 'a.csv', '--currency-digits', 'HUF=0'])).toMatchObject({ code: 0 });
  const named: Readonly<Record<string, string>> = { id: 'order_id', currency: 'currency_code' };
  const commands = [
    ['report', 'a.csv', '--out', 'a.html'],
    ['reconcile', 'a.csv', '--against', 'a.csv', ...finance],
    ['export', '--out', 'a.csv', '--resume'],
  ].map((args) => args.map((arg) => named[arg] ?? arg));
  for (const args of commands) {
    const problem =
      '--currency-digits or PUBLISHER_CURRENCY_DIGITS: is HUF=1, but a.csv was exported with HUF=0: export it again\n';
    for (const [flags, env] of [
      [['--currency-digits', 'HUF=1'], {}],
      [[], { PUBLISHER_CURRENCY_DIGITS: 'HUF=1' }],
    ] as const) {
      const { code, err } = await run([...args, ...flags], env);
      expect([code, err]).toEqual([2, expect.stringMatching(said(problem))]);
    }
    expect((await run([...args, '--currency-digits', 'HUF=0'])).code).toBe(0);
    expect((await run([...args, ...(args[0] === 'report' ? ['--force'] : [])])).code).toBe(0);
  }
});

test('a file without a receipt has the decimals of the flag', async () => {
  const { folder, run } = await openStore({ currencyDigits: otherwise });
  expect(await run([...month, '--out', 'a.jsonl', '--currency-digits', list])).toMatchObject({ code: 0 });
  writeFileSync(folder.file('b.jsonl'), folder.read('a.jsonl'));
  for (const [name, ...flags] of [['a.jsonl'], ['b.jsonl', '--currency-digits', list]] as const)
    expect(await run(['report', name, ...flags, '--out', `${name}.html`])).toMatchObject({ code: 0 });
  const table = (name: string): string => folder.read(name).split('By currency')[1] ?? '';
  expect(table('b.jsonl.html')).not.toBe('');
  expect(table('b.jsonl.html').split('</table>')[0]).toBe(table('a.jsonl.html').split('</table>')[0]);
});

test.each([
  ['HUF', 'HUF=0,KWD=2'],
  ['HUF=', 'HUF=0,KWD=2'],
  ['HUF=0,HUF=2', 'HUF=0,KWD=2'],
  ['HUF=0,,KWD=2', 'HUF=0,KWD=2'],
  ['HUF=5', 'HUF … from 0 to 4'],
  ['huf=0', '"huf" … such as HUF'],
  ['USD=0', 'USD must be 2: '],
])('%s as a list of decimals is rejected, by flag and by variable', async (value, rule) => {
  const { run } = await openStore({ transactions: 0 });
  const flag = await run([...month, '--out', 'a.csv', '--currency-digits', value]);
  const variable = await run([...month, '--out', 'a.csv'], { PUBLISHER_CURRENCY_DIGITS: value });
  expect([flag.code, flag.err]).toEqual([2, expect.stringMatching(said(`: --currency-digits: … ${rule}`))]);
  expect([variable.code, variable.err]).toEqual([
    2,
    expect.stringMatching(said(`: PUBLISHER_CURRENCY_DIGITS: … ${rule}`)),
  ]);
});
