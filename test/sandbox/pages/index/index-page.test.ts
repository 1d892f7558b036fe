import { appendFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { operationNames } from '../../../../src/api/operation-name.ts';
import { createSandbox } from '../../../../src/sandbox/index.ts';
import { openSession, pay } from '../../sessions.ts';
import { send } from '../../send.ts';
import { newFile } from '../../store/files.ts';
import { listening, sectionOf } from './listening.ts';
import { openPage, sendForm, sendTo } from './send-form.ts';

test('a browser gets the page, and a program gets JSON as for any unknown path', async () => {
  const { url } = await listening();

  const page = await openPage(`${url}/`);
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'accept',
  });
  expect(page.headers).not.toHaveProperty('access-control-allow-origin');
  expect(page.text).toContain('<h1>Sandbox of the Publisher Commerce API</h1>');

  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
    const { status, text } = await sendTo(`${url}/`, { headers });
    expect({ status, body: JSON.parse(text) as unknown }).toEqual({
      status: 404,
      body: { message: 'No operation has the path /' },
    });
  }
  const posted = await sendTo(`${url}/`, { method: 'POST', headers: { accept: 'text/html' }, body: '{}' });
  expect({ status: posted.status, type: posted.headers['content-type'] }).toEqual({
    status: 404,
    type: 'application/json',
  });
  expect(await sendTo(`${url}/`, { method: 'HEAD', headers: { accept: 'text/html' } })).toMatchObject({
    status: 200,
    text: '',
  });
});

test('a sandbox that does not listen has no page', async () => {
  const sandbox = createSandbox();
  const response = await sandbox.fetch(`${sandbox.baseUrl}/`, { headers: { accept: 'text/html' } });
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe('application/json');
});

test('the lines to paste are those of the address that the browser uses, quoted for each shell', async () => {
  const { url } = await listening({ token: `it's-"<$token>` });
  const { port } = new URL(url);

  const { text } = await openPage(`${url}/`, { host: `localhost:${port}` });

  expect(text).toContain(
    `export PUBLISHER_BASE_URL=http://localhost:${port} PUBLISHER_SANDBOX_URL=http://localhost:${port} ` +
      `PUBLISHER_TOKEN=&#39;it&#39;\\&#39;&#39;s-&quot;&lt;$token&gt;&#39;</code>`,
  );
  expect(text).toContain(
    `$env:PUBLISHER_BASE_URL = &#39;http://localhost:${port}&#39;; ` +
      `$env:PUBLISHER_SANDBOX_URL = &#39;http://localhost:${port}&#39;; $env:PUBLISHER_TOKEN = &#39;it&#39;&#39;s-&quot;&lt;$token&gt;&#39;</code>`,
  );
});

test('the page lists requests by method, path and status, and never a header or a query', async () => {
  const { url } = await listening();
  const secret = 'real-publisher-token';
  const headers = { 'x-publisher-token': secret, authorization: `Bearer ${secret}` };
  await fetch(`${url}/v1/price-points?token=${secret}`, { headers });
  await fetch(`${url}/v1/<b>nothing</b>`, { method: 'DELETE' });
  await fetch(`${url}/_sandbox/reset`, { method: 'POST' });

  const page = await openPage(`${url}/`);
  await openPage(`${url}/?x=1`);

  expect(page.text).not.toContain(secret);
  expect(sectionOf(page, 'requests')).toMatch(
    /POST \/_sandbox\/reset 200 .*DELETE \/v1\/%3Cb%3Enothing%3C\/b%3E 404 .*GET \/v1\/price-points 401 \d/,
  );
  expect(sectionOf(await openPage(`${url}/`), 'requests')).not.toContain(' / ');
});

test('requests for checkout pages are listed, and those for the page of the sandbox are not', async () => {
  const { url } = await listening();
  await openPage(`${url}/`);

  expect(sectionOf(await openPage(`${url}/`), 'requests')).toContain(
    'None yet. Those for this page are not listed.',
  );
  await openPage(`${url}/checkout/nothing`);
  expect(sectionOf(await openPage(`${url}/`), 'requests')).toContain('GET /checkout/nothing 404');
});

