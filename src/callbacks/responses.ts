import type { CallbackErrorReason } from '../errors/index.ts';

interface Refusal {
  readonly status: number;
  /** All that the sender is told. */
  readonly error: string;
}

const badToken: Refusal = { status: 401, error: 'invalid_token' };
const badSignature: Refusal = { status: 400, error: 'invalid_signature' };
const badBody: Refusal = { status: 403, error: 'invalid_body' };
const ownFault: Refusal = { status: 500, error: 'internal_error' };

const refusals: Readonly<Record<CallbackErrorReason, Refusal>> = {
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
  body_already_parsed: ownFault,
  verifier_failed: ownFault,
  handler_failed: ownFault,
  handler_timed_out: ownFault,
  answer_invalid: ownFault,
  connection_lost: ownFault,
};

/** The status that a callback which failed for this reason is answered with. */
export function statusOf(reason: CallbackErrorReason): number {
  return refusals[reason].status;
}

/** Whether the reason is one that a verifier may refuse with. */
export function isSignatureReason(reason: CallbackErrorReason): boolean {
  return refusals[reason] === badSignature;
}

// An answer holds a player's access token: nothing on the way may keep it.
const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };

/** The answer to a callback that failed: a status and a word. */
export function refuse(reason: CallbackErrorReason): Response {
  const { status, error } = refusals[reason];
  const allow = status === 405 ? { allow: 'POST' } : {};
  return new Response(JSON.stringify({ error }), { status, headers: { ...headers, ...allow } });
}

/** The answer to a callback that went well; without a body when there is nothing to say. */
export function accept(json: string | undefined): Response {
  return json === undefined
    ? new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
    : new Response(json, { status: 200, headers });
}
