import { writeFileSync } from 'node:fs';

import { expect, onTestFinished, test } from 'vitest';

import { readLedger } from '../../src/cli/read/read-ledger.ts';
import { PublisherClient, type Transaction, utcMonth } from '../../src/client/index.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { currencies } from '../client/money/currencies.ts';
import * as fc from '../support/fast-check.ts';
import { createFolder, type ExportFolder } from './export/run-export.ts';
import { inFolder, type Output, runHere } from './run-here.ts';

const otherwise = { HUF: 0, KWD: 2, TWD: 0 };
const list = 'HUF=0,KWD=2,TWD=0';
const digitsInIso = new Map(currencies.map(({ code, digits }) => [code, digits]));

interface Store {
  readonly folder: ExportFolder;
  /** Runs a command in the folder, with the address and the token of the store. */
  readonly run: (args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Output>;
}

/** A service with rows in the last month, and a price point. */
async function openStore(options: SandboxOptions): Promise<Store> {
  const { startDate: start, endDate: end } = utcMonth('last');
  const sandbox = createSandbox({ transactions: 3000, period: { start, end }, ...options });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  await new PublisherClient(sandbox.clientOptions).pricePoints.create({ priceInUsdCents: 4999 });
  const folder = createFolder();
  const service = { PUBLISHER_BASE_URL: server.url, PUBLISHER_TOKEN: sandbox.token };
  return {
    folder,
    run: (args, env) =>
      inFolder(folder.path, { PATH: process.env['PATH'], ...service, ...env }, () => runHere(args)),
  };
}

interface Diagnosis {
  readonly checks: readonly {
    readonly name: string;
    readonly status: string;
    readonly text: string;
    readonly finding?: Readonly<Record<string, number | string>>;
  }[];
  readonly advice: readonly string[];
}

/** What `doctor` says about decimals. */
async function diagnose({ run }: Store, ...args: readonly string[]) {
  const { out } = await run(['doctor', '--rate-limit', '60000', '--json', ...args]);
  const { checks, advice } = JSON.parse(out) as Diagnosis;
  return { ...checks.find(({ name }) => name === 'currency-digits'), advice };
}

test('without the option, doctor names the currencies that ten services count otherwise, and nothing else', async () => {
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    const { status, text, advice, finding } = await diagnose(
      await openStore({ seed, transactions: 12_000, currencyDigits: otherwise }),
    );
    expect(text).toMatch(
      /^HUF amounts are whole units: set HUF=0; KWD amounts have 2 decimals: set KWD=2; TWD amounts are whole units: set TWD=0; \d+ as expected$/,
    );
    expect(status).toBe('problem');
    expect(advice).toContain(
      `Commands: PUBLISHER_CURRENCY_DIGITS=${list}. Programs: the option currencyDigits of flatten and the conversions.`,
    );
    const others = Object.entries(finding ?? {}).filter(([code]) => !(code in otherwise));
    expect(others.length).toBeGreaterThan(30);
    expect(others).toEqual(others.map(([code]) => [code, digitsInIso.get(code)]));
  }
});

test('doctor finds any decimals of any currency, and says nothing of those that are set', async () => {
  const codes = fc.constantFrom('EUR', 'JPY', 'GBP', 'CAD', 'KRW', 'BRL', 'IDR', 'TWD', 'KWD', 'AUD');
  const sets = fc.dictionary(codes, fc.integer({ min: 0, max: 3 }), { minKeys: 2, maxKeys: 4 });
  for (const [index, currencyDigits] of fc.sample(sets, 10).entries()) {
    const store = await openStore({ seed: 100 + index, currencyDigits });
    const wrong = Object.entries(currencyDigits).filter(([code, digits]) => digits !== digitsInIso.get(code));
    const { finding, text = '' } = await diagnose(store);
    expect(finding).toMatchObject(currencyDigits);
    expect(text.match(/[A-Z]{3}(?= amounts )/g) ?? []).toEqual(wrong.map(([code]) => code).sort());

    const set = Object.entries(currencyDigits).map((entry) => entry.join('='));
    const { status, text: right } = await diagnose(store, '--currency-digits', set.join(','));
    expect(right).toMatch(/^\d+ as expected$/);
    expect(status).toBe('ok');
  }
});

