import { expect, onTestFinished, test } from 'vitest';

import { token } from '../../../support/service.ts';
import { openStore } from '../../open-store.ts';
import { inFolder, runHere } from '../../run-here.ts';
import { openTerminal } from '../../terminal.ts';
import { said } from '../../../support/said.ts';

test('the response is printed byte for byte, as the service wrote it', async () => {
  const store = await openStore();
  // Spaces, the order of fields, and a number as nobody else writes it.
  const written = '{ "pricePoints" : [ {"lastUpdate":"2026-01-15T12:00:00Z",  "priceInUsdCents":9.99e2} ] }';
  store.intercept(() => ({ text: written }));

  expect(await store.run('call', 'pricePoints.list')).toEqual({ code: 0, out: written, err: '' });
  expect(await store.run('call', 'pricePoints.list', '--quiet')).toEqual({ code: 0, out: '', err: '' });
});

test('at a terminal, what could control it is escaped, and the JSON is equal', async () => {
  const store = await openStore();
  const value = { pricePoints: [], note: 'a\u009b31mred\u202e\u007f' };
  const written = `${JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n')}\n`;
  store.intercept(() => ({ text: written }));
  const isTTY = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY') ?? { value: undefined };
  Object.defineProperty(process.stdout, 'isTTY', { value: true, configurable: true });
  onTestFinished(() => void Object.defineProperty(process.stdout, 'isTTY', isTTY));

  const { out } = await store.run('call', 'pricePoints.list');

  expect(out).toBe(written.replace(value.note, String.raw`a\u009b31mred\u202e\u007f`));
  expect(JSON.parse(out)).toEqual(value);
});

test('flags are sent as the path and the query have them', async () => {
  const store = await openStore();
  await store.run('call', 'offers.list', '--limit', '2', '--offer-ids', 'starter,season-pass');
  await store.run('call', 'content.get', '--content-id', 'a/b');
  await store.run('call', 'translations.get', '--locale', '12');

  expect(store.requests.map(({ url }) => url)).toEqual([
    '/offering/offer/get-offers?recordLimit=2&publisherOfferId=starter%2Cseason-pass',
    '/v1/portal-content/a%2Fb',
    '/v1/translations?locale=12',
  ]);
});

test('a field has the type that its schema names: a string of digits stays a string', async () => {
  const store = await openStore();
  const fields = ['countryCode2=DE', 'offer={"name":"Pack","sku":"7"}', 'customer={"id":"7"}'];
  const price = 'priceDetails={"price":999,"currency":"USD"}';
  const flags = [...fields, price, 'redirectUrl=game://a=b'].flatMap((field) => ['--field', field]);
  const { code, err } = await store.run('call', 'checkout.createSession', ...flags, '--yes');

  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(store.writes()).toEqual([
    {
      countryCode2: 'DE',
      offer: { name: 'Pack', sku: '7' },
      customer: { id: '7' },
      priceDetails: { price: 999, currency: 'USD' },
      redirectUrl: 'game://a=b',
    },
  ]);
});

test.each([
  [['pricePoints.get'], '--price-in-usd-cents: … US cents'],
  [['pricePoints.get', '--price-in-usd-cents', '9.99'], '--price-in-usd-cents: '],
  [['pricePoints.get', '--price-in-usd-cents', 'x'], '--price-in-usd-cents: '],
  [['transactions.list', '--start-date', '10/2026'], '--start-date: '],
  [['transactions.list', '--start-date', '2026-10-01'], '--end-date: is required'],
  [
    ['checkout.createSession', '--field', 'offer={ sku: "gems" }', '--yes'],
    '--field: offer is not JSON, which has its names in quotes',
  ],
  [['pricePoints.create', '--yes'], '--body, the field priceInUsdCents: is required'],
  [
    ['pricePoints.create', '--field', 'price=9', '--yes'],
    '--body, the field price: unknown field; did you mean',
  ],
  [['pricePoints.create', '--field', '=9', '--yes'], '--field: must be a name and a value'],
  [['pricePoints.create', '--body', 'missing.json', '--yes'], '--body: missing.json cannot be read'],
  [['pricePoints.create', '--body', 'seed.json', '--field', 'a=1'], '--body: '],
  [['pricePoints.get', '--yes'], "unknown option '--yes'"],
  [['prices.get'], "unknown command 'prices.get'"],
] as const)('%j is rejected before anything is sent', async (args, message) => {
  const store = await openStore();
  const { code, out, err } = await store.run('call', ...args);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(said(message));
  expect(store.requests).toEqual([]);
});

test('a body that is no JSON is named, and nothing is sent', async () => {
  const store = await openStore();
  store.write('body.json', '{ priceInUsdCents: 999 }');
  const { code, err } = await store.run('call', 'pricePoints.create', '--body', 'body.json', '--yes');

  expect(code).toBe(2);
  expect(err).toContain('--body: body.json is not JSON');
  expect(store.requests).toEqual([]);
});

test('a body in UTF-16, as PowerShell writes it, is sent', async () => {
  const store = await openStore();
  store.write('body.json', Buffer.from('\uFEFF{ "priceInUsdCents": 999 }', 'utf16le'));
  const { code } = await store.run('call', 'pricePoints.create', '--body', 'body.json', '--yes');

  expect(code).toBe(0);
  expect(store.writes()).toEqual([{ priceInUsdCents: 999 }]);
});