test('the page keeps the latest two hundred requests, shows twenty, and links the others', async () => {
  const { url } = await listening();
  for (let number = 0; number < 210; number += 1) await fetch(`${url}/n/${number}`);

  const section = sectionOf(await openPage(`${url}/`), 'requests');

  expect(section).toContain('The latest 20 of 200. Show all 200');
  const numbersIn = (text: string): number[] =>
    [...text.matchAll(/\/n\/(\d+)/g)].map(([, number]) => Number(number));
  expect(numbersIn(section)).toEqual(Array.from({ length: 20 }, (_, index) => 209 - index));
  const all = await openPage(`${url}/requests`);
  expect(numbersIn(all.text)).toEqual(Array.from({ length: 200 }, (_, index) => 209 - index));
  expect((await openPage(`${url}/requests/10`)).status).toBe(404);
  expect((await openPage(`${url}/requests/11`)).text).toContain('/n/10');
});

test('the page links each session to its checkout page, the latest first, with its state', async () => {
  const { sandbox, url } = await listening();
  const first = await openSession(sandbox, { offer: { name: '<script>alert(1)</script>', sku: 'a' } });
  const second = await openSession(sandbox, {
    priceDetails: { price: 500, currency: 'JPY' },
    countryCode2: 'JP',
  });
  sandbox.purchases.pay(first.checkoutSessionToken);
  sandbox.purchases.decline(second.checkoutSessionToken);

  const page = await openPage(`${url}/`);

  expect(sectionOf(page, 'sessions')).toMatch(
    new RegExp(
      `${second.checkoutSessionToken} Bag of gems 500 JPY open, declined 2026-01-15 12:00:00 ` +
        `${first.checkoutSessionToken} &lt;script&gt;alert\\(1\\)&lt;/script&gt; 9.99 USD paid `,
    ),
  );
  expect(page.text).not.toContain('<script>alert');
  const [, link = ''] = new RegExp(`href="([^"]*${second.checkoutSessionToken})"`).exec(page.text) ?? [];
  expect((await openPage(url + link)).text).toContain('Bag of gems');
  sandbox.advance(86_400_000);
  expect(sectionOf(await openPage(`${url}/`), 'sessions')).toContain('500 JPY expired');
});

test('the page shows the latest rows of the report: purchases and generated rows', async () => {
  const { sandbox, url } = await listening({ transactions: 100 });
  const paid = await pay(sandbox);
  sandbox.purchases.refund(paid.purchaseId);

  const section = sectionOf(await openPage(`${url}/`), 'transactions');

  expect(section).toContain('The latest 10 of 102.');
  const [, rows = ''] = section.split('Purchase ');
  expect(rows).toMatch(
    new RegExp(
      `^2026-01-15 12:00:00 refund Bag of gems -9.99 USD -\\d+\\.\\d\\d USD ${paid.purchaseId} ` +
        `2026-01-15 12:00:00 paid Bag of gems 9.99 USD 9.49 USD ${paid.purchaseId} 20`,
    ),
  );
});

test('the form of the clock moves it forward, and redirects to a page that says so', async () => {
  const { sandbox, url } = await listening();

  const { status, headers } = await sendForm(url, { action: 'advance', amount: '36', unit: 'hours' });

  expect({ status, location: headers['location'] }).toEqual({
    status: 303,
    location: '/?done=advance#advance',
  });
  expect(sandbox.state().clock).toBe('2026-01-17T00:00:00.000Z');
  const section = sectionOf(await openPage(`${url}/?done=advance`), 'advance');
  expect(section).toContain('2026-01-17 00:00:00 UTC');
  expect(section).toContain('The clock was moved forward.');
});

