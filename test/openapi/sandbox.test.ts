import { expect, test } from 'vitest';

import { documentedErrors } from '../../src/client/errors/documented-errors.ts';
import { operations } from '../../src/client/api/operations.ts';
import { createSandbox, type SandboxServer } from '../../src/sandbox/index.ts';
import { described, document } from './described.ts';
import { sendExample } from './request.ts';
import { mismatches, responsePointer } from './validator.ts';

const token = 'token-of-the-document';

interface Listening extends AsyncDisposable {
  readonly sandbox: ReturnType<typeof createSandbox>;
  readonly server: SandboxServer;
}

/** A sandbox of October on a port, with the price point of the examples if they read one. */
async function start(withPricePoint = false): Promise<Listening> {
  const period = { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
  const sandbox = createSandbox({ token, period, transactions: 50 });
  const server = await sandbox.listen();
  if (withPricePoint) {
    const create = described.find(({ operationId }) => operationId === 'createPricePoint');
    if (create) await sendExample(server, create, token);
  }
  return { sandbox, server, [Symbol.asyncDispose]: () => server.close() };
}

test.each(described)(
  'the sandbox responds to the example of $operationId as described',
  async (operation) => {
    await using listening = await start(operation.path.includes('{priceInUsdCents}'));
    const { status, type, body } = await sendExample(listening.server, operation, token);

    expect({ status, body }).toMatchObject({ status: 200 });
    expect(type).toBe('application/json');
    expect(mismatches(responsePointer(operation.path, operation.method, 200), body)).toEqual([]);
  },
);

test.each(described)('without a token, $operationId responds with 401 as described', async (operation) => {
  await using listening = await start();
  const { status, body } = await sendExample(listening.server, operation, undefined);

  expect(status).toBe(401);
  expect(mismatches(responsePointer(operation.path, operation.method, 401), body)).toEqual([]);
});

const failures = operations.flatMap(({ name, method, path, section }) =>
  documentedErrors
    .filter(({ sections }) => sections.includes(section))
    .map(({ reason, message, body }) => ({
      name,
      method,
      path: path.replaceAll(/:(\w+)/g, '{$1}'),
      reason,
      message,
      body,
    })),
);

test.each(failures)('the error $reason of $name is as described', async ({ name, method, path, reason }) => {
  const operation = described.find((one) => one.method === method && one.path === path);
  if (!operation) throw new Error(`${name} is not described`);
  await using listening = await start();
  listening.sandbox.fail({ operation: name === 'request' ? '*' : name, reason });
  const { status, body } = await sendExample(listening.server, operation, token);

  const response = operation.responses[status];
  expect(Object.keys(response?.content['application/json'].examples ?? {})).toContain(reason);
  expect(mismatches(responsePointer(path, method, status), body)).toEqual([]);
  const example = response?.content['application/json'].examples?.[reason]?.value;
  expect(messageOf(body)).toEqual(messageOf(example));
});

/** What a body says, without the URL, the values of a message and the list of failed validations. */
function messageOf(body: unknown): string {
  const isList = JSON.stringify(body).includes('Schema Validation Error');
  return JSON.stringify({ ...(body as object), requestUrl: '', ...(isList && { body: '' }) })
    .replace(/Country code \w*/, 'Country code')
    .replace(/Price point \w*/, 'Price point');
}

test('GET /openapi.json needs no token, and names the sandbox as the first server', async () => {
  await using listening = await start();
  const response = await fetch(`${listening.server.url}/openapi.json`);
  const body: unknown = await response.json();

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  const [first, ...others] = document.servers;
  expect(body).toEqual({
    ...document,
    servers: [{ ...first, url: listening.server.url }, ...others],
  });
});

test('GET /openapi.json rejects other hosts, as the pages do', async () => {
  await using listening = await start();
  const response = await fetch(`${listening.server.url}/openapi.json`, {
    headers: { origin: 'https://evil.example.com' },
  });

  expect(response.status).toBe(403);
});
