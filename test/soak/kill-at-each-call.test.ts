import {
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { createFolder, type ExportFolder, range, servePages } from '../cli/commands/export/run-export.ts';
import { runHere } from '../cli/run-here.ts';
import { command } from '../cli/start-command.ts';
import { rowsAt } from '../support/ledger.ts';
import { startProgram } from '../support/run-program.ts';
import { type Service, startService, token } from '../support/service.ts';

vi.setConfig({ testTimeout: 600_000 });

const rows = rowsAt(Array.from({ length: 30 }, (_, index) => index * 1000));
const flags = [...range, '--limit', '10', '--out', 'a.csv', '--quiet'];
const preload = join(import.meta.dirname, '../support/kill-at-call.ts');
/** More calls than any of these commands makes. */
const maxCalls = 200;

/** Runs a command in a folder, and kills it before its Nth call that changes the disk. Returns whether it was killed. */
async function killAt(call: number, path: string, args: readonly string[], url: string): Promise<boolean> {
  const env = {
    PATH: process.env['PATH'],
    NODE_OPTIONS: `--import ${preload}`,
    KILL_AT: String(call),
    PUBLISHER_BASE_URL: url,
    PUBLISHER_TOKEN: token,
  };
  const { signal, code, err } = await startProgram(process.execPath, [command, ...args], { cwd: path, env })
    .finished;
  if (signal === null) expect([code, err]).toEqual([args[0] === 'reconcile' ? 3 : 0, '']);
  return signal === 'SIGKILL';
}

/** A service that has 20 rows, and ten more once `grow` is called; `fail` makes it fail at its last page. */
async function startLedger() {
  const state = { size: 20, fails: false };
  const service = await startService((request) =>
    state.fails && request.url.includes('cursor=20')
      ? { status: 403, json: {} }
      : servePages(rows.slice(0, state.size))(request),
  );
  return { state, service };
}

/** What lies in the folder before the run that is killed, and the run. */
const runs = {
  'a new export': { args: [], before: () => Promise.resolve() },
  'a new export with a file of invalid rows': {
    args: ['--quarantine', 'bad.jsonl'],
    before: () => Promise.resolve(),
  },
  'an export with --force': { args: ['--force'], before: exportOnce },
  'an export with --keep': { args: ['--force', '--keep'], before: exportOnce },
  'an export that --resume continues': {
    args: ['--resume'],
    before: async (folder: ExportFolder, { state }: Ledger) => {
      await exportOnce(folder);
      Object.assign(state, { size: 30, fails: true });
      expect((await folder.run([...flags, '--force'])).code).toBe(1);
      state.fails = false;
    },
  },
} as const;
type Ledger = Awaited<ReturnType<typeof startLedger>>;

async function exportOnce(folder: ExportFolder): Promise<void> {
  expect((await folder.run(flags)).code).toBe(0);
}

/** Who comes next: each has its own copy of what the kill has left. */
const followers = {
  export: ['export', ...flags, '--force'],
  '--keep': ['export', ...flags, '--force', '--keep'],
  '--resume': ['export', ...flags, '--resume'],
  verify: ['verify', 'a.csv', '--quiet'],
} as const;

/** Copies by links, since a copy is another file to whoever comes next; but for what an export writes in place, or has paths. */
function copyFolder(from: ExportFolder, to: ExportFolder): void {
  for (const name of from.names()) {
    const copyFile = /\.part$|^bad/.test(name) ? copyFileSync : linkSync;
    if (name.endsWith('.part.json'))
      writeFileSync(to.file(name), from.read(name).replaceAll(from.path, to.path));
    else if (!name.endsWith('.lock')) copyFile(from.file(name), to.file(name));
  }
}

/** Whether a file has its name, and the receipt beside it is of the file before. */
function isHalfDelivered(folder: ExportFolder): boolean {
  const names = folder.names();
  if (!names.includes('a.csv')) return false;
  if (!names.includes('a.csv.receipt.json')) return true;
  return folder.receipt('a.csv').file?.sha256 !== folder.sha256('a.csv');
}

test.each(Object.keys(runs) as (keyof typeof runs)[])(
  'after a kill at any call of %s, whoever comes next leaves each file with its receipt',
  async (name) => {
    const { args, before } = runs[name];
    let halfDelivered = 0;
    let call = 1;
    for (let wasKilled = true; wasKilled; call += 1) {
      expect(call).toBeLessThan(maxCalls);
      const ledger = await startLedger();
      await using service: Service = ledger.service;
      const folder = createFolder(service.url);
      await before(folder, ledger);
      ledger.state.size = 30;
      wasKilled = await killAt(call, folder.path, ['export', ...flags, ...args], service.url);
      if (isHalfDelivered(folder)) halfDelivered += 1;
      for (const [next, [, ...words]] of Object.entries(followers)) {
        const copy = createFolder(service.url);
        copyFolder(folder, copy);
        const hadFile = existsSync(copy.file('a.csv'));
        const all = args.some((arg) => arg === '--quarantine') ? [...words, ...args] : words;
        if (next !== 'verify') expect((await copy.run(all)).code, `${next} after ${call}`).toBe(0);
        const files = copy.names().filter((file) => /^a.*\.csv$/.test(file));
        expect(files.length).toBeGreaterThanOrEqual(next !== 'verify' || hadFile ? 1 : 0);
        for (const file of files) {
          const { code, err } = await runHere(['verify', copy.file(file), '--quiet']);
          expect([code, err.includes('Error')], `${next} after ${call}: ${file}: ${err}`).toEqual([0, false]);
        }
        const left = copy.names().filter((file) => file.includes('.part'));
        if (next !== 'verify') expect(left, `${next} after ${call}`).toEqual([]);
        rmSync(copy.path, { recursive: true });
      }
      rmSync(folder.path, { recursive: true });
    }
    expect(halfDelivered).toBeGreaterThan(0);
  },
);

test('after a kill at any call of reconcile, no evidence lies beside the differences of another run', async () => {
  await using service = await startService(servePages(rows.slice(0, 20)));
  const folder = createFolder(service.url);
  await folder.run(flags);
  const finance = (amount: string): string =>
    `reference,total,currency\n${rows[0]?.orderId ?? 'order'},${amount},EUR\n`;
  const reads = ['--id-column', 'reference', '--amount-column', 'total', '--currency-column', 'currency'];
  const args = (file: string) => [
    'reconcile',
    'a.csv',
    '--against',
    file,
    ...reads,
    '--out',
    'd.csv',
    '--quiet',
  ];
  for (const [file, amount] of [
    ['old.csv', '1.00'],
    ['new.csv', '2.00'],
  ] as const)
    writeFileSync(folder.file(file), finance(amount));
  const pair = (path: string) =>
    ['d.csv', 'd.csv.json'].map((name) =>
      existsSync(join(path, name))
        ? readFileSync(join(path, name), 'utf8').replace(/"comparedAt": .*/, '')
        : undefined,
    );
  const run = async (file: string) => {
    expect(await killAt(maxCalls, folder.path, [...args(file), '--force'], service.url)).toBe(false);
    return pair(folder.path);
  };
  const old = await run('old.csv');
  const current = await run('new.csv');
  expect(old[0]).not.toBe(current[0]);

  let missing = 0;
  for (let call = 1, wasKilled = true; wasKilled; call += 1) {
    expect(call).toBeLessThan(maxCalls);
    await run('old.csv');
    wasKilled = await killAt(call, folder.path, [...args('new.csv'), '--force'], service.url);
    const [differences, evidence] = pair(folder.path);
    const of = differences === old[0] ? old : current;
    expect(differences).toBe(of[0]);
    if (evidence === undefined) missing += 1;
    else expect(evidence).toBe(of[1]);
    expect(await run('new.csv')).toEqual(current);
    expect(readdirSync(folder.path).filter((name) => name.startsWith('.publisher'))).toEqual([]);
  }
  expect(missing).toBeGreaterThan(0);
});
