import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { utcMonth } from '../../../../src/client/index.ts';
import { token } from '../../../support/service.ts';
import { type Output, runHere } from '../../run-here.ts';
import { examine, expectOnlyReads } from './examine.ts';
import { month, type Row, startOddService, type Traits } from './odd-service.ts';
import { said } from '../../../support/said.ts';

function doctor(url: string, ...args: readonly string[]): Promise<Output> {
  vi.stubEnv('PUBLISHER_BASE_URL', url);
  vi.stubEnv('PUBLISHER_TOKEN', token);
  const { startDate, endDate } = utcMonth(month);
  return runHere(['doctor', '--rate-limit', '60000', '--start', startDate, '--end', endDate, ...args]);
}

test('the built-in sandbox needs no setting, differs in nothing, and is read within the limits', async () => {
  const { code, out, err } = await runHere(['doctor', '--demo', '--rate-limit', '60000']);

  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [, documented, checks, requests, rows] =
    new RegExp(
      String.raw`^What to set
  Nothing: the defaults fit\.

What differs from the specification
  Nothing\.

As documented: (\d+) of (\d+) checks

What could not be found out
  clock: .*
  currency-digits: there is no price point, which has the exchange rates

https://\S+ \(sandbox\): (\d+) requests, ([\d,]+) rows, [\d.]+ s\. Nothing was changed\.
$`,
    ).exec(out) ?? [];
  expect(Number(documented)).toBe(Number(checks) - 2);
  expect(Number(requests)).toBeLessThanOrEqual(60);
  expect(Number(rows?.replace(',', ''))).toBeGreaterThan(10_000);
  expect(Number(rows?.replace(',', ''))).toBeLessThanOrEqual(20_000);
});

test('what to set comes first, as code with the options of the client, and problems exit with 3', async () => {
  const traits: Traits = { offers: 'other names', lastPage: 'cursor', amounts: 'some floats', ends: 'both' };
  await using service = await startOddService(traits);

  const { code, out } = await doctor(service.url);

  expect(code).toBe(3);
  expect(
    out.startsWith(`What to set
  import { PublisherClient, utcMonth } from 'publisher-commerce';

  const client = new PublisherClient({
    offerQueryNames: { limit: 'pageSize', offset: 'skip', offerType: 'type', offerIds: 'ids' },
  });
  const transactions = client.transactions.list({
    ...utcMonth('last'),
    endAtTotalCount: true,
    onInvalidRow: ({ index, issues }) => console.error(index, issues),
  });
  - export: --quarantine FILE, so that an invalid row does not stop it.

What differs from the specification
  note     last-page (§4.1): nextCursor is a cursor; its page is empty
`),
  ).toBe(true);
  expect(out).toMatch(/^ {2}problem {2}invalid-rows \(§2\.1\): 40 rows of 400 would be set aside: /m);
  expect(out).not.toContain('range-ends');
  expectOnlyReads(service);
});

test('a rejected token exits with 3, and hides the rest', async () => {
  await using service = await startOddService({ fails: 'unauthorized' });

  const { code, out } = await doctor(service.url, '--json');

  expect(code).toBe(3);
  const { checks, requests } = JSON.parse(out) as { checks: Record<string, string>[]; requests: number };
  expect(requests).toBe(2);
  const of = (name: string) => checks.find((check) => check['name'] === name);
  expect(of('token')).toMatchObject({ status: 'problem', text: 'rejected: 401, "Publisher not found"' });
  expect(of('range-ends')).toMatchObject({ status: 'skipped', hiddenBy: 'token' });
});

test('a service that cannot be reached exits with 1', async () => {
  const service = await startOddService();
  await service[Symbol.asyncDispose]();

  const { code, out } = await doctor(service.url);

  expect(code).toBe(1);
  expect(out).toContain('- The address: PUBLISHER_BASE_URL or PUBLISHER_SANDBOX_URL, with its path');
  expect(out).toMatch(/problem {2}address: .*ECONNREFUSED/);
  expect(out).toMatch(/^ {2}clock, token, transactions, .*: because of "address"$/m);
});

const marker = 'Jane Q. Marker';

function mark(row: Row): void {
  row['orderId'] = `order ${marker}`;
  row['purchaseId'] = marker;
  row['publisherTransactionId'] = marker;
  row['customerDetails'] = { id: marker, email: 'marker@example.com', [marker]: marker };
  row['geolocation'] = { countryCode2: marker, region: marker, ipAddress: '203.0.113.77', zipCode: marker };
  row['device'] = marker;
  row['offerDetails'] = { offerId: marker, offerName: marker, type: marker, products: [{ name: marker }] };
  row[token] = token;
  const { id } = row.transactionDetails;
  row.transactionDetails = {
    ...row.transactionDetails,
    id: `${String(id)} ${marker}`,
    type: `${marker} ${token}`,
    currencySymbol: marker,
    paymentMethod: marker,
  };
}

test.each(['text', 'json', 'md'])('the %s has nothing of a row, and never the token', async (format) => {
  const headers = { 'x-request-id': `${token} ${marker}`, 'x-ratelimit-user': marker };
  await using service = await startOddService({ headers, amounts: 'some floats' }, mark);
  const out = join(mkdtempSync(join(tmpdir(), 'doctor-')), `report.${format}`);
  const isFile = format === 'md';

  const printed = await doctor(
    service.url,
    ...(isFile ? ['--out', out] : format === 'json' ? ['--json'] : []),
  );

  const text = printed.out + printed.err + (isFile ? readFileSync(out, 'utf8') : '');
  expect(text).toContain('results[].device');
  for (const secret of ['Marker', 'marker@', '203.0.113.77', token]) expect(text).not.toContain(secret);
});

test('a token of letters, which could be the name of a type, is redacted', async () => {
  const letters = 'a-token-of-letters-only';
  await using service = await startOddService({}, (row) => void (row.transactionDetails['type'] = letters));
  vi.stubEnv('PUBLISHER_TOKEN', letters);
  vi.stubEnv('PUBLISHER_BASE_URL', service.url);

  const { out } = await runHere(['doctor', '--rate-limit', '60000', '--json']);

  expect(out).toContain('"[token]": "negative or positive"');
  expect(out).not.toContain(letters);
});

test('a report has every check, and what to set', async () => {
  await using service = await startOddService({ offers: 'other names' });
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  const file = join(folder, 'report.md');

  await doctor(service.url, '--out', file);

  const names = Object.keys(await examine(service, { requests: 1 }));
  const text = readFileSync(file, 'utf8');
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
  expect(text).toContain('offerQueryNames');
  expect(text.indexOf('## What to set')).toBeLessThan(text.indexOf('## What differs'));
  expect(await doctor(service.url, '--out', file)).toMatchObject({ code: 2 });
});

test.each([
  [['--max-requests', '0'], '--max-requests: … at least 1'],
  [['--rate-limit', '0'], '--rate-limit: … at least 1'],
  [['--out', 'report.html'], '--out: must end in .md'],
  [['--start', '2026-10-01'], '--end: is required with --start'],
  [[], 'PUBLISHER_BASE_URL: is required; set it, or use --env-file; or --demo to try it'],
])('wrong usage is explained: %j', async (args, message) => {
  vi.stubEnv('PUBLISHER_BASE_URL', '');

  const { code, err } = await runHere(['doctor', ...args]);

  expect(code).toBe(2);
  expect(err).toMatch(said(message));
});
