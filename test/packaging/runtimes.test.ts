import { afterAll, beforeAll, expect, test } from 'vitest';

import { createSandbox } from '../../src/sandbox/index.ts';
import type { SandboxServer } from '../../src/sandbox/index.ts';
import { installRuntime, type Runtime, runtimeBinary } from '../support/runtimes.ts';
import type { Seen } from './programs/client.ts';
import { type ModuleSystem, Project, type ProgramName, run } from './project.ts';

const period = { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
const sandbox = createSandbox({ transactions: 25, period });

let project: Project;
let server: SandboxServer;

beforeAll(async () => {
  for (const runtime of runtimes) installRuntime(runtime);
  server = await sandbox.listen();
  project = await Project.with('msw@3');
});
afterAll(async () => {
  await server.close();
  await project.remove();
});

const moduleSystems: readonly ModuleSystem[] = ['module', 'commonjs'];
const runtimes: readonly Runtime[] = [22, 24, 26, 'deno', 'bun'];

function matrix(on: readonly Runtime[]): { runtime: Runtime; modules: ModuleSystem }[] {
  return on.flatMap((runtime) => moduleSystems.map((modules) => ({ runtime, modules })));
}

async function runProgram(name: ProgramName, runtime: Runtime, modules: ModuleSystem): Promise<unknown> {
  const file = await project.writeProgram(name, modules);
  const env = { ...process.env, PUBLISHER_BASE_URL: server.url, PUBLISHER_TOKEN: sandbox.token };
  const args = runtime === 'deno' ? ['run', '--allow-all', file] : [file];
  const { code, out, err } = await run(runtimeBinary(runtime), args, { cwd: project.folder, env });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

test.each(matrix(runtimes))(
  'the client, the schemas, the callbacks and the ledger work on $runtime as a $modules',
  async ({ runtime, modules }) => {
    expect(await runProgram('client', runtime, modules)).toEqual({
      pages: [10, 10, 5],
      transactions: 25,
      valid: 25,
      amountUsd: await amountOfLedger(),
      ledger: [25, true],
      error: { name: 'NotFoundError', reason: 'price_point_not_found', operation: 'pricePoints.get' },
      callbacks: [200, 400],
    } satisfies Seen);
  },
);

/** The sum of one page of the service itself, in US cents. */
async function amountOfLedger(): Promise<number> {
  const query = new URLSearchParams({ startDate: period.start, endDate: period.end, limit: '25' });
  const response = await fetch(`${server.url}/reporting/financial-data/transactions?${query.toString()}`, {
    headers: { 'x-publisher-token': sandbox.token },
  });
  const { results } = (await response.json()) as { results: { transactionDetails: { amountUsd: number } }[] };
  return results.reduce((sum, { transactionDetails }) => sum + transactionDetails.amountUsd, 0);
}

// msw keeps a process on Deno alive once it is imported, so the sandbox is no test of ours there.
test.each(matrix([22, 24, 26, 'bun']))(
  'the sandbox works in memory and on a port, on $runtime as a $modules',
  async ({ runtime, modules }) => {
    expect(await runProgram('sandbox', runtime, modules)).toEqual([
      [999, 1999],
      [999, 1999],
    ]);
  },
);
