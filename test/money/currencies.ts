import { data } from 'currency-codes';
import * as fc from 'fast-check';

/** Every currency of an independent copy of ISO 4217, with its number of digits. */
export const currencies: readonly { readonly code: string; readonly digits: number }[] = data;

/** Any of them. */
export const anyCurrency: fc.Arbitrary<{ readonly code: string; readonly digits: number }> = fc.constantFrom(
  ...currencies,
);

/** Any amount in smallest units that the package handles, small ones and extremes included. */
export const anyAmount: fc.Arbitrary<number> = fc.oneof(fc.maxSafeInteger(), fc.integer());
