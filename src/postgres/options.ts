import * as z from 'zod';

import { inputObject } from '../client/api/input-object.ts';
import { integerBetween } from '../client/api/input.ts';
import { currencyDigitsRule } from '../client/options/currency-digits-rule.ts';
import { rejectedOption } from '../client/options/rules.ts';
import type { Transactions } from '../client/resources/transactions.ts';
import { databaseShape, type LedgerDatabaseOptions } from './database/database-options.ts';
import type { LeaseWait } from './database/lease.ts';

/** What a load uses of a `PublisherClient`. */
export interface LoadClient {
  readonly baseUrl: string;
  readonly transactions: Pick<Transactions, 'list'>;
}

/** Validates a client. */
export const clientInput = z.custom<LoadClient>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    'baseUrl' in value &&
    'transactions' in value &&
    typeof value.transactions === 'object' &&
    value.transactions !== null &&
    'list' in value.transactions,
  { error: 'must be a PublisherClient' },
);

export const signalInput = z
  .custom<AbortSignal>((value) => value instanceof AbortSignal, { error: 'must be an AbortSignal' })
  .optional();

/** The name of a source: in tables, and in messages on one line. */
export const sourceInput = z
  .string({ error: 'must be a string' })
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._:-]{0,99}$/u, {
    error: 'must have up to 100 letters, digits and . _ : -, and begin with a letter or digit',
  })
  .optional();

/** Decimals of currencies, in capital letters. */
export const currencyDigitsInput = currencyDigitsRule.optional();

/** The names of columns to drop or hash. */
export const columnsInput = z
  .array(z.string({ error: 'must be an array of names of columns' }), {
    error: 'must be an array of names of columns',
  })
  .optional();

/** The key of hashed columns. */
export const hashKeyInput = z
  .string({ error: 'must be a string' })
  .min(1, { error: 'must not be empty' })
  .optional();

export const booleanInput = z.boolean({ error: 'must be a boolean' }).optional();

/** How long a row must be missing before it is removed, in milliseconds: up to a year. */
export const removeAfterInput = integerBetween(0, 366 * 86_400_000).default(20 * 3_600_000);

/** Returns the schema of a function option. */
export function functionInput<Value>(): z.ZodOptional<z.ZodCustom<Value>> {
  return z.custom<Value>((value) => typeof value === 'function', { error: 'must be a function' }).optional();
}

export const onWaitInput = functionInput<NonNullable<LeaseWait['onWait']>>();

export const loadInput = z
  .int({ error: 'must be the id of a load: an integer' })
  .min(1, { error: 'must be the id of a load: 1 or more' })
  .max(2_147_483_647, { error: 'must be the id of a load' });

export const pageLimitInput = integerBetween(1, 10_000).default(10_000);
// A job with 250 000 rows takes a worker gigabytes.
export const rowsPerJobInput = integerBetween(1, 100_000).default(10_000);
export const concurrencyInput = integerBetween(1, 32).default(2);

/** How long to wait for the database. */
const patienceShape = {
  retryFor: integerBetween(0, 86_400_000).default(60_000),
  onReconnect: functionInput<NonNullable<LedgerDatabaseOptions['onReconnect']>>(),
};

/** Returns the schema of the options of a function: those of the database, and its own. */
export function optionsOf<Shape extends z.core.$ZodLooseShape>(shape: Shape, example: string) {
  return inputObject(
    { example, unknown: 'is not an option' },
    { ...databaseShape, ...patienceShape, ...shape },
  );
}

/** Validates options and adds their defaults. @throws {@link ConfigurationError} naming the option */
export function checkOptions<Schema extends z.ZodType>(schema: Schema, options: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(options);
  if (error) throw rejectedOption(error);
  return data;
}
