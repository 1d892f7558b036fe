// The sandbox in a process of its own: it is asked for the CPU time that it has used.
import { createSandbox } from 'publisher-commerce/sandbox';

import type { Range } from '../job.ts';

/** The sandbox's options, as JSON in its first argument: the period and the number of its rows. */
export interface SandboxSetup {
  readonly period: Range;
  readonly rows: number;
}

/** What it sends once it listens. */
export interface SandboxReady {
  readonly origin: string;
  readonly token: string;
}

/** What it sends for each message that it receives. */
export interface SandboxUsage {
  readonly cpuMilliseconds: number;
  readonly peakMiB: number;
}

// The parent hangs up when it is done, or when it ends.
process.once('disconnect', () => process.exit());

// The JSON is the bench's own, typed there.
const { period, rows } = JSON.parse(process.argv[2] ?? '') as SandboxSetup;
const sandbox = createSandbox({
  transactions: rows,
  seed: 1,
  period: { start: period.startDate, end: period.endDate },
});
const { url } = await sandbox.listen();
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const peakMiB = process.resourceUsage().maxRSS / 1024;
  process.send?.({ cpuMilliseconds: (user + system) / 1000, peakMiB } satisfies SandboxUsage);
});
process.send?.({ origin: url, token: sandbox.token } satisfies SandboxReady);
