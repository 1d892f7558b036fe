import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type ClientOptions, type Hooks, type LogLevel, PublisherClient } from '../../../src/client/index.ts';
import { pricePointRead } from '../../literals/price-points.ts';
import { october } from '../../support/ranges.ts';
import { startService } from '../../support/service.ts';

const levels = ['debug', 'info', 'warn', 'error'] as const;

// Without jitter there is no wait before a retry.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Whatever is written with the four methods of the console, which print nothing. */
function recordConsole(): string[] {
  const lines: string[] = [];
  for (const level of levels) {
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(`${level} ${line}`));
  }
  return lines;
}

/** The levels of what a client logs of a call with a retry, schema drift and a hook that fails. */
async function levelsOf(options: ClientOptions): Promise<readonly string[]> {
  await using service = await startService([
    { status: 503, headers: { 'retry-after': '0' }, json: {} },
    { json: { ...pricePointRead, lastUpdate: 5 } },
  ]);
  const written: string[] = [];
  const write = (level: string) => () => void written.push(level);
  const hooks: Hooks = {
    onRetry: () => {
      throw new Error('no');
    },
  };
  const logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  await service.client({ hooks, logger, ...options }).pricePoints.get(999);
  return levels.filter((level) => written.includes(level));
}

test('a count without rows is a warning on the console, and nothing else is logged', async () => {
  await using service = await startService([{ json: { totalCount: 99, results: [] } }]);
  const lines = recordConsole();

  expect(await service.client().transactions.list(october).toArray({ max: 10 })).toEqual([]);

  expect(lines).toEqual([
    'warn publisher-commerce transactions.list: totalCount is not as documented: expected 99 rows, received 0 rows',
  ]);
});

test('with logger: console, a call without a problem logs nothing', async () => {
  await using service = await startService([{ json: pricePointRead }]);
  const lines = recordConsole();

  await service.client({ logger: console }).pricePoints.get(999);

  expect(lines).toEqual([]);
});

const logged: readonly (readonly [LogLevel, readonly string[]])[] = [
  ['debug', ['debug', 'info', 'warn', 'error']],
  ['info', ['info', 'warn', 'error']],
  ['warn', ['warn', 'error']],
  ['error', ['error']],
  ['off', []],
];

test.each(logged)('with the level %s, the logger receives %j', async (logLevel, expected) => {
  expect(await levelsOf({ logLevel })).toEqual(expected);
});

test.each([
  ['DEBUG', ['debug', 'warn', 'error']],
  ['', ['warn', 'error']],
])('PUBLISHER_LOG=%s lets the logger receive at least %j', async (level, expected) => {
  vi.stubEnv('PUBLISHER_LOG', level);

  expect(await levelsOf({})).toEqual(expect.arrayContaining(expected));
});

test.each(['debug', 'nonsense'])('the option logLevel wins over PUBLISHER_LOG=%s', async (level) => {
  vi.stubEnv('PUBLISHER_LOG', level);

  expect(await levelsOf({ logLevel: 'error' })).toEqual(['error']);
});

test.each(['verbose', '0', 'off '])('PUBLISHER_LOG that is %j is rejected by name', (level) => {
  vi.stubEnv('PUBLISHER_LOG', level);

  expect(() => new PublisherClient({ baseUrl: 'https://commerce.example.com', token: 'a-token' })).toThrow(
    expect.objectContaining({
      name: 'ConfigurationError',
      option: 'logLevel',
      message: 'logLevel: must be "debug", "info", "warn", "error" or "off" (from PUBLISHER_LOG)',
    }),
  );
});

/** What Nest declares: `log` is the name of `info`. */
class NestLogger {
  readonly written: unknown[] = [];
  debug(message: unknown, ...optionalParams: unknown[]): void {
    this.written.push(['debug', message, ...optionalParams]);
  }
  log(message: unknown, ...optionalParams: unknown[]): void {
    this.written.push(['log', message, ...optionalParams]);
  }
  warn(message: unknown, ...optionalParams: unknown[]): void {
    this.written.push(['warn', message, ...optionalParams]);
  }
  error(message: unknown, ...optionalParams: unknown[]): void {
    this.written.push(['error', message, ...optionalParams]);
  }
}

test('a logger with log instead of info, as Nest has it, receives retries by log', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  await using service = await startService([{ status: 503, json: {} }, { json: pricePointRead }]);
  const logger = new NestLogger();

  await service.client({ logger, logLevel: 'info' }).pricePoints.get(999);

  expect(logger.written).toEqual([
    [
      'log',
      expect.stringMatching(/^publisher-commerce pricePoints.get \w+: server_error, retrying in 0 ms$/),
    ],
  ]);
});
