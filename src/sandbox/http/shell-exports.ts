/** The line that makes a program in a POSIX shell use a sandbox. */
export function posixExports(url: string, token: string): string {
  return `export PUBLISHER_BASE_URL=${url} PUBLISHER_TOKEN=${quotedUnlessPlain(token, `'\\''`)}`;
}

/** The same for PowerShell. */
export function powerShellExports(url: string, token: string): string {
  return `$env:PUBLISHER_BASE_URL = '${url}'; $env:PUBLISHER_TOKEN = '${token.replaceAll("'", "''")}'`;
}

/** The request to try first. */
export const exampleRequest =
  'curl -H "x-publisher-token: $PUBLISHER_TOKEN" "$PUBLISHER_BASE_URL/v1/price-points"';

function quotedUnlessPlain(token: string, escapedQuote: string): string {
  return /^[\w.-]+$/.test(token) ? token : `'${token.replaceAll("'", escapedQuote)}'`;
}
