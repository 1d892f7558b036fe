import { readdirSync, writeFileSync } from 'node:fs';

import { onTestFinished } from 'vitest';

import { PublisherClient } from '../../../../src/client/index.ts';
import { createSandbox } from '../../../../src/sandbox/index.ts';
import {
  type Finished,
  type Program,
  runProgram,
  startProgram,
  withFileLimit,
} from '../../../support/run-program.ts';
import { type ReceivedRequest, startService, token } from '../../../support/service.ts';
import { carryOut } from '../../open-store.ts';
import { inFolder, type Output, runHere } from '../../run-here.ts';
import { command } from '../../start-command.ts';
import { createFolder } from '../export/run-export.ts';

/** A service with price points, and a folder for sheets. */
export interface Store {
  /** A client of the service, past the faults. */
  readonly client: PublisherClient;
  /** The address of the service. */
  readonly url: string;
  /** The writes that the service received. */
  readonly writes: () => readonly string[];
  readonly path: (name: string) => string;
  /** Writes a file of the folder. */
  readonly write: (name: string, lines: readonly string[] | string) => void;
  readonly read: (name: string) => string;
  /** Runs `prices` in this process, in the folder. */
  readonly run: (...args: readonly string[]) => Promise<Output>;
  /** Starts `prices` in a process of its own. */
  readonly start: (...args: readonly string[]) => Program;
  /** Runs `prices` in a process whose files may have so many blocks of 512 bytes, as if the disk were full. */
  readonly runLimited: (blocks: number, ...args: readonly string[]) => Promise<Finished>;
  /** The names of the files in the folder. */
  readonly files: () => readonly string[];
}

/** What happens to a request: its connection is lost, or never gets a response, before or after it was done. */
export type Fault = 'lost' | 'lost_after' | 'silent' | 'silent_after';

/** What a service does besides what its specification says. */
export interface StoreOptions {
  /** Price points, each with its overrides by country, created 90 days ago. */
  readonly points?: Readonly<Record<number, Readonly<Record<string, number>>>>;
  readonly fault?: (request: ReceivedRequest, writes: number) => Fault | undefined;
  /** What somebody else does before a request is carried out. */
  readonly meanwhile?: (request: ReceivedRequest, client: PublisherClient) => Promise<void>;
  /** Another body of a request. */
  readonly rewrite?: (request: ReceivedRequest) => string;
  /** A response of its own. */
  readonly respond?: (request: ReceivedRequest) => Response | undefined;
  /** Decimals of currencies that it counts otherwise. */
  readonly currencyDigits?: Readonly<Record<string, number>>;
}

/** The overrides of the API: `{ DE: 9.49 }` as a list. */
function overridesOf(own: Readonly<Record<string, number>>) {
  return Object.entries(own).map(([countryCode2, price]) => ({ countryCode2, price }));
}

/** The prices of tests are invented: only tests of `--max-change` have its default. */
function withAnyChange(args: readonly string[]): readonly string[] {
  const isFree = ['plan', 'apply'].includes(args[0] ?? '') && !args.includes('--max-change');
  return isFree ? [...args, '--max-change', '1000000000'] : args;
}

export async function openStore({
  points = {},
  fault = () => undefined,
  meanwhile = () => Promise.resolve(),
  rewrite = ({ body }) => body,
  respond = () => undefined,
  currencyDigits = {},
}: StoreOptions = {}): Promise<Store> {
  const sandbox = createSandbox({ now: () => new Date('2026-01-15T12:00:00Z'), token, currencyDigits });
  const client = new PublisherClient(sandbox.clientOptions);
  for (const [price, own] of Object.entries(points)) {
    await client.pricePoints.create({ priceInUsdCents: Number(price), priceOverrides: overridesOf(own) });
  }
  sandbox.advance(90 * 24 * 60 * 60 * 1000);
  const writes: string[] = [];
  const service = await startService((request) => async (response) => {
    // Offers are read by a POST.
    const isRead = request.method === 'GET' || request.url.startsWith('/offering/');
    if (!isRead) writes.push(`${request.method} ${request.url} ${request.body}`.trim());
    const happens = fault({ ...request, method: isRead ? 'GET' : request.method }, writes.length);
    if (happens === 'lost') return response.destroy();
    if (happens === 'silent') return undefined;
    await meanwhile(request, client);
    const reply = respond(request) ?? (await carryOut(sandbox, { ...request, body: rewrite(request) }));
    if (happens === 'lost_after') return response.destroy();
    if (happens === 'silent_after') return undefined;
    return response
      .writeHead(reply.status, { 'content-type': 'application/json' })
      .end(Buffer.from(await reply.arrayBuffer()));
  });
  const { path: folder, file, read } = createFolder();
  onTestFinished(async () => {
    await service[Symbol.asyncDispose]();
    await sandbox.close();
  });
  const env = {
    PATH: process.env['PATH'],
    PUBLISHER_BASE_URL: service.url,
    PUBLISHER_TOKEN: token,
    PUBLISHER_RETRY_FOR: '0',
  };
  return {
    client,
    url: service.url,
    path: file,
    writes: () => writes,
    write: (name, lines) =>
      writeFileSync(file(name), typeof lines === 'string' ? lines : `${lines.join('\n')}\n`),
    read,
    run: (...args) => inFolder(folder, env, () => runHere(['prices', ...withAnyChange(args)])),
    start: (...args) =>
      startProgram(process.execPath, [command, 'prices', ...withAnyChange(args)], { cwd: folder, env }),
    runLimited: (blocks, ...args) =>
      runProgram(...withFileLimit(blocks, process.execPath, command, 'prices', ...withAnyChange(args)), {
        cwd: folder,
        env,
      }),
    files: () => readdirSync(folder),
  };
}

/** The names of the records in the folder, the oldest first: those of one second do not sort by their names. */
export function recordsOf({ files, read }: Pick<Store, 'files' | 'read'>): string[] {
  const headOf = (name: string) =>
    JSON.parse(read(name).split('\n', 1)[0] ?? '') as { readonly time: string };
  return files()
    .filter((name) => name.endsWith('.record.jsonl'))
    .toSorted((one, other) => headOf(one).time.localeCompare(headOf(other).time));
}

/** The overrides of each price point of the service. */
export async function overridesIn({
  client,
}: Pick<Store, 'client'>): Promise<Record<string, Record<string, number>>> {
  const { pricePoints } = await client.pricePoints.list();
  const found = await Promise.all(
    pricePoints.map(({ priceInUsdCents }) => client.pricePoints.get(priceInUsdCents)),
  );
  return Object.fromEntries(
    found.map(({ priceInUsdCents, priceByCountry }) => [
      priceInUsdCents,
      Object.fromEntries(
        priceByCountry
          .filter(({ isOverridden }) => isOverridden)
          .map(({ countryCode2, price }) => [countryCode2, price]),
      ),
    ]),
  );
}
