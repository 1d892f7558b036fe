import { afterEach, expect, test, vi } from 'vitest';

import { isBrowser } from '../../../src/client/runtime/runtime.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Replaces `process` and sets further globals. */
function runtime(process: object | undefined, globals: Readonly<Record<string, unknown>>): void {
  vi.stubGlobal('process', process);
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
}

const node = { versions: { node: '24.1.0' } };
const page = { window: {}, document: {}, navigator: { userAgent: 'Mozilla/5.0' } };

test.each([
  { name: 'a web page', process: undefined, globals: page },
  { name: 'a web page with the process of a bundler', process: { env: {}, versions: {} }, globals: page },
  {
    name: 'a worker of a web page',
    process: undefined,
    globals: { importScripts: () => undefined, location: {} },
  },
])('$name is a browser', ({ process, globals }) => {
  runtime(process, globals);

  expect(isBrowser()).toBe(true);
});

test.each([
  { name: 'Node', process: node, globals: {} },
  { name: 'Node with a simulated page, as jsdom makes for tests', process: node, globals: page },
  {
    name: 'Deno and Bun',
    process: { versions: { node: '24.1.0', deno: '2.9.0' } },
    globals: { navigator: {} },
  },
  {
    name: 'a Cloudflare worker',
    process: undefined,
    globals: { navigator: {}, WorkerGlobalScope: () => undefined, importScripts: () => undefined },
  },
])('$name is no browser', ({ process, globals }) => {
  runtime(process, globals);

  expect(isBrowser()).toBe(false);
});
