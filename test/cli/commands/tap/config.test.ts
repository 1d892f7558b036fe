import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';

import { rowsAt, serveLedger } from '../../../support/ledger.ts';
import { startService, token } from '../../../support/service.ts';
import { runHere } from '../../run-here.ts';
import { at, ofLedger, openTap, recordsOf } from './open-tap.ts';
import { said } from '../../../support/said.ts';

const nowhere = 'http://127.0.0.1:9';

test.each([
  [{ start_date: undefined }, 'start_date: '],
  [{ start_date: 'yesterday' }, 'start_date: '],
  [{ start_date: 20_261_001 }, 'start_date: '],
  [{ look_back: '2 days' }, 'look_back: '],
  [{ look_back: '367d' }, 'look_back: … 366d'],
  [{ limit: 0 }, 'limit: … from 1 to 10000'],
  [{ limit: '100' }, 'limit: … from 1 to 10000'],
  [{ environment: 'test' }, 'environment: '],
  [{ base_url: 'commerce.example.com' }, 'base_url: … absolute URL'],
  [
    { currency_digits: 'HUF' },
    'currency_digits: must be a list such as HUF=0,KWD=2, with each currency once',
  ],
  [{ drop: 'customer_id' }, 'drop: … ["customer_email"]'],
  [{ drop: ['customer_mail'] }, 'drop: unknown column "customer_mail"; did you mean customer_email?'],
  [{ hash: ['timestamp'] }, 'hash: '],
  [{ lookback: '2d' }, 'lookback: unknown field; did you mean look_back?'],
])('the config %j is rejected by name, before anything is sent', async (settings, message) => {
  const { code, out, err } = await openTap(nowhere, settings).run();

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(said(`publisher-commerce: --config: config.json: ${message}`));
});

test.each([
  [
    'a config that is no JSON',
    `{ "token": "${token}"`,
    '--config: config.json cannot be read: it is not JSON\n',
  ],
  ['a list', '[]', '--config: config.json … { "start_date": "2026-01-01" }'],
  [
    'a list with a byte order mark, which is JSON too,',
    '\uFEFF[]',
    '--config: config.json … { "start_date": "2026-01-01" }',
  ],
])('%s is rejected without quoting it', async (_, content, message) => {
  const tap = openTap(nowhere);
  writeFileSync(tap.folder.file('config.json'), content);
  const { code, err } = await tap.run();

  expect(code).toBe(2);
  expect(err).toMatch(said(message));
  expect(err).not.toContain(token);
});

test.each([
  [[], '--config: is required without --discover\n'],
  [['--config', 'missing.json'], '--config: missing.json … ENOENT'],
])('tap %j is rejected', async (args, message) => {
  const { code, err } = await runHere(['tap', ...args]);

  expect(code).toBe(2);
  expect(err).toMatch(said(message));
});

type Service = readonly [string, (url: string) => object, (url: string) => NodeJS.ProcessEnv];
const other = { PUBLISHER_BASE_URL: nowhere, PUBLISHER_TOKEN: 'another' };
const services: readonly Service[] = [
  ['the config', (url) => ({ base_url: url, token }), () => ({})],
  [
    'variables, if the config has none',
    () => ({ base_url: undefined, token: undefined }),
    (url) => ({ PUBLISHER_BASE_URL: url, PUBLISHER_TOKEN: token }),
  ],
  ['the config, in spite of variables', (url) => ({ base_url: url, token }), () => other],
  [
    'the config, in the sandbox environment',
    (url) => ({ base_url: url, token, environment: 'sandbox' }),
    () => other,
  ],
  [
    'the config, in the environment of a variable',
    (url) => ({ base_url: url, token }),
    () => ({ ...other, PUBLISHER_ENVIRONMENT: 'sandbox' }),
  ],
];

