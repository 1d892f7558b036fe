import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { TimeoutError, type PublisherClient, PublisherError } from '../../../src/client/index.ts';
import { transaction } from '../../literals/transactions.ts';
import { october } from '../../support/ranges.ts';
import { failureOf, type Service, startService } from '../../support/service.ts';

let failing: Service;
beforeAll(async () => {
  // Without jitter there is no wait before a retry.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  failing = await startService([{ status: 500, headers: { 'retry-after': '0' }, json: {} }]);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await failing[Symbol.asyncDispose]();
});

/** The line of this file that ends with a comment. */
function lineOf(comment: string): string {
  const lines = readFileSync(import.meta.filename, 'utf8').split('\n');
  return `${import.meta.filename}:${lines.findIndex((line) => line.endsWith(`// ${comment}`)) + 1}:`;
}

function stackOf(error: unknown): string {
  expect(error).toBeInstanceOf(PublisherError);
  return (error as PublisherError).stack ?? '';
}

const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

/** What users write, with a client whose calls all fail. The line whose comment is the name has to be in the stack. */
const callerCases: Readonly<Record<string, (client: PublisherClient) => Promise<unknown>>> = {
  'a call': async (client) => {
    await client.pricePoints.get(999); // a call
  },
  'a call in a callback': async (client) => {
    const deletePrice = (price: number): Promise<unknown> => client.pricePoints.delete(price);
    await Promise.all([999].map(deletePrice)); // a call in a callback
  },
  'a call with invalid input': async (client) => {
    await client.pricePoints.create({ priceInUsdCents: -1 }); // a call with invalid input
  },
  'a call of several requests': async (client) => {
    const staticTranslations = [{ key: 'buy', locale: 'de', value: 'Kaufen' }];
    await client.translations.setAll({ staticTranslations }); // a call of several requests
  },
  'a custom request': async (client) => {
    await client.request({ method: 'GET', path: '/v1/any' }); // a custom request
  },
  getPage: async (client) => {
    await client.transactions.getPage(october); // getPage
  },
  'for await': async (client) => {
    for await (const item of client.transactions.list(october)) console.log(item); // for await
  },
  'an iterator': async (client) => {
    const rows = client.transactions.list(october)[Symbol.asyncIterator]();
    await later();
    await rows.next(); // an iterator
  },
  toArray: async (client) => {
    const list = client.transactions.list(october);
    await later();
    await list.toArray({ max: 10 }); // toArray
  },
};

const settings = [
  { with: 'without limits', options: { retry: false } },
  {
    with: 'in the queue of a limit, after a retry',
    options: { retry: { limit: 1 }, maxConcurrency: 1, rateLimit: { requestsPerMinute: 60_000 } },
  },
] as const;

test.each(
  settings.flatMap((setting) =>
    Object.entries(callerCases).map(([name, run]) => ({ ...setting, name, run })),
  ),
)('the stack of an error has the line that awaits the call: $name, $with', async ({ name, run, options }) => {
  const client = failing.client(options);
  // Others are in the queue before it.
  const before = [client.pricePoints.list(), client.pricePoints.list()].map(failureOf);
  const error = await failureOf(run(client));
  await Promise.all(before);
  const stack = stackOf(error);
  const [header] = stack.split('\n');
  const { name: kind, message } = error as Error;

  expect(stack).toContain(lineOf(name));
  expect(header).toBe(`${kind}: ${message}`);
  expect(stack).not.toMatch(/node_modules\/ky/);
});

test('the error of a later page has the line of the loop', async () => {
  await using service = await startService(({ url }) =>
    url.includes('cursor')
      ? { status: 404, json: {} }
      : { json: { totalCount: 2, nextCursor: 'next', nextPageQuery: null, results: [transaction(0)] } },
  );
  const rows: unknown[] = [];
  const loop = async (): Promise<void> => {
    for await (const row of service.client().transactions.list(october)) rows.push(row); // the loop
  };

  expect(stackOf(await failureOf(loop()))).toContain(lineOf('the loop'));
  expect(rows).toHaveLength(1);
});

test('each iteration of a paginator has its own line', async () => {
  const list = failing.client({ retry: false }).transactions.list(october);
  const first = await failureOf(list.toArray({ max: 1 })); // the first iteration
  const second = await failureOf(list.toArray({ max: 1 })); // the second iteration

  expect(stackOf(first)).toContain(lineOf('the first iteration'));
  expect(stackOf(first)).not.toContain(lineOf('the second iteration'));
  expect(stackOf(second)).toContain(lineOf('the second iteration'));
});

test('the reason of an abort keeps its stack, whatever it is', async () => {
  const client = failing.client();
  const reason = new TimeoutError('mine');
  const { stack } = reason;
  const signal = AbortSignal.abort(reason);

  expect(await failureOf(client.pricePoints.list({ signal }))).toBe(reason);
  expect(await failureOf(client.transactions.list(october, { signal }).toArray({ max: 1 }))).toBe(reason);
  expect(reason.stack).toBe(stack);
});

test.each([
  { how: 'cannot be captured', change: { captureStackTrace: undefined } },
  { how: 'are disabled', change: { stackTraceLimit: 0 } },
  { how: 'are call sites', change: { prepareStackTrace: (_: Error, sites: unknown) => sites } },
])('a call fails with its own error where stacks $how', async ({ change }) => {
  const { pricePoints } = failing.client({ retry: false });
  const error = await withError(change, () => failureOf(pricePoints.list()));

  expect((error as PublisherError).code).toBe('server_error');
});

/** Runs a function while properties of the global `Error` are changed. */
async function withError<T>(change: object, run: () => Promise<T>): Promise<T> {
  const before = Object.getOwnPropertyDescriptors(Error);
  Object.assign(Error, change);
  try {
    return await run();
  } finally {
    for (const name of Object.keys(change)) Reflect.deleteProperty(Error, name);
    Object.defineProperties(Error, before);
  }
}
