// Writes the pictures in docs/images: `npm run build`, then this script. What they show comes from a sandbox on a port, whose
// October is that of the README.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

/** The colours of a picture, and what its name ends with. */
const schemes = [
  ['light', ''],
  ['dark', '-dark'],
] as const;

/** Opens a page of three pixels to two points: they are in the package. */
function openPage(browser: Browser, width: number, colorScheme: 'light' | 'dark'): Promise<Page> {
  return browser.newPage({ viewport: { width, height: 900 }, deviceScaleFactor: 1.5, colorScheme });
}

/** Writes a part of a page as WebP, a quarter of a PNG, which is all that Playwright itself writes besides JPEG. */
async function takePicture(
  page: Page,
  name: string,
  clip: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 90,
    clip: { ...clip, scale: 1 },
  });
  writeFileSync(join(images, `${name}.webp`), Buffer.from(data, 'base64'));
}

/** Where an element ends, in points from the top of the page. */
async function endOf(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${page.url()} has no ${selector}`);
  return Math.ceil(box.y + box.height);
}

/** The top of the report of the README, down to the end of the totals. */
async function takeReport(browser: Browser): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'report-picture-'));
  const run = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [join(root, 'dist/cli/main.js'), ...args], { cwd: folder });
  try {
    await run('export', '--month', '2026-10', '--demo', '--out', 'last-month.csv');
    await run('report', 'last-month.csv', '--out', 'last-month.html');
    for (const [scheme, ending] of schemes) {
      const page = await openPage(browser, 1060, scheme);
      await page.goto(pathToFileURL(join(folder, 'last-month.html')).href);
      // Its links lead nowhere in a picture.
      await page.addStyleTag({ content: 'nav { display: none }' });
      const top = 40;
      const height = (await endOf(page, '#totals')) + 8 - top;
      await takePicture(page, `report${ending}`, { x: 0, y: top, width: 1060, height });
    }
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
  for (const [scheme, ending] of schemes) {
    // Wider than the column of the page: on narrower screens it is a phone's.
    const page = await openPage(browser, 720, scheme);
    await page.goto(parsedUrl);
    const width = 528;
    const margin = 24;
    // As much room above the page's heading as below its card.
    const height = await endOf(page, '.card');
    await takePicture(page, `checkout${ending}`, { x: (720 - width) / 2, y: margin, width, height });
  }
}

const browser = await startBrowser();
if (!browser) throw new Error('There is no browser to take the pictures with.');
try {
  await using server = await sandbox.listen({ port: 4010 });
  mkdirSync(images, { recursive: true });
  await takeReport(browser);
  await takeCheckout(browser, server.url);
} finally {
  await browser.close();
}
