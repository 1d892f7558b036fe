import { expect, test } from 'vitest';

import { NotFoundError } from '../../../src/client/index.ts';
import { create, readByGet, upsertByDelete } from '../../support/calls.ts';
import { failureOf, startService, token } from '../../support/service.ts';
import { said } from '../../support/said.ts';

const page = (title: string): string =>
  `<!doctype html><html><head><title lang="en">\n ${title}\n</title></head><body>${'private '.repeat(9000)}</body></html>`;

test.each([404, 409, 410])(
  'a page of HTML with status %i is not a statement of the service',
  async (status) => {
    await using service = await startService([{ status, text: page('404 | Example Hosting') }]);

    const error = await failureOf(upsertByDelete.send(service.client()));

    expect(error).toMatchObject({
      name: 'MalformedResponseError',
      status,
      outcome: 'unknown',
      attempts: 1,
      message: expect.stringMatching(
        said(`HTML "404 | Example Hosting" from ${service.url}/v1/price-points/999 (status ${status}, `),
      ) as string,
    });
    expect(error).not.toBeInstanceOf(NotFoundError);
    expect(service.requests).toHaveLength(1);
  },
);

test.each([
  [400, 'BadRequestError'],
  [401, 'UnauthorizedError'],
  [403, 'ForbiddenError'],
  [405, 'ApiError'],
  [413, 'PayloadTooLargeError'],
  [429, 'RateLimitError'],
  [502, 'ServerError'],
])('a page of HTML with status %i is a %s, whose message has its URL and title', async (status, name) => {
  await using service = await startService([{ status, text: page('Access &amp; denied') }]);

  const error = await failureOf(create.send(service.client({ retry: false })));

  expect(error).toMatchObject({ name, status });
  expect(String(error)).toContain(
    `pricePoints.create: received HTML "Access &amp; denied" from ${service.url}/v1/price-points (status ${status})`,
  );
  expect(String(error)).not.toContain('private');
});

test('a page of HTML with status 200 is retried for a read, and its error has its title', async () => {
  await using service = await startService([{ text: page('Sign in') }]);

  const error = await failureOf(readByGet.send(service.client({ retry: { limit: 1 } })));

  expect(String(error)).toContain(
    `received HTML "Sign in" from ${service.url}/v1/price-points/999 (status 200, `,
  );
  expect(service.requests).toHaveLength(2);
});

test('the title of a page is shortened and shows neither the token nor control characters', async () => {
  const title = `Hello ${token}\u001b[2J ${'x'.repeat(1000)}`;
  await using service = await startService([{ status: 404, text: page(title) }]);

  const { message } = (await failureOf(readByGet.send(service.client()))) as Error;

  expect(message).toContain(String.raw`HTML "Hello [token]\u001b[2J xxx`);
  expect(message).not.toContain(token);
  expect(message.length).toBeLessThan(450);
});
