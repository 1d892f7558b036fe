/** Schemes that a browser runs, reads or shows itself: none of them leads back to a game. */
const forbiddenSchemes = /^(javascript|data|file|vbscript|blob|filesystem|about|view-source):$/;

/** Why a `redirectUrl` is rejected; `undefined` if it may be used. */
export function redirectProblem(redirectUrl: string): string | undefined {
  // Parsed as a browser does: white space around it and line breaks inside it do not hide the scheme.
  const { protocol } = new URL(redirectUrl);
  return forbiddenSchemes.test(protocol)
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
