import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import axe from 'axe-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { startBrowser } from '../../support/browser.ts';
import { findClipped } from './find-clipped.ts';
import { openSite, type Site, siteFolder as folder } from './open-site.ts';

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

/** Pages whose layouts differ. The reference is written by one program: one page of each kind stands for the others. */
const layouts = [
  '/index.html',
  '/docs/export.html',
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

inBrowser.each([
  { width: 1440, scheme: 'light' },
  { width: 390, scheme: 'dark' },
] as const)('axe finds nothing at $width px, $scheme', async (view) => {
  await using tab = await site.openTab(view);
  const { page } = tab;
  for (const path of layouts) {
    await page.goto(site.origin + path);
    await page.evaluate(axe.source);
    const { violations, passes } = await page.evaluate<axe.AxeResults>('axe.run()');

    expect(passes.length).toBeGreaterThan(15);
    expect(violations.map(({ id, nodes }) => [path, id, nodes.map(({ html }) => html)])).toEqual([]);
  }
});

/** The layouts and every guide. */
function pagesToLookAt(): string[] {
  const guides = site.pages.filter((path) => /^\/(?:docs\/)?[\w-]+\.html$/.test(path));
  expect(guides.length).toBeGreaterThan(25);
  return [...new Set([...layouts, ...guides])];
}

inBrowser('pages fit 1440 and 390 px, light and dark, without errors and requests to others', async () => {
  await using tab = await site.openTab();
  const { page, problems } = tab;
  const clipped: string[] = [];
  for (const path of pagesToLookAt()) {
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

  expect(clipped).toEqual([]);
  expect(problems).toEqual([]);
});
