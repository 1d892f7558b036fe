import { problemPage } from '../pages/problem-page.ts';
import { jsonResponse } from './json.ts';

/** Writes an error that no code expects to stderr: the client may not show the response, which does not explain it. */
export function logFailure({ method, url }: Request, error: unknown): void {
  // Without the query: its values are those of the user.
  console.error(`publisher-commerce sandbox: ${method} ${new URL(url).pathname} failed:`, error);
}

/** The response for an error that no code expects: a page for browsers, JSON for programs. */
export function failureResponse({ headers }: Request): Response {
  const heading = 'The sandbox failed';
  const explanation = 'The error is on the stderr of the process that runs the sandbox.';
  return /\btext\/html\b/i.test(headers.get('accept') ?? '')
    ? problemPage(500, heading, explanation)
    : jsonResponse(500, { message: `${heading}. ${explanation}` });
}
