import { renameSync, rmSync, writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { startService } from '../../../support/service.ts';
import { interrupted, pages, rows } from './interrupted.ts';
import { createFolder, range, servePages } from './run-export.ts';
import { said } from '../../../support/said.ts';

test('a file of a range that had not ended is exported again by --resume, as a nightly job has it', async () => {
  const state = { rows: rows.slice(0, 20) };
  await using service = await startService((request) => servePages(state.rows)(request));
  const folder = createFolder(service.url);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const args = ['--start', '2026-10-01', '--end', tomorrow, '--out', 'a.csv', '--resume', '--quiet'];
  await folder.run(args);
  state.rows = rows.slice(0, 21);
  const next = await folder.run(args);

  expect(next).toMatchObject({ code: 0, err: '' });
  expect(folder.receipt('a.csv').rows).toBe(21);
});

test('what was written after the last checkpoint is removed', async () => {
  await using broken = await interrupted([...range, '--out', 'a.csv']);
  const { folder } = broken;
  writeFileSync(folder.file('a.csv.part'), `${folder.read('a.csv.part')}2026-10-01T00:00:30.000Z,pa`);
  broken.repair();

  expect((await folder.run(['--out', 'a.csv', '--resume'])).code).toBe(0);
  expect(folder.read('a.csv').trimEnd().split('\r\n')).toHaveLength(51);
  expect(folder.read('a.csv')).not.toContain('00:00:30.000Z,pa2026');
});

test('a part that was changed is not continued', async () => {
  await using broken = await interrupted([...range, '--out', 'a.csv']);
  const { folder } = broken;
  writeFileSync(folder.file('a.csv.part'), folder.read('a.csv.part').replace('9.99', '8.99'));
  broken.repair();
  const { code, err } = await folder.run(['--out', 'a.csv', '--resume']);

  expect(code).toBe(1);
  expect(err).toContain('a.csv.part is missing, or was changed since the export stopped');
});

test('a part that is missing is not continued, and the message does not advise to resume', async () => {
  await using broken = await interrupted([...range, '--out', 'a.csv']);
  const { folder } = broken;
  rmSync(folder.file('a.csv.part'));
  const { code, err } = await folder.run(['--out', 'a.csv', '--resume', '--quiet']);

  expect(code).toBe(1);
  expect(err).toMatch(/a\.csv\.part is missing, .* start again with --force\n$/);
});

test.each([
  [['--month', '2020-01'], {}, 'the range: differs from the stored export'],
  [['--limit', '7'], {}, '--limit: differs from the stored export'],
  [['--format', 'jsonl'], {}, '--format: differs from the stored export'],
  [['--drop', 'region'], {}, '--drop: differs from the stored export'],
  [['--bom'], {}, '--bom: differs from the stored export'],
  [['--hash', 'customer_id'], { PUBLISHER_HASH_KEY: 'key' }, '--hash: differs from the stored export'],
  [['--quarantine', 'bad.jsonl'], {}, '--quarantine: differs from the stored export'],
  [['--receipt', 'other.json'], {}, '--receipt: differs from the stored export'],
  [['--environment', 'sandbox'], {}, '--environment: differs from the stored export'],
  [['--demo'], {}, '--demo: differs from the stored export'],
  [[], { PUBLISHER_BASE_URL: 'http://127.0.0.1:9' }, 'PUBLISHER_BASE_URL: is http://127.0.0.1:9, but'],
])('%j with %j that differs from the stored export exits with 2', async (args, env, problem) => {
  await using broken = await interrupted([...range, '--out', 'a.csv']);
  const { folder, service } = broken;
  const before = service.requests.length;
  const { code, err } = await folder.run(['--out', 'a.csv', '--resume', ...args], env);

  expect(err).toMatch(said(problem));
  expect(code).toBe(2);
  expect(service.requests.length).toBe(before);
});

test('another PUBLISHER_HASH_KEY than before exits with 2', async () => {
  const args = [...range, '--out', 'a.csv', '--hash', 'customer_id'];
  await using broken = await interrupted(args, { PUBLISHER_HASH_KEY: 'one' });
  broken.repair();
  const { code, err } = await broken.folder.run(['--out', 'a.csv', '--resume'], {
    PUBLISHER_HASH_KEY: 'two',
  });

  expect(err).toContain('PUBLISHER_HASH_KEY: differs from the key of the stored export');
  expect(code).toBe(2);
});

test('--resume with nothing to resume starts anew', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);

  expect((await folder.run([...range, '--out', 'a.csv', '--resume'])).code).toBe(0);
  expect(folder.receipt('a.csv')).toMatchObject({ complete: true, rows: 50 });
});