test('a change needs --yes where nobody can respond, once its input is valid', async () => {
  const store = await openStore();
  const { code, err } = await store.run('call', 'pricePoints.create', '--field', 'priceInUsdCents=999');

  expect(code).toBe(2);
  expect(err).toContain('--yes: is required without a terminal; nothing was sent');
  expect(store.requests).toEqual([]);
});

test('the help and the question of a change name the command that makes it with a record', async () => {
  const helpOf = async (name: string): Promise<string> => (await runHere(['call', name, '--help'])).out;
  const store = await openStore();
  openTerminal().type('n\n');
  const asked = await store.run('call', 'pricePoints.create', '--field', 'priceInUsdCents=999');

  expect(await helpOf('pricePoints.update')).toContain('\n  publisher-commerce prices apply\n');
  expect(await helpOf('promoCodes.create')).toContain('\n  publisher-commerce promo-codes create\n');
  expect(await helpOf('pricePoints.get')).not.toContain('prices apply');
  expect(asked.code).toBe(1);
  expect(asked.err).toContain(
    `"publisher-commerce prices apply" would keep a record. Send POST /v1/price-points to ${store.url} (production)? [y/N]`,
  );
  expect(asked.err).toContain('nothing was sent');
  expect(store.requests).toEqual([]);
});

test('a failure names its code, reason, outcome and request id', async () => {
  const store = await openStore();
  store.intercept(() => ({
    status: 404,
    headers: { 'x-request-id': 'req-7' },
    json: { message: 'Price point 999 not found.' },
  }));
  const args = ['call', 'pricePoints.update', '--price-in-usd-cents', '999', '--yes'];
  const change = ['--field', 'updatedPriceInUsdCents=1099'];
  const { code, out, err } = await store.run(...args, ...change);
  const asJson = await store.run(...args, ...change, '--json');

  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('Price point 999 not found.');
  expect(err).toContain('(not_found, reason price_point_not_found, outcome rejected, request id req-7)');
  expect(JSON.parse(asJson.out)).toMatchObject({
    error: {
      ...{ code: 'not_found', reason: 'price_point_not_found', outcome: 'rejected' },
      ...{ status: 404, requestId: 'req-7', body: { message: 'Price point 999 not found.' } },
    },
  });
});

test('a change whose response is not as documented was made: its bytes are printed, and the exit code is 1', async () => {
  const store = await openStore();
  const written = '{"checkoutSessionToken":7}';
  store.intercept(() => ({ text: written }));
  const example =
    '{"priceDetails":{"price":9,"currency":"USD"},"offer":{"name":"a","sku":"a"},"customer":{"id":"a"}}';
  store.write('body.json', example);
  const { code, out, err } = await store.run(
    'call',
    'checkout.createSession',
    '--body',
    'body.json',
    '--yes',
  );

  expect({ code, out }).toEqual({ code: 1, out: written });
  expect(err).toContain('response_validation, outcome applied');
});

test('--page-all prints every row of all pages as a line of JSON', async () => {
  const store = await openStore();
  const offers = await store.run('call', 'offers.list', '--limit', '2', '--page-all');
  const range = ['--start-date', '2025-12-01', '--end-date', '2026-01-01'];
  const rows = await store.run('call', 'transactions.list', ...range, '--limit', '300', '--page-all');
  const parsed = rows.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { transactionDetails: { id: string } });
  const counted = await store.run('call', 'transactions.list', ...range, '--limit', '1');

  expect({ code: offers.code, err: offers.err }).toEqual({ code: 0, err: '' });
  expect(offers.out.trimEnd().split('\n').length).toBeGreaterThan(2);
  expect(parsed.length).toBe((JSON.parse(counted.out) as { totalCount: number }).totalCount);
  expect(parsed.length).toBeGreaterThan(300);
  expect(new Set(parsed.map(({ transactionDetails }) => transactionDetails.id)).size).toBe(parsed.length);
});

test('the token is in nothing that a failed call prints, even if the service echoes it', async () => {
  const store = await openStore();
  store.intercept(() => ({ status: 400, json: { message: `bad token ${token}` } }));
  const { out, err } = await store.run('call', 'pricePoints.list', '--json');

  expect(out + err).toContain('bad token');
  expect(out + err).not.toContain(token);
});

test('call without an address says which variable is missing', async () => {
  const { code, err } = await inFolder('.', {}, () => runHere(['call', 'pricePoints.list']));

  expect(code).toBe(2);
  expect(err).toContain('PUBLISHER_BASE_URL: is required');
});

test('an interrupt at the question sends nothing, and says so', async () => {
  const store = await openStore();
  const terminal = openTerminal();
  const running = store.run('call', 'pricePoints.create', '--field', 'priceInUsdCents=999');
  await terminal.asked();
  process.emit('SIGINT', 'SIGINT');
  const { code, err } = await running;

  expect(code).toBe(130);
  expect(err).toContain('interrupted. Nothing was sent\n');
  expect(store.requests).toEqual([]);
});
