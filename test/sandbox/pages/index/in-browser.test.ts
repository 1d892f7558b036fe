// @module-tag slow
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

import { createSandbox, type Sandbox, type SandboxOptions } from '../../../../src/sandbox/index.ts';
import { formOf } from '../checkout/checkout-server.ts';
import { useBrowser } from '../open-tab.ts';
import { openSession, pay } from '../../sessions.ts';
import { send } from '../../send.ts';

const { inBrowser, openTab } = await useBrowser();
const start = '2026-01-15T12:00:00.000Z';

/** A sandbox with an open session, whose offer has a name that no page should run. */
async function listening(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ now: () => new Date(start), ...options });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const offer = { name: '<img src=x onerror=alert(1)><script>alert(2)</script>', sku: 'x' };
  const { checkoutSessionToken } = await openSession(sandbox, { offer });
  return { sandbox, url: server.url, session: checkoutSessionToken };
}

/** Presses Tab until an element has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.locator(selector).evaluate((element) => element === document.activeElement)) return;
  }
  expect.fail(`${selector} is not reached by Tab`);
}

/** Chooses an option of the focused select with Home and ArrowDown: a browser that is busy splits what is typed. */
async function arrowTo(page: Page, selector: string, option: string): Promise<void> {
  const chosen = page.locator(`${selector} option:checked`);
  await page.keyboard.press('Home');
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await chosen.innerText()).startsWith(option)) return;
    await page.keyboard.press('ArrowDown');
  }
  expect.fail(`${selector} has no option ${option}`);
}

async function statusOf(sandbox: Sandbox, path: string): Promise<number> {
  return (await send(sandbox, 'GET', path)).status;
}

inBrowser('the page works by keyboard alone, without JavaScript, and requests nothing else', async () => {
  const { sandbox, url } = await listening();
  await using tab = await openTab({ javaScriptEnabled: false });
  const { page, requests, messages } = tab;
  await page.goto(`${url}/`);

  await tabTo(page, '#clock input[name=advance]');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('2d');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${url}/?done=advance#clock`);
  expect(await page.getByRole('status').textContent()).toBe(
    "The sandbox's clock is at 2026-01-17T12:00:00.000Z.",
  );
  expect(sandbox.state().clock).toBe('2026-01-17T12:00:00.000Z');

  await tabTo(page, '#faults select[name=operation]');
  await arrowTo(page, '#faults select[name=operation]', 'pricePoints.list');
  await tabTo(page, '#faults input[name=status]');
  await page.keyboard.type('429');
  await tabTo(page, '#faults input[name=times]');
  await page.keyboard.type('Infinity');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${url}/?done=fault#faults`);
  // It keeps what was chosen.
  expect(await page.locator('#faults select[name=operation]').inputValue()).toBe('pricePoints.list');
  expect(await page.locator('#faults input[name=status]').inputValue()).toBe('429');
  expect(await page.locator('#faults tbody tr').allInnerTexts()).toEqual([
    'pricePoints.list\tstatus 429\tall\t0',
  ]);
  expect(await statusOf(sandbox, '/v1/price-points')).toBe(429);
  expect(await statusOf(sandbox, '/v1/translations')).toBe(200);

  await page.reload();
  expect(await page.getByRole('status').count()).toBe(0);
  expect(sandbox.state().clock).toBe('2026-01-17T12:00:00.000Z');
  await tabTo(page, '#faults form:last-of-type button');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${url}/?done=remove-faults#faults`);
  expect(await statusOf(sandbox, '/v1/price-points')).toBe(200);

  expect(requests.filter((line) => !line.includes(` ${url}/`))).toEqual([]);
  expect(messages).toEqual([]);
});

inBrowser.each([true, false])(
  'a payment is refunded and another one disputed by clicking (JavaScript: %s)',
  async (javaScriptEnabled) => {
    const { sandbox, url } = await listening({ transactions: 0 });
    const [first, second] = [await pay(sandbox), await pay(sandbox)];
    await using tab = await openTab({ javaScriptEnabled });
    const { page, messages } = tab;
    await page.goto(`${url}/`);

    await page.getByRole('button', { name: `Refund ${first.purchaseId}` }).click();
    expect(await page.getByRole('status').textContent()).toContain(
      `${first.purchaseId} is refunded: -9.99 USD`,
    );
    await page.getByRole('button', { name: `Dispute ${second.purchaseId}` }).click();
    await page.getByText(`${second.purchaseId} is disputed`).waitFor();
    await page.getByRole('button', { name: `Reinstate ${second.purchaseId}` }).click();
    await page.getByText(`${second.purchaseId} is reinstated`).waitFor();

    expect(sandbox.state().transactions.map(({ transactionDetails: { type } }) => type)).toEqual([
      ...['paid', 'paid', 'refund', 'dispute_funds_withdrawn', 'dispute_funds_reinstated'],
    ]);
    await page.getByRole('button', { name: 'Reset the sandbox' }).click();
    await page.getByText('The sandbox is in its initial state, without changes').waitFor();
    expect(sandbox.state().transactions).toEqual([]);
    expect(messages).toEqual([]);
  },
);

