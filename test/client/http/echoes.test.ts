import { inspect } from 'node:util';

import { expect, test } from 'vitest';
import * as z from 'zod';

import { type ApiError, type DriftEvent, type ResponseValidationError } from '../../../src/client/index.ts';
import { pricePointRead } from '../../literals/price-points.ts';
import { transaction } from '../../literals/transactions.ts';
import { create, readByGet } from '../../support/calls.ts';
import { printed } from '../../support/printed.ts';
import { october } from '../../support/ranges.ts';
import { failureOf, startService, token } from '../../support/service.ts';

const range = { ...october, limit: 2 };

function rowOfType(type: string) {
  const row = transaction();
  return { ...row, transactionDetails: { ...row.transactionDetails, type } };
}

/** Everything that a client reports, beside what it returns and throws. */
function listeners() {
  const drift: DriftEvent[] = [];
  const lines: string[] = [];
  const hear = (line: string): void => void lines.push(line);
  return { drift, lines, logger: { debug: hear, info: hear, warn: hear, error: hear } };
}

test.each([
  ['as it is', token, '"[token]"'],
  ['in a sentence', `type of ${token}`, '"type of [token]"'],
])(
  'a token echoed %s as a new value is redacted in the drift report and kept in the row',
  async (_, type, received) => {
    await using service = await startService([{ json: { totalCount: 1, results: [rowOfType(type)] } }]);
    const { drift, lines, logger } = listeners();

    const { results } = await service
      .client({ onDrift: (event) => void drift.push(event) })
      .transactions.getPage(range);
    await service.client({ logger }).transactions.getPage(range);

    expect(results[0]?.transactionDetails.type).toBe(type);
    expect(drift).toMatchObject([
      {
        path: 'results[].transactionDetails.type',
        received,
      },
    ]);
    expect(lines.join('\n')).toMatch(/received "[^"]*\[token\][^"]{0,3}"/);
    expect(inspect([drift, lines])).not.toContain(token);
  },
);

test('a count that is the token is redacted in the report of it', async () => {
  await using service = await startService([{ json: { totalCount: token, results: [transaction()] } }]);
  const { drift } = listeners();

  await service
    .client({ onDrift: (event) => void drift.push(event) })
    .transactions.list(range)
    .toArray({ max: 10 });

  expect(drift.length).toBeGreaterThan(0);
  expect(inspect(drift)).not.toContain(token);
});

const odd = 'odd+token/with"signs%4711';
const oddForms: readonly (readonly [string, string])[] = [
  ['as it is', odd],
  ['URL-encoded', 'odd%2Btoken%2Fwith%22signs%254711'],
  ['URL-encoded in small letters', 'odd%2btoken%2fwith%22signs%254711'],
  ['JSON-escaped', String.raw`odd+token\/with\"signs%4711`],
  ['HTML-escaped', 'odd&#43;token&#x2F;with&quot;signs%4711'],
];

test.each(oddForms)('a token echoed in an error body %s is redacted in all of the error', async (_, form) => {
  const body = {
    message: `Bad token ${form}`,
    body: `see ${form}`,
    requestUrl: `/x?t=${form}`,
    [form]: [form],
  };
  await using service = await startService([
    { status: 400, json: body },
    { status: 400, text: `Bad token ${form}` },
  ]);
  const client = service.client({ token: odd });

  const errors = [await failureOf(client.content.get('a')), await failureOf(client.content.get('a'))];

  for (const error of errors as ApiError[]) {
    expect(error.message).toContain('[token]');
    expect(JSON.stringify(error.body)).toContain('[token]');
    // The JSON of the error escapes the token's own quotes and backslashes once more.
    expect(printed(error).replaceAll('\\', '')).not.toContain(form.replaceAll('\\', ''));
  }
  expect((errors[0] as ApiError).requestUrl).toMatch(/^\/x\?t=.*\[token\]/);
});

test('a token echoed as the name of an unknown field is redacted in the issues and the message', async () => {
  await using service = await startService([{ json: { ok: true, [token]: 1 } }]);
  const schema = z.strictObject({ ok: z.boolean() });

  const error = await failureOf(service.client().request({ method: 'GET', path: '/x', schema }));

  expect((error as ResponseValidationError).issues).toEqual([
    { path: '', message: 'Unrecognized key: "[token]"' },
  ]);
  expect(printed(error)).not.toContain(token);
});

test('a token echoed as the host of a redirect is redacted, in small letters too', async () => {
  await using service = await startService([
    { status: 302, headers: { location: 'https://Secret-Host-Token.example/x' }, json: {} },
  ]);

  const error = await failureOf(readByGet.send(service.client({ token: 'Secret-Host-Token' })));

  expect(error).toMatchObject({ name: 'RedirectError', targetOrigin: 'https://[token].example' });
  expect(printed(error).toLowerCase()).not.toContain('secret-host-token');
});

test('of a token that changes, each one that was sent lately is redacted', async () => {
  const tokens = ['rotated-token-1', 'rotated-token-2', 'rotated-token-3'];
  await using service = await startService([{ status: 400, json: { message: tokens.join(' ') } }]);
  let calls = 0;
  const client = service.client({ token: () => tokens[calls++] ?? '' });

  const messages: string[] = [];
  while (messages.length < tokens.length) {
    messages.push(((await failureOf(create.send(client))) as Error).message);
  }

  expect(messages).toEqual([
    'pricePoints.create: [token] rotated-token-2 rotated-token-3 (status 400)',
    'pricePoints.create: [token] [token] rotated-token-3 (status 400)',
    'pricePoints.create: [token] [token] [token] (status 400)',
  ]);
});

test('the token of a slow request is redacted although many others were sent since', async () => {
  const first = Promise.withResolvers<undefined>();
  await using service = await startService(({ headers }) => {
    const sent = String(headers['x-publisher-token']);
    if (sent !== 'rotated-token-0') return { json: pricePointRead };
    return (response) => {
      void first.promise.then(() => {
        response.writeHead(400, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ message: `not ${sent}` }));
      });
    };
  });
  let calls = 0;
  const client = service.client({ token: () => `rotated-token-${calls++}` });

  const slow = failureOf(readByGet.send(client));
  for (let index = 0; index < 40; index++) await readByGet.send(client);
  first.resolve(undefined);

  expect(((await slow) as Error).message).toBe('pricePoints.get: not [token] (status 400)');
});
