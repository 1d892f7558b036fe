import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { PublisherClient } from '../../../src/index.ts';
import { startBrowser } from '../../support/browser.ts';
import { quotedMessages } from '../quoted-messages.ts';
import { findClipped } from './find-clipped.ts';
import { openSite, type Site, siteFolder as folder, violationsOf } from './open-site.ts';
import { openSearchIndex } from './search-index.ts';

// Hundreds of pages, in a browser without a graphics card.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 300_000 });

const browser = await startBrowser();
// Where none starts; `startBrowser` says why.
const inBrowser = test.skipIf(!browser);

let site: Site;

beforeAll(async () => {
  site = await openSite(browser);
});

afterAll(async () => {
  await browser?.close();
  await site[Symbol.asyncDispose]();
});

const troubleshooting = '/docs/troubleshooting';

const views = [1440, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme })),
);

test('every page has its Markdown next to it, and llms.txt lists those of the guides and the reference', () => {
  const listed = [...readFileSync(join(folder, 'llms.txt'), 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(
    ([, path]) => path,
  );
  const twins = site.pages.map((page) => page.slice(1).replace(/\.html$/, '.md'));

  expect(twins.filter((twin) => !existsSync(join(folder, twin)))).toEqual([]);
  // The landing page lists nothing else, files are linked by guides, and an index by its group.
  const expected = twins.filter((twin) => !/^(source\/|index\.md|api\/(?:\w+\/)?index\.md)/.test(twin));
  expect(listed.toSorted()).toEqual(expected.toSorted());
});

test('the reference has no notes on how its types are derived', () => {
  const reference = globSync('api/**/*.md', { cwd: folder });
  const notes = /`output`|z\.output|# (?:Overrides|Inherited from)/;

  expect(reference.length).toBeGreaterThan(200);
  expect(reference.filter((page) => notes.test(readFileSync(join(folder, page), 'utf8')))).toEqual([]);
});

test('list stands before getPage, and required properties before optional ones', () => {
  for (const page of ['Transactions', 'Offers']) {
    const text = readFileSync(join(folder, `api/resources/${page}.md`), 'utf8');
    expect(text.indexOf('### list()')).toBeGreaterThan(0);
    expect(text.indexOf('### list()')).toBeLessThan(text.indexOf('### getPage()'));
  }
  for (const page of globSync('api/**/*.md', { cwd: folder })) {
    const text = readFileSync(join(folder, page), 'utf8');
    const [, table = ''] = text.split('## Properties');
    const marks = [...table.matchAll(/^\| <a id="property-.*?<\/a> `\w+(\??)`/gm)].map(([, mark]) => mark);
    expect(marks, page).toEqual(marks.toSorted());
  }
});

inBrowser(
  'every page fits 1440 and 390 px, light and dark, without errors and requests to others',
  async () => {
    await using tab = await site.openTab();
    const { page, problems } = tab;
    const clipped: string[] = [];
    for (const path of site.pages) {
      await page.goto(site.origin + path);
      // Colours move nothing: each width once, each in another theme.
      for (const [width, scheme] of [
        [1440, 'light'],
        [390, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: scheme });
        await page.waitForFunction(
          (isDark) => document.documentElement.classList.contains('dark') === isDark,
          scheme === 'dark',
        );
        clipped.push(...(await page.evaluate(findClipped)).map((what) => `${path} at ${width} px: ${what}`));
      }
    }

    expect(site.pages.length).toBeGreaterThan(250);
    expect(clipped).toEqual([]);
    expect(problems).toEqual([]);
  },
);

inBrowser('no table of the operations needs scrolling at 1440 px', async () => {
  await using tab = await site.openTab();
  await tab.page.goto(`${site.origin}/docs/operations.html`);
  const widths = await tab.page
    .locator('.vp-doc table')
    .evaluateAll((tables) => tables.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));

  expect(widths.length).toBeGreaterThan(8);
  expect(widths.filter((hidden) => hidden > 0)).toEqual([]);
});

/** Pages whose layouts differ. The reference is written by one program: one page of each kind stands for the others. */
const layouts = [
  '/index.html',
  '/docs/options.html',
  '/docs/operations.html',
  '/docs/troubleshooting.html',
  '/api/index.html',
  '/api/client/index.html',
  '/api/client/PublisherClient.html',
  '/api/client/formatAmount.html',
  '/api/resources/Transactions.html',
  '/api/data/index.html',
  '/api/data/Transaction.html',
  '/api/data/OpenEnum.html',
  '/api/errors/ConflictError.html',
  '/api/options/ClientOptions.html',
  '/api/sandbox/Sandbox.html',
  '/source/examples/checkout.ts.html',
];

inBrowser.each(views)('axe finds nothing at $width px, $scheme', async (view) => {
  await using tab = await site.openTab(view);
  const { page } = tab;
  // Every guide once in each theme and at each width; all four combinations would take a quarter of an hour.
  const isDiagonal = (view.width === 1440) === (view.scheme === 'light');
  const guides = isDiagonal ? site.pages.filter((path) => /^\/(?:docs\/)?[\w-]+\.html$/.test(path)) : [];
  const found: string[] = [];
  for (const path of new Set([...layouts, ...guides])) {
    await page.goto(site.origin + path);
    found.push(...(await violationsOf(page)).map((violation) => `${path}: ${violation}`));
  }

  expect(guides.length).toBeGreaterThan(isDiagonal ? 25 : -1);
  expect(found).toEqual([]);
});

inBrowser('the site is used with the keyboard', async () => {
  await using tab = await site.openTab();
  const { page, problems } = tab;
  const focused = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.textContent.trim() ?? '');
  await page.goto(`${site.origin}/docs/getting-started.html`);
  await listens(page);

  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('VPContent');

  for (const key of ['/', 'Control+k']) {
    await page.keyboard.press(key);
    await page.locator('#localsearch-input:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.VPLocalSearchBox').waitFor({ state: 'detached' });
  }

  await search(page, 'idempotent');
  expect(await violationsOf(page)).toEqual([]);
  const second = await page.locator('.VPLocalSearchBox .result').nth(1).getAttribute('href');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(site.origin + (second ?? ''));
  // It gives the focus back when it closes.
  await page.locator('.VPLocalSearchBox').waitFor({ state: 'detached' });

  const theme = page.locator('.VPNavBarAppearance .VPSwitchAppearance');
  await theme.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => theme.getAttribute('aria-checked')).toBe('true');
  expect(problems).toEqual([]);
});

/** Waits until the scripts of a page listen to keys: it is rendered before. */
async function listens(page: Page): Promise<void> {
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
}

/** Searches from a page, as a reader who pastes. */
async function search(page: Page, words: string): Promise<string[]> {
  await page.keyboard.press('Control+k');
  await page.locator('#localsearch-input:focus').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(words);
  expect(await page.locator('#localsearch-input').inputValue()).toBe(words);
  // The words that are found are marked once the results are shown.
  await page.locator('.VPLocalSearchBox .result mark').first().waitFor({ state: 'attached' });
  await page.waitForTimeout(800);
  const links = await page
    .locator('.VPLocalSearchBox .result')
    .evaluateAll((results) => results.map((result) => result.getAttribute('href') ?? ''));
  return links.map((link) => link.replace(/\.html.*/, ''));
}

inBrowser.each([
  ['refund', '/docs/money'],
  ['net amount', '/docs/money'],
  ['retry', '/docs/errors'],
  ['csv', '/docs/export'],
  ['test without account', '/docs/sandbox'],
  ['rate limit', '/docs/options'],
  ['webhook signature', '/docs/callbacks'],
  ['checkout page', '/docs/sandbox'],
  ['resume export', '/docs/export'],
  ['postgres', '/docs/postgres'],
  ['inject faults', '/docs/testing'],
  ['seed file', '/docs/sandbox-operations'],
  ['deprecation', '/docs/versions'],
  ['late rows', '/docs/verify'],
  // Pasted from a terminal.
  ['transactions.list: could not connect to https://commerce.example.com (ECONNREFUSED)', troubleshooting],
  [
    'could not trust the certificate of https://commerce.example.com, which has an unknown issuer (UNABLE_TO_GET_ISSUER_CERT_LOCALLY)',
    troubleshooting,
  ],
  ['publisher-commerce: the service rejected the token (401): set a valid PUBLISHER_TOKEN', troubleshooting],
  ['pricePoints.list: no complete response within timeout (30000 ms)', troubleshooting],
  [
    'baseUrl: is required in the production environment: pass it, or set the environment variable',
    troubleshooting,
  ],
  ['transactions.getPage: expected JSON, received HTML (status 200, 5120 bytes)', troubleshooting],
  ['october.csv is incomplete: received 1017 rows, the service counts 1018', troubleshooting],
  [
    'gameAuth: responded with 400, signature_mismatch: the signature does not match this body',
    troubleshooting,
  ],
  [
    'the database rejected the user or its password: password authentication failed for user "ledger"',
    troubleshooting,
  ],
  ['port 4010 is in use: choose another one with --port, or 0 for a free one', troubleshooting],
  ['the disk is full (ENOSPC). 12,000 rows are kept: run the same command with --resume', troubleshooting],
  ['Cannot create new pricing. The price point already exists. (status 409)', troubleshooting],
])('a search for "%s" lists %s first, with an excerpt', async (words, expected) => {
  await using tab = await site.openTab();
  await tab.page.goto(`${site.origin}/docs/getting-started.html`);
  await listens(tab.page);
  const [first] = await search(tab.page, words);

  expect(first).toBe(expected);
  expect(await tab.page.locator('.VPLocalSearchBox .result .excerpt').first().innerText()).toMatch(/\w{3}/);
});

inBrowser('a message that is found leads to its row, with what to do', async () => {
  await using tab = await site.openTab();
  const { page, problems } = tab;
  await page.goto(`${site.origin}/docs/export.html`);
  await listens(page);
  await search(page, 'could not trust the certificate, which has expired');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.origin}${troubleshooting}.html#**`);

  const row = page.locator('.vp-doc tr', { hasText: 'which has expired' });
  await expect.poll(() => row.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(900);
  expect(await row.innerText()).toContain('clock');
  expect(problems).toEqual([]);
});

test('every message of the page on troubleshooting is found there first', async () => {
  const searchIndex = await openSearchIndex(folder);
  const messages = quotedMessages().map((message) => message.replaceAll('…', ' '));
  const others = messages
    .map((message) => [message, searchIndex(message)[0]])
    .filter(([, page]) => page !== troubleshooting);

  expect(messages.length).toBeGreaterThan(150);
  expect(others).toEqual([]);
});

test('the first page of the API links to the description of every method of a client', () => {
  const page = readFileSync(join(folder, 'api/index.html'), 'utf8');
  const links = new Map(
    [...page.matchAll(/href="([^"]+)"[^>]*><code>([\w.]+)<\/code>/g)].map(([, link = '', name = '']) => [
      name,
      link,
    ]),
  );
  const client = new PublisherClient({ baseUrl: 'http://127.0.0.1:1', token: 'token' });
  const methods = Object.entries(client).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'function') return [`client.${name}`];
    return typeof value === 'object' && value
      ? Object.keys(value).map((method) => `client.${name}.${method}`)
      : [];
  });

  expect(methods.length).toBeGreaterThan(20);
  for (const method of [
    ...methods,
    '.pages',
    '.toArray',
    'createSandbox',
    'createReceipt',
    'planLoad',
    'toNodeListener',
  ]) {
    const [path = '', anchor] = (links.get(method) ?? 'missing').split('#');
    const target = readFileSync(join(folder, 'api', path), 'utf8');
    expect(anchor === undefined || target.includes(`id="${anchor}"`), method).toBe(true);
  }
});

test('the menu of the version leads to its section of the changelog, and to versions and deprecations', () => {
  const page = readFileSync(join(folder, 'docs/export.html'), 'utf8');
  const changelog = readFileSync(join(folder, 'CHANGELOG.html'), 'utf8');
  const [, anchor = ''] = /href="\/CHANGELOG\.html#([^"]+)"/.exec(page) ?? [];

  expect(anchor).toMatch(/^\d/);
  expect(changelog).toContain(`id="${anchor}"`);
  expect(page).toContain('href="/docs/versions.html"');
});
