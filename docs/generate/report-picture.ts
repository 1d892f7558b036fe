// Writes docs/images/report.png, the picture of a report in the README: `npm run build`, then this script. Its months are
// those of the built-in sandbox.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { startBrowser } from '../../test/support/browser.ts';

const root = join(import.meta.dirname, '../..');
const picture = join(root, 'docs/images/report.png');
const folder = mkdtempSync(join(tmpdir(), 'report-picture-'));
const run = (...args: readonly string[]): void => {
  execFileSync(process.execPath, [join(root, 'dist/cli/main.js'), ...args], {
    cwd: folder,
    stdio: 'inherit',
  });
};

try {
  run('export', '--month', '2026-10', '--demo', '--transactions', '1018', '--out', 'october.csv');
  run('export', '--month', '2026-09', '--demo', '--transactions', '940', '--out', 'september.csv');
  const flags = ['--title', 'October close', '--account', 'Example Games', '--out', 'report.html'];
  run('report', 'october.csv', '--compare', 'september.csv', ...flags);
  const browser = await startBrowser();
  if (!browser) throw new Error('There is no browser to take the picture with.');
  try {
    const page = await browser.newPage({
      viewport: { width: 1060, height: 700 },
      deviceScaleFactor: 2,
      colorScheme: 'light',
    });
    await page.goto(pathToFileURL(join(folder, 'report.html')).href);
    // Its links lead nowhere in a picture.
    await page.addStyleTag({ content: 'nav { display: none }' });
    mkdirSync(join(root, 'docs/images'), { recursive: true });
    // Down to the end of the totals: less than 200 KB.
    const totals = await page.locator('#totals').boundingBox();
    const top = 40;
    const height = Math.ceil((totals?.y ?? 0) + (totals?.height ?? 600)) + 8 - top;
    await page.screenshot({ path: picture, clip: { x: 0, y: top, width: 1060, height } });
  } finally {
    await browser.close();
  }
} finally {
  rmSync(folder, { recursive: true });
}
