import { afterEach, expect, test, vi } from 'vitest';

import { unsupportedNode } from '../../../src/client/runtime/unsupported-node.ts';

afterEach(() => vi.unstubAllGlobals());

const node = (version: string): object => ({ release: { name: 'node' }, versions: { node: version } });

test.each(['22.11.0', '22.9.0', '21.7.3', '20.20.2', '9.11.2'])('Node %s is unsupported', (version) => {
  vi.stubGlobal('process', node(version));

  expect(unsupportedNode()).toBe(`publisher-commerce requires Node 22.12 or newer; this is Node ${version}`);
});

test.each(['22.12.0', '22.12.0-nightly', '22.20.1', '23.0.0', '24.1.0', '100.0.0'])(
  'Node %s is supported',
  (version) => {
    vi.stubGlobal('process', node(version));

    expect(unsupportedNode()).toBeUndefined();
  },
);

test.each([
  ['without a process', undefined],
  ['with an empty process', {}],
  ['with an environment only', { env: {} }],
  ['with another release', { release: { name: 'io.js' }, versions: { node: '3.0.0' } }],
  ['without a version', { release: { name: 'node' } }],
])('a runtime %s is not checked', (_, process) => {
  vi.stubGlobal('process', process);

  expect(unsupportedNode()).toBeUndefined();
});

test('a simulated page without TextEncoder, as jsdom makes for Jest, is told to use the environment of Node', () => {
  vi.stubGlobal('TextEncoder', undefined);

  expect(unsupportedNode()).toBe(
    'publisher-commerce requires TextEncoder, which jsdom hides: ' +
      'begin the test file with /** @jest-environment node */',
  );
});

test.each(['Deno', 'Bun'])('%s is not checked, whichever Node it reports', (name) => {
  vi.stubGlobal('process', node('18.0.0'));
  vi.stubGlobal(name, {});

  expect(unsupportedNode()).toBeUndefined();
});
