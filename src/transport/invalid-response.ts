import type { Invalid } from '../contract/validation/validation.ts';
import { type ErrorContext, ResponseValidationError } from '../errors/index.ts';
import { listIssues } from '../errors/issue.ts';
import { quote } from '../errors/printable.ts';
import type { PreparedRequest } from './prepare.ts';
import type { ReceivedResponse } from './received-response.ts';

/** Returns the error for a response that does not match its schema. */
export function invalidResponse(
  { operation, query }: PreparedRequest,
  response: ReceivedResponse,
  context: Pick<ErrorContext, 'attempts' | 'headers' | 'requestId'>,
  { issues, row, rawRow }: Invalid,
): ResponseValidationError {
  const { status } = response;
  // Not shortened: resuming manually requires the complete cursor.
  const cursor =
    typeof query['cursor'] === 'string' ? response.redactString(query['cursor'], Infinity) : undefined;
  const page = cursor === undefined ? '' : `, page cursor ${quote(cursor)}`;
  const redacted = issues.map(({ path, message }) => ({
    path: response.redactString(path),
    message: response.redactString(message),
  }));
  const isWrite = operation.effect !== 'read';
  return new ResponseValidationError(
    `${operation.name}: the response (status ${status}${page}) is not as documented: ${listIssues(redacted)}`,
    {
      operation: operation.name,
      ...context,
      status,
      issues: redacted,
      row,
      cursor,
      ...(isWrite
        ? { outcome: 'applied', body: response.redact(response.value) }
        : { rawRow: row === undefined ? undefined : response.redact(rawRow) }),
    },
  );
}
