import fs, { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { openStore, type Store } from './open-store.ts';

/** What allows a command to replace a file that exists when it begins. */
type Allowed = '--force' | 'nothing';

interface Writer {
  /** The command line that writes the file. */
  readonly line: string;
  readonly file: string;
  /** The exit code of the command that has written it. @defaultValue 0 */
  readonly code?: number;
  /** @defaultValue `--force` */
  readonly allowed?: Allowed;
  /** Whether only its owner may read a new one: it has players, or codes that can be redeemed. @defaultValue false */
  readonly isPrivate?: boolean;
  /** The file of the same command that belongs to it. */
  readonly with?: string;
  /** Whether it grows in place, and exists from the beginning. @defaultValue false: it gets its name when it is whole */
  readonly grows?: boolean;
}

/** One day of the sandbox: few rows are enough. */
const range = '--start 2026-10-05 --end 2026-10-06';
const finance = '--id-column order_id --amount-column amount --currency-column currency';
const reconcile = `reconcile ledger.csv --against finance.csv ${finance}`;
const plan = 'prices plan prices.csv';
const codes = '--coupon launch --from names.csv --yes';

/** All files that commands write, but for those of the sandbox and of what they keep while they run. */
const writers: Readonly<Record<string, Writer>> = {
  'an export': {
    ...{ line: `export ${range} --out a.csv`, file: 'a.csv', isPrivate: true, with: 'a.csv.receipt.json' },
  },
  'the receipt of an export': {
    ...{ line: `export ${range} --out a.csv`, file: 'a.csv.receipt.json', with: 'a.csv' },
  },
  'a receipt that is named': { line: `export ${range} --out a.csv --receipt r.json`, file: 'r.json' },
  'the receipt of stdout': { line: `export ${range} --format csv --out - --receipt r.json`, file: 'r.json' },
  'invalid rows': {
    line: `export ${range} --out a.csv --quarantine bad.jsonl`,
    file: 'bad.jsonl',
    isPrivate: true,
    grows: true,
  },
  'a report': { line: 'report ledger.csv --out r.html', file: 'r.html' },
  'a report with players': {
    line: 'report ledger.csv --personal --out r.xlsx',
    file: 'r.xlsx',
    isPrivate: true,
  },
  'rows that differ': { line: 'diff ledger.csv ledger.csv --out d.csv', file: 'd.csv', isPrivate: true },
  differences: { line: `${reconcile} --out d.csv`, file: 'd.csv', code: 3, with: 'd.csv.json' },
  'the evidence of differences': {
    ...{ line: `${reconcile} --out d.csv`, file: 'd.csv.json', code: 3, with: 'd.csv' },
  },
  'differences as a workbook': { line: `${reconcile} --out d.xlsx`, file: 'd.xlsx', code: 3 },
  'a config': { line: `${reconcile} --save-config c.json`, file: 'c.json', code: 3 },
  'an examination': { line: 'doctor --demo --max-requests 3 --out d.md', file: 'd.md' },
  'a sheet of prices': { line: 'prices pull --out p.csv', file: 'p.csv' },
  'a plan': { line: `${plan} --out p.json`, file: 'p.json', code: 3 },
  'a plan with its review': {
    ...{ line: `${plan} --out p.json --review r.csv`, file: 'p.json', code: 3, with: 'r.csv' },
  },
  'the review of a plan': {
    ...{ line: `${plan} --out p.json --review r.csv`, file: 'r.csv', code: 3, with: 'p.json' },
  },
  'a sheet of translations': { line: 'translations pull --out t.csv', file: 't.csv' },
  'a sheet of content': { line: 'content pull --ids news-1 --out t.csv', file: 't.csv' },
  'a list of codes': {
    line: `promo-codes create ${codes} --out l.csv`,
    file: 'l.csv',
    allowed: 'nothing',
    isPrivate: true,
  },
  'a record': {
    line: 'prices apply prices.csv --yes --record r.jsonl',
    file: 'r.jsonl',
    allowed: 'nothing',
    grows: true,
  },
};
const names = Object.keys(writers);

const ledgerFiles = ['ledger.csv', 'ledger.csv.receipt.json'];
/** What these have: the first store exports them for all. */
const ledger = new Map<string, string>();

/** Opens a store, with the files that the commands read. */
async function open(): Promise<Store> {
  const fields = { title: 'News', subTitle: '', bodyText: '', headerImage: '', thumbnailImage: '' };
  const news = { id: 'news-1', ...fields, labels: [], translations: [] };
  const store = await openStore({}, { content: [news] });
  const run = async (line: string): Promise<void> => {
    const { code, err } = await store.run(...line.split(' '), '--quiet');
    expect([code, err]).toEqual([0, '']);
  };
  if (ledger.size === 0) {
    await run(`export ${range} --out ledger.csv`);
    for (const name of ledgerFiles) ledger.set(name, store.folder.read(name));
  }
  for (const [name, text] of ledger) store.write(name, text);
  // A new price point.
  store.write('prices.csv', 'price_usd_cents,country_code,override\n123,DE,1.23\n');
  store.write('finance.csv', 'order_id,amount,currency\nnone,1.00,EUR\n');
  store.write('names.csv', 'name\nWINTER\n');
  return store;
}

const write = (store: Store, { line }: Writer, ...more: readonly string[]) =>
  store.run(...line.split(' '), ...more);

/** Puts somebody's file at a path as soon as a command writes to its folder. */
function putWhileWriting(store: Store, name: string): void {
  const { open } = fs.promises;
  const restore = (): void => {
    fs.promises.open = open;
    syncBuiltinESMExports();
  };
  fs.promises.open = (path, ...more) => {
    if (basename(String(path)).startsWith('.publisher-commerce-')) {
      restore();
      writeFileSync(store.folder.file(name), 'precious');
    }
    return open(path, ...more);
  };
  syncBuiltinESMExports();
  onTestFinished(restore);
}

test.each(names)('%s replaces a file that existed only as it is allowed to', async (name) => {
  const writer = writers[name] as Writer;
  const { file, code = 0, allowed = '--force' } = writer;
  const store = await open();
  store.write(file, 'precious');

  const first = await write(store, writer);
  expect([first.code, store.folder.read(file)]).toEqual([2, 'precious']);
  expect(first.err).toContain(`${file} already exists`);
  if (allowed === 'nothing') return;
  expect((await write(store, writer, '--force')).code).toBe(code);
  expect(store.folder.read(file)).not.toBe('precious');
});

test.each(names.filter((name) => writers[name]?.grows !== true))(
  '%s keeps a file that somebody puts there while it is made, also with --force',
  async (name) => {
    const writer = writers[name] as Writer;
    for (const flags of [[], ['--force']]) {
      const store = await open();
      putWhileWriting(store, writer.file);
      const { code, err } = await write(store, writer, ...flags);

      expect([code, store.folder.read(writer.file)]).toEqual([2, 'precious']);
      expect(err).toContain(`${writer.file} is not the file that existed when this run began, and is kept`);
    }
  },
);

test.each(names.filter((name) => writers[name]?.with !== undefined))(
  '%s is not written beside a file of somebody else that is kept',
  async (name) => {
    const writer = writers[name] as Writer & { readonly with: string };
    const store = await open();
    expect((await write(store, writer)).code).toBe(writer.code ?? 0);
    const before = store.folder.read(writer.file);
    putWhileWriting(store, writer.with);

    expect((await write(store, writer, '--force')).code).toBe(2);
    // Without its companion, or as it was.
    expect([undefined, before]).toContain(
      existsSync(store.folder.file(writer.file)) ? store.folder.read(writer.file) : undefined,
    );
  },
);

test.skipIf(process.platform === 'win32').each(names)(
  '%s has the mode that its content needs, leaves nothing else, and keeps the mode of what it replaces',
  async (name) => {
    const writer = writers[name] as Writer;
    const store = await open();
    const existing = readdirSync(store.folder.path);
    const modeOf = (): number => statSync(store.folder.file(writer.file)).mode & 0o777;
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));

    expect((await write(store, writer)).code).toBe(writer.code ?? 0);
    expect(modeOf()).toBe(writer.isPrivate ? 0o600 : 0o666);
    const words = [...writer.line.split(' '), 'a.csv.receipt.json', 'd.csv.json'];
    const added = readdirSync(store.folder.path).filter((name) => !existing.includes(name));
    expect(added.filter((name) => !words.includes(name))).toEqual([]);
    if (writer.allowed === 'nothing') return;
    rmSync(store.folder.file(writer.file));
    writeFileSync(store.folder.file(writer.file), 'old', { mode: 0o640 });
    await write(store, writer, '--force');
    expect([modeOf(), readFileSync(store.folder.file(writer.file), 'utf8') === 'old']).toEqual([
      0o640,
      false,
    ]);
  },
);
