import { setFlagsFromString } from 'node:v8';

import { Option } from 'commander';

import { ConfigurationError } from '../../errors/index.ts';
import { DataFileError } from '../../sandbox/store/data-file.ts';
import { defaultSandboxUrl } from '../../sandbox/connect.ts';
import type { CheckoutPriceUnit } from '../../sandbox/options.ts';
import { defaultSize } from '../../sandbox/ledger/shape.ts';
import { CommandError, exitCode, UsageError } from '../command-error.ts';
import type { CommandModule } from '../command-module.ts';
import { flagOf, readDuration, readInteger, readRange } from '../flags.ts';
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
  readonly mobileDevice?: string;
  readonly gameAuthUrl?: string;
  readonly personalizeUrl?: string;
  readonly secret?: string;
  readonly allowHost?: string[];
  readonly quiet?: true;
}

const defaultPort = Number(new URL(defaultSandboxUrl).port);

const more = `
The command trigger pays, refunds, injects faults and moves the clock in it.
Programs do the same with requests to http://127.0.0.1:<port>/_sandbox/.

Exit codes: 0 stopped, 1 cannot run, for example because the port or the file
            of --data is in use, 2 wrong usage

Examples:
  publisher-commerce sandbox
  publisher-commerce sandbox --port 0 --transactions 60000 --seed 7
  publisher-commerce sandbox --month 2026-01 --latency 200ms
  publisher-commerce sandbox --seed-file store.json
  publisher-commerce sandbox --data sandbox.jsonl \\
    --game-auth-url http://localhost:3000/game-auth
`;

/** `sandbox`: runs the sandbox until Ctrl-C. */
export const sandboxCommand: CommandModule = {
  define: (command) =>
    void command
      .description(
        'Runs a local sandbox that implements the whole Publisher Commerce API. Stop it with Ctrl-C.',
      )
      .option('--port <number>', `TCP port on 127.0.0.1; 0 selects a free port (default ${defaultPort})`)
      .option('--token <string>', 'publisher token that requests must send (default sandbox-token)')
      .option(
        '--transactions <number>',
        `number of generated transactions, at most 1000000000 (default ${defaultSize})`,
      )
      .addOption(
        new Option(
          '--month <month>',
          'UTC month of these transactions: YYYY-MM, last or this (default: the thirteen before this one)',
        ).conflicts(['start', 'end']),
      )
      .option('--start <time>', 'start of their range, included: ISO 8601 with Z or an offset, or a date')
      .option('--end <time>', 'end of their range, excluded')
      .option('--seed <number>', 'seed of all generated data (default 1)')
      .option(
        '--latency <duration>',
        "delay of the API's responses and of checkout pages: 200ms, 2s (default: none)",
      )
      .option(
        '--data <file>',
        'keep the state in this file across restarts and crashes; one sandbox per file',
      )
      .option(
        '--seed-file <file>',
        'start with the price points, offers, content, translations and sessions of this JSON file',
      )
      .addOption(
        new Option(
          '--checkout-price-unit <unit>',
          'unit of the price of checkout sessions, which the API leaves open (default minor)',
        ).choices(['minor', 'major']),
      )
      .option(
        '--mobile-device <value>',
        'device of a phone in game authentication requests, which the API leaves open (default MOBILE)',
      )
      .option(
        '--game-auth-url <url>',
        'your game authentication endpoint, called by POST /_sandbox/game-auth',
      )
      .option('--personalize-url <url>', 'your endpoint for personalization triggers')
      .option('--secret <string>', 'secret that signs requests to your endpoints')
      .option(
        '--allow-host <name>',
        'additional host name for pages and /_sandbox/, besides localhost; repeatable',
        (name: string, names: string[] | undefined) => [...(names ?? []), name],
      )
      .option('--quiet', 'print how to use it, and errors, but no requests')
      .addHelpText('after', more),
  run: async (command) => {
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
    } = command.opts<Flags>();
    const port = readInteger('port', givenPort, { max: 65_535 }) ?? defaultPort;
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
  },
};

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