test.each(services)('the service is that of %s', async (_, settings, env) => {
  at('2026-10-02T00:00:00Z');
  await using service = await startService(serveLedger(rowsAt([0])));
  const tap = openTap(nowhere, settings(service.url), ofLedger);
  const { code, messages } = await tap.run(undefined, [], env(service.url));

  expect(code).toBe(0);
  expect(recordsOf(messages)).toHaveLength(1);
  expect(service.requests.map(({ headers }) => headers['x-publisher-token'])).toEqual([token]);
});

test('an address that is missing is named', async () => {
  const { code, err } = await openTap(nowhere, { base_url: undefined }).run();

  expect(code).toBe(2);
  expect(err).toContain('PUBLISHER_BASE_URL: is required');
});

test('a start within a day is that of the day, in UTC', async () => {
  at('2026-10-02T00:00:00Z');
  await using service = await startService(serveLedger(rowsAt([0, 1000])));
  const tap = openTap(service.url, { start_date: '2026-10-01T14:00:00+02:00' }, ofLedger);

  expect(recordsOf((await tap.run()).messages)).toHaveLength(2);
});

test('decimals of currencies are those of the config, else of the variable', async () => {
  at('2026-10-02T00:00:00Z');
  await using service = await startService(serveLedger(rowsAt([0])));
  const amounts = async (settings: object): Promise<unknown> => {
    const env = { PUBLISHER_CURRENCY_DIGITS: 'EUR=0' };
    const { messages } = await openTap(service.url, settings, ofLedger).run(undefined, [], env);
    return recordsOf(messages)[0]?.['amount'];
  };

  expect(await amounts({})).toBe('999');
  expect(await amounts({ currency_digits: 'EUR=1' })).toBe('99.9');
});

const root = join(import.meta.dirname, '../../../..');
const guide = readFileSync(join(root, 'docs/warehouse.md'), 'utf8');

/** The tap in a `meltano.yml`. */
interface Plugin {
  readonly executable: string;
  readonly capabilities: readonly string[];
  readonly settings: readonly { readonly name: string }[];
  readonly config: Readonly<Record<string, unknown>>;
}

test('the meltano.yml of the guide names the executable, and a config that the tap accepts', async () => {
  at('2026-10-02T00:00:00Z');
  await using service = await startService(serveLedger(rowsAt([0])));
  const [, block = ''] = /^```yaml\n(.*?)^```/ms.exec(guide) ?? [];
  const { plugins } = parse(block) as { plugins: { extractors: readonly [Plugin] } };
  const [{ executable, settings, config }] = plugins.extractors;
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { bin: object };
  const hash = { PUBLISHER_HASH_KEY: 'key' };
  const { code, err } = await openTap('', { ...config, base_url: service.url }, ofLedger).run(
    undefined,
    [],
    hash,
  );

  expect(Object.keys(bin).map((name) => `./node_modules/.bin/${name}`)).toContain(executable);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(settings.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(config)));
});

test('the settings of the guide are known', async () => {
  const [, table = ''] = /^\| setting \|.*?\n(.*?)\n\n/ms.exec(guide) ?? [];
  const names = table.split('\n').flatMap((row) => row.split('|')[1]?.match(/\w+/g) ?? []);

  expect(names).toHaveLength(9);
  for (const name of names) {
    const { err } = await openTap(nowhere, { [name]: {} }).run();
    expect(err).toMatch(new RegExp(`--config: config.json: ${name}: must be `));
  }
});

test.each(['https://other.example', 'https://other.example/api', 'https://own.example:8443'])(
  'the token of a variable is not sent to the base_url of another host: %s',
  async (base_url) => {
    const env = { PUBLISHER_BASE_URL: 'https://own.example', PUBLISHER_TOKEN: token };
    const fetched = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => fetched.mockRestore());
    const tap = openTap('', { base_url, token: undefined }, ofLedger);

    const { code, err } = await tap.run(undefined, [], env);

    expect(code).toBe(2);
    expect(err).toMatch(said('token: is required … PUBLISHER_BASE_URL: PUBLISHER_TOKEN is not sent'));
    expect(err).not.toContain(token);
    expect(fetched).not.toHaveBeenCalled();
  },
);
