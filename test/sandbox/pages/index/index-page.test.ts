import { expect, test } from 'vitest';

import { operationNames } from '../../../../src/client/api/operation-name.ts';
import { createSandbox } from '../../../../src/sandbox/index.ts';
import { openSession, pay } from '../../sessions.ts';
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
      body: { message: 'No operation has the path /: it is a page, which needs Accept: text/html' },
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
      `PUBLISHER_TOKEN=&#39;it&#39;\\&#39;&#39;s-&quot;&lt;$token&gt;&#39; PUBLISHER_ENVIRONMENT=sandbox</code>`,
  );
  expect(text).toContain(
    `$env:PUBLISHER_BASE_URL = &#39;http://localhost:${port}&#39;; ` +
      `$env:PUBLISHER_SANDBOX_URL = &#39;http://localhost:${port}&#39;; $env:PUBLISHER_TOKEN = &#39;it&#39;&#39;s-&quot;&lt;$token&gt;&#39;; $env:PUBLISHER_ENVIRONMENT = &#39;sandbox&#39;</code>`,
  );
});

test('the page lists requests by method, path, query, operation and status, and never a secret', async () => {
  const { url } = await listening();
  const secret = 'real-publisher-token';
  const headers = { 'x-publisher-token': secret, authorization: `Bearer ${secret}` };
  await fetch(`${url}/v1/price-points?token=${secret}&page=2`, { headers });
  await fetch(`${url}/v1/<b>nothing</b>`, { method: 'DELETE' });
  await fetch(`${url}/_sandbox/reset`, { method: 'POST' });
  expect((await openPage(`${url}/checkout/nothing`)).status).toBe(404);

  const page = await openPage(`${url}/`);
  await openPage(`${url}/?x=1`);

  expect(page.text).not.toContain(secret);
  expect(sectionOf(page, 'requests')).toMatch(
    /GET \/checkout\/nothing 404 .*POST \/_sandbox\/reset 200 .*DELETE \/v1\/%3Cb%3Enothing%3C\/b%3E 404 .*GET \/v1\/price-points\?token=\[hidden\]&amp;page=2 pricePoints.list 401 \d/,
  );
  expect(sectionOf(await openPage(`${url}/`), 'requests')).not.toContain(' / ');
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
      `${second.checkoutSessionToken} 2026-01-15 12:00:00 Bag of gems 500 JPY open, declined ${second.purchaseId} player-1 ` +
        `Pay Decline Authenticate Cancel ${first.checkoutSessionToken} 2026-01-15 12:00:00 &lt;script&gt;alert\\(1\\)&lt;/script&gt; 9.99 USD paid `,
    ),
  );
  expect(page.text).not.toContain('<script>alert');
  const [, link = ''] = new RegExp(`href="([^"]*${second.checkoutSessionToken})"`).exec(page.text) ?? [];
  expect((await openPage(url + link)).text).toContain('Bag of gems');
  sandbox.advance(86_400_000);
  expect(sectionOf(await openPage(`${url}/`), 'sessions')).toContain('500 JPY expired');
});

test('the page shows ten sessions, and links a page of all, whose buttons do the same', async () => {
  const { sandbox, url } = await listening({ transactions: 0 });
  const tokens: string[] = [];
  for (let count = 0; count < 12; count += 1)
    tokens.unshift((await openSession(sandbox)).checkoutSessionToken);
  const listed = ({ text }: { text: string }): string[] =>
    [...text.matchAll(/id="open-([^"]*)"/g)].map(([, token]) => token ?? '');

  const page = await openPage(`${url}/`);
  expect(sectionOf(page, 'sessions')).toContain('The latest 10 of 12. Show all 12');
  expect(listed(page)).toEqual(tokens.slice(0, 10));
  const all = await openPage(`${url}/sessions`);
  expect(listed(all)).toEqual(tokens);

  const session = tokens[11] ?? '';
  const { status, headers } = await sendForm(`${url}/sessions`, { action: 'pay', session });
  expect([status, headers['location']]).toEqual([303, '/sessions?done=pay#sessions']);
  const paid = await openPage(`${url}/sessions?done=pay`);
  expect(paid.text).toMatch(/role="status">purchase-\w+ is paid: 9\.99 USD; row /);
  expect(sandbox.state().transactions).toHaveLength(1);
  expect(sectionOf(await openPage(`${url}/`), 'requests')).toContain('None yet.');
  expect((await sendTo(`${url}/sessions`)).status).toBe(404);
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

test('the page lists every operation, and links the OpenAPI document, which has their fields', async () => {
  const { url } = await listening();
  const page = await openPage(`${url}/`);

  const listed = sectionOf(page, 'operations');
  for (const name of operationNames) expect(listed).toContain(` ${name} `);
  expect(listed).toContain(' pricePoints.create POST /v1/price-points §4.4 ');
  const [, link = ''] = /href="([^"]*)">OpenAPI document/.exec(page.text) ?? [];
  expect(await (await fetch(url + link)).json()).toMatchObject({ openapi: '3.1.1', servers: [{ url }, {}] });
});
