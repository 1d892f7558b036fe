import { execFileSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { createSandbox, DataFileError } from '../../../src/sandbox/index.ts';
import { send } from '../send.ts';
import { newFile, openOn } from './files.ts';

function stderr(): string[] {
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)));
  onTestFinished(() => spy.mockRestore());
  return lines;
}

test('a path that is not a regular file is rejected, with the kind of file', async () => {
  const file = newFile();
  const folder = dirname(file);
  expect(() => createSandbox({ data: folder })).toThrow(
    `data: must be a regular file, but ${folder} is a folder`,
  );
  expect(() => createSandbox({ data: '/dev/null' })).toThrow(
    'data: must be a regular file, but /dev/null is a device',
  );
  const socket = join(folder, 'socket');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  expect(() => createSandbox({ data: socket })).toThrow(
    `data: must be a regular file, but ${socket} is a socket`,
  );
  await new Promise((resolve) => server.close(resolve));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(() => createSandbox({ data: pipe })).toThrow(
    `data: must be a regular file, but ${pipe} is a named pipe`,
  );
});

test('a link to nothing is not followed', () => {
  const data = newFile();
  const elsewhere = join(dirname(data), 'elsewhere');
  symlinkSync(elsewhere, data);

  expect(() => createSandbox({ data })).toThrow(`data: ${data} cannot be opened as a file: ELOOP`);
  expect(existsSync(elsewhere)).toBe(false);
});

test.each([
  ['a symbolic link', (lock: string) => symlinkSync(dirname(lock), lock)],
  ['a regular file', (lock: string) => writeFileSync(lock, '')],
])('a lock that is %s is rejected, and nothing is created in it', (kind, make) => {
  const data = newFile();
  make(`${data}.lock`);
  const names = readdirSync(dirname(data));

  expect(() => createSandbox({ data })).toThrow(
    `${data} cannot be locked: ${data}.lock is ${kind}, and must be a folder, or not exist`,
  );
  expect(readdirSync(dirname(data)).filter((name) => !names.includes(name))).toEqual([basename(data)]);
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

test.each([
  ['bytes were added', (data: string) => writeFileSync(data, 'x', { flag: 'a' })],
  ['bytes are missing', (data: string) => truncateSync(data, readFileSync(data).byteLength - 1)],
  [
    'a record has another value',
    (data: string) => writeFileSync(data, readFileSync(data, 'utf8').replace('"row":5', '"row":6')),
  ],
])('a change is rejected with an explanation if another program changed the file: %s', async (_, alter) => {
  const data = newFile();
  const sandbox = openOn(data);
  sandbox.advance(5);
  const before = readFileSync(data);
  const errors = stderr();
  // Late enough to change the modification time on any file system.
  await new Promise((resolve) => setTimeout(resolve, 20));
  alter(data);

  const response = await send(sandbox, 'POST', '/v1/price-points', { body: { priceInUsdCents: 2 } });

  const message =
    `The change was not made: another program changed ${data} while the sandbox was running. ` +
    'Restore the file; or stop the sandbox, delete the file or choose another one, and restart';
  expect(response).toEqual({ status: 500, body: { message } });
  expect(errors).toEqual([`publisher-commerce sandbox: ${message}`]);
  expect(sandbox.state().pricePoints).toEqual([]);
  expect(() => sandbox.advance(1)).toThrow(DataFileError);
  const control = await send(sandbox, 'POST', '/_sandbox/clock', { body: { advance: 1 } });
  expect(control).toEqual({ status: 500, body: { message } });

  writeFileSync(data, before);
  expect((await send(sandbox, 'POST', '/v1/price-points', { body: { priceInUsdCents: 2 } })).status).toBe(
    200,
  );
});

test('a file whose modification time alone has changed stays usable', () => {
  const data = newFile();
  const sandbox = openOn(data);
  sandbox.advance(1);
  utimesSync(data, new Date(), new Date('2020-01-01T00:00:00Z'));
  sandbox.advance(1);
  sandbox.reset();
  utimesSync(data, new Date(), new Date('2020-01-01T00:00:00Z'));
  sandbox.advance(1);
  expect(readFileSync(data, 'utf8').split('\n')).toHaveLength(3);
});
