import { spawnSync } from 'node:child_process';

import { expect, test } from 'vitest';

import { rowsAt } from '../../../support/ledger.ts';
import { runProgram } from '../../../support/run-program.ts';
import { startService, token } from '../../../support/service.ts';
import { command } from '../../start-command.ts';
import { createFolder, range, servePages } from './run-export.ts';

const mount = ['-m', 'sh', '-c', 'mkdir disk && mount -t tmpfs -o size=4m tmpfs disk'];

/** Whether this user may mount a disk; otherwise only the limit of `failures.test.ts` is tested. */
function mayMount(): boolean {
  return spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']).status === 0;
}

test.runIf(mayMount()).each([
  ['jsonl', 409_600],
  ['csv', 409_600],
  ['parquet', 102_400],
])(
  'a full disk fails an export to %s in one line, and nothing is lost once there is space',
  async (format, space) => {
    const rows = rowsAt(Array.from({ length: 2000 }, (_, index) => index * 1000));
    await using service = await startService(servePages(rows));
    const [single, folder] = [createFolder(service.url), createFolder()];
    const name = `a.${format}`;
    const args = [...range, '--limit', '100', '--out', name, '--quiet'];
    await single.run(args);
    const run = `"${process.execPath}" "${command}" export ${args.join(' ')}`;
    // The disk exists in this process only.
    const script = `${mount[3]} && cd disk
      head -c ${4 * 1024 * 1024 - space} /dev/zero > filler
      ${run} >&2; echo "first $?"
      rm filler
      ${run} --resume >&2; echo "second $?"; ls
      sha256sum ${name}`;
    const env = { PATH: process.env['PATH'], PUBLISHER_BASE_URL: service.url, PUBLISHER_TOKEN: token };
    const { out, err } = await runProgram('unshare', ['-m', 'sh', '-c', script], { cwd: folder.path, env });

    expect(err).toMatch(
      /^publisher-commerce: \S+\/disk\/a\.\w+\.part(?:\.json)?: the disk is full \(ENOSPC\)\. [\d,]+ rows are kept: run the same command with --resume to continue\n$/,
    );
    expect(out.split('\n')).toEqual([
      ...['first 1', 'second 0', name, `${name}.receipt.json`],
      ...[`${single.sha256(name)}  ${name}`, ''],
    ]);
  },
);

test.runIf(mayMount())(
  'a new receipt that cannot be written takes the one of the replaced file with it',
  async () => {
    const rows = rowsAt(Array.from({ length: 50 }, (_, index) => index * 1000));
    await using service = await startService(servePages(rows));
    const folder = createFolder();
    const run = `"${process.execPath}" "${command}" export ${range.join(' ')} --quiet --out a.csv --receipt disk/r.json`;
    const script = `${mount[3]}
      ${run}; echo "first $?"; ls disk
      head -c 4M /dev/zero > disk/filler 2> /dev/null
      ${run} --force --limit 10; echo "second $?"; ls disk
      rm disk/filler
      ${run} --resume; echo "third $?"; ls disk . ; sha256sum a.csv
      grep -m1 -o '"sha256": "[^"]*"' disk/r.json`;
    const env = { PATH: process.env['PATH'], PUBLISHER_BASE_URL: service.url, PUBLISHER_TOKEN: token };
    const { out, err } = await runProgram('unshare', ['-m', 'sh', '-c', script], { cwd: folder.path, env });

    expect(err).toMatch(
      /^publisher-commerce: \S+\/disk\/r\.json: the disk is full \(ENOSPC\)\. 50 rows are kept: run the same command with --resume to continue\n$/,
    );
    const [, sha256 = ''] = /([\da-f]{64}) {2}a\.csv/.exec(out) ?? [];
    expect(out.split('\n')).toEqual([
      ...['first 0', 'r.json', 'second 1', 'filler'],
      ...['third 0', '.:', 'a.csv', 'disk', '', 'disk:', 'r.json'],
      ...[`${sha256}  a.csv`, `"sha256": "${sha256}"`, ''],
    ]);
  },
);

test.runIf(mayMount())(
  'a disk that cannot be written is named, and not a folder that is missing',
  async () => {
    await using service = await startService(servePages([]));
    const folder = createFolder();
    const run = `"${process.execPath}" "${command}" export ${range.join(' ')} --quiet --out disk/a.csv`;
    const script = `mkdir disk && mount -t tmpfs -o ro tmpfs disk; ${run}; echo "exit $?"`;
    const env = { PATH: process.env['PATH'], PUBLISHER_BASE_URL: service.url, PUBLISHER_TOKEN: token };
    const { out, err } = await runProgram('unshare', ['-m', 'sh', '-c', script], { cwd: folder.path, env });

    expect(out).toBe('exit 1\n');
    expect(err).toMatch(/^publisher-commerce: .*EROFS/);
  },
);
