import { expect, test, vi } from 'vitest';

import { nodeProcess } from '../../../src/client/runtime/runtime.ts';

test('the process of Node is returned itself', () => {
  expect(nodeProcess()).toBe(process);
});

const throws = (): never => {
  throw new Error('A Node.js API is used which is not supported in the Edge Runtime');
};

test.each([
  ['nothing, in a runtime without one', undefined, {}],
  ['its variables, in a worker that has a part of one', { env: { A: '1' } }, { A: '1' }],
  [
    "its variables, in Next's edge routes, whose functions throw",
    { env: { A: '1' }, versions: undefined, getBuiltinModule: throws, cwd: throws },
    { A: '1' },
  ],
])('of a process that is not that of Node, there is %s', (_, process, env) => {
  vi.stubGlobal('process', process);
  const found = nodeProcess();
  vi.unstubAllGlobals();

  expect(found).toEqual({ env });
});
