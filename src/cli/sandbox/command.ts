import { Option } from 'commander';

import { defaultSandboxPort } from '../../sandbox/connect.ts';
import { defaultSize } from '../../sandbox/ledger/shape.ts';
import type { CommandModule } from '../command-module.ts';

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
  publisher-commerce sandbox --data sandbox.json \\
    --game-auth-url http://localhost:3000/game-auth
`;

/** `sandbox`: runs the sandbox until Ctrl-C. */
export const sandboxCommand: CommandModule = {
  define: (command) =>
    void command
      .description(
        'Runs a local sandbox that implements the whole Publisher Commerce API. Stop it with Ctrl-C.',
      )
      .option(
        '--port <number>',
        `TCP port on 127.0.0.1; 0 selects a free port (default ${defaultSandboxPort})`,
      )
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
        '--no-public-rules',
        'accept what the API does not exclude, for example promo codes with hyphens',
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
  run: async (command) => (await import('./run-sandbox.ts')).runSandbox(command.opts()),
};