inBrowser('the page shows what happens without a reload, and keeps the focus', async () => {
  const { sandbox, url, session } = await listening();
  await using tab = await openTab();
  const { page, requests, messages } = tab;
  await page.goto(`${url}/`);
  const link = page.getByRole('link', { name: session });
  await link.focus();

  await fetch(`${url}/v1/nothing`);
  sandbox.purchases.pay(session);
  await page.locator('#requests').getByText('/v1/nothing').waitFor();
  await page.getByRole('button', { name: 'Refund' }).waitFor();
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.getByRole('link', { name: '/v1/nothing' }).click();
  await page.getByRole('heading', { name: 'GET /v1/nothing' }).waitFor();
  expect(requests.filter((line) => line === `GET ${url}/`)).toHaveLength(1);
  expect(messages).toEqual([]);
});

inBrowser('a page from before a restart of the sandbox is loaded again', async () => {
  const first = createSandbox();
  const server = await first.listen();
  await using tab = await openTab();
  const { page } = tab;
  await page.goto(`${server.url}/`);
  await fetch(`${server.url}/v1/nothing`);
  await page.locator('#requests').getByText('/v1/nothing').waitFor();

  await server.close();
  await using again = await createSandbox().listen({ port: server.port });
  await page.getByText('None yet. Those for this page are not listed.').waitFor();
  await page.getByRole('button', { name: 'Move forward' }).click();
  expect(await page.getByRole('status').textContent()).toContain("The sandbox's clock is at");
  expect(again.url).toBe(server.url);
});

inBrowser('a session leads to its page, and a script in the name of an offer stays text', async () => {
  const { url, session } = await listening();
  await using tab = await openTab();
  const { page, requests, messages } = tab;
  await page.goto(`${url}/`);

  const offer = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  expect(await page.locator('#sessions tbody').innerText()).toContain(offer);
  expect(await page.locator('main script, main img').count()).toBe(0);
  await tabTo(page, `#sessions a`);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${url}/checkout/${session}`);
  await page.goBack();
  await page.getByRole('link', { name: 'OpenAPI document' }).click();
  await page.waitForURL(`${url}/openapi.json`);

  expect(requests.filter((line) => !line.startsWith(`GET ${url}/`))).toEqual([]);
  expect(messages).toEqual([]);
});

inBrowser('on a phone long sections are folded, and one opens by its heading or its link', async () => {
  const { url } = await listening();
  await using tab = await openTab({ viewport: { width: 390, height: 800 } });
  const { page } = tab;
  await page.goto(`${url}/`);
  expect(await page.getByText('The latest 10 of').isVisible()).toBe(false);
  await page.getByRole('heading', { name: 'Recent transactions' }).click();
  expect(await page.getByText('The latest 10 of').isVisible()).toBe(true);
  await page.getByRole('link', { name: 'Faults' }).click();
  await page.getByRole('button', { name: 'Add fault' }).waitFor();
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.reload();
  expect(await page.getByText('The latest 10 of').isVisible()).toBe(true);
});

inBrowser.each([
  [1440, 'light'],
  [1440, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const)('axe-core finds no violations at %i px, %s, and nothing is wider', async (width, colorScheme) => {
  const { sandbox, url } = await listening({ transactions: 50 });
  sandbox.fail({ operation: 'personalization.refreshSpecificActivePlayers', reason: 'schema_validation' });
  sandbox.purchases.decline(sandbox.state().sessions[0]?.checkoutSessionToken ?? '');
  await fetch(`${url}/v1/${'long'.repeat(80)}`);
  await using tab = await openTab({ viewport: { width, height: 900 }, colorScheme });
  const { page } = tab;

  await pay(sandbox);
  await fetch(`${url}/v1/price-points?x=1`, { method: 'POST', body: '{}' });
  for (const path of ['/', '/sessions', '/requests', '/requests/1', '/requests/2', 'done', 'rejected']) {
    if (path === 'done') {
      await page.goto(`${url}/`);
      await page.getByRole('button', { name: 'Move forward' }).click();
      await page.getByRole('status').waitFor();
    } else if (path === 'rejected') {
      await page.goto(`${url}/`);
      await page.locator('#clock input[name=advance]').fill('1 day');
      await page.getByRole('button', { name: 'Move forward' }).click();
      await page.getByRole('alert').waitFor();
    } else await page.goto(url + path);
    // The policy of the page allows no script tag; this one comes from the browser's own protocol.
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(),
    );
    expect(violations.map(({ id, nodes }) => `${path}: ${id} ${nodes[0]?.html ?? ''}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

inBrowser('the buttons of a session are on one line, also with the longest ids', async () => {
  const { sandbox, url } = await listening();
  await openSession(sandbox, {
    offer: { name: 'W'.repeat(80), sku: 'w' },
    customer: { id: 'x'.repeat(200) },
  });
  await using tab = await openTab({ viewport: { width: 1440, height: 900 } });
  const { page } = tab;
  for (const path of ['/', '/sessions']) {
    await page.goto(url + path);
    const tops = await page
      .locator('#sessions tbody tr')
      .first()
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect().top));
    expect(tops).toEqual(Array.from({ length: 4 }, () => tops[0]));
  }
});

