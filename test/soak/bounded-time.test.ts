import { expect, test } from 'vitest';

import { TokenRedactor } from '../../src/client/errors/token-redactor.ts';
import { toMinorUnits } from '../../src/client/money/index.ts';
import { rejection } from '../client/money/rejection.ts';

/** How long a function takes, in milliseconds. */
function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

test('ten million digits are rejected immediately, where a BigInt of them takes seconds', () => {
  let message = '';
  const milliseconds = timeOf(() => (message = rejection(() => toMinorUnits('9'.repeat(10_000_000), 'USD'))));

  expect(message).toContain('must not exceed');
  expect(milliseconds).toBeLessThan(1000);
});

test('no string takes long to search for a token, whatever the token is', () => {
  const tokens = ['\\'.repeat(200), '%25'.repeat(100), '\\"'.repeat(100), '/'.repeat(300), 'A'.repeat(4000)];
  const texts = ['\\', '%25', '\\"', '%', '/', '\\/', 'A', '"', '\\u005c'];
  for (const token of tokens) {
    const redactor = new TokenRedactor().remember(token);
    for (const text of texts) {
      const long = text.repeat(65_536 / text.length);
      const milliseconds = timeOf(() => redactor.redact(`${long}!`));
      expect(milliseconds).toBeLessThan(2000);
    }
  }
});
