// A worker in a process of its own: it warms up with a load of its own, says so, and loads once it is told to.
import { PublisherClient } from '../../../src/index.ts';
import { workLoad } from '../../../src/postgres/index.ts';
import { cpuSeconds } from './cpu-seconds.ts';

/** The settings of a worker, as JSON in its first argument. */
export interface LoadWorkerSettings {
  readonly database: string;
  readonly schema: string;
  readonly origin: string;
  readonly warmUp: { readonly schema: string; readonly origin: string };
}

/** What a worker sends: first without rows, once it is ready. */
export interface LoadWorkerMessage {
  readonly rows?: number;
  /** Of this process, while it loaded. */
  readonly cpuSeconds?: number;
  readonly peakMiB?: number;
}

const token = 'bench';
// The JSON is `run.ts`'s own, typed there.
const settings = JSON.parse(process.argv[2] ?? '') as LoadWorkerSettings;
const { database, schema, origin, warmUp } = settings;
const send = (message: LoadWorkerMessage): void => void process.send?.(message);

await workLoad({
  client: new PublisherClient({ baseUrl: warmUp.origin, token }),
  database,
  schema: warmUp.schema,
});
const client = new PublisherClient({ baseUrl: origin, token });
process.once('message', () => void load());
send({});

async function load(): Promise<void> {
  const begin = cpuSeconds(process.pid);
  const { rows } = await workLoad({ client, database, schema });
  const peakMiB = process.resourceUsage().maxRSS / 1024;
  send({ rows, cpuSeconds: cpuSeconds(process.pid) - begin, peakMiB });
  process.disconnect();
}
