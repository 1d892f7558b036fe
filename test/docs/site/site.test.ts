import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { startBrowser } from '../../support/browser.ts';
import { runProgram } from '../../support/run-program.ts';
import { findClipped } from './find-clipped.ts';
import { serveSite } from './serve-site.ts';

// Hundreds of pages, in a browser without a graphics card.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 300_000 });

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'docs/site');
const browser = await startBrowser();
const inBrowser = test.skipIf(!browser);

let server: Awaited<ReturnType<typeof serveSite>>;
/** Every page of the site, as its path on it. */
let pages: readonly string[];

beforeAll(async () => {
  const built = await runProgram(process.execPath, ['site/build.ts'], { cwd: root });
  expect(built, built.err).toMatchObject({ code: 0 });
  server = await serveSite(folder);
  pages = globSync('**/*.html', { cwd: folder })
    .filter((page) => page !== '404.html')
    .map((page) => `/${page}`);
});

afterAll(async () => {
  await browser?.close();
  await server[Symbol.asyncDispose]();
});

interface Opened extends AsyncDisposable {
  readonly page: Page;
  /** What the page wrote to the console, its errors, and its requests that failed or went elsewhere. */
  readonly problems: string[];
}

/** Opens a tab that notes every problem. */
async function openTab(width = 1440): Promise<Opened> {
  const context = await (browser ?? expect.fail('no browser')).newContext({
    viewport: { width, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => problems.push(`${page.url()}: ${message.text()}`));
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(server.origin) || request.url().startsWith('data:');
    if (!isOwn) problems.push(`${page.url()}: requests ${request.url()}`);
  });
  page.on('response', (response) => {
    if (!response.ok()) problems.push(`${page.url()}: ${response.status()} ${response.url()}`);
  });
  return { page, problems, [Symbol.asyncDispose]: () => context.close() };
}

const views = [1440, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme })),
);

test('every page has its Markdown next to it, and llms.txt lists those of the guides and the reference', () => {
  const listed = [...readFileSync(join(folder, 'llms.txt'), 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(
    ([, path]) => path,
  );
  const twins = pages.map((page) => page.slice(1).replace(/\.html$/, '.md'));

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
    await using opened = await openTab();
    const { page, problems } = opened;
    const clipped: string[] = [];
    for (const path of pages) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(server.origin + path);
      for (const { width, scheme } of views) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: scheme });
        await page.waitForFunction(
          (isDark) => document.documentElement.classList.contains('dark') === isDark,
          scheme === 'dark',
        );
        clipped.push(...(await page.evaluate(findClipped)).map((what) => `${path} at ${width} px: ${what}`));
      }
    }

    expect(pages.length).toBeGreaterThan(250);
    expect(clipped).toEqual([]);
    expect(problems).toEqual([]);
  },
);

inBrowser('no table of the operations needs scrolling at 1440 px', async () => {
  await using opened = await openTab();
  await opened.page.goto(`${server.origin}/docs/operations.html`);
  const widths = await opened.page
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
  await using opened = await openTab(view.width);
  const { page } = opened;
  await page.emulateMedia({ colorScheme: view.scheme });
  // Every guide once in each theme and at each width; all four combinations would take a quarter of an hour.
  const isDiagonal = (view.width === 1440) === (view.scheme === 'light');
  const guides = isDiagonal ? pages.filter((path) => /^\/(?:docs\/)?[\w-]+\.html$/.test(path)) : [];
  const found: string[] = [];
  for (const path of new Set([...layouts, ...guides])) {
    await page.goto(server.origin + path);
    found.push(...(await violationsOf(page)).map((violation) => `${path}: ${violation}`));
  }

  expect(guides.length).toBeGreaterThan(isDiagonal ? 25 : -1);
  expect(found).toEqual([]);
});

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate<axe.AxeResults>('axe.run()');
  expect(passes.length).toBeGreaterThan(15);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html.slice(0, 200)}`));
}
