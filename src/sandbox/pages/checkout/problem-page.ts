import { html } from '../../../html/markup.ts';
import { problemPage } from '../problem-page.ts';

/** No session has the token. */
export function unknownSession(): Response {
  return problemPage(
    404,
    'No such checkout session',
    'No checkout session of this sandbox has the token in the address. Check that the address is complete. ' +
      'Sessions are lost when the sandbox is reset, or is restarted without a data file.',
  );
}

/**
 * The form is that of another session, or of a script. Not a redirect to the page: there, the second click of a double
 * click would pay a price that nobody has read.
 */
export function outdatedForm(page: string, token: string): Response {
  return problemPage(
    409,
    'This page is out of date',
    html`The sandbox has another session than when the checkout page was opened, and the price may be another
      one. Nothing was changed. See the <a href="${page}">page as it is now</a>. Scripts use
      <code>POST /_sandbox/sessions/${token}/pay</code> instead, or <code>/cancel</code>.`,
  );
}
