// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { randomFrom } from '../../support/random.ts';
import { newFile, openOn } from './files.ts';

const kills = 8;
const clients = 4;
const seed = 2411;
const program = join(import.meta.dirname, 'serve.ts');

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly exited: Promise<unknown>;
}

async function start(data: string): Promise<Running> {
  const child = spawn(process.execPath, [program, data], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once('exit', () => reject(new Error('the sandbox did not start')));
  });
  return { child, url, exited };
}

/** Creates price points until the connection breaks, and collects those that were confirmed with 200. */
async function createMany(url: string, nextPrice: () => number, confirmed: number[]): Promise<void> {
  for (;;) {
    const priceInUsdCents = nextPrice();
    try {
      const response = await fetch(`${url}/v1/price-points`, {
        method: 'POST',
        headers: { 'x-publisher-token': 'sandbox-token' },
        body: JSON.stringify({ priceInUsdCents, priceOverrides: [{ countryCode2: 'DE', price: 1 }] }),
      });
      if (response.status !== 200) throw new Error(`received status ${response.status}`);
      confirmed.push(priceInUsdCents);
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

test(`a sandbox killed ${kills} times during writes keeps every confirmed change, and no partial one`, async () => {
  const data = newFile();
  const random = randomFrom(seed);
  let price = 0;
  const confirmed: number[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const { child, url, exited } = await start(data);
    const enough = confirmed.length + 1 + Math.floor(random() * 20);
    const creating = Array.from({ length: clients }, () => createMany(url, () => ++price, confirmed));
    while (confirmed.length < enough) await wait(1);
    // In the middle of pending requests.
    await wait(random() * 6);
    child.kill('SIGKILL');
    await Promise.all([...creating, exited]);
  }
  const sandbox = openOn(data);
  const kept = sandbox.state().pricePoints;
  const prices = new Set(kept.map(({ priceInUsdCents }) => priceInUsdCents));
  expect(confirmed.filter((one) => !prices.has(one))).toEqual([]);
  // Pending changes may be kept too: at most one for each client and kill, and complete.
  expect(kept.length - confirmed.length).toBeLessThanOrEqual(kills * clients);
  for (const point of kept) {
    expect(point.priceOverrides).toEqual([{ countryCode2: 'DE', price: 1 }]);
    expect(Number.isNaN(Date.parse(point.lastUpdate))).toBe(false);
  }
});

test('after a kill directly after each of 50 changes, the state is exactly that of the change', async () => {
  const data = newFile();
  const change = join(import.meta.dirname, 'change-once.ts');
  let expected: unknown;
  for (let count = 0; count < 50; count += 1) {
    const child = spawn(process.execPath, [change, data], { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    const [, signal] = (await once(child, 'close')) as [unknown, unknown];
    expect(signal).toBe('SIGKILL');
    const { before, after } = JSON.parse(out) as { before: unknown; after: unknown };
    if (count > 0) expect(before).toEqual(expected);
    expect(after).not.toEqual(before);
    expected = after;
  }
});
