import * as z from 'zod';

/** A date-time in a request: a `Date`, or an ISO 8601 string with its UTC offset. */
export type DateTimeInput = string | Date;

const isoString = z.iso.datetime({
  offset: true,
  error: 'must be a real date and time in ISO 8601 with its offset, for example 2026-10-01T00:00:00Z',
});

/** Validates a `Date` or an ISO 8601 string and converts it to an ISO 8601 string in UTC. */
export const dateTimeInput: z.ZodType<string, DateTimeInput> = z
  .union([z.date({ error: 'must be a valid Date or an ISO 8601 string' }), isoString], {
    error: ({ input }) =>
      input instanceof Date
        ? 'must be a valid Date'
        : 'must be a Date, or a real date and time in ISO 8601 with its offset, for example 2026-10-01T00:00:00Z',
  })
  .transform((value) =>
    typeof value === 'string' && value.endsWith('Z') ? value : new Date(value).toISOString(),
  );

/** Validates a price: a non-negative integer number of US cents. */
export const usdCentsInput = z.int({ error: 'must be an integer number of US cents' }).min(0, {
  error: 'must not be negative',
});

/** Validates a path parameter: a non-empty string. */
export const pathSegment = z.string({ error: 'must be a string' }).min(1, { error: 'must not be empty' });

/** Validates an ISO 3166-1 alpha-2 country code. */
export const countryCodeInput = z
  .string({ error: 'must be a string' })
  .regex(/^[A-Z]{2}$/, { error: 'must be an ISO 3166-1 alpha-2 code: two uppercase letters' });

/** Returns the schema of an integer within documented bounds. */
export function integerBetween(min: number, max: number): z.ZodInt {
  const error = `must be an integer from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}