test('--resume with a finished file verifies its hash and range without a request', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  await folder.run([...range, '--out', 'a.csv']);
  const before = service.requests.length;

  expect(await folder.run([...range, '--out', 'a.csv', '--resume'])).toMatchObject({ code: 0, out: '' });
  const other = await folder.run(['--month', '2026-11', '--out', 'a.csv', '--resume']);
  writeFileSync(folder.file('a.csv'), folder.read('a.csv').replace('9.99', '8.99'));
  const changed = await folder.run([...range, '--out', 'a.csv', '--resume']);
  rmSync(folder.file('a.csv.receipt.json'));
  const missing = await folder.run([...range, '--out', 'a.csv', '--resume']);

  expect(other.code).toBe(2);
  expect(other.err).toContain(
    '--resume: a.csv is an export of 2026-10-01T00:00:00.000Z to 2026-10-02T00:00:00.000Z: choose another file',
  );
  expect(changed.code).toBe(3);
  expect(changed.err).toMatch(said('a.csv … receipt'));
  expect(missing.code).toBe(2);
  expect(missing.err).toContain('use --force to export it again');
  expect(service.requests.length).toBe(before);
});

test.each([
  [['--drop', 'customer_email'], {}, 'a.csv … --drop'],
  [['--hash', 'customer_id'], { PUBLISHER_HASH_KEY: 'key' }, 'a.csv … --hash'],
  [['--bom'], {}, 'a.csv … --bom'],
  [['--demo'], {}, 'a.csv … --demo'],
  [
    ['--currency-digits', 'HUF=0'],
    {},
    '--currency-digits or PUBLISHER_CURRENCY_DIGITS: is HUF=0, but a.csv was exported with ISO 4217',
  ],
  [['--format', 'parquet'], {}, 'a.csv … --format'],
  [['--source', 'other-game'], {}, 'a.csv … --source'],
  [[], { PUBLISHER_SOURCE: 'other-game' }, 'a.csv … --source'],
  [['--environment', 'sandbox'], {}, 'a.csv … --environment'],
  [
    [],
    { PUBLISHER_BASE_URL: 'http://127.0.0.1:9' },
    'PUBLISHER_BASE_URL: is http://127.0.0.1:9, but a.csv is from',
  ],
])(
  '--resume with a finished file, and %j with %j that differs from it, exits with 2',
  async (args, env, problem) => {
    await using service = await startService(servePages(rows));
    const folder = createFolder(service.url);
    await folder.run([...range, '--out', 'a.csv']);

    const { code, err } = await folder.run([...range, '--out', 'a.csv', '--resume', ...args], env);

    expect(err).toMatch(said(problem));
    expect(code).toBe(2);
  },
);

test('--resume with a finished file accepts the flags and the key that it was exported with, and none', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  const columns = ['--drop', 'zip_code', '--drop', 'region', '--hash', 'order_id', '--hash', 'customer_id'];
  const flags = [...columns, '--source', 'game', '--bom', '--currency-digits', 'KWD=2,HUF=0'];
  const env = { PUBLISHER_HASH_KEY: 'a key of finance' };
  await folder.run([...range, '--out', 'a.csv', ...flags], env);
  const receipt = folder.read('a.csv.receipt.json');

  expect(await folder.run([...range, '--out', 'a.csv', '--resume', ...flags], env)).toMatchObject({
    code: 0,
  });
  expect(await folder.run(['--out', 'a.csv', '--resume'])).toMatchObject({ code: 0 });
  const other = await folder.run(['--out', 'a.csv', '--resume'], { PUBLISHER_HASH_KEY: 'another key' });
  expect(other.code).toBe(2);
  expect(other.err).toContain('PUBLISHER_HASH_KEY: differs from the key of a.csv');
  expect(JSON.parse(receipt)).toMatchObject({
    hashedColumns: ['customer_id', 'order_id'],
    hashKeyId: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
  });
  expect(receipt).not.toContain('a key of finance');
});

