import { onTestFinished } from 'vitest';

import { PublisherClient, utcMonth } from '../../src/client/index.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { currencies } from '../client/money/currencies.ts';
import { createFolder, type ExportFolder } from './commands/export/run-export.ts';
import { inFolder, type Output, runHere } from './run-here.ts';

/** Decimals that a service may count otherwise than ISO 4217. */
export const otherwise = { HUF: 0, KWD: 2, TWD: 0 };
/** The same as an option. */
export const list = 'HUF=0,KWD=2,TWD=0';
export const digitsInIso = new Map(currencies.map(({ code, digits }) => [code, digits]));

export interface Store {
  readonly folder: ExportFolder;
  /** Runs a command in the folder, with the address and the token of the store. */
  readonly run: (args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Output>;
}

/** A service with rows in the last month, and a price point. */
export async function openStore(options: SandboxOptions): Promise<Store> {
  const { startDate: start, endDate: end } = utcMonth('last');
  const sandbox = createSandbox({ transactions: 1000, period: { start, end }, ...options });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  await new PublisherClient(sandbox.clientOptions).pricePoints.create({ priceInUsdCents: 4999 });
  const folder = createFolder();
  const service = { PUBLISHER_BASE_URL: server.url, PUBLISHER_TOKEN: sandbox.token };
  return {
    folder,
    run: (args, env) =>
      inFolder(folder.path, { PATH: process.env['PATH'], ...service, ...env }, () => runHere(args)),
  };
}

interface Diagnosis {
  readonly checks: readonly {
    readonly name: string;
    readonly status: string;
    readonly text: string;
    readonly finding?: Readonly<Record<string, number | string>>;
  }[];
  readonly advice: readonly string[];
}

/** What `doctor` says about decimals. */
export async function diagnose({ run }: Store, ...args: readonly string[]) {
  const { out } = await run(['doctor', '--rate-limit', '60000', '--json', ...args]);
  const { checks, advice } = JSON.parse(out) as Diagnosis;
  return { ...checks.find(({ name }) => name === 'currency-digits'), advice };
}
