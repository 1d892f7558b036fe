import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { Checksum } from './checksum.ts';
import { startChild } from './child.ts';
import type { CommandJob, JobResult, SandboxJob } from './job.ts';
import { loaders } from './readers/reader.ts';
import type { SandboxReady, SandboxSetup, SandboxUsage } from './server/sandbox.ts';

/** Writes the CPU time and the peak memory of a process to its file descriptor 3, when it ends. */
const reporter = `data:text/javascript,
  import { writeSync } from 'node:fs';
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeSync(3, JSON.stringify({ cpuMilliseconds: (userCPUTime + systemCPUTime) / 1000, peakMiB: maxRSS / 1024 }));
  });`;

/** Runs a command to its end, the second time, when its compiled code is kept. */
export function measureCommand({ args }: CommandJob): JobResult {
  const run = (): JobResult => {
    const begin = performance.now();
    const { status, output } = spawnSync(process.execPath, ['--import', reporter, ...args], {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${args.join(' ')} has failed`);
    const milliseconds = performance.now() - begin;
    // Its own line, above.
    const usage = JSON.parse(output[3] ?? '') as SandboxUsage;
    return { ...usage, milliseconds, mainMilliseconds: Number.NaN, count: 0, checksum: 0 };
  };
  run();
  return run();
}

/** Reads all rows of the sandbox, without parsing more than must be, and returns what that cost the sandbox. */
export async function measureSandbox({ rows, warmUp, limit, period }: SandboxJob): Promise<JobResult> {
  const sandbox = startChild<SandboxReady>('server/sandbox.ts', { rows, period } satisfies SandboxSetup);
  try {
    const { origin, token } = await sandbox.message;
    const createReader = await loaders.handWritten();
    const reader = createReader({ origin, token });
    const read = async (range: SandboxJob['period']): Promise<Checksum> => {
      const checksum = new Checksum();
      await reader.readRows({ ...range, limit }, checksum, {});
      return checksum;
    };
    await read(warmUp);
    const before = await sandbox.ask<SandboxUsage>();
    const begin = performance.now();
    const { count, value: checksum } = await read(period);
    const milliseconds = performance.now() - begin;
    const { cpuMilliseconds, peakMiB } = await sandbox.ask<SandboxUsage>();
    return {
      milliseconds,
      cpuMilliseconds: cpuMilliseconds - before.cpuMilliseconds,
      mainMilliseconds: Number.NaN,
      count,
      checksum,
      peakMiB,
    };
  } finally {
    sandbox.end();
  }
}
