import { STATUS_CODES } from 'node:http';

import { jsonResponse } from '../json.ts';
import { problemPage, wantsPage } from '../pages/page.ts';

/** Writes an error that no code expects to stderr: the client may not show the response, which does not explain it. */
export function logFailure({ method, url }: Request, error: unknown): void {
  // Without the query: its values are those of the user.
  console.error(`publisher-commerce sandbox: ${method} ${new URL(url).pathname} failed:`, error);
}

/** The response for an error that no code expects. */
export function failureResponse(request: Request): Response {
  const message = 'The sandbox failed. The error is on the stderr of the process that runs the sandbox.';
  return problemResponse(request, 500, message);
}

/** The response for a problem of a request: a page for browsers, JSON for programs. */
export function problemResponse(request: Request, status: number, message: string): Response {
  return wantsPage(request)
    ? problemPage(status, STATUS_CODES[status] ?? 'Error', message)
    : jsonResponse(status, { message });
}
