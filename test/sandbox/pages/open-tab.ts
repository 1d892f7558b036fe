import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';

import { startBrowser } from '../../support/browser.ts';

/** What the tests of a file have in a browser: tests that are skipped where none starts, and tabs. */
export async function useBrowser() {
  const browser = await startBrowser();
  afterAll(() => browser?.close());
  return {
    // `startBrowser` says why.
    inBrowser: test.skipIf(!browser),
    /** Opens a tab. @returns the page, every URL that it asked for, and what it said in the console or a dialog */
    openTab: async (options: BrowserContextOptions = {}) => {
      const context = await (browser ?? expect.fail('no browser')).newContext(options);
      const page = await context.newPage();
      // Ends only what hangs: a browser beside other work is slow.
      page.setDefaultTimeout(100_000);
      const requests: string[] = [];
      const messages: string[] = [];
      context.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
      context.on('console', (message) => messages.push(message.text()));
      page.on('dialog', (dialog) => {
        messages.push(dialog.message());
        void dialog.dismiss();
      });
      return { context, page, requests, messages, [Symbol.asyncDispose]: () => context.close() };
    },
  };
}