test.each([
  ['--receipt', 'other.json'],
  ['--quarantine', 'other.jsonl'],
])('a new export replaces the existing file of %s with --force only', async (flag, name) => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  writeFileSync(folder.file(name), 'precious');
  const args = [...range, '--out', 'a.csv', flag, name];
  const { code, err } = await folder.run(args);

  expect(code).toBe(2);
  expect(err).toContain(`${flag}: `);
  expect(err).toContain(`${name} already exists: choose another file, or add --force to replace it`);
  expect(folder.read(name)).toBe('precious');
  expect((await folder.run([...args, '--force'])).code).toBe(0);
  expect(folder.read(name)).not.toBe('precious');
});

test('--force keeps the old file until the new export has ended', async () => {
  await using broken = await interrupted([...range, '--out', 'b.csv']);
  const { folder } = broken;
  writeFileSync(folder.file('a.csv'), 'the old file');
  const failed = await folder.run([...range, ...pages, '--out', 'a.csv', '--force']);

  expect(failed.code).toBe(1);
  expect(folder.read('a.csv')).toBe('the old file');
  broken.repair();
  expect((await folder.run(['--out', 'a.csv', '--resume'])).code).toBe(0);
  expect(folder.read('a.csv').trimEnd().split('\r\n')).toHaveLength(51);
});

test('a finished file or a part is replaced with --force only', async () => {
  await using broken = await interrupted([...range, '--out', 'a.csv']);
  const { folder } = broken;
  const part = await folder.run([...range, '--out', 'a.csv']);
  broken.repair();
  const forced = await folder.run([...range, '--out', 'a.csv', '--force']);
  const file = await folder.run([...range, '--out', 'a.csv']);
  const again = await folder.run([...range, '--out', 'a.csv', '--force']);

  expect(part.err).toContain('a.csv has an unfinished export of');
  expect(file.err).toContain('a.csv already exists');
  for (const { code, err } of [part, file]) {
    expect(code).toBe(2);
    expect(err).toContain('--resume');
    expect(err).toContain('--force');
  }
  expect([forced.code, again.code]).toEqual([0, 0]);
  expect(folder.names()).toEqual(['a.csv', 'a.csv.receipt.json']);
});

test.each([
  ['before it got its name', 'a.csv.part'],
  ['after it got its name', 'a.csv'],
])('an export that was killed %s is delivered by --resume without a request', async (_, name) => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  await folder.run([...range, '--out', 'b.csv']);
  const content = folder.read('b.csv');
  // The hash of a receipt is added when it is written.
  const receipt = { ...folder.receipt('b.csv'), sha256: undefined };
  const { bytes, sha256 } = receipt.file ?? {};
  await using broken = await interrupted([...range, '--out', 'a.csv']);
  // The state that is stored when all rows are in the part.
  const stored = JSON.parse(broken.folder.read('a.csv.part.json')) as object;
  // Of another version: no row is written any more.
  const columns = ['timestamp', 'amount'];
  const ended = { ...stored, columns, part: { bytes, sha256 }, receipt };
  rmSync(broken.folder.file('a.csv.part'));
  // Both files are of the service of the second run.
  const text = JSON.stringify(ended).replaceAll(service.url, broken.service.url);
  writeFileSync(broken.folder.file('a.csv.part.json'), text);
  writeFileSync(broken.folder.file(name), content);
  const before = broken.service.requests.length;

  expect(await broken.folder.run(['--out', 'a.csv', '--resume'])).toMatchObject({ code: 0 });
  expect(broken.folder.names()).toEqual(['a.csv', 'a.csv.receipt.json']);
  expect(broken.folder.sha256('a.csv')).toBe(sha256);
  expect(broken.service.requests.length).toBe(before);
});

