import * as z from 'zod';

/** A moment in a request: a `Date`, or ISO 8601 text with its offset from UTC. */
export type DateTimeInput = string | Date;

const isoText = z.iso.datetime({
  offset: true,
  error: 'must be a real date and time in ISO 8601 with its offset, for example 2026-10-01T00:00:00Z',
});

/** A `Date` or ISO 8601 text; turned into UTC text, `Z` at its end, for the wire. */
export const dateTimeInput: z.ZodType<string, DateTimeInput> = z
  .union([z.date({ error: 'must be a valid Date or ISO 8601 text' }), isoText], {
    error: ({ input }) =>
      input instanceof Date
        ? 'must be a valid Date'
        : 'must be a Date, or a real date and time in ISO 8601 with its offset, for example 2026-10-01T00:00:00Z',
  })
  .transform((value) =>
    typeof value === 'string' && value.endsWith('Z') ? value : new Date(value).toISOString(),
  );

/** A price in whole US cents. */
export const usdCentsInput = z.int({ error: 'must be an integer number of US cents' }).min(0, {
  error: 'must not be negative',
});

/** One segment of a path: text that is not empty. */
export const pathText = z.string({ error: 'must be a string' }).min(1, { error: 'must not be empty' });

/** An ISO 3166-1 alpha-2 country code. */
export const countryCodeInput = z
  .string({ error: 'must be a string' })
  .regex(/^[A-Z]{2}$/, { error: 'must be an ISO 3166-1 alpha-2 code: two capital letters' });

/** A whole number within documented bounds. */
export function integerBetween(min: number, max: number): z.ZodInt {
  const error = `must be an integer from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}
