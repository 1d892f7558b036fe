import { expect } from 'vitest';

import { InvalidAmountError } from '../../src/errors/index.ts';

/** The rule by which a money helper rejects, as `argument: rule`; fails when it does not reject. */
export function refusal(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidAmountError);
    if (!(error instanceof InvalidAmountError)) throw error;
    expect(error.code).toBe('invalid_amount');
    return error.issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
  }
  throw new Error('was not rejected');
}