/** What a page of another origin may try against a sandbox; each resolves when it is over. */
const attacks = {
  'a form for the page': (url: string) => submitForm(`${url}/`, { action: 'advance', advance: '1d' }),
  'a form for the control endpoint': (url: string) => submitForm(`${url}/_sandbox/reset`, {}),
  'a request without preflight': (url: string) =>
    `await fetch('${url}/_sandbox/clock', { method: 'POST', mode: 'no-cors', body: '{"advance":1000}' })`,
  'a request with preflight': (url: string) =>
    `await fetch('${url}/_sandbox/clock', { method: 'POST', headers: { 'content-type': 'application/json' },
      body: '{"advance":1000}' }).catch(() => undefined)`,
  'a payment, with the digest of its page': (url: string, path: string, digest: string) =>
    submitForm(url + path, { action: 'pay', card: 'pays', digest }),
  'a form in a sandboxed frame': (url: string) => `await new Promise((resolve) => {
    const form = '<form method="post" action="${url}/_sandbox/reset"></form>';
    const frame = document.createElement('iframe');
    frame.sandbox = 'allow-forms allow-scripts';
    frame.srcdoc = form + '<script>document.forms[0].submit()</scr' + 'ipt>';
    let loads = 0;
    frame.onload = () => (loads += 1) === 2 && resolve();
    document.body.append(frame);
    setTimeout(resolve, 3000);
  })`,
  'reading the page': (url: string) =>
    `document.title = await fetch('${url}/', { headers: { accept: 'text/html' } }).then((r) => r.text(), () => 'unread')`,
  'reading the state': (url: string) =>
    `document.title = await fetch('${url}/_sandbox/state').then((r) => r.text(), () => 'unread')`,
} as const;

/** Code that submits a form into a frame, and waits for it. */
function submitForm(action: string, fields: Readonly<Record<string, string>>): string {
  return `await new Promise((resolve) => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '${action}', target: 'f' });
    for (const [name, value] of Object.entries(${JSON.stringify(fields)}))
      form.append(Object.assign(document.createElement('input'), { name, value }));
    const frame = Object.assign(document.createElement('iframe'), { name: 'f' });
    document.body.append(form, frame);
    frame.onload = resolve;
    form.submit();
    setTimeout(resolve, 3000);
  })`;
}

inBrowser('a page of another origin can neither control the sandbox nor read its pages', async () => {
  const { sandbox, url, session } = await listening();
  const elsewhere = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>t</title><body>');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    elsewhere.close();
    elsewhere.closeAllConnections();
  });
  // A server that listens on a port has this form of address.
  const { port } = elsewhere.address() as AddressInfo;
  const before = sandbox.state();
  const { digest = '' } = await formOf(`${url}/checkout/${session}`);

  // Another port is another origin of the same site, and another name of this machine is another site.
  for (const origin of [`http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
    for (const [name, attack] of Object.entries(attacks)) {
      await using tab = await openTab();
      const { page, requests } = tab;
      await page.goto(`${origin}/`);
      await page.evaluate(`(async () => { ${attack(url, `/checkout/${session}`, digest)} })()`);
      expect(
        requests.some((line) => line.includes(` ${url}/`)),
        `${origin}: ${name} was tried`,
      ).toBe(true);
      expect(['t', 'unread'], `${origin}: ${name}`).toContain(await page.title());
      expect(sandbox.state(), `${origin}: ${name}`).toEqual(before);
    }
  }
});