test('a page says once that a form was done, and an address alone does not', async () => {
  const { sandbox, url } = await listening();
  const notices = async (query: string): Promise<string[]> => {
    const { text } = await openPage(`${url}/${query}`);
    return [...text.matchAll(/role="status">([^<]*)</g)].map(([, notice = '']) => notice);
  };

  for (const form of ['advance', 'fault', 'remove-faults'])
    expect(await notices(`?done=${form}`)).toEqual([]);
  sandbox.fail({ operation: '*', status: 503 });
  await sendForm(url, { action: 'advance', amount: '1', unit: 'days' });
  await sendForm(url, { action: 'remove-faults' });
  await sendTo(`${url}/?done=advance`, { method: 'HEAD', headers: { accept: 'text/html' } });
  expect(await notices('')).toEqual([]);
  expect(await notices('?done=fault')).toEqual([]);
  expect(await notices('?done=advance')).toEqual(['The clock was moved forward.']);
  expect(await notices('?done=advance')).toEqual([]);
  expect(await notices('?done=remove-faults')).toEqual(['All faults were removed.']);
  await sendForm(url, { action: 'advance', amount: '0', unit: 'days' });
  expect(await notices('?done=advance')).toEqual([]);
});

test('the form of faults adds a plan, the page lists it until it is used up, and a form removes all', async () => {
  const { sandbox, url } = await listening();
  const list = async (): Promise<number> => (await send(sandbox, 'GET', '/v1/price-points')).status;

  const added = await sendForm(url, {
    ...{ action: 'fault', operation: 'pricePoints.list', outcome: 'status:429', times: '2', after: '1' },
  });
  expect({ status: added.status, location: added.headers['location'] }).toEqual({
    status: 303,
    location: '/?done=fault#fault',
  });
  expect(sectionOf(await openPage(`${url}/`), 'fault')).toContain('pricePoints.list status 429 2 1 ');
  expect([await list(), await list()]).toEqual([200, 429]);
  expect(sectionOf(await openPage(`${url}/`), 'fault')).toContain('pricePoints.list status 429 1 0 ');
  expect([await list(), await list()]).toEqual([429, 200]);
  expect(sectionOf(await openPage(`${url}/`), 'fault')).toContain('No active faults.');

  const reason = { operation: '*', outcome: 'reason:slug_exists', times: '1', after: '0', forever: 'yes' };
  await sendForm(url, { action: 'fault', ...reason });
  await sendForm(url, { action: 'fault', ...reason, outcome: 'fault:reset' });
  expect(await openPage(`${url}/`).then((page) => sectionOf(page, 'fault'))).toMatch(
    /all operations slug_exists all 0 all operations reset all 0 /,
  );
  expect((await sendForm(url, { action: 'remove-faults' })).status).toBe(303);
  expect(await list()).toBe(200);
});

test.each([
  [{ action: 'advance', amount: '0', unit: 'days' }, 'amount', 'Amount: must be an integer of at least 1'],
  [{ action: 'advance', amount: '1.5', unit: 'days' }, 'amount', 'Amount: must be an integer of at least 1'],
  [{ action: 'advance', amount: '', unit: 'days' }, 'amount', 'Amount: must be an integer of at least 1'],
  [
    { action: 'advance', amount: '99999999999', unit: 'days' },
    'amount',
    'Amount: must not move the clock past',
  ],
  [{ action: 'advance', amount: '1', unit: 'years' }, 'unit', 'Unit: must be minutes, hours, days'],
  [
    { action: 'fault', operation: 'x', outcome: 'status:503', times: '1', after: '0' },
    'operation',
    'Operation: ',
  ],
  [
    { action: 'fault', operation: '*', outcome: 'nothing', times: '1', after: '0' },
    'outcome',
    'Fails with: is ',
  ],
  [
    { action: 'fault', operation: '*', outcome: 'status:200', times: '1', after: '0' },
    'outcome',
    'Fails with: ',
  ],
  [
    { action: 'fault', operation: '*', outcome: 'status:503', times: '0', after: '0' },
    'times',
    'Requests: must',
  ],
  [
    { action: 'fault', operation: '*', outcome: 'status:503', times: '1', after: '-1' },
    'after',
    'Skip first: ',
  ],
  [
    { action: 'fault', operation: 'offers.getPage', outcome: 'fault:empty_page', times: '7', after: '0' },
    'operation',
    'Operation: must be transactions.getPage for the fault empty_page',
  ],
])('the form %j is shown again, with what is wrong with %s', async (fields, field, message) => {
  const { sandbox, url } = await listening();

  const { status, text } = await sendForm(url, fields);

  expect(status).toBe(400);
  expect(text).toContain(`role="alert" id="${fields.action}-problem">${message}`);
  expect(text).toMatch(
    new RegExp(
      `name="${field}" aria-invalid="true" aria-describedby="${fields.action}-problem"\\s+autofocus`,
    ),
  );
  expect(text.match(/aria-invalid="true"/g)).toHaveLength(1);
  if (fields.action === 'fault' && 'times' in fields) expect(text).toContain(`value="${fields.times}"`);
  expect(sandbox.state().clock).toBe('2026-01-15T12:00:00.000Z');
  expect((await send(sandbox, 'GET', '/v1/price-points')).status).toBe(200);
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another port of this machine', { 'sec-fetch-site': 'same-site' }],
  ['another origin, in an old browser', { 'sec-fetch-site': 'none', origin: 'http://127.0.0.1:1' }],
  ['an opaque origin', { origin: 'null' }],
  ['another site, by its origin', { origin: 'https://evil.example' }],
  ['another host, after DNS rebinding', { host: 'evil.example' }],
])('a form with %s is rejected, and changes nothing', async (_, headers) => {
  const { sandbox, url } = await listening();

  const { status } = await sendForm(url, { action: 'advance', amount: '1', unit: 'days' }, headers);

  expect(status).toBe(403);
  expect(sandbox.state().clock).toBe('2026-01-15T12:00:00.000Z');
});

