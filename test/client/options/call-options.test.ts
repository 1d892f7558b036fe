import { expect, test } from 'vitest';

import { translationSet } from '../../literals/translations.ts';
import { october } from '../../support/ranges.ts';
import { failureOf, startService } from '../../support/service.ts';

/** A list is lazy: it rejects at the first step. */
const first = (rows: AsyncIterable<unknown>): Promise<unknown> => rows[Symbol.asyncIterator]().next();

const options: readonly (readonly [object, field: string, rule: string])[] = [
  [{ timeout: '5s' }, 'options.timeout', 'must be an integer number of milliseconds from 1 to 2147483647'],
  [{ totalTimeout: 0 }, 'options.totalTimeout', expect.stringContaining('from 1 to 2147483647') as string],
  [
    { retry: 3 },
    'options.retry',
    'must be false, or an object with integers of at least 0, for example { limit: 2, maxRetryAfter: 60000 }',
  ],
  [{ signal: new AbortController() }, 'options.signal', 'must be an AbortSignal'],
  [
    { headers: { 'x-publisher-token': 'x' } },
    'options.headers',
    'must not contain x-publisher-token: the client sets it from the token',
  ],
  [{ headers: { a: 'b\r\nc: d' } }, 'options.headers', 'must be valid HTTP header names and values'],
  [{ retries: 3 }, 'options.retries', 'is not an option of a call; did you mean retry: { limit }?'],
];

test.each(options)('the call option %o is rejected: %s %s', async (option, path, message) => {
  await using service = await startService([{ json: {} }]);
  const client = service.client();

  const failures = [
    failureOf(client.pricePoints.get(999, option)),
    failureOf(first(client.transactions.list(october, option))),
    failureOf(client.translations.setAll(translationSet, option)),
  ];

  for (const failure of failures) {
    expect(await failure).toMatchObject({ name: 'InvalidRequestError', issues: [{ path, message }] });
  }
  expect(service.requests).toEqual([]);
});
