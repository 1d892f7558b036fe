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
import { type Service, startService, token } from '../support/service.ts';
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
