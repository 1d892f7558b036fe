import { data } from 'currency-codes';

import * as fc from '../../support/fast-check.ts';

/** Every currency of an independent copy of ISO 4217, with its number of digits. */
export const currencies: readonly { readonly code: string; readonly digits: number }[] = data;

/** Any of them; one that has not two digits is as likely as one that has. */
export const anyCurrency: fc.Arbitrary<{ readonly code: string; readonly digits: number }> = fc.oneof(
  ...[...Map.groupBy(currencies, ({ digits }) => digits).values()].map((group) => fc.constantFrom(...group)),
);

/** Any amount in smallest units that the package handles, small ones and extremes included. */
export const anyAmount: fc.Arbitrary<number> = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer(),
  fc.integer({ min: -2000, max: 2000 }),
);
