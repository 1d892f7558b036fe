import { readFileSync } from 'node:fs';

import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { afterAll, beforeEach, expect, test } from 'vitest';

import { pricePointRead } from '../literals/price-points.ts';
import { transaction } from '../literals/transactions.ts';
import { october } from '../support/ranges.ts';
import { failureOf, type Service, startService, token } from '../support/service.ts';
import { operationSpans } from './operation-spans.ts';

const exporter = new InMemorySpanExporter();
const undici = new UndiciInstrumentation();
context.setGlobalContextManager(new AsyncLocalStorageContextManager());
trace.setGlobalTracerProvider(
  new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
);

beforeEach(() => exporter.reset());
afterAll(() => undici.disable());

/** The client's hooks, once the instrumentation knows what they tell. */
function hooksFor({ url }: Service): ReturnType<typeof operationSpans>['hooks'] {
  const { hooks, requestHook } = operationSpans(url);
  undici.setConfig({ requestHook });
  return hooks;
}

/** Does some work in a span of the application. */
function inSpan(name: string, work: () => Promise<unknown>): Promise<void> {
  return trace.getTracer('tests').startActiveSpan(name, async (span) => {
    await work();
    span.end();
  });
}

function summaryOf({ name, attributes, status, parentSpanContext }: ReadableSpan): unknown[] {
  const parent = exporter
    .getFinishedSpans()
    .find((span) => span.spanContext().spanId === parentSpanContext?.spanId);
  return [name, attributes['publisher.attempt'], status.code === SpanStatusCode.ERROR, parent?.name];
}

/** Undici's spans: name, attempt, whether it failed, and the application's span that it is in. */
function requestSpans(): unknown[] {
  return exporter
    .getFinishedSpans()
    .filter(({ attributes }) => 'url.full' in attributes)
    .map(summaryOf);
}

test('every attempt is a span with the operation’s name, and the token is in none', async () => {
  await using service = await startService([{ status: 503, json: {} }, { json: pricePointRead }]);
  const client = service.client({ hooks: hooksFor(service) });

  await inSpan('buy', () => client.pricePoints.get(999));

  expect(requestSpans()).toEqual([
    ['pricePoints.get', 1, true, 'buy'],
    ['pricePoints.get', 2, false, 'buy'],
  ]);
  const [failed, answered, caller] = exporter.getFinishedSpans();
  expect(failed?.attributes).toMatchObject({
    'publisher.operation': 'pricePoints.get',
    'url.template': '/v1/price-points/:priceInUsdCents',
    'http.response.status_code': 503,
    'error.type': '503',
  });
  expect(answered?.attributes).toMatchObject({
    'publisher.operation': 'pricePoints.get',
    'http.response.status_code': 200,
  });
  expect(failed?.spanContext().traceId).toBe(caller?.spanContext().traceId);
  expect(service.requests[0]?.headers['x-publisher-token']).toBe(token);
  expect(everything()).not.toContain(token);
});

test('a lost connection and the error it ends in are recorded without the token', async () => {
  await using service = await startService([(response) => response.destroy()]);
  const client = service.client({ hooks: hooksFor(service), retry: false });

  await inSpan('buy', async () => {
    const error = await failureOf(client.pricePoints.create({ priceInUsdCents: 999 }));
    trace.getActiveSpan()?.recordException(error as Error);
  });

  expect(requestSpans()).toEqual([['pricePoints.create', 1, true, 'buy']]);
  expect(everything()).toContain('ConnectionError');
  expect(everything()).not.toContain(token);
});

test.each([
  { waits: 'nothing', limits: {} },
  { waits: 'a place', limits: { maxConcurrency: 1 } },
  { waits: 'the rate', limits: { rateLimit: { requestsPerMinute: 6000 } } },
])('calls that wait for $waits keep to the spans they were made in', async ({ limits }) => {
  await using service = await startService([{ json: pricePointRead }]);
  const client = service.client({ hooks: hooksFor(service), ...limits });

  await Promise.all([
    inSpan('first', () => client.pricePoints.get(999)),
    inSpan('second', () => client.pricePoints.delete(999)),
    inSpan('third', () => client.pricePoints.update(999, { updatedPriceInUsdCents: 1099 })),
  ]);

  expect(requestSpans()).toHaveLength(3);
  expect(requestSpans()).toEqual(
    expect.arrayContaining([
      ['pricePoints.get', 1, false, 'first'],
      ['pricePoints.delete', 1, false, 'second'],
      ['pricePoints.update', 1, false, 'third'],
    ]),
  );
});

test('every page of an iteration is a span in the active one', async () => {
  await using service = await startService([
    { json: { nextCursor: 'second', totalCount: 2, results: [transaction(0)] } },
    { json: { totalCount: 2, results: [transaction(1)] } },
  ]);
  const client = service.client({ hooks: hooksFor(service) });

  await inSpan('export', () => client.transactions.list(october).toArray({ max: 10 }));

  expect(requestSpans()).toEqual([
    ['transactions.getPage', 1, false, 'export'],
    ['transactions.getPage', 1, false, 'export'],
  ]);
});

test('requests of a token function or of the application are not attributed to the operation', async () => {
  await using service = await startService([{ json: pricePointRead }]);
  await using vault = await startService([{ text: token }]);
  const client = service.client({
    hooks: hooksFor(service),
    token: async () => (await fetch(vault.url)).text(),
  });

  await client.pricePoints.get(999);
  await (await fetch(service.url)).text();

  expect(requestSpans()).toEqual([
    ['GET', undefined, false, undefined],
    ['pricePoints.get', 1, false, undefined],
    ['GET', undefined, false, undefined],
  ]);
});

test('the documentation shows the function that is tested here', () => {
  const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
  const [, tested] = read('operation-spans.ts').split('export ');

  expect(tested).toContain('function operationSpans');
  expect(read('../../docs/observability.md')).toContain(tested);
});

/** All that an exporter receives, as one string. */
function everything(): string {
  return JSON.stringify(
    exporter
      .getFinishedSpans()
      .map(({ name, attributes, events, links, status, resource }) => [
        name,
        attributes,
        events,
        links,
        status,
        resource.attributes,
      ]),
  );
}
