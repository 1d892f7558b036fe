import type { CallbackErrorReason } from './callback-error.ts';

interface Rejection {
  readonly status: number;
  /** The only detail that the sender receives. */
  readonly error: string;
}

const badToken: Rejection = { status: 401, error: 'invalid_token' };
const badSignature: Rejection = { status: 400, error: 'invalid_signature' };
const badBody: Rejection = { status: 403, error: 'invalid_body' };
const internalError: Rejection = { status: 500, error: 'internal_error' };

const rejections: Readonly<Record<CallbackErrorReason, Rejection>> = {
  method_not_allowed: { status: 405, error: 'method_not_allowed' },
  token_missing: badToken,
  token_duplicated: badToken,
  token_mismatch: badToken,
  signature_missing: badSignature,
  signature_duplicated: badSignature,
  signature_malformed: badSignature,
  signature_mismatch: badSignature,
  timestamp_out_of_tolerance: badSignature,
  body_too_large: { status: 413, error: 'body_too_large' },
  body_incomplete: { status: 400, error: 'incomplete_body' },
  body_not_utf8: badBody,
  body_not_json: badBody,
  body_invalid: badBody,
  body_already_parsed: internalError,
  verifier_failed: internalError,
  handler_failed: internalError,
  handler_timed_out: internalError,
  response_invalid: internalError,
  connection_lost: internalError,
};

/** The HTTP status of the response to a callback that failed for this reason. */
export function statusOf(reason: CallbackErrorReason): number {
  return rejections[reason].status;
}

/** Whether a `verifySignature` function may reject a callback with this reason. */
export function isSignatureReason(reason: CallbackErrorReason): boolean {
  return rejections[reason] === badSignature;
}

// A response contains a player's access token: no cache may store it.
const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };

/** The response to a callback that failed: a status and an error code. */
export function errorResponse(reason: CallbackErrorReason): Response {
  const { status, error } = rejections[reason];
  const allow = status === 405 ? { allow: 'POST' } : {};
  return new Response(JSON.stringify({ error }), { status, headers: { ...headers, ...allow } });
}

/** The response to a callback that succeeded: 200 with JSON, or 204 without a body. */
export function successResponse(json: string | undefined): Response {
  return json === undefined
    ? new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
    : new Response(json, { status: 200, headers });
}
