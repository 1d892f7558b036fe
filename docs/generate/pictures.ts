// Writes the pictures in docs/images: `npm run build`, then this script. What they show comes from a sandbox on a port, whose
// October is that of the README.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { PublisherClient } from '../../src/client/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { type Browser, startBrowser } from '../../test/support/browser.ts';

type Page = Awaited<ReturnType<Browser['newPage']>>;

const root = join(import.meta.dirname, '../..');
const images = join(root, 'docs/images');
const sandbox = createSandbox({ now: () => new Date('2026-11-22T12:00:00Z') });

/** Opens a page of two pixels to a point, in light colours. */
function openPage(browser: Browser, width: number): Promise<Page> {
  return browser.newPage({
    viewport: { width, height: 900 },
    deviceScaleFactor: 2,
    colorScheme: 'light',
  });
}

/** Where an element ends, in points from the top of the page. */
async function endOf(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${page.url()} has no ${selector}`);
  return Math.ceil(box.y + box.height);
}

/** The top of a report with the month before, down to the end of the totals. */
async function takeReport(browser: Browser, url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'report-picture-'));
  const address = { PUBLISHER_SANDBOX_URL: url, PUBLISHER_SANDBOX_TOKEN: sandbox.token };
  const env = { ...process.env, ...address, PUBLISHER_ENVIRONMENT: 'sandbox' };
  const run = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [join(root, 'dist/cli/main.js'), ...args], { cwd: folder, env });
  try {
    await run('export', '--month', '2026-10', '--out', 'october.csv');
    await run('export', '--month', '2026-09', '--out', 'september.csv');
    const flags = ['--title', 'October close', '--account', 'Example Games', '--out', 'report.html'];
    await run('report', 'october.csv', '--compare', 'september.csv', ...flags);
    const page = await openPage(browser, 1060);
    await page.goto(pathToFileURL(join(folder, 'report.html')).href);
    // Its links lead nowhere in a picture.
    await page.addStyleTag({ content: 'nav { display: none }' });
    const top = 40;
    const height = (await endOf(page, '#totals')) + 8 - top;
    await page.screenshot({ path: join(images, 'report.png'), clip: { x: 0, y: top, width: 1060, height } });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The checkout page of a session that can be paid, without the facts below its card. */
async function takeCheckout(browser: Browser, url: string): Promise<void> {
  const client = new PublisherClient({ baseUrl: url, token: sandbox.token });
  const { parsedUrl } = await client.checkout.createSession({
    priceDetails: { price: 1999, currency: 'CAD' },
    offer: { name: 'Dragon bundle', sku: 'dragon-bundle' },
    items: [
      { name: 'Gems', sku: 'gems', quantity: 500 },
      { name: 'Dragon sword', sku: 'dragon-sword', quantity: 1 },
    ],
    customer: { id: 'player-1' },
    countryCode2: 'CA',
  });
  // Wider than the column of the page: on narrower screens it is a phone's.
  const page = await openPage(browser, 720);
  await page.goto(parsedUrl ?? '');
  const width = 528;
  const margin = 24;
  // As much room above the page's heading as below its card.
  const height = await endOf(page, '.card');
  await page.screenshot({
    path: join(images, 'checkout.png'),
    clip: { x: (720 - width) / 2, y: margin, width, height },
  });
}

const browser = await startBrowser();
if (!browser) throw new Error('There is no browser to take the pictures with.');
try {
  await using server = await sandbox.listen({ port: 4010 });
  mkdirSync(images, { recursive: true });
  await takeReport(browser, server.url);
  await takeCheckout(browser, server.url);
} finally {
  await browser.close();
}
