import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { createSandbox } from '../../src/sandbox/index.ts';
import { withFileLimit } from '../support/run-program.ts';
import { command, printedAddress, runCommand, startCommand } from './start-command.ts';
import { said } from '../support/said.ts';

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'data-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'state.jsonl');
}

const headers = { 'x-publisher-token': 'sandbox-token' };

function create(url: string, priceInUsdCents: number): Promise<Response> {
  const body = JSON.stringify({ priceInUsdCents });
  return fetch(`${url}/v1/price-points`, { method: 'POST', headers, body });
}

async function listPricePoints(url: string): Promise<unknown[]> {
  const response = await fetch(`${url}/v1/price-points`, { headers });
  const { pricePoints } = (await response.json()) as { pricePoints: unknown[] };
  return pricePoints;
}

test('a second process on the same file exits with 4 and names the file and the pid of the first', async () => {
  const data = newFile();
  await using first = await startCommand(['--data', data]);

  const second = await runCommand(['sandbox', '--port', '0', '--data', data]);

  expect(second).toMatchObject({ code: 4, out: '' });
  expect(second.err).toMatch(said(`publisher-commerce: ${data} is in use … pid ${first.child.pid}: `));
  expect((await create(first.url, 1)).status).toBe(200);
});

test('after SIGKILL a restart works at once, with the state of the file', async () => {
  const data = newFile();
  for (let price = 1; price <= 3; price += 1) {
    const { child, url, finished } = await startCommand(['--data', data]);
    expect(await listPricePoints(url)).toHaveLength(price - 1);
    expect((await create(url, price)).status).toBe(200);
    child.kill('SIGKILL');
    // In this process, which is faster than starting a new one: the killed one may still be exiting.
    const sandbox = createSandbox({ data });
    expect(sandbox.state().pricePoints).toHaveLength(price);
    await sandbox.close();
    await finished;
  }
});

// On systems that do not expose when a process started, only the pid is compared.
const onLinux = process.platform === 'linux';

test.runIf(onLinux)('a lock whose pid has been reused by another process is ignored', async () => {
  const data = newFile();
  const { child, finished } = await startCommand(['--data', data]);
  child.kill('SIGKILL');
  await finished;
  const [claim = ''] = readdirSync(`${data}.lock`);
  // The same claim, made by an earlier process with the pid of this one.
  rmSync(join(`${data}.lock`, claim));
  const reused = claim.replace(/^\d+/, String(process.ppid));
  writeFileSync(join(`${data}.lock`, reused), '');
  const sandbox = createSandbox({ data });
  expect(readdirSync(`${data}.lock`)).not.toContain(reused);
  await sandbox.close();
});

test('a lock from before a reboot is ignored', async () => {
  const data = newFile();
  mkdirSync(`${data}.lock`);
  const earlier = `${process.ppid}-0-00000000.1-abcd0123`;
  writeFileSync(join(`${data}.lock`, earlier), '');
  const sandbox = createSandbox({ data });
  expect(readdirSync(`${data}.lock`)).not.toContain(earlier);
  await sandbox.close();
});

test('of several processes that start at once, exactly one locks the file', async () => {
  const data = newFile();
  const children: ChildProcess[] = Array.from({ length: 4 }, () =>
    spawn(process.execPath, [command, 'sandbox', '--port', '0', '--data', data]),
  );
  onTestFinished(() => children.forEach((child) => child.kill('SIGKILL')));
  const outcomes = await Promise.all(
    children.map((child) =>
      printedAddress(child).then(
        () => 'listens',
        (error: unknown) => String(error),
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'listens')).toHaveLength(1);
  const winner = children[outcomes.indexOf('listens')];
  for (const outcome of outcomes.filter((one) => one !== 'listens')) {
    expect(outcome).toContain(`${winner?.pid}`);
  }
});

test('a period that contradicts the file is rejected with that of the file, and exits with 2', async () => {
  const data = newFile();
  const period = { start: '2026-03-01T00:00:00Z', end: '2026-04-01T00:00:00Z' };
  await createSandbox({ data, period, transactions: 5 }).close();
  const args = ['sandbox', '--port', '0', '--data', data, '--start', '2026-03-01', '--end', '2026-05-01'];
  const { code, out, err } = await runCommand(args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(said('publisher-commerce: --data: … {"seed":1,"transactions":5,"period"'));
});

test('a stop removes the lock', async () => {
  const data = newFile();
  const { child, finished } = await startCommand(['--data', data]);
  expect(readdirSync(`${data}.lock`)).toHaveLength(1);
  child.kill('SIGTERM');
  expect(await finished).toMatchObject({ code: 0 });
  expect(() => statSync(`${data}.lock`)).toThrow('ENOENT');
});

test('a file that cannot grow is explained on stderr and in the 500, and keeps every confirmed change', async () => {
  const data = newFile();
  const first = await startCommand(['--data', data]);
  first.child.kill('SIGTERM');
  await first.finished;
  // Room for a few changes.
  const blocks = Math.ceil(statSync(data).size / 512) + 4;
  const sandbox = [command, 'sandbox', '--port', '0', '--data', data];
  const child = spawn(...withFileLimit(blocks, process.execPath, ...sandbox));
  onTestFinished(() => void child.kill('SIGKILL'));
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const { url } = await printedAddress(child);
  const before = await listPricePoints(url);
  let price = 0;
  let response = await create(url, (price += 1));
  while (response.status === 200 && price < 200) response = await create(url, (price += 1));

  expect(response.status).toBe(500);
  const message =
    `The change was not made: it cannot be written to ${data} (EFBIG: file too large, write). To continue, remove the ` +
    'cause and repeat the request; the sandbox need not be restarted';
  expect(await response.json()).toEqual({ message });
  expect(err).toContain(`publisher-commerce sandbox: ${message}\n`);
  const kept = await listPricePoints(url);
  expect(kept).toHaveLength(before.length + price - 1);
  // What was confirmed is in the file.
  expect(JSON.parse(readFileSync(data, 'utf8'))).toMatchObject({
    state: { pricePoints: { length: kept.length } },
  });

  expect((await fetch(`${url}/_sandbox/reset`, { method: 'POST' })).status).toBe(200);
  expect((await create(url, 1)).status).toBe(200);
});

test('a damaged file is reported on stderr, with what is wrong in it', async () => {
  const data = newFile();
  const { child, url, finished } = await startCommand(['--data', data]);
  await create(url, 499);
  child.kill('SIGTERM');
  await finished;
  writeFileSync(data, readFileSync(data, 'utf8').replace('"priceInUsdCents":499', '"priceInUsdCents":"4"'));

  const { code, err } = await runCommand(['sandbox', '--port', '0', '--data', data]);

  expect(code).toBe(2);
  expect(err).toMatch(said(`publisher-commerce: … ${data} … restore`));
});
