import { execFileSync } from 'node:child_process';
import {
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';

import { expect, test, vi } from 'vitest';

import { PartFile } from '../../../../src/cli/commands/export/part-file.ts';
import { openRegular } from '../../../../src/cli/files/regular-files.ts';
import { rowsAt } from '../../../support/ledger.ts';
import { type Service, startService } from '../../../support/service.ts';
import { kinds, make } from '../../../support/special-files.ts';
import { inFolder, runHere } from '../../run-here.ts';
import { createFolder, type ExportFolder, failing, range, servePages } from './run-export.ts';
import { said } from '../../../support/said.ts';

const rows = rowsAt(Array.from({ length: 50 }, (_, index) => index * 1000));
const pages = [...range, '--limit', '10'];

/** A service, and what happens at its last page. */
async function startWith(onLastPage: () => void): Promise<Service> {
  const serve = servePages(rows);
  return startService((request) => {
    if (request.url.includes('cursor=40')) onLastPage();
    return serve(request);
  });
}

/** Runs `export` in this process, which is faster where nothing is sent. Paths are relative to the folder. */
async function exportHere(folder: ExportFolder, url: string, args: readonly string[]) {
  vi.stubEnv('PUBLISHER_BASE_URL', url);
  vi.stubEnv('PUBLISHER_TOKEN', 'unused');
  const output = await runHere(['export', ...pages, ...args], `${folder.path}/`);
  vi.unstubAllEnvs();
  return output;
}

const files = ['a.csv', 'a.csv.part', 'a.csv.part.json', 'a.csv.receipt.json', 'r.json', 'bad.jsonl'];

test.each(files.flatMap((name) => kinds.map((kind) => [name, kind] as const)))(
  'a new export rejects %s if it is %s, before the first request',
  async (name, kind) => {
    await using service = await startService(servePages(rows));
    const folder = createFolder();
    await make(kind, folder.file(name));
    const { ino } = lstatSync(folder.file(name));
    const before = folder.names();
    const args = ['--out', folder.file('a.csv'), '--quarantine', folder.file('bad.jsonl')];
    if (name === 'r.json') args.push('--receipt', folder.file('r.json'));

    for (const flag of ['--force', '--resume']) {
      const { code, err } = await exportHere(folder, service.url, [...args, flag]);
      expect(err).toMatch(said(`${name} is ${kind}: … regular file`));
      expect(code).toBe(2);
    }
    expect(service.requests).toEqual([]);
    expect(folder.names()).toEqual(before);
    expect(lstatSync(folder.file(name)).ino).toBe(ino);
  },
);

test('an export to stdout replaces the files of its flags with --force only, and follows no link', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  const args = [
    ...pages,
    '--out',
    '-',
    '--format',
    'csv',
    '--receipt',
    'r.json',
    '--quarantine',
    'bad.jsonl',
  ];
  writeFileSync(folder.file('bad.jsonl'), 'precious');
  const exists = await folder.run(args);
  symlinkSync(folder.file('bad.jsonl'), folder.file('r.json'));
  const linked = await folder.run([...args, '--force']);

  expect([exists.code, linked.code]).toEqual([2, 2]);
  expect(exists.err).toMatch(said('bad.jsonl already exists: … --force'));
  expect(linked.err).toContain('r.json is a symbolic link');
  expect(folder.read('bad.jsonl')).toBe('precious');
  expect(service.requests).toEqual([]);
  rmSync(folder.file('r.json'));
  expect((await folder.run([...args, '--force'])).code).toBe(0);
  expect(folder.read('bad.jsonl')).toBe('');
});

test('links at the names of temporary files are not followed', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  writeFileSync(folder.file('precious'), 'precious');
  for (const name of ['a.csv.part.json.new', 'a.csv.receipt.json.new']) {
    symlinkSync(folder.file('precious'), folder.file(name));
  }

  expect((await folder.run([...pages, '--out', 'a.csv'])).code).toBe(0);
  expect(folder.read('precious')).toBe('precious');
  expect(lstatSync(folder.file('a.csv.part.json.new')).isSymbolicLink()).toBe(true);
  expect(folder.receipt('a.csv')).toMatchObject({ complete: true, rows: 50 });
});

