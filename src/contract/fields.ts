import * as z from 'zod';

/**
 * The fields without which an answer is not worth delivering: identifiers, amounts, currencies, cursors.
 * Containers (objects and arrays) are always essential and need no mark.
 */
export const essentialFields = z.registry<{ readonly essential: true }>();

/** Marks a schema's field as essential. */
export function essential<S extends z.ZodType>(schema: S): S {
  essentialFields.add(schema, { essential: true });
  return schema;
}

/** An identifier: text, and essential. */
export function identifier(): z.ZodString {
  return essential(z.string());
}

/** An amount in the smallest unit of its currency, or in US cents: a safe integer, and essential. */
export function minorUnits(): z.ZodInt {
  return essential(z.int());
}

/** A price in major units of its currency, a decimal such as 9.99: finite, and essential. */
export function majorUnits(): z.ZodNumber {
  return essential(z.number());
}

/** A date-time as the service writes it: ISO 8601 text, kept as text. */
export function dateTime(): z.ZodISODateTime {
  return z.iso.datetime({ offset: true, error: 'must be an ISO 8601 date-time' });
}

/** The code of the issue that an undocumented value of an open enumeration raises: drift, never a failure. */
export const unknownValueIssue = 'invalid_value';

/** Text of which some values are documented; the type completes those and admits every other. */
export type OpenEnum<Known extends string> = Known | (string & {});

/** Text that should be one of the documented values; another value is reported as drift. */
export function openEnum<const Known extends string>(known: readonly Known[]): z.ZodType<OpenEnum<Known>> {
  const values: readonly string[] = known;
  return z.string().check((context) => {
    if (values.includes(context.value)) return;
    context.issues.push({
      code: unknownValueIssue,
      values: [...known],
      input: context.value,
      message: known.map((value) => `"${value}"`).join(' | '),
    });
  });
}

/** Text of which the specification shows some values without calling the list complete: its type completes those. */
export function textLike<Seen extends string>(): z.ZodType<OpenEnum<Seen>> {
  return z.string();
}
