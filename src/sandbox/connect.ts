/** The port of `publisher-commerce sandbox`. */
export const defaultSandboxPort = 4010;

/** Where `publisher-commerce sandbox` listens by default, and `publisher-commerce trigger` looks for it. */
export const defaultSandboxUrl = `http://127.0.0.1:${defaultSandboxPort}`;

/** The line that makes a program and the command's triggers in a POSIX shell use a sandbox. */
export function posixExports(url: string, token: string): string {
  const quoted = /^[\w.-]+$/.test(token) ? token : `'${token.replaceAll("'", `'\\''`)}'`;
  return `export PUBLISHER_BASE_URL=${url} PUBLISHER_SANDBOX_URL=${url} PUBLISHER_TOKEN=${quoted} PUBLISHER_ENVIRONMENT=sandbox`;
}

/** The same for PowerShell. */
export function powerShellExports(url: string, token: string): string {
  const variables = [
    ['PUBLISHER_BASE_URL', url],
    ['PUBLISHER_SANDBOX_URL', url],
    ['PUBLISHER_TOKEN', token],
    ['PUBLISHER_ENVIRONMENT', 'sandbox'],
  ] as const;
  return variables.map(([name, value]) => `$env:${name} = '${value.replaceAll("'", "''")}'`).join('; ');
}

/** The request to try first. */
export const exampleRequest =
  'curl -H "x-publisher-token: $PUBLISHER_TOKEN" "$PUBLISHER_BASE_URL/v1/price-points"';

/** The header of every response of the control endpoint, by which the command recognizes a sandbox; its version. */
export const sandboxHeader = 'x-publisher-sandbox';
