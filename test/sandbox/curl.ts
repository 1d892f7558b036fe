import { spawnSync } from 'node:child_process';

import { startProgram } from '../support/run-program.ts';

/** A response: the status and the body, which is always JSON. */
export interface Received {
  readonly status: number;
  readonly body: unknown;
}

export interface Sent {
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: readonly string[];
}

const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** Sends a request with curl, or with Node's own fetch if curl is not installed. */
export async function curl(
  method: string,
  url: string,
  { body, headers = [] }: Sent = {},
): Promise<Received> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const send = hasCurl ? sendWithCurl : sendWithFetch;
  return send(
    method,
    url,
    [...headers, ...(text === undefined ? [] : ['content-type: application/json'])],
    text,
  );
}

async function sendWithCurl(
  method: string,
  url: string,
  headers: readonly string[],
  body: string | undefined,
): Promise<Received> {
  const { child, finished } = startProgram('curl', [
    ...['--silent', '--show-error', '--globoff', '--max-time', '20', '--request', method],
    ...['--write-out', '\n%{http_code}'],
    ...headers.flatMap((header) => ['--header', header]),
    // From stdin, since the length of a command line is limited.
    ...(body === undefined ? [] : ['--data-binary', '@-']),
    url,
  ]);
  child.stdin.end(body);
  const { code, out, err } = await finished;
  if (code !== 0) throw new Error(`curl ended with ${String(code)}: ${err}`);
  const end = out.lastIndexOf('\n');
  return { status: Number(out.slice(end + 1)), body: JSON.parse(out.slice(0, end)) };
}

async function sendWithFetch(
  method: string,
  url: string,
  headers: readonly string[],
  body: string | undefined,
): Promise<Received> {
  const pairs = headers.map((header): [string, string] => {
    const colon = header.indexOf(':');
    return [header.slice(0, colon), header.slice(colon + 1).trim()];
  });
  const response = await fetch(url, { method, headers: pairs, ...(body === undefined ? {} : { body }) });
  return { status: response.status, body: await response.json() };
}
