import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { token } from '../../support/service.ts';
import { type Output, runHere } from '../run-here.ts';
import { examine, expectOnlyReads } from './examine.ts';
import { type Row, startOddService, type Traits } from './odd-service.ts';

function doctor(url: string, ...args: readonly string[]): Promise<Output> {
  vi.stubEnv('PUBLISHER_BASE_URL', url);
  vi.stubEnv('PUBLISHER_TOKEN', token);
  return runHere(['doctor', '--rate-limit', '60000', ...args]);
}

test('the built-in sandbox has no problem, and each check prints a line', async () => {
  const { code, out } = await runHere(['doctor', '--demo', '--rate-limit', '60000']);

  expect(code).toBe(0);
  expect(out).toMatch(/^Connection\n {2}ok {12}address: https:\/\//);
  expect(out).toContain('range-ends: startDate is included, endDate excluded, to the millisecond\n');
  expect(out).toContain('total-count: exact, of ');
  expect(out).toContain('largest-page: 10,000 rows\n');
  expect(out).toContain('What to set\n  Nothing: the defaults fit.\n');
  expect(out).toContain('Is priceDetails.price of a checkout in the smallest unit of its currency');
  const [, requests, rows] = /(\d+) requests, ([\d,]+) rows, .* Nothing was changed\.$/m.exec(out) ?? [];
  expect(Number(requests)).toBeLessThanOrEqual(60);
  expect(Number(rows?.replace(',', ''))).toBeLessThanOrEqual(20_000);
});

test('what to set is code with the options of the client, and problems exit with 3', async () => {
  const traits: Traits = { offers: 'other names', lastPage: 'cursor', amounts: 'some floats', ends: 'both' };
  await using service = await startOddService(traits);

  const { code, out } = await doctor(service.url);

  expect(code).toBe(3);
  expect(out).toContain(`
  import { PublisherClient, utcMonth } from 'publisher-commerce';

  const client = new PublisherClient({
    offerQueryNames: { limit: 'pageSize', offset: 'skip', offerType: 'type', offerIds: 'ids' },
  });
  const transactions = client.transactions.list({
    ...utcMonth('last'),
    onInvalidRow: ({ index, issues }) => console.error(index, issues),
    endAtTotalCount: true,
  });
  - export: --quarantine FILE, so that an invalid row does not stop it.
`);
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
  expect(out).toMatch(/problem {7}response: .*ECONNREFUSED/);
  expect(out).toContain('skipped       token: because of "response", above\n');
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

test('a token of letters, which could be the name of a field, is redacted', async () => {
  const letters = 'a-token-of-letters-only';
  await using service = await startOddService({}, (row) => void (row[letters] = true));
  vi.stubEnv('PUBLISHER_TOKEN', letters);
  vi.stubEnv('PUBLISHER_BASE_URL', service.url);

  const { out } = await runHere(['doctor', '--rate-limit', '60000', '--max-requests', '10']);

  expect(out).toContain('unknown-fields: results[].[token]: kept, and not documented\n');
  expect(out).not.toContain(letters);
});

test('a report has every check, what to set and what to ask', async () => {
  await using service = await startOddService({ offers: 'other names' });
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  const file = join(folder, 'report.md');

  await doctor(service.url, '--out', file);

  const names = Object.keys(await examine(service, { requests: 1 }));
  const text = readFileSync(file, 'utf8');
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
  expect(text).toContain('offerQueryNames');
  expect(text).toContain('How long can a cursor be used?');
  expect(await doctor(service.url, '--out', file)).toMatchObject({ code: 2 });
});

test.each([
  [['--max-requests', '0'], '--max-requests: must be an integer of at least 1'],
  [['--rate-limit', '0'], '--rate-limit: must be an integer of at least 1'],
  [['--out', 'report.html'], '--out: must end in .md'],
  [['--start', '2026-10-01'], '--end: is required with --start'],
  [[], 'PUBLISHER_BASE_URL: is required; set it, or use --env-file; or --demo to try it'],
])('wrong usage is explained: %j', async (args, message) => {
  vi.stubEnv('PUBLISHER_BASE_URL', '');

  const { code, err } = await runHere(['doctor', ...args]);

  expect(code).toBe(2);
  expect(err).toContain(message);
});
