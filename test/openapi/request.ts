import type { SandboxServer } from '../../src/sandbox/index.ts';
import type { DescribedOperation } from './described.ts';

/** What a request made from the document receives. */
export interface Answered {
  readonly status: number;
  readonly type: string | null;
  readonly body: unknown;
}

/** Sends the request that the examples of an operation's parameters and body make, as Swagger UI does. */
export async function sendExample(
  server: SandboxServer,
  { method, path, parameters = [], requestBody }: DescribedOperation,
  token: string | undefined,
): Promise<Answered> {
  const url = new URL(
    parameters
      .filter((parameter) => parameter.in === 'path')
      .reduce(
        (rest, { name, example }) => rest.replace(`{${name}}`, encodeURIComponent(String(example))),
        path,
      ),
    server.url,
  );
  for (const { in: place, name, required, example } of parameters) {
    if (place === 'query' && required) url.searchParams.set(name, String(example));
  }
  const body = requestBody?.content['application/json'].example;
  const response = await fetch(url, {
    method,
    headers: {
      ...(token !== undefined && { 'x-publisher-token': token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: await response.json(),
  };
}
