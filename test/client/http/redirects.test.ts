import { expect, test } from 'vitest';

import { create, readByGet } from '../../support/calls.ts';
import { failureOf, startService } from '../../support/service.ts';

// The fault matrix has every redirect status with every effect (test/faults/matrix.ts, row 13).
test('a redirect is not followed, and the error names its origin only', async () => {
  await using target = await startService([{ json: {} }]);
  await using service = await startService([
    { status: 307, headers: { location: `${target.url}/steal?secret=path#here` }, json: {} },
  ]);

  const error = await failureOf(create.send(service.client()));

  expect(error).toMatchObject({
    name: 'RedirectError',
    code: 'redirect',
    status: 307,
    outcome: 'unknown',
    targetOrigin: target.url,
  });
  expect((error as Error).message).toContain(`a redirect to ${target.url} (status 307)`);
  expect(JSON.stringify(error)).not.toContain('secret');
  expect(target.requests).toEqual([]);
  expect(service.requests).toHaveLength(1);
});

test('the target of a relative redirect is the service itself', async () => {
  await using service = await startService([{ status: 307, headers: { location: '/elsewhere' }, json: {} }]);

  expect(await failureOf(create.send(service.client()))).toMatchObject({ targetOrigin: service.url });
});

test.each([
  ['no target', 302, {}],
  ['a target that is no URL', 302, { location: 'http://[' }],
  ['status 304', 304, {}],
])('a redirect with %s has no target origin', async (_, status, headers) => {
  await using service = await startService([{ status, headers, text: '' }]);

  const error = await failureOf(readByGet.send(service.client()));

  expect(error).toMatchObject({ name: 'RedirectError', status, targetOrigin: undefined });
  expect((error as Error).message).toContain('received a redirect');
});

test('a fetch that follows redirects is detected', async () => {
  await using target = await startService([{ json: readByGet.response }]);
  await using service = await startService([{ status: 302, headers: { location: target.url }, json: {} }]);
  const client = service.client({
    fetch: (input, init) => fetch(input, { ...init, headers: {}, redirect: 'follow' }),
  });

  expect(await failureOf(readByGet.send(client))).toMatchObject({ name: 'RedirectError' });
});
