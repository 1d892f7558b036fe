import { isObject } from '../../client/api/input.ts';
import type { Transaction } from '../../client/api/transactions.ts';
import type { EventType } from '../ledger/events.ts';
import { Ledger } from '../ledger/ledger.ts';

/** Fields of a transaction to replace; those of nested objects are replaced one by one. */
export type TransactionOverrides = {
  readonly [Field in keyof Transaction]?: Partial<Transaction[Field]>;
};

const october = { seed: 1, size: 1000, start: Date.UTC(2026, 9, 1), end: Date.UTC(2026, 10, 1) };
const ledger = new Ledger(october);

/**
 * Returns a complete, valid transaction for each element, with its fields replaced (§2.1).
 *
 * The other fields depend on the position alone: ids differ, and times ascend from 2026-10-01. Amounts fit
 * `transactionDetails.type`, `paid` by default: those of a refund are negative.
 *
 * @example
 * ```ts
 * import { fakeTransactions } from 'publisher-commerce/sandbox';
 *
 * const [paid, refund] = fakeTransactions([
 *   { transactionDetails: { amountUsd: 999 } }, // US cents
 *   { transactionDetails: { type: 'refund' } },
 * ]);
 * console.log(paid?.orderId, refund?.transactionDetails.amountUsd);
 * ```
 */
export function fakeTransactions(overrides: readonly TransactionOverrides[]): Transaction[] {
  return overrides.map((fields, index) => {
    const type = eventType(fields.transactionDetails?.type);
    // The overrides are typed field by field.
    return replaceFields(ledger.row(index, type), fields) as Transaction;
  });
}

const eventTypes: readonly EventType[] = ['refund', 'dispute_funds_withdrawn', 'dispute_funds_reinstated'];

/** Returns the type whose amounts a row has; for a type that is not documented, those of a payment. */
function eventType(type: string | undefined): EventType {
  return eventTypes.find((one) => one === type) ?? 'paid';
}

function replaceFields(base: object, fields: object): object {
  const replaced: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries<unknown>({ ...fields })) {
    const before = replaced[key];
    replaced[key] = isObject(before) && isObject(value) ? replaceFields(before, value) : value;
  }
  return replaced;
}
