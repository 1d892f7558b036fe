import { $ZodType } from 'zod/v4/core';

import { isObject } from '../../../../client/api/input.ts';
import { getTransactions } from '../../../../client/api/transactions.ts';
import type { PublisherClient } from '../../../../client/client.ts';
import { ApiError } from '../../../../client/errors/index.ts';
import { fieldTree } from '../../../../client/validation/field-tree.ts';
import { findMismatches, toDrift } from '../../../../client/validation/validate.ts';
import { type Check, check, note, ok } from '../check.ts';
import { type ReadOnlyCaller, readOperations } from '../read-only-caller.ts';
import { codeIn, isSuccess, listShort, summarizeReply } from '../received.ts';
import { token } from './connection.ts';

/** Of rows that the client rejects, too: its own reports of drift have none. */
const drift = check({ name: 'drift', spec: '§2', needs: { token } }, ({ caller }) => {
  const found = new Map<string, Record<'operation' | 'path' | 'expected' | 'received', string>>();
  for (const { operation, tree, value } of documentedValues(caller)) {
    for (const mismatch of findMismatches(tree, value)) {
      const quote = (other: string): string => codeIn(other) ?? 'another value';
      const { path, expected, received } = toDrift(mismatch, quote);
      found.set(`${operation} ${path}`, { operation, path, expected, received });
    }
  }
  const differences = [...found.values()];
  if (differences.length === 0) return ok('every field is as documented', []);
  const texts = differences.map(({ operation, path, expected, received }) => {
    const problem = received === 'undefined' ? 'is missing' : `is ${received}, not ${expected}`;
    return `${operation}: ${path} ${problem}`;
  });
  return note(listShort(texts), differences);
});

/** The successful responses, each with the fields that are documented for its operation. */
function* documentedValues({ exchanges }: ReadOnlyCaller) {
  for (const exchange of exchanges) {
    const { operation, value } = exchange;
    const output = readOperations.find(({ name }) => name === operation)?.output;
    if (isSuccess(exchange) && isObject(value) && output instanceof $ZodType)
      yield { operation, tree: fieldTree(output), value };
  }
}

/** Requests that must fail: what is not found, and a range that ends before it starts. */
const failing: Readonly<Record<string, (client: PublisherClient) => Promise<unknown>>> = {
  'invalid range': (client) =>
    client.request({
      method: 'GET',
      path: getTransactions.path,
      query: { startDate: '2026-01-02T00:00:00Z', endDate: '2026-01-01T00:00:00Z', limit: 1 },
    }),
  content: (client) => client.content.get('publisher-commerce-doctor'),
  // In US cents.
  'price point': (client) => client.pricePoints.get(987_654_321),
};

const errorMessages = check(
  { name: 'error-messages', spec: '§7.1, §7.2, §7.3, §7.5', needs: { token } },
  async ({ caller }) => {
    const failures: Record<string, string> = {};
    let isClear = true;
    for (const [what, send] of Object.entries(failing)) {
      // A service could respond with a row of the invalid range.
      const reply = await caller.call(what === 'invalid range' ? 1 : 0, send);
      failures[what] = summarizeReply(reply);
      isClear &&= reply.error instanceof ApiError && reply.error.status < 500;
    }
    const text = Object.entries(failures).map((parts) => parts.join(': '));
    return (isClear ? ok : note)(text.join('; '), failures);
  },
);

export const responseChecks: readonly Check[] = [drift, errorMessages];
