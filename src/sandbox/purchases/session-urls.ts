/** Path of the checkout page with the session in the query: that of the deprecated `url`. */
export const checkoutPath = '/checkout';
/** Name of the query parameter for the session. */
export const sessionParameter = 'session';

/** Path of a session's page, as in `parsedUrl`. */
export function sessionPath(checkoutSessionToken: string): string {
  return `${checkoutPath}/${encodeURIComponent(checkoutSessionToken)}`;
}

/** Path of the receipt of a paid session. */
export function receiptPath(checkoutSessionToken: string): string {
  return `${sessionPath(checkoutSessionToken)}/receipt`;
}

/** Schemes that a browser runs, reads or shows itself: none of them leads back to a game. */
const forbiddenSchemes: ReadonlySet<string> = new Set(
  ['javascript', 'data', 'file', 'vbscript', 'blob', 'filesystem', 'about', 'view-source'].map(
    (name) => `${name}:`,
  ),
);

/** Why a `redirectUrl` is rejected; `undefined` if it may be used. */
export function redirectProblem(redirectUrl: string): string | undefined {
  // Parsed as a browser does: white space around it and line breaks inside it do not hide the scheme.
  const { protocol } = new URL(redirectUrl);
  return forbiddenSchemes.has(protocol)
    ? `must lead to a game or a website, for example mygame://shop; ${protocol} is not allowed`
    : undefined;
}

/** The value of the `Location` header: the URL unchanged, unless a header cannot hold it. */
export function locationOf(redirectUrl: string): string {
  return /^[\x21-\x7e]+$/.test(redirectUrl) ? redirectUrl : new URL(redirectUrl).href;
}

/** Whether a `redirectUrl` leads to a website, and not to an app. */
export function isWebsite(redirectUrl: string): boolean {
  return /^https?:$/.test(new URL(redirectUrl).protocol);
}
