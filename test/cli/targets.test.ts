import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { temporaryPath } from '../../src/cli/files/atomic-file.ts';
import { eventually } from '../support/eventually.ts';
import { runProgram } from '../support/run-program.ts';
import { kinds, make } from '../support/special-files.ts';
import { runHere } from './run-here.ts';
import { said } from '../support/said.ts';

/** Commands that write one file, each with its name. */
const commands = {
  report: 'report.html',
  workbook: 'report.xlsx',
  reconcile: 'differences.csv',
} as const;
type Name = keyof typeof commands;
const names = Object.keys(commands) as Name[];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'targets-'));
  writeFileSync(path('ledger.jsonl'), '');
  writeFileSync(path('finance.csv'), 'reference,total,currency\na,1.00,EUR\n');
  return () => rm(folder, { recursive: true, force: true });
});

const path = (name: string): string => join(folder, name);

/** Runs a command that writes its file. */
function write(name: Name, ...more: readonly string[]) {
  const out = more.includes('--out') ? more : ['--out', path(commands[name]), ...more];
  const finance = ['--against', path('finance.csv'), '--id-column', 'reference', '--amount-column', 'total'];
  const args = name === 'reconcile' ? [...finance, '--currency-column', 'currency'] : ['--quiet'];
  const command = name === 'reconcile' ? 'reconcile' : 'report';
  return runHere([command, path('ledger.jsonl'), ...args, ...out], `${folder}/`);
}

test.each(names)('%s names a folder that does not exist', async (name) => {
  const { code, err } = await write(name, '--out', path('none/it.html'));

  expect([code, err]).toEqual([2, expect.stringMatching(said('--out: … folder none … exist\n'))]);
});

test.each(kinds)('%s is rejected, with and without --force', async (kind) => {
  const file = commands.report;
  await make(kind, path(file));
  const { ino } = lstatSync(path(file));

  for (const flags of [[], ['--force']]) {
    const { code, err } = await write('report', ...flags);
    expect(err).toMatch(said(`--out: ${file} … ${kind}`));
    expect(code).toBe(2);
  }
  expect(lstatSync(path(file)).ino).toBe(ino);
  expect(existsSync(path(`${file}-elsewhere`))).toBe(false);
});

test('a file is written under a name that nobody can guess', async () => {
  const file = commands.report;
  writeFileSync(path('precious'), 'precious');
  symlinkSync(path('precious'), path(`${file}.new`));
  const watched: string[] = [];
  const watcher = watch(folder, (_, changed) => void watched.push(String(changed)));
  onTestFinished(() => watcher.close());

  expect((await write('report')).code).toBe(0);
  await eventually(() => expect(watched).toContain(file));
  expect(readFileSync(path('precious'), 'utf8')).toBe('precious');
  const temporary = watched.find((one) => one.startsWith('.'));
  expect(temporary).toMatch(/^\.publisher-commerce-[\da-f]{12}-.*-[\da-f]{16}$/);
});

/** Starts to write a file in another process, which is killed in the middle. Returns the name of what it leaves. */
async function leave(file: string): Promise<string> {
  const before = readdirSync(folder);
  const module = join(import.meta.dirname, '../../src/cli/files/atomic-file.ts');
  const script = `import { writeAtomically } from ${JSON.stringify(module)};
    function* content() { yield 'half'; process.kill(process.pid, 'SIGKILL'); yield 'the rest'; }
    await writeAtomically(${JSON.stringify(path(file))}, content());`;
  const { signal, err } = await runProgram(process.execPath, ['--input-type=module', '-e', script]);
  expect([signal, err]).toEqual(['SIGKILL', '']);
  const [left = '', ...others] = readdirSync(folder).filter((name) => !before.includes(name));
  expect(others).toEqual([]);
  return left;
}

test('what a killed run left is removed by the next one, and nothing else', async () => {
  const left = await leave(commands.report);
  const other = await leave('other.json');
  expect(readFileSync(path(left), 'utf8')).toBe('half');
  // A link and a folder with such a name, a name of a process that still runs, and similar names.
  const end = /[\da-f]{16}$/;
  const [link, inner] = [left.replace(end, '0000000000000001'), left.replace(end, '0000000000000002')];
  symlinkSync(path('ledger.jsonl'), path(link));
  mkdirSync(path(inner));
  const kept = [link, inner, other, `${left}.txt`, left.slice(1)];
  for (const name of kept.slice(3)) writeFileSync(path(name), '');

  expect((await write('report')).code).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(
    ['finance.csv', 'ledger.jsonl', commands.report, ...kept].sort(),
  );
});

test('the temporary file of a run that has not ended is kept', async () => {
  const temporary = temporaryPath(path(commands.report));
  writeFileSync(temporary, 'so far');

  expect((await write('report')).code).toBe(0);
  expect(readFileSync(temporary, 'utf8')).toBe('so far');
});

test('a file with the longest name that is allowed can be written', async () => {
  const file = path(`${'a'.repeat(250)}.html`);
  const { code } = await write('report', '--out', file);

  expect(code).toBe(0);
  expect(existsSync(file)).toBe(true);
});