test.each([
  [(names) => names.filter((name) => name !== 'region'), 'its rows have no region'],
  [(names) => [...names, 'player_name'], 'this version has no player_name'],
  [
    (names) => names.map((name) => (name === 'region' ? 'state' : name)),
    'its rows have no region, and this version has no state',
  ],
  [(names) => names.toReversed(), 'their order is another one'],
] satisfies [(names: readonly string[]) => readonly string[], string][])(
  'an export that another version began with other columns is not continued: %s',
  async (change, difference) => {
    await using broken = await interrupted([...range, '--out', 'a.csv', '--drop', 'zip_code']);
    const { folder, service } = broken;
    broken.repair();
    const stored = JSON.parse(folder.read('a.csv.part.json')) as { columns: readonly string[] };
    const header = folder.read('a.csv.part').split('\r\n')[0];
    const older = JSON.stringify({ ...stored, columns: change(stored.columns) });
    writeFileSync(folder.file('a.csv.part.json'), older);
    const before = service.requests.length;
    const { code, err } = await folder.run(['--out', 'a.csv', '--resume']);

    expect(stored.columns.join()).toBe(header);
    expect(err).toContain(
      `(30 rows). Another version of this package began it with other columns: ${difference}. Start again with --force\n`,
    );
    expect(code).toBe(1);
    expect(service.requests.length).toBe(before);
    expect(folder.read('a.csv.part.json')).toBe(older);
  },
);

test('an unfinished export is described before anything else about it', async () => {
  await using broken = await interrupted(['--month', '2026-10', '--out', 'a.csv']);
  const { folder, service } = broken;
  const unfinished = `a.csv has an unfinished export of 2026-10 from ${service.url} (30 rows)`;

  const again = await folder.run(['--month', '2026-10', '--out', 'a.csv']);
  const other = await folder.run(['--out', 'a.csv', '--resume', '--bom']);

  expect(again.err).toContain(`--out: ${unfinished}: --resume, or --force to start again`);
  expect(other.err).toContain(`${unfinished}. --bom: differs from the stored export`);
  expect([again.code, other.code]).toEqual([2, 2]);
});

test('a file of progress names no other file to replace', async () => {
  await using broken = await interrupted([...range, '--out', 'a.csv']);
  const { folder } = broken;
  writeFileSync(folder.file('notes.txt'), 'precious');
  for (const name of ['receipt', 'quarantine']) {
    const stored = JSON.parse(folder.read('a.csv.part.json')) as { settings: object };
    const changed = { ...stored, settings: { ...stored.settings, [name]: folder.file('notes.txt') } };
    writeFileSync(folder.file('a.csv.part.json'), JSON.stringify(changed));
    const { code, err } = await folder.run(['--out', 'a.csv', '--resume']);
    writeFileSync(folder.file('a.csv.part.json'), JSON.stringify(stored));

    expect(err).toContain(`--${name}: differs from the stored export; give it as before`);
    expect(code).toBe(2);
  }
  expect(folder.read('notes.txt')).toBe('precious');
});

test('an export whose part is replaced by another one, on another host, ends without a receipt', async () => {
  let replace = (): void => undefined;
  await using service = await startService((request) => {
    if (request.url.includes('cursor=30')) replace();
    return servePages(rows)(request);
  });
  const folder = createFolder(service.url);
  replace = () => {
    writeFileSync(folder.file('other'), 'the rows of another export');
    renameSync(folder.file('other'), folder.file('a.csv.part'));
  };
  const { code, err } = await folder.run([...range, '--out', 'a.csv', ...pages]);

  expect(err).toContain('a.csv.part was replaced while it was written');
  expect(code).toBe(1);
  expect(folder.names()).not.toContain('a.csv');
  expect(folder.names()).not.toContain('a.csv.receipt.json');
  expect(folder.read('a.csv.part')).toBe('the rows of another export');
});
