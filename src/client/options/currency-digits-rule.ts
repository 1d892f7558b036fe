import * as z from 'zod';

import {
  canonicalCurrencyDigits,
  type CurrencyDigits,
  currencyDigitsProblem,
} from '../money/currency-digits.ts';

/** Validates the decimals of currencies; the result is sorted, and has only what differs from ISO 4217. */
export const currencyDigitsRule = z
  .custom<CurrencyDigits>((digits) => currencyDigitsProblem(digits) === undefined, {
    error: ({ input }) => currencyDigitsProblem(input),
  })
  .transform(canonicalCurrencyDigits);
