// What errors of `/callbacks`, `/postgres` and `/sandbox` narrow to: their classes are in folders above this one.

/**
 * Why a callback failed. Values are stable, so your code may branch on them.
 *
 * Faults of the sender: `method_not_allowed`, `token_…`, `signature_…`, `timestamp_out_of_tolerance`, `body_…`.
 * Faults on your side: `body_already_parsed` (a framework read the body first), `publisher_token_failed` (your function
 * returned no token), `verifier_failed`, `handler_failed`, `handler_timed_out`, `response_invalid`. `connection_lost`: the
 * sender closed the connection before the response.
 */
export type CallbackErrorReason =
  | 'method_not_allowed'
  | 'token_missing'
  | 'token_duplicated'
  | 'token_mismatch'
  | 'signature_missing'
  | 'signature_duplicated'
  | 'signature_malformed'
  | 'signature_mismatch'
  | 'timestamp_out_of_tolerance'
  | 'body_too_large'
  | 'body_incomplete'
  | 'body_not_utf8'
  | 'body_not_json'
  | 'body_invalid'
  | 'body_already_parsed'
  | 'publisher_token_failed'
  | 'verifier_failed'
  | 'handler_failed'
  | 'handler_timed_out'
  | 'response_invalid'
  | 'connection_lost';

/**
 * Why a database failed:
 *
 * - `unreachable`: no connection, it was lost, or the server is read-only, as after a failover; it is retried for `retryFor`
 * - `certificate`: the certificate of the server is not trusted, or is that of another host
 * - `permission`: the user, the password or a privilege
 * - `no_tables`: the schema has no tables yet; `planLoad` creates them
 * - `version`: the tables are of another version of this package
 * - `no_key`: a table has lost its primary key, or a sequence is behind the rows, as after a restore of some tables
 * - `full`: the disk or another resource of the server is exhausted
 * - `lost_lease`: this process was stopped for too long while it planned or synced, and another one has taken over
 * - `failed`: anything else
 */
export type DatabaseErrorReason =
  | 'unreachable'
  | 'certificate'
  | 'permission'
  | 'no_tables'
  | 'version'
  | 'no_key'
  | 'full'
  | 'lost_lease'
  | 'failed';
