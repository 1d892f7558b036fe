import { setFlagsFromString } from 'node:v8';

import { ConfigurationError } from '../../client/errors/index.ts';
import { defaultSandboxPort } from '../../sandbox/connect.ts';
import type { CheckoutPriceUnit } from '../../sandbox/options.ts';
import { DataFileError } from '../../sandbox/store/data-file.ts';
import { CommandError, exitCode, type ExitCode, UsageError } from '../command-error.ts';
import { flagOf, readInteger } from '../flags.ts';
import { readDuration, readRange } from '../read-time.ts';
import { serve } from './serve.ts';

interface Flags {
  readonly port?: string;
  readonly token?: string;
  readonly transactions?: string;
  readonly month?: string;
  readonly start?: string;
  readonly end?: string;
  readonly seed?: string;
  readonly latency?: string;
  readonly data?: string;
  readonly seedFile?: string;
  readonly checkoutPriceUnit?: CheckoutPriceUnit;
  readonly publicRules?: boolean;
  readonly mobileDevice?: string;
  readonly gameAuthUrl?: string;
  readonly personalizeUrl?: string;
  readonly secret?: string;
  readonly allowHost?: string[];
  readonly quiet?: true;
}

/** Runs `sandbox`. @throws CommandError */
export async function runSandbox(flags: Flags): Promise<ExitCode> {
  // Most of what the sandbox allocates is garbage after each response. By default, V8 grows its young generation to
  // about a hundred megabytes before it collects.
  setFlagsFromString('--semi-space-growth-factor=1');
  const {
    port: givenPort,
    allowHost,
    transactions,
    month,
    start,
    end,
    seed,
    latency,
    quiet = false,
    ...options
  } = flags;
  const port = readInteger('port', givenPort, { max: 65_535 }) ?? defaultSandboxPort;
  const range = readRange({ month, start, end });
  try {
    await serve(
      { port, allowedHosts: allowHost, quiet },
      {
        ...options,
        transactions: readInteger('transactions', transactions, { max: 1_000_000_000 }),
        period: range && { start: range.startDate, end: range.endDate },
        seed: readInteger('seed', seed),
        latency: latency === undefined ? undefined : readDuration('--latency', latency),
      },
    );
  } catch (error) {
    throw explain(error, port);
  }
  return exitCode.done;
}

function explain(error: unknown, port: number): unknown {
  if (error instanceof ConfigurationError) return new UsageError(`${nameOf(error.option)}: ${error.rule}`);
  const { code } = error as { code?: unknown };
  if (error instanceof DataFileError && code === 'data_file_locked') {
    return new CommandError('file_locked', error.message, exitCode.busy);
  }
  if (code === 'EADDRINUSE') {
    const problem = `port ${port} is in use: choose another one with --port, or 0 for a free one`;
    return new CommandError('port_in_use', problem);
  }
  if (code === 'EACCES') {
    const problem = `no permission to use port ${port}: choose another one with --port`;
    return new CommandError('port_forbidden', problem);
  }
  return error;
}

/** Returns the flag that sets an option of `createSandbox` or `listen`. */
function nameOf(option: string): string {
  return option === 'allowedHosts' ? '--allow-host' : flagOf(option);
}
