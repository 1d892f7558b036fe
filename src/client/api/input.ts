import * as z from 'zod';

import type { OpenEnum } from './fields.ts';
import { toIsoString, toUtc } from './instant.ts';

/** Returns the `error` of a schema: what the value must be, and whether it is missing. */
export function ruleMessage(rule: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => (input === undefined ? `is required, and must be ${rule}` : `must be ${rule}`);
}

/** Whether a value is an object with fields: no array, no function, not null. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a field of a value that may be anything: getters may throw, and a proxy may trap everything. */
export function fieldOf(value: unknown, key: PropertyKey): unknown {
  try {
    return Object(value) === value ? Reflect.get(value as object, key) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A date-time in a request: a `Date`, an ISO 8601 string with its UTC offset, or a `Temporal.Instant` or
 * `Temporal.ZonedDateTime`. What is finer than a millisecond is kept.
 */
export type DateTimeInput = string | Date | TemporalMoment;

/** What is read of a `Temporal.Instant` or `Temporal.ZonedDateTime`. */
interface TemporalMoment {
  /** Milliseconds since 1970, UTC. */
  readonly epochMilliseconds: number;
  /** Nanoseconds since 1970, UTC; used instead, if present. */
  readonly epochNanoseconds?: bigint;
}

const realDateTime = 'a real date and time in ISO 8601 with its offset, for example 2026-10-01T00:00:00Z';
const dateTimeRule = ruleMessage(`a Date, or ${realDateTime}`);
const dateAlone = z.iso.date();

/** Validates a date-time and converts it to an ISO 8601 string in UTC. */
export const dateTimeInput: z.ZodType<string, DateTimeInput> = z.preprocess(
  (value: DateTimeInput) => toIsoString(value),
  z.iso
    .datetime({
      offset: true,
      error: ({ input, path }) => {
        if (input instanceof Date) return 'must be a valid Date';
        if (typeof input !== 'string') return dateTimeRule({ input });
        if (!dateAlone.safeParse(input).success) return `must be ${realDateTime}`;
        const helper = /^(start|end)Date$/.test(String(path?.[0]));
        const orDay = helper ? `use \`...utcDay('${input}')\` for that day, or ` : '';
        return `a date alone names no moment: ${orDay}add a time and an offset`;
      },
    })
    // Not `transform`, which JSON Schema cannot represent.
    .overwrite((date) => (date.endsWith('Z') ? date : (toUtc(date) ?? date))),
);

/** Validates a price: a non-negative integer number of US cents. */
export const usdCentsInput = z
  .int({ error: ruleMessage('an integer number of US cents, for example 999 for 9.99 USD') })
  .min(0, { error: 'must not be negative' });

/** Returns the schema of a string. */
export function stringInput(example: string): z.ZodString {
  return z.string({ error: ruleMessage(`a string, for example "${example}"`) });
}

/** Returns the schema of a string with known values, which editors complete; any other is accepted too. */
export function openStringInput<Known extends string>(
  example: Known,
): z.ZodType<OpenEnum<Known>, OpenEnum<Known>> {
  return stringInput(example);
}

/** Returns the schema of a path parameter: a non-empty string. */
export function pathSegment(example: string): z.ZodString {
  return stringInput(example).min(1, { error: `must not be empty, for example "${example}"` });
}

/** Validates an ISO 3166-1 alpha-2 country code. */
export const countryCodeInput = z
  .string({ error: ruleMessage('an ISO 3166-1 alpha-2 code: two uppercase letters, for example "DE"') })
  .regex(/^[A-Z]{2}$/, {
    error: 'must be an ISO 3166-1 alpha-2 code: two uppercase letters, for example "DE"',
  });

/** Returns the schema of an array; the example is one element. */
export function arrayInput<Element extends z.core.SomeType>(
  element: Element,
  example: string,
): z.ZodArray<Element> {
  return z.array(element, { error: ruleMessage(`an array, for example [${example}]`) });
}

/** Validates a number of rows, pages or retries. */
export const countInput = z.int({ error: 'must be an integer' }).min(0, { error: 'must not be negative' });

/** Returns the schema of an integer within documented bounds. */
export function integerBetween(min: number, max: number): z.ZodInt {
  const error = ruleMessage(`an integer from ${min} to ${max}`);
  return z.int({ error }).min(min, { error }).max(max, { error });
}
