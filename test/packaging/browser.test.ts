import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';

import { pricePointRead } from '../literals/price-points.ts';
import { startBrowser } from '../support/browser.ts';
import { startService, token } from '../support/service.ts';

const browser: Browser | undefined = await startBrowser();
afterAll(() => browser?.close());

/** Creates a client without and with the option, in a page or in a worker of it, and posts what happened. */
const program = `
import { PublisherClient } from 'publisher-commerce';
const options = { baseUrl: location.origin, token: '${token}', environment: 'production', logLevel: 'warn' };
const read = async (more) => {
  try {
    const { priceInUsdCents } = await new PublisherClient({ ...options, ...more }).pricePoints.get(999);
    return priceInUsdCents;
  } catch (error) {
    return error.message;
  }
};
const seen = [await read({}), await read({ dangerouslyAllowBrowser: false }), await read({ dangerouslyAllowBrowser: true })];
if (globalThis.document) document.title = JSON.stringify(seen);
else postMessage(JSON.stringify(seen));
`;

const pages: Readonly<Record<string, string>> = {
  'a page': '<script type="module" src="/program.js"></script>',
  'a worker': `<script>
    new Worker('/program.js', { type: 'module' }).onmessage = ({ data }) => { document.title = data; };
  </script>`,
};

// Where none starts; `startBrowser` says why.
test.skipIf(!browser).for(Object.keys(pages))(
  'a client is rejected in %s of a browser unless it is allowed',
  async (place) => {
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: import.meta.dirname },
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      // The built package, and not the sources that tsconfig.json names.
      tsconfigRaw: {},
    });
    const script = outputFiles[0]?.text ?? '';
    await using service = await startService(({ url }) => {
      if (url === '/') return { headers: { 'content-type': 'text/html' }, text: pages[place] ?? '' };
      if (url === '/program.js') return { headers: { 'content-type': 'text/javascript' }, text: script };
      return { json: pricePointRead };
    });
    const page = await (browser as Browser).newPage();

    await page.goto(service.url);
    await page.waitForFunction('document.title !== ""');

    const refusal =
      'dangerouslyAllowBrowser: must be true in a browser, where the token would be public; send requests from a server instead';
    expect(JSON.parse(await page.title())).toEqual([refusal, refusal, 999]);
    const sent = service.requests.filter(({ url }) => url.startsWith('/v1/'));
    expect(sent.map(({ headers }) => headers['x-publisher-token'])).toEqual([token]);
  },
);
