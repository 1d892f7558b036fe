// Compiled by `npm run check:types`, which fails if one of the lines marked as errors compiles.
import type { FaultPlan } from 'publisher-commerce/sandbox';

const operation = 'pricePoints.list';

export const valid: readonly FaultPlan[] = [
  { operation, status: 500 },
  { operation, status: 429, retryAfter: 1, times: Infinity, after: 2, message: 'Slow down', applied: true },
  { operation: '*', reason: 'slug_exists' },
  { operation: 'content.upsertTranslation', reason: 'slug_exists', status: 422 },
  { operation: 'offers.list', fault: 'reset', applied: true },
  { operation, fault: 'null_field', field: 'pricePoints.0.lastUpdate' },
  { operation: 'transactions.list', fault: 'empty_page', after: 1 },
];

export const nonsense: readonly FaultPlan[] = [
  // @ts-expect-error -- neither a status, a reason nor a fault
  { operation },
  // @ts-expect-error -- no such operation
  { operation: 'pricePoints.lists', status: 500 },
  // @ts-expect-error -- a custom request is not sent to the sandbox
  { operation: 'request', status: 500 },
  // @ts-expect-error -- a fault has no status
  { operation, fault: 'reset', status: 500 },
  // @ts-expect-error -- a fault has no Retry-After
  { operation, fault: 'reset', retryAfter: 1 },
  // @ts-expect-error -- a reason has its own message
  { operation, reason: 'slug_exists', message: 'Taken' },
  // @ts-expect-error -- only null_field has a field
  { operation, fault: 'cut_body', field: 'pricePoints' },
  // @ts-expect-error -- a corrupted response needs the work
  { operation, fault: 'null_field', applied: false },
  // @ts-expect-error -- only the report has pages of transactions
  { operation, fault: 'empty_page' },
  // @ts-expect-error -- no such fault
  { operation, fault: 'explosion' },
  // @ts-expect-error -- no such field
  { operation, status: 500, count: 2 },
];
