import { chmodSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

import { expect, onTestFinished, test } from 'vitest';

import type { Receipt } from '../../../../src/ledger/index.ts';
import { ledgerFormats } from '../../../../src/ledger/ledger-format.ts';
import { rowsAt } from '../../../support/ledger.ts';
import { startService } from '../../../support/service.ts';
import { interrupted } from './interrupted.ts';
import { createFolder, type ExportFolder, range, servePages } from './run-export.ts';

const rows = rowsAt(Array.from({ length: 20 }, (_, index) => index * 1000));
const [late] = rowsAt([50_000]);
const now = late ? [...rows, late] : rows;

/** A folder with an export of the first rows, from a service that has the late one too since then. */
async function exported(file = 'october.csv') {
  const served = { rows: [...rows] };
  const service = await startService((request) => servePages(served.rows)(request));
  const folder = createFolder(service.url);
  expect(await folder.run([...range, '--out', file, '--quiet'])).toMatchObject({ code: 0 });
  served.rows = now;
  return { folder, served, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

function setReceipt(folder: ExportFolder, changes: Partial<Receipt>): void {
  const receipt = { ...folder.receipt('october.csv'), sha256: undefined, ...changes };
  writeFileSync(folder.file('october.csv.receipt.json'), JSON.stringify(receipt));
}

test.each(ledgerFormats.map((format) => `october.${format}`))(
  '--force says what differs from the export of the same range that it replaces: %s',
  async (file) => {
    await using place = await exported(file);
    const { code, err } = await place.folder.run([...range, '--out', file, '--force']);

    expect(code).toBe(0);
    expect(err).toMatch(/Since the export of .* UTC: 1 row added, 0 removed, 0 changed\n/);
    expect(err).toMatch(/│ added +│ 2026-10-01T00:00:50\.000Z │/);
  },
);

test('an export of another range, or that was changed since, is not compared', async () => {
  await using place = await exported();
  const { folder } = place;
  const other = ['--start', '2026-09-30', '--end', '2026-10-02', '--out', 'october.csv', '--force'];
  const { err } = await folder.run([...other, '--quiet']);
  // Nobody should miss that the file of another month is gone.
  expect(err).toMatch(/^publisher-commerce: october\.csv replaces another export: .*\n$/);

  setReceipt(folder, { startDate: '2026-10-01T00:00:00.000Z' });
  writeFileSync(folder.file('october.csv'), 'edited');
  const edited = await folder.run([...range, '--out', 'october.csv', '--force']);
  expect(edited.err).not.toContain('Since the export');
  expect(edited.err).toContain(
    '\nWhat it replaces differs from its receipt, so that nothing was compared: somebody has edited it\n',
  );
});

test('what --keep keeps has the format of the old file in its name', async () => {
  await using place = await exported('october.csv.gz');
  const { folder } = place;
  const [, moment = ''] = /^(.*)\.\d+Z$/.exec(folder.receipt('october.csv.gz').finishedAt) ?? [];
  const before = folder.sha256('october.csv.gz');
  await folder.run([...range, '--out', 'october.csv.gz', '--keep']);

  const kept = `october.${moment.replaceAll(/[-:]/g, '')}Z.csv.gz`;
  expect(folder.names()).toEqual([
    kept,
    `${kept}.receipt.json`,
    'october.csv.gz',
    'october.csv.gz.receipt.json',
  ]);
  expect(folder.sha256(kept)).toBe(before);
});

test('--keep keeps the old file and its receipt under the time of the export, and each once', async () => {
  await using place = await exported();
  const { folder } = place;
  setReceipt(folder, { finishedAt: '2026-11-01T06:00:00.123Z' });
  const [content, receipt] = [folder.read('october.csv'), folder.read('october.csv.receipt.json')];
  const { code, err } = await folder.run([...range, '--out', 'october.csv', '--keep']);

  expect(code).toBe(0);
  expect(err).toContain('october.csv is kept as october.20261101T060000Z.csv.\n');
  expect(folder.names()).toEqual([
    'october.20261101T060000Z.csv',
    'october.20261101T060000Z.csv.receipt.json',
    'october.csv',
    'october.csv.receipt.json',
  ]);
  expect(folder.read('october.20261101T060000Z.csv')).toBe(content);
  expect(folder.read('october.20261101T060000Z.csv.receipt.json')).toBe(receipt);
  expect(folder.receipt('october.csv').rows).toBe(21);
});

test('--keep keeps the file even if the export then fails, and again is no error', async () => {
  await using place = await exported();
  const { folder, served } = place;
  served.rows = [{ ...rows[0], timestamp: 5 } as never];
  for (let run = 0; run < 2; run += 1)
    expect(await folder.run([...range, '--out', 'october.csv', '--keep'])).toMatchObject({ code: 1 });

  served.rows = now;
  expect(await folder.run([...range, '--out', 'october.csv', '--keep'])).toMatchObject({ code: 0 });
  expect(folder.names()).toHaveLength(4);
});

test('a copy that somebody has edited since is not taken for the file that is kept', async () => {
  await using place = await exported();
  const { folder, served } = place;
  setReceipt(folder, { finishedAt: '2026-11-01T06:00:00.123Z' });
  const content = folder.read('october.csv');
  served.rows = [{ ...rows[0], timestamp: 5 } as never];
  const keep = [...range, '--out', 'october.csv', '--keep'];
  await folder.run(keep);
  writeFileSync(folder.file('october.20261101T060000Z.csv'), content.replaceAll(',', ';'));

  served.rows = now;
  const { err } = await folder.run(keep);

  expect(err).toContain('october.csv is kept as october.20261101T060000Z-2.csv.\n');
  expect(folder.read('october.20261101T060000Z-2.csv')).toBe(content);
  expect(folder.receipt('october.20261101T060000Z-2.csv').rows).toBe(20);
});

test('a file that somebody has edited since its export is kept, and said to be', async () => {
  await using place = await exported();
  const { folder } = place;
  setReceipt(folder, { finishedAt: '2026-11-01T06:00:00.123Z' });
  writeFileSync(folder.file('october.csv'), 'edited');

  const { err } = await folder.run([...range, '--out', 'october.csv', '--keep']);

  expect(err).toContain(
    'october.csv is kept as october.20261101T060000Z.csv, but differs from its receipt: somebody has edited it.\n',
  );
  expect(folder.read('october.20261101T060000Z.csv')).toBe('edited');
});

test.skipIf(process.platform === 'win32')(
  'a new export can be read by its owner only, and one that replaces another by whom that could be',
  async () => {
    const before = process.umask(0o022);
    onTestFinished(() => void process.umask(before));
    await using place = await exported();
    const { folder } = place;
    const modes = (): Record<string, string> =>
      Object.fromEntries(
        folder.names().map((name) => [name, (statSync(folder.file(name)).mode & 0o777).toString(8)]),
      );
    setReceipt(folder, { finishedAt: '2026-11-01T06:00:00.123Z' });
    expect(modes()).toEqual({ 'october.csv': '600', 'october.csv.receipt.json': '644' });
    chmodSync(folder.file('october.csv'), 0o664);
    chmodSync(folder.file('october.csv.receipt.json'), 0o660);

    await folder.run([...range, '--out', 'october.csv', '--keep']);

    expect(modes()).toEqual({
      'october.20261101T060000Z.csv': '664',
      'october.20261101T060000Z.csv.receipt.json': '660',
      'october.csv': '664',
      'october.csv.receipt.json': '660',
    });
  },
);

test('--keep without a file to keep exports as ever, and needs the receipt of one', async () => {
  await using place = await exported();
  const { folder } = place;
  expect(await folder.run([...range, '--out', 'new.csv', '--keep'])).toMatchObject({ code: 0 });

  rmSync(folder.file('october.csv.receipt.json'));
  const { code, err } = await folder.run([...range, '--out', 'october.csv', '--keep']);
  expect(code).toBe(2);
  expect(err).toContain('--keep: ');
});

test.each([[['--out', 'october.csv', '--keep', '--resume']], [['--out', '-', '--format', 'csv', '--keep']]])(
  '%s is wrong usage',
  async (args) => {
    const folder = createFolder('http://127.0.0.1:9');
    expect(await folder.run([...range, ...args])).toMatchObject({ code: 2 });
  },
);

/** Two games on one address, told apart by their tokens. */
async function twoGames(other: readonly object[]) {
  const service = await startService((request) =>
    servePages(request.headers['x-publisher-token'] === 'game-b-token' ? other : rows)(request),
  );
  const folder = createFolder(service.url);
  const gameB = { PUBLISHER_TOKEN: 'game-b-token' };
  return { service, folder, gameB, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

test.each(['--force', '--keep'])(
  '%s never throws away the unfinished export of another source, and asks for nothing',
  async (flag) => {
    const args = [...range, '--out', 'a.csv'];
    await using place = await interrupted([...args, '--source', 'game-b']);
    const { service, folder } = place;
    const [content, requests] = [folder.read('a.csv.part'), service.requests.length];

    expect(await folder.run([...args, flag, '--source', 'game-a'])).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        `${flag}: a.csv.part is of the source game-b, and this run of game-a: choose another file, or set --source game-b ` +
          'if it is the same ledger\n',
      ) as string,
    });
    expect(service.requests).toHaveLength(requests);
    expect(folder.names()).toEqual(['a.csv.part', 'a.csv.part.json']);
    expect(folder.read('a.csv.part')).toBe(content);

    place.repair();
    expect(await folder.run([...args, flag, '--source', 'game-b'])).toMatchObject({ code: 0 });
    expect(folder.names()).toEqual(['a.csv', 'a.csv.receipt.json']);
  },
);

test.each(['--force', '--keep'])(
  '%s never replaces the file of one source by that of another, and asks for nothing',
  async (flag) => {
    await using place = await twoGames(rows);
    const { service, folder, gameB } = place;
    await folder.run([...range, '--out', 'a.csv', '--source', 'game-a']);
    const [content, requests] = [folder.read('a.csv'), service.requests.length];

    const named = await folder.run([...range, '--out', 'a.csv', flag], {
      ...gameB,
      PUBLISHER_SOURCE: 'game-b',
    });
    const unnamed = await folder.run([...range, '--out', 'a.csv', flag], gameB);
    const demo = await folder.run([...range, '--out', 'a.csv', flag, '--demo']);

    const message = (run: string): string =>
      `${flag}: a.csv is of the source game-a, and this run of ${run}: choose another file, or set --source game-a if it is ` +
      'the same ledger\n';
    expect(named).toMatchObject({ code: 2, err: expect.stringContaining(message('game-b')) as string });
    expect(unnamed).toMatchObject({ code: 2, err: expect.stringContaining(message('127.0.0.1')) as string });
    expect(demo).toMatchObject({
      code: 2,
      err: expect.stringContaining(message('the built-in sandbox')) as string,
    });
    expect(service.requests).toHaveLength(requests);
    expect(folder.names()).toEqual(['a.csv', 'a.csv.receipt.json']);
    expect(folder.read('a.csv')).toBe(content);

    const same = await folder.run([...range, '--out', 'a.csv', flag, '--source', 'game-a']);
    expect(same).toMatchObject({ code: 0, err: expect.stringContaining('0 rows added') as string });
  },
);

test.each([
  ['--force', []],
  ['--keep', []],
  ['--keep', ['--source', 'game-a']],
])('%s %j replaces no file by one of the same range and source that shares no row', async (flag, source) => {
  // The ids are those of the other game; only the times differ.
  await using place = await twoGames(rowsAt([500, 1500, 2500]));
  const { folder, gameB } = place;
  await folder.run([...range, '--out', 'a.csv', ...source]);
  const [content, receipt] = [folder.read('a.csv'), folder.read('a.csv.receipt.json')];

  const { code, err } = await folder.run([...range, '--out', 'a.csv', flag, ...source], gameB);

  expect(code).toBe(2);
  expect(err).toContain(
    `${flag}: none of the 3 rows of this export is among the 20 of a.csv, which has the same range: is the token that ` +
      'of this ledger? If not, set its own, or choose another file and --source; if it is, remove a.csv\n',
  );
  expect(folder.names()).toEqual(['a.csv', 'a.csv.receipt.json']);
  expect(folder.read('a.csv')).toBe(content);
  expect(folder.read('a.csv.receipt.json')).toBe(receipt);
});

test('another game that was exported to a file and not delivered is not delivered by --resume either', async () => {
  await using place = await twoGames(rowsAt([500, 1500, 2500]));
  const { folder, gameB } = place;
  await folder.run([...range, '--out', 'a.csv']);
  await folder.run([...range, '--out', 'b.csv'], gameB);
  const ended = { ...folder.receipt('b.csv'), sha256: undefined };
  // As a kill before the delivery leaves it.
  await using broken = await interrupted([...range, '--out', 'b.csv']);
  const stored = JSON.parse(broken.folder.read('b.csv.part.json')) as { settings: object };
  const settings = { ...stored.settings, origin: place.service.url };
  const { bytes, sha256 } = ended.file ?? {};
  // It was begun with --keep, over a.csv, by a version that did not store what it may replace.
  const state = { ...stored, settings, part: { bytes, sha256 }, receipt: ended, replaces: undefined };
  writeFileSync(folder.file('a.csv.part.json'), JSON.stringify(state));
  renameSync(folder.file('b.csv'), folder.file('a.csv.part'));

  const { code, err } = await folder.run(['--out', 'a.csv', '--resume'], gameB);

  expect(code).toBe(2);
  expect(err).toContain('--resume: none of the 3 rows of this export is among the 20 of a.csv');
  expect(folder.receipt('a.csv').rows).toBe(20);
  expect(folder.names()).toEqual(['a.csv', 'a.csv.receipt.json', 'b.csv.receipt.json']);
});

test.each([
  ['empty', [], rows],
  ['with rows', rows, []],
])('a month of an unnamed source that was %s is replaced by one that is not', async (_, before, after) => {
  const served = { rows: before };
  await using service = await startService((request) => servePages(served.rows)(request));
  const folder = createFolder(service.url);
  await folder.run([...range, '--out', 'a.csv']);
  served.rows = after;
  const { code, err } = await folder.run([...range, '--out', 'a.csv', '--force']);

  expect(code).toBe(0);
  expect(err).toContain('Since the export of');
});

test('an export of fewer columns is replaced, and says that nothing was compared', async () => {
  await using service = await startService(servePages(rowsAt([500, 1500])));
  const folder = createFolder(service.url);
  const few = ['--columns', 'order_id,amount'];
  await folder.run([...range, '--out', 'a.csv', ...few]);
  const { code, err } = await folder.run([...range, '--out', 'a.csv', '--force']);

  expect(code).toBe(0);
  expect(err).toContain('Nothing was compared with what it replaces: one of the two has no timestamp, type');
  expect(folder.receipt('a.csv').columns).toContain('timestamp');
});
