/**
 * Whether a form was sent by a page of this sandbox, and not by one of another origin, which includes another port of
 * this machine.
 *
 * Browsers since 2023 say so in `Sec-Fetch-Site`, which no page can set. Older ones send the `Origin`, and the oldest
 * nothing: then the form's token decides. A request with nothing at all may be a script, or a form of another origin in
 * an old browser; it is rejected, because scripts can use the control endpoint instead.
 */
export function isOwnForm({ headers }: Request, hasFormToken: boolean): boolean {
  const site = headers.get('sec-fetch-site');
  // `none` is the person at the browser, for example who reloads an error page.
  if (site !== null && site !== 'none') return site === 'same-origin';
  const origin = headers.get('origin');
  if (origin === null) return hasFormToken;
  const host = headers.get('host');
  return (
    host !== null &&
    URL.canParse(origin) &&
    URL.canParse(`http://${host}`) &&
    new URL(origin).host === new URL(`http://${host}`).host
  );
}
