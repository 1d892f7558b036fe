import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { createSandbox, DataFileError } from '../../../src/sandbox/index.ts';
import { send } from '../send.ts';
import { watchStderr } from '../stderr.ts';
import { newFile, openOn } from './files.ts';

test('a path that is not a regular file is rejected, with the kind of file', () => {
  const file = newFile();
  const folder = dirname(file);
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const [data, kind] of [
    [folder, 'a folder'],
    [pipe, 'a named pipe'],
  ] as const) {
    expect(() => createSandbox({ data })).toThrow(`data: must be a regular file, but ${data} is ${kind}`);
  }
});

test('a link to nothing is replaced by the file, and nothing is created elsewhere', async () => {
  const data = newFile();
  const elsewhere = join(dirname(data), 'elsewhere');
  symlinkSync(elsewhere, data);
  await openOn(data).close();
  expect([existsSync(elsewhere), lstatSync(data).isFile()]).toEqual([false, true]);
});

test('two sandboxes of one process cannot use the same file, by any path', async () => {
  const data = newFile();
  const first = openOn(data);
  const link = join(dirname(data), 'link.jsonl');
  symlinkSync(data, link);
  for (const path of [data, link]) {
    const opening = (): unknown => createSandbox({ transactions: 20, data: path });
    expect(opening).toThrow(DataFileError);
    expect(opening).toThrow(
      `${data} is in use by another sandbox, in this process (pid ${process.pid}): stop it, or choose another file.`,
    );
  }
  first.advance(1);
  await first.close();
  expect(existsSync(`${data}.lock`)).toBe(false);
  await openOn(data).close();
});

test('a change that cannot be written is not made, and can be repeated once the cause is gone', async () => {
  const data = newFile();
  const sandbox = openOn(data);
  const stderr = watchStderr();
  mkdirSync(join(`${data}.new`, 'in the way'), { recursive: true });

  const response = await send(sandbox, 'POST', '/v1/price-points', { body: { priceInUsdCents: 2 } });

  const message = `The change was not made: it cannot be written to ${data} (`;
  expect(response).toEqual({ status: 500, body: { message: expect.stringContaining(message) as unknown } });
  expect(stderr.mock.calls).toEqual([[expect.stringContaining(`publisher-commerce sandbox: ${message}`)]]);
  expect(sandbox.state().pricePoints).toEqual([]);
  expect(() => sandbox.advance(1)).toThrow(DataFileError);
  const control = await send(sandbox, 'POST', '/_sandbox/clock', { body: { advance: 1 } });
  expect(control.status).toBe(500);

  rmSync(`${data}.new`, { recursive: true });
  const repeated = await send(sandbox, 'POST', '/v1/price-points', { body: { priceInUsdCents: 2 } });
  expect(repeated.status).toBe(200);
});

test('a file keeps its permissions', async () => {
  const data = newFile();
  await openOn(data).close();
  chmodSync(data, 0o600);
  openOn(data).advance(1);
  expect(statSync(data).mode & 0o777).toBe(0o600);
});
