import { expect, test } from 'vitest';

import { create, readByGet } from '../support/calls.ts';
import { failureOf, startService } from '../support/service.ts';

const redirects = [301, 302, 303, 307, 308].flatMap((status) =>
  [readByGet, create].map((call) => ({ ...call, status })),
);

test.each(redirects)(
  '$status for $name is not followed: the target hears nothing',
  async ({ send, status }) => {
    await using target = await startService([{ json: {} }]);
    await using service = await startService([
      { status, headers: { location: `${target.url}/steal?secret=path#here` }, json: {} },
    ]);

    const error = await failureOf(send(service.client()));

    expect(error).toMatchObject({
      name: 'RedirectError',
      code: 'redirect',
      status,
      targetOrigin: target.url,
    });
    expect((error as Error).message).toContain(`a redirect to ${target.url} (status ${status})`);
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(target.requests).toEqual([]);
    expect(service.requests).toHaveLength(1);
  },
);

test('the outcome of a write that met a redirect is unknown', async () => {
  await using service = await startService([{ status: 307, headers: { location: '/elsewhere' }, json: {} }]);

  expect(await failureOf(create.send(service.client()))).toMatchObject({
    outcome: 'unknown',
    targetOrigin: service.url,
  });
});

test.each([
  ['no target', {}],
  ['a target that is no URL', { location: 'http://[' }],
])('a redirect with %s names none', async (_, headers) => {
  await using service = await startService([{ status: 302, headers, json: {} }]);

  const error = await failureOf(readByGet.send(service.client()));

  expect(error).toMatchObject({ name: 'RedirectError', targetOrigin: undefined });
  expect((error as Error).message).toBe(
    'pricePoints.get: received a redirect (status 302); redirects are never followed: check baseUrl',
  );
});

test('a fetch that followed a redirect by itself is found out', async () => {
  await using target = await startService([{ json: readByGet.answer }]);
  await using service = await startService([{ status: 302, headers: { location: target.url }, json: {} }]);
  const client = service.client({
    fetch: (input, init) => fetch(input, { ...init, headers: {}, redirect: 'follow' }),
  });

  expect(await failureOf(readByGet.send(client))).toMatchObject({ name: 'RedirectError' });
});

test('304 is a redirect status that nobody asked for', async () => {
  await using service = await startService([{ status: 304, text: '' }]);

  expect(await failureOf(readByGet.send(service.client()))).toMatchObject({
    name: 'RedirectError',
    status: 304,
  });
});
