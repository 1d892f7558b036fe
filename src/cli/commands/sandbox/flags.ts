import { type Command, Option } from '@commander-js/extra-typings';

import { defaultSandboxPort } from '../../../sandbox/connect.ts';
import { currencyDigitsFlag, type FlagsOf, monthFlag } from '../../flags/flags.ts';
import { commaListParser, durationParser, integerParser, parseList, parseTime } from '../../flags/parsers.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';

const more = `
The command trigger pays, refunds, injects faults and moves the clock in it.
Programs do the same with requests to http://127.0.0.1:<port>/_sandbox/.

${exitCodes({
  done: 'stopped',
  failed: 'cannot run, for example because the port or the file of --data is in use',
})}

Examples:
  publisher-commerce sandbox
  publisher-commerce sandbox --port 0 --transactions 60000 --seed 7
  publisher-commerce sandbox --month 2026-01 --latency 200ms
  publisher-commerce sandbox --seed-file store.json
  publisher-commerce sandbox --data sandbox.json \\
    --game-auth-url http://localhost:3000/game-auth
`;

/** The flags of `sandbox`. */
export type SandboxFlags = FlagsOf<typeof declareSandbox>;

/** `sandbox`: runs the sandbox until Ctrl-C. */
export function declareSandbox(command: Command) {
  return command
    .description(
      'Runs a local sandbox that implements the whole Publisher Commerce API. Stop it with Ctrl-C.',
    )
    .option(
      '--port <number>',
      'TCP port on 127.0.0.1; 0 selects a free port',
      integerParser(0, 65_535),
      defaultSandboxPort,
    )
    .option('--token <string>', 'publisher token that requests must send (default sandbox-token)')
    .option(
      '--transactions <number>',
      'number of generated transactions, at most 1000000000 (default: a thousand a month)',
      integerParser(0, 1_000_000_000),
    )
    .addOption(
      monthFlag(
        'UTC month of these transactions: YYYY-MM, last or this (default: the thirteen before this one, and this one up to yesterday)',
      ),
    )
    .option(
      '--start <time>',
      'start of their range, included: ISO 8601 with Z or an offset, or a date',
      parseTime,
    )
    .option('--end <time>', 'end of their range, excluded', parseTime)
    .option('--now <time>', 'time at which its clock begins (default: that of this computer)', parseTime)
    .option('--seed <number>', 'seed of all generated data (default 1)', integerParser())
    .option(
      '--latency <duration>',
      "delay of the API's responses and of checkout pages: 200ms, 2s (default: none)",
      durationParser(),
    )
    .option(
      '--locales <list>',
      'locales that are enabled for content (default en,de,es,fr,ja,pt-BR)',
      commaListParser(/./, 'locales, such as en,de'),
    )
    .option('--data <file>', 'keep the state in this file across restarts and crashes; one sandbox per file')
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
    .addOption(currencyDigitsFlag)
    .option('--no-public-rules', 'accept what the API does not exclude, for example promo codes with hyphens')
    .option(
      '--mobile-device <value>',
      'device of a phone in game authentication requests, which the API leaves open (default MOBILE)',
    )
    .option('--game-auth-url <url>', 'your game authentication endpoint, called by POST /_sandbox/game-auth')
    .option('--personalize-url <url>', 'your endpoint for personalization triggers')
    .option('--secret <string>', 'secret that signs requests to your endpoints')
    .option(
      '--allow-host <name>',
      'additional host name for pages and /_sandbox/, besides localhost; repeatable',
      parseList,
    )
    .option('--quiet', 'print how to use it, and errors, but no requests')
    .addHelpText('after', more);
}
