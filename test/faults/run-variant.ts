import { deepStrictEqual } from 'node:assert';
import { setTimeout as wait } from 'node:timers/promises';

import { type Checkpoint, type Outcome, PublisherClient } from '../../src/client/index.ts';
import { printed } from '../support/printed.ts';
import { octoberQuery } from '../support/ranges.ts';
import { good } from './actions.ts';
import { responseTo, type Column } from './columns.ts';
import type { Expectation, Variant } from './matrix.ts';
import type { Send } from './no-connection.ts';
import { type Action, RawService, type RawRequest } from './raw-service.ts';

const token = 'token-that-must-not-leak-0815';

/** Runs a column's call against one fault, and lists every difference from what the matrix expects. */
export async function runVariant(
  variant: Variant,
  column: Column,
  expectation: Expectation,
  elsewhere: RawService,
): Promise<string[]> {
  const warmUp = variant.warm ? 1 : 0;
  const first = variant.warm ? 2 : column.strikesAt;
  const last = first + (variant.then ? 2 : (variant.times ?? 1)) - 1;
  const strikes = (nth: number): boolean => nth >= first && nth <= last;
  const action = 'send' in variant.strike ? good : variant.strike;
  const actionAt = (nth: number): Action => (nth > first ? (variant.then ?? action) : action);
  const service = await new RawService(responseTo, (nth) => (strikes(nth) ? actionAt(nth) : good)).open();

  const controller = new AbortController();
  const reason = new Error('the abort reason');
  const said: string[] = [];
  const outcomes: (Outcome | undefined)[] = [];
  const say = (...words: unknown[]): void => void said.push(...words.map((word) => printed(word)));
  const client = new PublisherClient({
    baseUrl: service.url,
    token,
    logger: { debug: say, info: say, warn: say, error: say },
    logLevel: 'debug',
    hooks: {
      onRequest: say,
      onResponse: (event) => {
        say(event);
        if (event.error !== undefined) outcomes.push(event.outcome);
      },
      onRetry: (event) => {
        say(event);
        if (variant.abort === 'in backoff') controller.abort(reason);
      },
    },
    ...variant.options,
    ...('send' in variant.strike ? { fetch: failing(variant.strike.send, strikes) } : {}),
  });

  if (variant.warm) {
    await client.pricePoints.get(1);
    await wait(50); // until the connection is idle, so that the next request reuses it
  }
  const startedAt = performance.now();
  const call = column.call(client, { signal: controller.signal });
  if (variant.abort === 'in flight') {
    void until(() => service.received.length >= first)
      .then(() => wait(30))
      .then(() => controller.abort(reason));
  }
  const ending = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  const took = performance.now() - startedAt;
  await service.close();

  const problems: string[] = [];
  const check = (what: string, actual: unknown, expected: unknown): void => {
    try {
      deepStrictEqual(actual, expected);
    } catch {
      problems.push(`${what}: ${printed(actual).slice(0, 300)}, expected ${JSON.stringify(expected)}`);
    }
  };

  const struck = service.received.filter((_, index) => strikes(index + 1)).length;
  // Empty where the call succeeded, so that the fields expected of an error are missing.
  const error: unknown = 'error' in ending ? ending.error : {};
  if (expectation === 'again') {
    check('result', 'value' in ending ? ending.value : error, column.exact);
    const sent = 'send' in variant.strike ? 0 : 1;
    check('requests', service.received.length, warmUp + column.requests + sent);
    if (sent === 1) check('the retry', ...pairOf(service.received.slice(first - 1, first + 1)));
    if (column.name === 'C') check('done', service.applied.filter(isCreate).length, 1);
  } else if (expectation === 'aborted') {
    check('the abort reason', error === reason, true);
    check('requests struck', struck, 1);
    if (column.name !== 'R')
      check('outcome in the hooks', outcomes, [variant.abort === 'in flight' ? 'unknown' : 'rejected']);
  } else {
    check('error', expectation.error.includes((error as Error).name), true);
    check('requests struck', struck, expectation.requests);
    check('requests not struck', service.received.length - struck, first - 1);
    check('outcome', (error as { outcome?: Outcome }).outcome, expectation.outcome);
    for (const [field, expected] of Object.entries(expectation.fields ?? {})) {
      check(field, (error as Record<string, unknown>)[field], expected);
    }
    const isDone = action.applies && !('send' in variant.strike);
    if (column.name === 'C') check('done', service.applied.filter(isCreate).length, isDone ? 1 : 0);
    if (column.name === 'R') {
      const { checkpoint } = error as { checkpoint?: Checkpoint };
      const { border, ...place } = checkpoint ?? {};
      check('rows before the checkpoint', border?.received, 3);
      const read = { query: octoberQuery, pages: 1, rows: 3, invalidRows: 0 };
      check('checkpoint', place, { ...read, cursor: '1', limit: 1000, rowsToSkip: 0 });
    }
  }
  if (variant.warm)
    check('a reused connection', service.received[first - 1]?.earlierOnConnection !== 0, true);
  if (variant.atLeast !== undefined) check('never early', took >= variant.atLeast, true);
  if (variant.atMost !== undefined) check('at once', took <= variant.atMost, true);
  check('requests elsewhere', elsewhere.received.length, 0);
  for (const [where, text] of [
    ['error', printed(error)],
    ['log or hooks', said.join('\n')],
  ] as const) {
    check(`token in ${where}`, text.includes(token), false);
  }
  check(
    'token sent',
    service.received.every(({ head }) => head.includes(`x-publisher-token: ${token}`)),
    true,
  );
  return problems;
}

/** A `fetch` that cannot connect for the requests that meet the fault. */
function failing(send: Send, strikes: (nth: number) => boolean): typeof fetch {
  let count = 0;
  return (input, init = {}) => {
    count += 1;
    return strikes(count) ? send(init) : fetch(input, init);
  };
}

/** Method, URL and body of a request and of its retry: the same. */
function pairOf(requests: readonly RawRequest[]): [unknown, unknown] {
  const [request, retry] = requests.map(({ method, url, body }) => ({ method, url, body }));
  return [retry, request];
}

function isCreate({ method, url }: RawRequest): boolean {
  return method === 'POST' && url === '/v1/price-points';
}

/** Waits for a condition, five seconds at most. */
async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !condition(); tries += 1) await wait(10);
}
