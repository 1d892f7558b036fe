import { expect } from 'vitest';

import { InvalidAmountError } from '../../../src/client/errors/index.ts';

/** The issues of the `InvalidAmountError` that a call throws, as `argument: rule`. Fails if it does not throw one. */
export function rejection(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidAmountError);
    if (!(error instanceof InvalidAmountError)) throw error;
    expect(error.code).toBe('invalid_amount');
    return error.issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
  }
  throw new Error('expected an InvalidAmountError');
}
