import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createSandbox, type SandboxServer } from '../../src/sandbox/index.ts';
import { randomFrom } from '../support/random.ts';
import { startProgram } from '../support/run-program.ts';

const program = join(import.meta.dirname, '../../examples/export-transactions.ts');
const period = { start: '2026-09-01T00:00:00Z', end: '2026-10-01T00:00:00Z' };
const kills = 20;
const rows = 1500;
const seed = 815;

let folder: string;
let server: SandboxServer;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kill-'));
  // The service outlives the export, and takes a few milliseconds a page as a real one would.
  const sandbox = createSandbox({ transactions: rows, period, latency: 5 });
  server = await sandbox.listen();
  env = { ...process.env, PUBLISHER_BASE_URL: server.url, PUBLISHER_TOKEN: sandbox.token };
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Runs the export; `killAfter` milliseconds after its first output it is killed. */
async function run(out: string, more: readonly string[] = [], killAfter?: number): Promise<number | null> {
  const fixed = ['--start', period.start, '--end', period.end, '--limit', '50', '--out', out];
  const { child, finished } = startProgram(process.execPath, [program, ...fixed, ...more], { env });
  child.stdout.once('data', () => {
    if (killAfter !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfter);
  });
  return (await finished).code;
}

async function rowsSaved(out: string): Promise<number> {
  const text = await readFile(`${out}.checkpoint.json`, 'utf8').catch(() => undefined);
  return text === undefined ? 0 : (JSON.parse(text) as { checkpoint: { rows: number } }).checkpoint.rows;
}

test(
  `an export killed at ${kills} random moments and resumed is exact each time`,
  { timeout: 120_000 },
  async () => {
    const whole = join(folder, 'whole.ndjson');
    const startedAt = performance.now();
    expect(await run(whole)).toBe(0);
    const duration = performance.now() - startedAt;
    const expected = await readFile(whole, 'utf8');
    expect(expected.split('\n')).toHaveLength(rows + 1);

    const random = randomFrom(seed);
    const moments = Array.from({ length: kills }, () => random() * duration * 0.7);
    const killedAt: number[] = [];
    const one = async (moment: number, index: number): Promise<void> => {
      const out = join(folder, `${index}.ndjson`);
      await run(out, [], moment);
      killedAt.push(await rowsSaved(out));
      expect(await run(out, ['--resume'])).toBe(0);
      expect(await readFile(out, 'utf8')).toBe(expected);
    };
    const queue = [...moments.entries()];
    const worker = async (): Promise<void> => {
      for (let next = queue.shift(); next; next = queue.shift()) await one(next[1], next[0]);
    };
    await Promise.all([worker(), worker()]);

    killedAt.sort((a, b) => a - b);
    console.log(
      `kill, seed ${seed}: killed after ${killedAt.join(', ')} rows of ${rows}, and exact each time`,
    );
    // It tests kills only if enough of them are in the middle.
    expect(killedAt.filter((saved) => saved > 0 && saved < rows).length).toBeGreaterThan(kills / 4);
  },
);
