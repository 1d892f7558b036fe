import * as z from 'zod';

import { dateTimeInput } from '../api/input.ts';
import { ConfigurationError } from '../errors/index.ts';
import type { Receipt, ReceiptQuery } from './receipt.ts';
import type { ReceiptRange } from './receipt-state.ts';

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

/**
 * Validates the range of a receipt; its dates become ISO 8601 in UTC with milliseconds.
 *
 * @throws {@link ConfigurationError} naming the field
 */
export function checkRange(query: ReceiptQuery): ReceiptRange {
  const { data, error } = rangeSchema.safeParse(query);
  if (data) return data;
  const [issue] = error.issues;
  throw new ConfigurationError(String(issue?.path[0] ?? 'query'), issue?.message ?? 'is invalid');
}

/** Returns whether the range, whose end is excluded, had ended when its receipt was finished. */
export function hasEnded({ endDate, finishedAt }: Pick<Receipt, 'endDate' | 'finishedAt'>): boolean {
  return Date.parse(finishedAt) >= Date.parse(endDate);
}
