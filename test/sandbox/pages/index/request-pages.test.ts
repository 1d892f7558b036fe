import { connect } from 'node:net';

import { expect, test } from 'vitest';

import { listening, sectionOf } from './listening.ts';
import { openPage, type PageReceived, sendTo } from './send-form.ts';

/** Opens the page of the latest request, by its link on the index page. */
async function openLatest(url: string): Promise<PageReceived> {
  const { text } = await openPage(`${url}/`);
  const [, path = ''] = /href="(\/requests\/\d+)"/.exec(text) ?? [];
  return openPage(url + path);
}

test('a request is opened with its query, headers, bodies and duration, without the token', async () => {
  const { url } = await listening();
  await fetch(`${url}/v1/price-points?x=%3Cb%3E&y=1+2`, {
    method: 'POST',
    headers: { 'x-publisher-token': 'sandbox-token', 'x-trace': '<i>', 'content-type': 'application/json' },
    body: '{"priceInUsdCents":999,"note":"<script>"}',
  });

  const page = await openLatest(url);

  expect(page.status).toBe(200);
  expect(page.text).toContain('POST</span> <bdi>/v1/price-points</bdi></h1>');
  expect(sectionOf(page, 'request')).toMatch(
    /x &lt;b&gt; y 1\+2 Headers .*x-publisher-token \[hidden\] x-trace &lt;i&gt; content-type application\/json/,
  );
  expect(sectionOf(page, 'request')).toMatch(
    /Body \{ &quot;priceInUsdCents&quot;: 999, &quot;note&quot;: &quot;&lt;script&gt;&quot; \}$/,
  );
  expect(sectionOf(page, 'response')).toContain('content-type application/json');
  expect(sectionOf(page, 'response')).toContain('&quot;countryCode2&quot;: &quot;');
  expect(page.text).toMatch(/<dt>Injected fault<\/dt>\s*<dd>none<\/dd>/);
  expect(page.text).not.toContain('sandbox-token');
});

test('the page of a request shows the fault that was injected, and no other request does', async () => {
  const { sandbox, url } = await listening();
  const headers = { 'x-publisher-token': 'sandbox-token' };
  sandbox.fail({ operation: 'pricePoints.list', fault: 'cut_body' });
  sandbox.fail({ operation: 'pricePoints.list', status: 403 });
  sandbox.fail({ operation: 'pricePoints.list', fault: 'null_field', field: 'pricePoints[0].lastUpdate' });
  const cut = await fetch(`${url}/v1/price-points`, { headers });
  await expect(cut.text()).rejects.toThrow();
  expect((await openLatest(url)).text).toContain('<dd><code>cut_body</code></dd>');
  expect((await openLatest(url)).text).toContain('200 (the response is not complete)');

  await (await fetch(`${url}/v1/price-points`, { headers })).text();
  expect((await openLatest(url)).text).toContain('<dd><code>status 403</code></dd>');
  // There is nothing to corrupt: the plan waits.
  await (await fetch(`${url}/v1/price-points`, { headers })).text();
  expect((await openLatest(url)).text).toMatch(/<dt>Injected fault<\/dt>\s*<dd>none<\/dd>/);
  expect(sectionOf(await openPage(`${url}/`), 'requests')).toMatch(
    /\/v1\/price-points pricePoints.list 200 \d.*\/v1\/price-points fault: status 403 pricePoints.list 403 .* fault: cut_body pricePoints.list 200/,
  );
});

test('of a long body the first 64 KiB are shown, and the number of bytes', async () => {
  const { url } = await listening();
  await fetch(`${url}/v1/price-points`, { method: 'POST', body: 'x'.repeat(70_000) });

  const { text } = await openLatest(url);

  expect(text).toContain('The first 64 KiB of 70,000 bytes.');
  expect(text).toContain(`tabindex="0">${'x'.repeat(65_536)}\n</pre>`);
});

test('no part of a secret is shown at the end of a body that is cut', async () => {
  const { url } = await listening();
  const secret = 'sandbox-token';
  const body = `{"a":"${'x'.repeat(65_536 - 6 - 9)}${secret}${'y'.repeat(9999)}"}`;
  await fetch(`${url}/v1/price-points`, { method: 'POST', headers: { 'x-publisher-token': secret }, body });

  const { text } = await openLatest(url);

  expect(text).toContain(`${'x'.repeat(999)}[token]`);
  expect(text).not.toContain('sandbox-t');
});

const token = 'real-publisher/token+1';
const encoded = encodeURIComponent(token);

test.each([
  ['a header of another name', '/v1/offers', { 'x-other': `of ${token}` }, ''],
  ['the query', `/v1/offers?a=${token}&b=${encoded}&token=${token}`, {}, ''],
  ['the name of a parameter', `/v1/offers?${encoded}=1`, {}, ''],
  ['the path', `/v1/${encoded}/${token}`, {}, ''],
  ['a JSON body', '/v1/price-points', {}, `{"a":"${token}"}`],
  ['a form', '/v1/price-points', {}, `a=${encoded}`],
  ['a body that is cut inside it', '/v1/price-points', {}, `${'x'.repeat(65_526)}${token}`],
])('a token of another service in %s is not shown', async (_, path, headers, body) => {
  const { url } = await listening();
  for (const own of [{ 'x-publisher-token': token }, { authorization: `Bearer ${token}` }]) {
    await sendTo(url + path, { method: body === '' ? 'GET' : 'POST', headers: { ...own, ...headers }, body });

    for (const { text } of [
      await openLatest(url),
      await openPage(`${url}/requests`),
      await openPage(`${url}/`),
    ]) {
      expect(decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, ''))).not.toContain('publisher/token');
      expect(text).not.toContain('real-publ');
    }
  }
});

test('a request that is not HTTP as fetch allows it is listed with what was received', async () => {
  const { url } = await listening();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('TRACE /v1/x HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await new Promise((resolve) => socket.once('data', resolve));
  socket.destroy();

  await expect.poll(async () => (await openLatest(url)).text).toContain('TRACE</span> <bdi>/v1/x</bdi>');
});

test('a page of a request that is not kept is 404, and programs get JSON', async () => {
  const { url } = await listening();
  const page = await openPage(`${url}/requests/1`);
  expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.text).toContain('The sandbox keeps the last 200 requests');
  expect((await openPage(`${url}/requests`)).text).toContain('None yet.');
  for (const path of ['/requests', '/requests/1', '/events']) {
    const { status, text } = await sendTo(url + path);
    expect([status, JSON.parse(text)]).toEqual([
      404,
      { message: `No operation has the path ${path}: it is a page, which needs Accept: text/html` },
    ]);
  }
});
