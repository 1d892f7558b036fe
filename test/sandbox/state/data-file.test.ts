import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { createSandbox, DataFileError } from '../../../src/sandbox/index.ts';
import { ask } from '../ask.ts';
import { newFile, openOn } from './files.ts';

function stderr(): string[] {
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)));
  onTestFinished(() => spy.mockRestore());
  return lines;
}

test('a path that is not a regular file is rejected, and says what it is', async () => {
  const file = newFile();
  const folder = dirname(file);
  expect(() => createSandbox({ data: folder })).toThrow(
    `data: must be a regular file, and ${folder} is a folder: name a file in it`,
  );
  expect(() => createSandbox({ data: '/dev/null' })).toThrow(
    'data: must be a regular file, and /dev/null is a device',
  );
  const socket = join(folder, 'socket');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  expect(() => createSandbox({ data: socket })).toThrow(
    `data: must be a regular file, and ${socket} is a socket`,
  );
  await new Promise((resolve) => server.close(resolve));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(() => createSandbox({ data: pipe })).toThrow(
    `data: must be a regular file, and ${pipe} is a named pipe`,
  );
});

test('two sandboxes of one process cannot have one file, by whatever path', async () => {
  const data = newFile();
  const first = openOn(data);
  const link = join(dirname(data), 'link.jsonl');
  symlinkSync(data, link);
  for (const path of [data, link]) {
    const opening = (): unknown => createSandbox({ transactions: 20, data: path });
    expect(opening).toThrow(DataFileError);
    expect(opening).toThrow(
      `${data} is in use by another sandbox, in this process (pid ${process.pid}): stop that one, or name another file.`,
    );
  }
  first.advance(1);
  await first.close();
  expect(existsSync(`${data}.lock`)).toBe(false);
  await openOn(data).close();
});

test('a sandbox that does not open leaves the file to others', async () => {
  const data = newFile();
  await openOn(data, { seed: 7 }).close();
  expect(() => openOn(data, { seed: 8 })).toThrow('belongs to a sandbox whose seed is 7');
  expect(existsSync(`${data}.lock`)).toBe(false);
  await openOn(data, { seed: 7 }).close();
});

test.each([
  ['bytes were added', (data: string) => writeFileSync(data, 'x', { flag: 'a' })],
  ['bytes are missing', (data: string) => truncateSync(data, readFileSync(data).byteLength - 1)],
  [
    'a record has another value',
    (data: string) => writeFileSync(data, readFileSync(data, 'utf8').replace('"row":5', '"row":6')),
  ],
])(
  'a file that was altered while it is in use is explained, and the change not made: %s',
  async (_, alter) => {
    const data = newFile();
    const sandbox = openOn(data);
    sandbox.advance(5);
    const before = readFileSync(data);
    const errors = stderr();
    // Later than the last write by any clock of a file system.
    await new Promise((resolve) => setTimeout(resolve, 20));
    alter(data);

    const answer = await ask(sandbox, 'POST', '/v1/price-points', { body: { priceInUsdCents: 2 } });

    const message =
      `The change was not made: something else has changed ${data} while the sandbox was running. ` +
      'Restore the file, or stop the sandbox, delete the file, or name another one, and start it again';
    expect(answer).toEqual({ status: 500, body: { message } });
    expect(errors).toEqual([`publisher-commerce sandbox: ${message}`]);
    expect(sandbox.state().pricePoints).toEqual([]);
    expect(() => sandbox.advance(1)).toThrow(DataFileError);
    const control = await ask(sandbox, 'POST', '/_sandbox/clock', { body: { advance: 1 } });
    expect(control).toEqual({ status: 500, body: { message } });

    writeFileSync(data, before);
    expect((await ask(sandbox, 'POST', '/v1/price-points', { body: { priceInUsdCents: 2 } })).status).toBe(
      200,
    );
  },
);

test('a file that was only touched goes on', () => {
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