test('a form that the page does not have is rejected', async () => {
  const { sandbox, url } = await listening();
  const before = sandbox.state();
  expect((await sendForm(url, { action: 'explode' })).status).toBe(400);
  expect(sandbox.state()).toEqual(before);
});

test('a change that cannot be written is not made, and the page says so', async () => {
  const data = newFile();
  const { sandbox, url } = await listening({ data });
  appendFileSync(data, 'something else\n');

  const { status, text } = await sendForm(url, { action: 'advance', amount: '1', unit: 'days' });

  expect(status).toBe(500);
  expect(text).toContain('<h1>The change was not made</h1>');
  expect(text).toContain('another program changed');
  expect(sandbox.state().clock).toBe('2026-01-15T12:00:00.000Z');
});

test('faults are grouped, each with what happens, and each can be added', async () => {
  const { url } = await listening();
  const { text } = await openPage(`${url}/`);
  const groups = [...text.matchAll(/<optgroup label="([^"]*)">(.*?)<\/optgroup>/gs)].map(
    ([, label, options = '']) => ({
      label,
      options: [...options.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)</g)].map(
        ([, value = '', shown = '']) => ({ value, shown }),
      ),
    }),
  );

  expect(groups.map(({ label }) => label)).toEqual(['Statuses', 'Documented errors', 'Network', 'Bodies']);
  const options = groups.flatMap((group) => group.options);
  for (const { shown } of options) expect(shown).toMatch(/^\w+: \S.{7,}[^.]$/);
  expect(options.map(({ shown }) => shown)).toContain(
    'cut_body: the connection ends in the middle of the body',
  );
  expect(options.length).toBeGreaterThan(25);
  for (const { value } of options) {
    const fields = { action: 'fault', operation: '*', outcome: value, times: '1', after: '0' };
    expect([value, (await sendForm(url, fields)).status]).toEqual([value, 303]);
  }
});

test('the page lists every operation, and links the OpenAPI document, which has their fields', async () => {
  const { url } = await listening();
  const page = await openPage(`${url}/`);

  const listed = sectionOf(page, 'operations');
  for (const name of operationNames) expect(listed).toContain(` ${name} `);
  expect(listed).toContain(' pricePoints.create POST /v1/price-points §4.4 ');
  const [, link = ''] = /href="([^"]*)">OpenAPI document/.exec(page.text) ?? [];
  expect(await (await fetch(url + link)).json()).toMatchObject({ openapi: '3.1.1', servers: [{ url }, {}] });
});