test.each(['a.csv.receipt.json', 'r.json', 'bad.jsonl'])(
  'a new export replaces an existing %s with --force only, also with --resume',
  async (name) => {
    await using service = await startService(servePages(rows));
    const folder = createFolder(service.url);
    writeFileSync(folder.file(name), 'precious');
    const args = ['--out', folder.file('a.csv'), '--quarantine', folder.file('bad.jsonl')];
    if (name === 'r.json') args.push('--receipt', folder.file('r.json'));

    for (const flags of [[], ['--resume']]) {
      const { code, err } = await exportHere(folder, service.url, [...args, ...flags]);
      expect(err).toMatch(said(`${name} already exists: … --force`));
      expect(code).toBe(2);
    }
    expect(service.requests).toEqual([]);
    expect(folder.names()).toEqual([name]);
    expect(folder.read(name)).toBe('precious');
  },
);

test('--resume keeps a part without a state, beside a finished export, one whose range had not ended, and none', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  expect((await folder.run([...pages, '--out', 'a.csv'])).code).toBe(0);
  const receipt = folder.read('a.csv.receipt.json');
  const resume = async () => {
    writeFileSync(folder.file('a.csv.part'), 'precious');
    const { code, err } = await folder.run([...pages, '--out', 'a.csv', '--resume']);
    expect(err).toMatch(
      said('--out: a.csv.part already exists: it is of no unfinished export, so move it away'),
    );
    expect([code, folder.read('a.csv.part')]).toEqual([2, 'precious']);
  };
  const before = service.requests.length;

  await resume();
  writeFileSync(
    folder.file('a.csv.receipt.json'),
    receipt.replace('"rangeEnded": true', '"rangeEnded": false'),
  );
  await resume();
  for (const name of ['a.csv', 'a.csv.receipt.json']) rmSync(folder.file(name));
  await resume();
  expect(service.requests.length).toBe(before);
});

test('--resume begins again after a kill before the first page', async () => {
  let isBroken = true;
  const serve = servePages(rows);
  const folder = createFolder();
  const left = ['a.csv.part', 'a.csv.part.json', 'bad.jsonl'];
  const copies = new Map<string, Buffer>();
  await using service = await startService((request) => {
    if (isBroken) for (const name of left) copies.set(name, readFileSync(folder.file(name)));
    isBroken = false;
    return serve(request);
  });
  const env = { PUBLISHER_BASE_URL: service.url, PUBLISHER_TOKEN: 'test' };
  const args = ['--out', 'a.csv', '--quarantine', 'bad.jsonl'];
  expect((await folder.run([...pages, ...args], env)).code).toBe(0);
  const content = folder.read('a.csv');

  for (const kept of [left, ['a.csv.part.json'], ['a.csv.part', 'a.csv.part.json']]) {
    for (const name of folder.names()) rmSync(folder.file(name));
    for (const name of kept) writeFileSync(folder.file(name), copies.get(name) ?? '');
    const { code, err } = await folder.run([...args, '--resume'], env);

    expect([code, err]).toEqual([0, expect.stringContaining('50 rows')]);
    expect(folder.read('a.csv')).toBe(content);
  }
});

test('a delivery that fails leaves no receipt, and --resume completes it', async () => {
  const folder = createFolder();
  await using service = await startWith(() => mkdirSync(folder.file('a.csv'), { recursive: true }));
  const env = { PUBLISHER_BASE_URL: service.url, PUBLISHER_TOKEN: 'test' };
  const failed = await folder.run([...pages, '--out', 'a.csv'], env);

  expect(failed.code).toBe(2);
  expect(failed.err).toContain('continue with --resume');
  expect(folder.names()).toEqual(['a.csv', 'a.csv.part', 'a.csv.part.json']);
  rmdirSync(folder.file('a.csv'));
  const before = service.requests.length;
  expect((await folder.run([...pages, '--out', 'a.csv', '--resume'], env)).code).toBe(0);
  expect(service.requests.length).toBe(before);
  expect(folder.receipt('a.csv')).toMatchObject({ complete: true, rows: 50 });
  expect(folder.receipt('a.csv').file?.sha256).toBe(folder.sha256('a.csv'));
});

