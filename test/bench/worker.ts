// One measurement in a process of its own, so that no other one's heap or compiled code helps or hurts it.
import { Checksum } from './readers/checksum.ts';
import { loaders, type Measurement } from './readers/reader.ts';
import type { Usage } from './rounds.ts';

/** What a process measures, as JSON in its first argument. */
export interface Job extends Measurement {
  readonly origin: string;
}

/** What it sends at the end. */
export interface JobResult extends Usage {
  /** Rows or calls. */
  readonly count: number;
  readonly checksum: number;
}

// The parent hangs up once it has the result, or when it ends.
process.once('disconnect', () => process.exit());

// The JSON is the benchmark's own, typed where it starts this.
const { origin, library, work } = JSON.parse(process.argv[2] ?? '') as Job;
const createReader = await loaders[library]();
const reader = createReader({ origin, token: 'bench' });
if (work.kind === 'calls') await makeCalls(new Checksum(), 500, work.concurrency);
const checksum = new Checksum();

const cpu = process.cpuUsage();
const begin = performance.now();
if (work.kind === 'calls') await makeCalls(checksum, work.calls, work.concurrency);
else await reader.readRows(work, checksum);
const milliseconds = performance.now() - begin;
const { user, system } = process.cpuUsage(cpu);

process.send?.({
  milliseconds,
  cpuMilliseconds: (user + system) / 1000,
  count: checksum.count,
  checksum: checksum.value,
  peakMiB: process.resourceUsage().maxRSS / 1024,
} satisfies JobResult);

async function makeCalls(into: Checksum, calls: number, concurrency: number): Promise<void> {
  let started = 0;
  const loop = async (): Promise<void> => {
    while (started < calls) {
      started += 1;
      into.addPricePoint(await reader.readPricePoint());
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
}
