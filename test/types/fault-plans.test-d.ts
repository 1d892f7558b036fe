// Compiled by `npm run check:types`, which fails if one of the lines marked as errors compiles.
import type {
  ErrorCode,
  OperationName,
  PublisherError,
  RequestEvent,
  ResponseEvent,
} from 'publisher-commerce';
import type { FaultPlan } from 'publisher-commerce/sandbox';
import { expectTypeOf } from 'vitest';

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

/** Hooks and errors name operations and codes by the same unions. */
export function unions(error: PublisherError, request: RequestEvent, response: ResponseEvent): void {
  expectTypeOf<ErrorCode>().toExtend<typeof error.code>();
  expectTypeOf(request.operation).toEqualTypeOf<OperationName | 'request'>();
  expectTypeOf(response.error).toEqualTypeOf<ErrorCode | 'aborted' | 'internal' | undefined>();
  // @ts-expect-error -- no error has this code
  if (error.code === 'notfound') return;
  // @ts-expect-error -- no operation has this name
  if (request.operation === 'pricePoints.lists') return;
}

/** A table of all codes of the client is complete, or does not compile; it needs none of another entry point. */
export const who: Record<ErrorCode, 'caller' | 'service' | 'network'> = {
  api_error: 'service',
  bad_request: 'caller',
  configuration: 'caller',
  conflict: 'caller',
  connection: 'network',
  forbidden: 'caller',
  invalid_amount: 'caller',
  invalid_request: 'caller',
  malformed_response: 'service',
  not_found: 'caller',
  pagination: 'service',
  payload_too_large: 'caller',
  rate_limited: 'caller',
  redirect: 'service',
  response_too_large: 'service',
  response_validation: 'service',
  server_error: 'service',
  timeout: 'network',
  unauthorized: 'caller',
};

/** So is a table of the codes of every entry point. */
export const all: Record<PublisherError['code'], 'caller' | 'service' | 'network'> = {
  ...who,
  callback: 'service',
  data_file_altered: 'caller',
  data_file_locked: 'caller',
  data_file_write_failed: 'caller',
  database: 'network',
  purchase_not_found: 'caller',
  wrong_purchase_state: 'caller',
};
