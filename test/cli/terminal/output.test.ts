import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { freePort } from '../../support/free-port.ts';
import { command } from '../start-command.ts';

const headers = { 'x-publisher-token': 'sandbox-token' };

/** Starts the command on a port chosen here, because its stdout may be unreadable. */
async function start(stdout: number | 'pipe'): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort();
  const child = spawn(process.execPath, [command, 'sandbox', '--port', String(port)], {
    stdio: ['ignore', stdout, 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}/v1/price-points`;
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const listens = await fetch(url, { headers }).then(
      () => true,
      () => false,
    );
    if (listens || child.exitCode !== null) break;
    await wait(50);
  }
  return { child, url };
}

// macOS has no /dev/full.
test.skipIf(!existsSync('/dev/full'))('a stdout on a full disk does not end it', async () => {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const { child, url } = await start(full);
  for (let index = 0; index < 5; index += 1) expect((await fetch(url, { headers })).status).toBe(200);
  expect(child.exitCode).toBeNull();
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.skipIf(!existsSync('/dev/full')).each([[], ['--json']])(
  'a result that a full disk loses is a failure with %j',
  (...flags) => {
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const { status, stderr } = spawnSync(
      process.execPath,
      [command, 'doctor', '--demo', '--max-requests', '1', ...flags],
      { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' },
    );

    expect(status).toBe(1);
    expect(stderr).toBe('publisher-commerce: stdout: cannot be written: the disk is full (ENOSPC)\n');
  },
);

test('an unread stdout neither blocks it nor keeps it from exiting', async () => {
  const { child, url } = await start('pipe');
  // Each request logs 12 000 characters: in total five times as much as a pipe holds.
  const path = `${url}?${'x'.repeat(12_000)}`;
  const statuses = Array.from({ length: 25 }, async () => (await fetch(path, { headers })).status);
  expect(await Promise.all(statuses)).toEqual(Array.from({ length: 25 }, () => 200));
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
