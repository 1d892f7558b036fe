import { afterEach, expect, test, vi } from 'vitest';

import { anySignal } from '../../../src/client/runtime/abort.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['with AbortSignal.any', true],
  ['without AbortSignal.any', false],
])('%s, the first of two signals aborts, with its reason', (_, hasAny) => {
  if (!hasAny) vi.stubGlobal('AbortSignal', {});
  const [one, other] = [new AbortController(), new AbortController()];
  const both = anySignal(one.signal, other.signal);
  expect(both.aborted).toBe(false);

  other.abort('the other');
  expect(both.reason).toBe('the other');
  one.abort('the one, later');

  expect(both.reason).toBe('the other');
  expect(anySignal(one.signal, other.signal).reason).toBe('the one, later');
});
