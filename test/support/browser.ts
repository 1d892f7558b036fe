import { existsSync } from 'node:fs';

import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

export type { Browser };

const systemBrowser = '/usr/bin/chromium';

/** Flags that would hide what a browser blocks, or that end it together with its first page. */
const unwanted = /single-process|no-zygote|disable-web-security|allow-running-insecure-content/;

/** Unpacks the browser once for all files: one that another file still writes does not start (`ETXTBSY`). */
export default async function unpackBrowser(): Promise<void> {
  // What keeps it from starting is what `startBrowser` says.
  await chromium.executablePath().catch(() => undefined);
}

/**
 * Starts a headless Chromium: the one that npm installs, or the system's. Returns `undefined` where neither starts, and
 * says so, for `test.skipIf(!browser)`.
 */
export async function startBrowser(): Promise<Browser | undefined> {
  const problems: string[] = [];
  const args = chromium.args.filter((flag) => !unwanted.test(flag));
  for (const find of [() => chromium.executablePath(), () => Promise.resolve(systemBrowser)]) {
    try {
      const executablePath = await find();
      if (existsSync(executablePath)) return await playwright.launch({ executablePath, args });
      problems.push(`${executablePath} does not exist`);
    } catch (error) {
      problems.push(String(error).split('\n')[0] ?? '');
    }
  }
  process.stderr.write(`SKIPPED: the tests in a browser, because none starts (${problems.join('; ')})\n`);
  return undefined;
}
