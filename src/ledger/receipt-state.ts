import * as z from 'zod';

import type { Drift } from '../validation/validation.ts';
import { ConfigurationError } from '../errors/index.ts';
import { type MoneyField, moneyFields } from './money-fields.ts';
import type { OrderedKeysState } from './ordered-keys.ts';
import type { ReceiptSum } from './receipt-sum.ts';

/** The state of a receipt, as plain JSON. Store it with your checkpoint; its content may change between versions. */
export interface ReceiptState {
  readonly stateVersion: 1;
  readonly startDate: string;
  readonly endDate: string;
  readonly sortDirection: 'asc' | 'desc';
  readonly startedAt: string;
  readonly rows: number;
  readonly rowsOutsideRange: number;
  readonly invalidRows: number;
  readonly totalCount: number | null;
  /** Whether the data changed while it was read. */
  readonly changed: boolean;
  /** Earliest time in microseconds since the epoch. */
  readonly first: number | null;
  /** Latest time in microseconds since the epoch. */
  readonly last: number | null;
  readonly sums: readonly ReceiptSum[];
  readonly drift: readonly Drift[];
  readonly keys: OrderedKeysState;
}

const count = z.int().min(0);
// `fromEntries` widens the keys to string.
const sums = Object.fromEntries(moneyFields.map((field) => [field, z.string().regex(/^-?\d+$/)])) as Record<
  MoneyField,
  z.ZodString
>;

const stateSchema = z.strictObject({
  stateVersion: z.literal(1),
  startDate: z.iso.datetime(),
  endDate: z.iso.datetime(),
  sortDirection: z.enum(['asc', 'desc']),
  startedAt: z.iso.datetime(),
  rows: count,
  rowsOutsideRange: count,
  invalidRows: count,
  totalCount: z.int().nullable(),
  // Version 0.1.0 did not store it.
  changed: z.boolean().default(false),
  first: z.int().nullable(),
  last: z.int().nullable(),
  sums: z.array(z.strictObject({ currencyCode: z.string(), type: z.string(), rows: count, ...sums })),
  drift: z.array(z.strictObject({ path: z.string(), expected: z.string(), received: z.string() })),
  keys: z.strictObject({
    ordered: z.boolean(),
    duplicates: count,
    instant: z.int().nullable(),
    keys: z.array(z.string()),
  }),
});

/** The part of a state that has to be the same to continue. */
export type ReceiptRange = Pick<ReceiptState, 'startDate' | 'endDate' | 'sortDirection'>;

/**
 * Validates a state.
 *
 * @throws {@link ConfigurationError} when it is not a state, or the state of another range
 */
export function checkState(state: unknown, range: ReceiptRange): ReceiptState {
  const { data, error } = stateSchema.safeParse(state);
  if (!data) {
    const [issue] = error.issues;
    throw new ConfigurationError(['state', ...(issue?.path ?? [])].join('.'), issue?.message ?? 'is invalid');
  }
  for (const name of ['startDate', 'endDate', 'sortDirection'] as const) {
    if (data[name] === range[name]) continue;
    throw new ConfigurationError(`state.${name}`, `must be ${range[name]}, as in the query`);
  }
  return data;
}
