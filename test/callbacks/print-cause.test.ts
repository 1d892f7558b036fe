import { afterEach, expect, test, vi } from 'vitest';

import { printCause } from '../../src/callbacks/callback-error.ts';
import { TokenRedactor } from '../../src/client/errors/token-redactor.ts';

afterEach(() => vi.unstubAllGlobals());

const sent = new TokenRedactor().remember('the-token-of-this-test');
const failure = Object.assign(new Error('line one\nforged line', { cause: new RangeError('out of stock') }), {
  code: 'E_STOCK',
});

test('where Node is, a cause is printed with its fields', () => {
  expect(printCause(failure, sent)).toContain("code: 'E_STOCK'");
});

test('without Node, a cause is printed with its stack and its own cause', () => {
  vi.stubGlobal('process', undefined);
  const printed = printCause(failure, sent);

  expect(printed).toMatch(/^Error: line one\\nforged line\n {4}at /);
  expect(printed).toMatch(/\n {2}\[cause\]: RangeError: out of stock\n {4}at /);
  expect(printCause('a string', sent)).toBe('a string');
  expect(printCause(undefined, sent)).toBe('undefined');
});

test.each(['with', 'without'])('an error whose every cause has a cause is printed, %s Node', (node) => {
  class Endless extends Error {
    override get cause(): unknown {
      return new Endless('endless');
    }
  }
  if (node === 'without') vi.stubGlobal('process', undefined);

  expect(printCause(new Endless('endless'), sent)).toContain(': endless\n    at ');
});

test.each(['with', 'without'])('the token is redacted %s Node', (node) => {
  if (node === 'without') vi.stubGlobal('process', undefined);
  const printed = printCause(new Error('no player for the-token-of-this-test'), sent);

  expect(printed).toContain('no player for [token]');
  expect(printed).not.toContain('the-token-of-this-test');
});

test.each(['with', 'without'])('a value that throws when printed is described, %s Node', (node) => {
  const inspect = Symbol.for('nodejs.util.inspect.custom');
  const fail = (): never => {
    throw new Error('no');
  };
  if (node === 'without') vi.stubGlobal('process', undefined);

  expect(printCause({ [inspect]: fail, toString: fail }, sent)).toBe('a value that cannot be printed');
});
