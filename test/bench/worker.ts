// One measurement in a process of its own, so that no other one's heap or compiled code helps or hurts it.
import { Checksum } from './checksum.ts';
import type { CallsJob, EncodeJob, Job, JobResult, RowsJob, StartupJob } from './job.ts';
import { measureCommand, measureSandbox } from './measure-process.ts';
import { loaders, type Reader } from './readers/reader.ts';

// Every library gets the same; openai and stripe send it as a bearer.
const token = 'bench';

/** How often rows are encoded while it is measured, and a part of how often before: until all of it is compiled. */
const encodings = 10;

type Measured = Omit<JobResult, 'peakMiB'>;

// The parent hangs up once it has the result, or when it ends.
process.once('disconnect', () => process.exit());
// The JSON is `run.ts`'s own, typed there.
const result = await measure(JSON.parse(process.argv[2] ?? '') as Job);
process.send?.(result);

async function measure(job: Job): Promise<JobResult> {
  if (job.kind === 'command') return measureCommand(job);
  if (job.kind === 'sandbox') return measureSandbox(job);
  if (job.kind === 'load') return (await import('./load/measure.ts')).measureLoad(job);
  const measured = await measureHere(job);
  return { ...measured, peakMiB: process.resourceUsage().maxRSS / 1024 };
}

function measureHere(job: RowsJob | CallsJob | StartupJob | EncodeJob): Promise<Measured> {
  if (job.kind === 'rows') return measureRows(job);
  if (job.kind === 'encode') return measureEncode(job);
  return job.kind === 'calls' ? measureCalls(job) : measureStartup(job);
}

async function measureRows(job: RowsJob): Promise<Measured> {
  const { origin, warmUpOrigin, range, warmUp, limit, options } = job;
  const createReader = await loaders[job.library]();
  await createReader({ origin: warmUpOrigin, token }).readRows({ ...warmUp, limit }, new Checksum(), options);

  const reader = createReader({ origin, token });
  return timed((checksum) => reader.readRows({ ...range, limit }, checksum, options));
}

async function measureCalls({ library, origin, calls, concurrency }: CallsJob): Promise<Measured> {
  const createReader = await loaders[library]();
  const reader = createReader({ origin, token });
  await callOften(reader, new Checksum(), 500, concurrency);
  return timed((checksum) => callOften(reader, checksum, calls, concurrency));
}

async function callOften(
  reader: Reader,
  checksum: Checksum,
  calls: number,
  concurrency: number,
): Promise<void> {
  let started = 0;
  const loop = async (): Promise<void> => {
    while (started < calls) {
      started += 1;
      checksum.addPricePoint(await reader.readPricePoint());
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
}

async function measureEncode(job: EncodeJob): Promise<Measured> {
  const encode = await (await import('./load/encode.ts')).readToEncode(job);
  for (let warmUp = 0; warmUp < 6 * encodings; warmUp += 1) encode();
  return timed((checksum) => {
    for (let round = 0; round < encodings; round += 1) checksum.count += encode();
    return Promise.resolve();
  });
}

function measureStartup({ modules }: StartupJob): Promise<Measured> {
  return timed(async () => {
    for (const module of modules) await import(module);
  });
}

async function timed(work: (checksum: Checksum) => Promise<void>): Promise<Measured> {
  const checksum = new Checksum();
  const cpu = process.cpuUsage();
  const mainThread = process.threadCpuUsage();
  const begin = performance.now();
  await work(checksum);
  const milliseconds = performance.now() - begin;
  const { user, system } = process.cpuUsage(cpu);
  const main = process.threadCpuUsage(mainThread);
  return {
    milliseconds,
    cpuMilliseconds: (user + system) / 1000,
    mainMilliseconds: (main.user + main.system) / 1000,
    count: checksum.count,
    checksum: checksum.value,
  };
}
