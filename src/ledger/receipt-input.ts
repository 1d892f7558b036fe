import * as z from 'zod';

import { dateTimeInput } from '../client/api/input.ts';
import { invalidOption } from '../client/errors/index.ts';
import {
  canonicalCurrencyDigits,
  type CurrencyDigits,
  currencyDigitsProblem,
} from '../client/money/currency-digits.ts';
import { type ReceiptQuery, type ReceiptState, receiptStateSchema, timeZoneRule } from './receipt.ts';

/** Validates a date, and converts it to ISO 8601 in UTC with milliseconds. */
export const wholeMilliseconds = dateTimeInput
  .refine((date) => !/\.\d{3}\d*[1-9]/.test(date), { error: 'must not be finer than a millisecond' })
  .transform((date) => new Date(date).toISOString());

const rangeSchema = z
  .object({
    startDate: wholeMilliseconds,
    endDate: wholeMilliseconds,
    sortDirection: z.enum(['asc', 'desc'], { error: 'must be either "asc" or "desc"' }).default('asc'),
  })
  .refine(({ startDate, endDate }) => endDate > startDate, {
    path: ['endDate'],
    error: 'must be after startDate',
    when: ({ issues }) => issues.length === 0,
  });

/** A range; that of a state has to be the same to continue. */
export type ReceiptRange = Pick<ReceiptState, 'startDate' | 'endDate' | 'sortDirection'>;

/**
 * Validates the range of a receipt; its dates become ISO 8601 in UTC with milliseconds.
 *
 * @throws {@link ConfigurationError} naming the field
 */
export function checkRange(query: ReceiptQuery): ReceiptRange {
  const { data, error } = rangeSchema.safeParse(query);
  if (data) return data;
  const [issue] = error.issues;
  throw invalidOption(String(issue?.path[0] ?? 'query'), issue?.message ?? 'is invalid');
}

/** Validates the decimals of currencies, and returns them in one form. @throws {@link ConfigurationError} */
export function checkCurrencyDigits(currencyDigits: CurrencyDigits = {}): CurrencyDigits {
  const problem = currencyDigitsProblem(currencyDigits);
  if (problem === undefined) return canonicalCurrencyDigits(currencyDigits);
  throw invalidOption('currencyDigits', problem);
}

/** Validates the time zone of a range. @throws {@link ConfigurationError} */
export function checkTimeZone(timeZone: string | undefined): string | null {
  const { success, data = null, error } = timeZoneRule.optional().safeParse(timeZone);
  if (success) return data;
  throw invalidOption('timeZone', error.issues[0]?.message ?? 'is invalid');
}

/**
 * Validates a state.
 *
 * @throws {@link ConfigurationError} when it is not a state, or the state of another range
 */
export function checkState(state: unknown, range: ReceiptRange): ReceiptState {
  const { data, error } = receiptStateSchema.safeParse(state);
  if (!data) {
    const [issue] = error.issues;
    throw invalidOption(['state', ...(issue?.path ?? [])].join('.'), issue?.message ?? 'is invalid');
  }
  for (const name of ['startDate', 'endDate', 'sortDirection'] as const) {
    if (data[name] === range[name]) continue;
    throw invalidOption(`state.${name}`, `must be ${range[name]}, as in the query`);
  }
  return data;
}