test('a delivery that fails keeps the file that it would replace, and its receipt', async () => {
  await using good = await startService(servePages(rows.slice(0, 20)));
  const folder = createFolder(good.url);
  await folder.run([...pages, '--out', 'a.csv']);
  const earlier = folder.read('a.csv.receipt.json');
  await using service = await startWith(() => {
    renameSync(folder.file('a.csv'), folder.file('kept.csv'));
    mkdirSync(folder.file('a.csv'));
  });
  const env = { PUBLISHER_BASE_URL: service.url };
  const failed = await folder.run([...pages, '--out', 'a.csv', '--force'], env);

  expect(failed.code).toBe(2);
  expect(folder.read('a.csv.receipt.json')).toBe(earlier);
  expect(folder.sha256('kept.csv')).toBe(folder.receipt('a.csv').file?.sha256);
});

test.each(['another file', 'an export of another month'])(
  '%s that somebody puts in the place of an unfinished export is kept by --resume',
  async (what) => {
    let isBroken = true;
    const serve = servePages(rows);
    await using service = await startService((request) =>
      isBroken && request.url.includes('cursor=') ? { status: 403, json: {} } : serve(request),
    );
    const folder = createFolder(service.url);
    expect((await folder.run([...pages, '--out', 'a.csv'])).code).toBe(1);
    isBroken = false;
    if (what === 'another file') writeFileSync(folder.file('a.csv'), 'precious');
    else {
      const earlier = ['--start', '2026-10-01', '--end', '2026-10-01T00:00:20Z', '--limit', '10'];
      await folder.run([...earlier, '--out', 'b.csv']);
      renameSync(folder.file('b.csv'), folder.file('a.csv'));
      renameSync(folder.file('b.csv.receipt.json'), folder.file('a.csv.receipt.json'));
    }
    const put = folder.sha256('a.csv');
    const requested = service.requests.length;

    const { code, err } = await folder.run([...pages, '--out', 'a.csv', '--resume']);

    expect([code, folder.sha256('a.csv')]).toEqual([2, put]);
    expect(err).toContain('a.csv is not the file that existed when this run began');
    expect(service.requests).toHaveLength(requested);
    for (const end of ['', '.receipt.json'])
      if (existsSync(folder.file(`a.csv${end}`)))
        renameSync(folder.file(`a.csv${end}`), folder.file(`theirs.csv${end}`));
    expect((await folder.run([...pages, '--out', 'a.csv', '--resume'])).code).toBe(0);
    expect(folder.receipt('a.csv').rows).toBe(50);
  },
);

test('an unfinished replacement continues over the file that it began with', async () => {
  let isBroken = true;
  const serve = servePages(rows);
  await using service = await startService((request) =>
    isBroken && request.url.includes('cursor=') ? { status: 403, json: {} } : serve(request),
  );
  const folder = createFolder(service.url);
  writeFileSync(folder.file('a.csv'), 'old');
  expect((await folder.run([...pages, '--out', 'a.csv', '--force'])).code).toBe(1);
  isBroken = false;

  expect((await folder.run([...pages, '--out', 'a.csv', '--resume'])).code).toBe(0);
  expect(folder.receipt('a.csv').rows).toBe(50);
});

test('a receipt that cannot be written fails the export, and --resume writes it', async () => {
  const folder = createFolder();
  mkdirSync(folder.file('receipts'));
  await using service = await startWith(() => rmdirSync(folder.file('receipts')));
  const env = { PUBLISHER_BASE_URL: service.url, PUBLISHER_TOKEN: 'test' };
  const args = [...pages, '--out', 'a.csv', '--receipt', 'receipts/a.json'];
  const failed = await folder.run(args, env);

  expect(failed.code).toBe(1);
  expect(folder.names()).toEqual(['a.csv', 'a.csv.part.json']);
  mkdirSync(folder.file('receipts'));
  expect((await folder.run([...args, '--resume'], env)).code).toBe(0);
  expect(folder.names()).toEqual(['a.csv', 'receipts']);
  expect(JSON.parse(folder.read('receipts/a.json'))).toMatchObject({ complete: true, rows: 50 });
});