test('without a price point, doctor says why it cannot know the decimals', async () => {
  const { out } = await runHere(['doctor', '--demo', '--rate-limit', '60000']);
  expect(out).toContain('undetermined  currency-digits: AED: no price point has its exchange rate; ');
});

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
  for (const format of ['jsonl', 'csv', 'parquet']) {
    const name = `a.${format}`;
    expect(await run([...month, '--out', name], environment)).toMatchObject({ code: 0, err: '' });
    expect(folder.receipt(name).currencyDigits).toEqual(otherwise);
    expect(await run(['verify', name])).toMatchObject({ code: 0 });
  }
  const rows = bookedRows(folder);
  expect(rows.filter(({ currencyCode }) => currencyCode in otherwise).length).toBeGreaterThan(50);

  const [header = '', ...lines] = folder.read('a.csv').trimEnd().split('\r\n');
  const column = header.split(',').indexOf('amount');
  const amounts = rows.map(({ booked }) => booked);
  expect(lines.map((line) => line.split(',')[column])).toEqual(amounts);
  const parquet: number[] = [];
  for await (const group of readLedger(folder.file('a.parquet'), 'parquet'))
    for (const row of group) parquet.push(Number(row.amount));
  expect(parquet).toEqual(amounts.map(Number));

  writeFileSync(
    folder.file('finance.csv'),
    ['id,amount,currency', ...rows.map(({ line }) => line)].join('\n'),
  );
  for (const name of ['a.jsonl', 'a.csv', 'a.parquet']) {
    expect(await run(['reconcile', name, '--against', 'finance.csv', ...finance, '--quiet'])).toEqual({
      code: 0,
      out: '',
      err: '',
    });
    expect(await run(['report', name, '--out', `${name}.html`, '--full'])).toMatchObject({ code: 0 });
    const page = folder.read(`${name}.html`);
    for (const code of Object.keys(otherwise)) {
      const own = rows.filter(({ currencyCode }) => currencyCode === code);
      const total = own.reduce((sum, { amount }) => sum + amount, 0);
      const shown = inMajorUnits(total, code).replace(/\d+/, (integer) =>
        Number(integer).toLocaleString('en'),
      );
      const row = page.split('<tr>').find((one) => one.includes(`<code>${code}</code>`));
      expect(row?.replaceAll(/\s/g, '')).toContain(`<td>${own.length}</td><td>${shown}</td>`);
    }
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
  const commands = [
    ['report', 'a.csv', '--out', 'a.html'],
    ['reconcile', 'a.csv', '--against', 'a.csv', ...finance, '--id-column', 'order_id'],
    ['export', '--out', 'a.csv', '--resume'],
  ].map((args) => args.map((arg) => (arg === 'currency' ? 'currency_code' : arg)));
  for (const args of commands) {
    const problem =
      '--currency-digits or PUBLISHER_CURRENCY_DIGITS: is HUF=1, but a.csv was exported with HUF=0: export it again\n';
    for (const [flags, env] of [
      [['--currency-digits', 'HUF=1'], {}],
      [[], { PUBLISHER_CURRENCY_DIGITS: 'HUF=1' }],
    ] as const) {
      const { code, err } = await run([...args, ...flags], env);
      expect([code, err]).toEqual([2, expect.stringContaining(problem)]);
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
  ['HUF', 'must be a list such as HUF=0,KWD=2, with each currency once'],
  ['HUF=', 'must be a list such as HUF=0,KWD=2, with each currency once'],
  ['HUF=0,HUF=2', 'must be a list such as HUF=0,KWD=2, with each currency once'],
  ['HUF=0,,KWD=2', 'must be a list such as HUF=0,KWD=2, with each currency once'],
  ['HUF=5', 'HUF must be an integer from 0 to 4'],
  ['huf=0', '"huf" must be a currency code in capital letters, such as HUF'],
  ['USD=0', 'USD must be 2: amounts in US dollars are cents'],
])('%s as a list of decimals is rejected, by flag and by variable', async (value, rule) => {
  const { run } = await openStore({ transactions: 0 });
  const flag = await run([...month, '--out', 'a.csv', '--currency-digits', value]);
  const variable = await run([...month, '--out', 'a.csv'], { PUBLISHER_CURRENCY_DIGITS: value });
  expect([flag.code, flag.err]).toEqual([2, expect.stringContaining(`: --currency-digits: ${rule}\n`)]);
  expect([variable.code, variable.err]).toEqual([
    2,
    expect.stringContaining(`: PUBLISHER_CURRENCY_DIGITS: ${rule}\n`),
  ]);
});