test('whoever finds an export without its receipt writes it where the command line says, and nowhere else', async () => {
  const folder = createFolder();
  mkdirSync(folder.file('receipts'));
  await using service = await startWith(() => rmdirSync(folder.file('receipts')));
  const env = { PUBLISHER_BASE_URL: service.url, PUBLISHER_TOKEN: 'test' };
  const args = [...pages, '--out', 'a.csv'];
  expect((await folder.run([...args, '--receipt', 'receipts/a.json'], env)).code).toBe(1);
  mkdirSync(folder.file('receipts'));
  // As the first builds of 0.1.0 stored it, and as somebody else can write it: without what may be replaced.
  const stored = JSON.parse(folder.read('a.csv.part.json')) as { replaces?: object };
  delete stored.replaces;
  writeFileSync(folder.file('a.csv.part.json'), JSON.stringify(stored));
  writeFileSync(folder.file('receipts/a.json'), 'precious');
  const run = (...words: readonly string[]) => inFolder(folder.path, env, () => runHere(words));

  expect((await run('verify', 'a.csv')).code).toBe(2);
  expect((await run('report', 'a.csv', '--out', 'r.html')).code).toBe(0);
  expect((await run('diff', 'a.csv', 'a.csv')).code).toBe(0);
  expect((await folder.run([...args, '--resume'], env)).err).toContain('--receipt: differs from the stored');
  expect(folder.read('receipts/a.json')).toBe('precious');
  expect(folder.names()).toContain('a.csv.part.json');

  rmSync(folder.file('receipts/a.json'));
  const given = await run('verify', 'a.csv', '--receipt', 'receipts/a.json');
  expect([given.code, given.err]).toEqual([0, expect.stringContaining('its receipt is written now')]);
  expect(folder.names()).not.toContain('a.csv.part.json');
});

test.each(['a.csv.part', 'a.csv.part.json', 'bad.jsonl', 'a.csv.receipt.json'])(
  'an export is not continued if %s became a link',
  async (name) => {
    let isBroken = true;
    const serve = failing(servePages(rows), ({ url }) => isBroken && url.includes('cursor=30'), {
      status: 401,
      json: {},
    });
    await using service = await startService(serve);
    const folder = createFolder(service.url);
    const args = [...pages, '--out', 'a.csv', '--quarantine', 'bad.jsonl', '--quiet'];
    await folder.run(args);
    writeFileSync(folder.file('a.csv.receipt.json'), '{}');
    renameSync(folder.file(name), folder.file('moved'));
    const moved = readFileSync(folder.file('moved'));
    symlinkSync('moved', folder.file(name));
    isBroken = false;
    const before = service.requests.length;
    const { code, err } = await folder.run(['--out', 'a.csv', '--quarantine', 'bad.jsonl', '--resume']);

    expect(err).toMatch(said(`${name} is a symbolic link: … regular file`));
    expect(code).toBe(2);
    expect(service.requests.length).toBe(before);
    expect(readFileSync(folder.file('moved'))).toEqual(moved);
  },
);

test('a link or a pipe that appears after the check is not opened', async () => {
  const folder = createFolder();
  const [precious, link, pipe] = ['precious', 'link', 'pipe'].map(folder.file) as [string, string, string];
  writeFileSync(precious, 'precious');
  symlinkSync(precious, link);
  execFileSync('mkfifo', [pipe]);
  const digest = { bytes: 8, sha256: folder.sha256('precious') };

  for (const path of [link, pipe]) {
    const rejected = { name: 'CommandError', code: 'not_a_file' };
    await expect(openRegular(path, constants.O_RDONLY)).rejects.toMatchObject(rejected);
    await expect(PartFile.reopen(path, digest)).rejects.toMatchObject(rejected);
  }
  const created = await PartFile.create(link);
  await created.append(Buffer.from('a row'));
  await created.close();
  expect(folder.read('precious')).toBe('precious');
  expect(folder.read('link')).toBe('a row');
});

test('--force does not write through a second name of the part', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  writeFileSync(folder.file('precious'), 'precious');
  execFileSync('ln', [folder.file('precious'), folder.file('a.csv.part')]);

  expect((await folder.run([...pages, '--out', 'a.csv', '--force'])).code).toBe(0);
  expect(folder.read('precious')).toBe('precious');
});
