import { expect, test } from 'vitest';

import type {
  DynamicTranslationInput,
  InvalidRequestError,
  StaticTranslationInput,
  TranslationProgress,
  TranslationSetInput,
} from '../../../src/client/index.ts';
import { splitTranslations } from '../../../src/client/resources/split-translations.ts';
import { translationSet } from '../../literals/translations.ts';
import * as fc from '../../support/fast-check.ts';
import { expectOccurrences } from '../../support/occurrences.ts';
import { cutBody } from '../../support/faults.ts';
import { failureOf, type ReceivedRequest, startService } from '../../support/service.ts';

const ok = { json: translationSet };

const staticOnes = (count: number, value: string): StaticTranslationInput[] =>
  Array.from({ length: count }, (_, index) => ({ key: `key-${index}`, locale: 'de', value }));
const dynamicOne = (index: number, value: string): DynamicTranslationInput => ({
  type: 'product',
  externalId: `product-${index}`,
  field: 'name',
  locale: 'de',
  value,
});

const bodyOf = ({ body }: ReceivedRequest): Required<TranslationSetInput> =>
  JSON.parse(body) as Required<TranslationSetInput>;

test('whatever the translations are, every part fits, and joined they are the whole', () => {
  const seen = { one: 0, several: 0, mixed: 0, full: 0 };
  const value = fc.oneof(
    fc.string({ unit: fc.anyCharacter, maxLength: 30 }),
    fc.integer({ min: 0, max: 33_000 }).map((length) => '日'.repeat(length)),
    fc.integer({ min: 0, max: 16_000 }).map((length) => '\u0001'.repeat(length)),
    fc.integer({ min: 49_800, max: 49_950 }).map((length) => 'x'.repeat(length)),
  );
  const staticTranslation = fc.record({ key: fc.string(), locale: fc.constant('de'), value });
  const dynamicTranslation = value.map((text) => dynamicOne(0, text));

  fc.assert(
    fc.property(
      fc.array(staticTranslation, { maxLength: 8 }),
      fc.array(dynamicTranslation, { maxLength: 8 }),
      (staticTranslations, dynamicTranslations) => {
        const { parts, issues } = splitTranslations({ staticTranslations, dynamicTranslations });

        expect(issues).toEqual([]);
        expect(parts.flatMap((part) => part.staticTranslations)).toEqual(staticTranslations);
        expect(parts.flatMap((part) => part.dynamicTranslations)).toEqual(dynamicTranslations);
        for (const part of parts)
          expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThanOrEqual(100_000);
        if (parts.length === 1) seen.one += 1;
        if (parts.length > 2) seen.several += 1;
        if (parts.some((p) => p.staticTranslations?.length && p.dynamicTranslations?.length)) seen.mixed += 1;
        if (parts.some((p) => Buffer.byteLength(JSON.stringify(p)) > 99_800)) seen.full += 1;
      },
    ),
    { numRuns: 60 },
  );
  expectOccurrences(seen, { one: 5, several: 20, mixed: 12, full: 3 });
});

test('the commas between many short translations count too', () => {
  const { parts } = splitTranslations({ staticTranslations: staticOnes(5000, 'x') });

  expect(parts.flatMap((part) => part.staticTranslations)).toHaveLength(5000);
  for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThanOrEqual(100_000);
});

test('a translation that alone exceeds the limit is rejected by its index before anything is sent', async () => {
  await using service = await startService([ok]);
  const staticTranslations = staticOnes(3, 'fine');
  const dynamicTranslations = [dynamicOne(0, 'fine'), dynamicOne(1, 'x'.repeat(100_000))];

  const error = await failureOf(
    service.client().translations.setAll({ staticTranslations, dynamicTranslations }),
  );

  expect(error).toMatchObject({
    name: 'InvalidRequestError',
    operation: 'translations.set',
    outcome: 'not_sent',
    issues: [
      {
        path: 'dynamicTranslations[1]',
        message: expect.stringMatching(/^is 1000\d\d bytes of JSON/) as string,
      },
    ],
  });
  expect(service.requests).toEqual([]);
});

test('onProgress is called after each request, and the last response is returned', async () => {
  const last = { ...translationSet, staticTranslations: [] };
  await using service = await startService([ok, { json: last }]);
  const progress: TranslationProgress[] = [];

  const answer = await service.client({ logLevel: 'off' }).translations.setAll(
    { staticTranslations: staticOnes(3, 'x'.repeat(45_000)), dynamicTranslations: [] },
    {
      onProgress: (step) => {
        progress.push(step);
        throw new Error('a progress bar broke');
      },
    },
  );

  expect(answer).toEqual(last);
  expect(progress).toEqual([
    { requests: 1, totalRequests: 2, translations: 2, totalTranslations: 3 },
    { requests: 2, totalRequests: 2, translations: 3, totalTranslations: 3 },
  ]);
});

/** Each of them takes a request. */
const largeOnes = (count: number): TranslationSetInput => ({
  staticTranslations: staticOnes(count, 'x'.repeat(60_000)),
});
const failed = { status: 413, json: { message: 'too large' } };

test('a failure in the middle sends no more, and says how many requests were applied', async () => {
  await using service = await startService([ok, ok, failed, ok]);
  const progress: number[] = [];
  const onProgress = ({ requests }: TranslationProgress): void => void progress.push(requests);

  const error = await failureOf(service.client().translations.setAll(largeOnes(4), { onProgress }));

  expect(error).toMatchObject({
    name: 'PayloadTooLargeError',
    operation: 'translations.set',
    outcome: 'applied',
    appliedRequests: 2,
    message: 'translations.set: too large (status 413). 2 of 4 requests were applied',
  });
  expect(progress).toEqual([1, 2]);
  expect(service.requests).toHaveLength(3);
});

test.each([
  ['rejected first', [failed], 'rejected', 0, '(status 413)'],
  ['lost first', [cutBody], 'applied', 1, 'lost the connection'],
  ['rejected second', [ok, failed], 'applied', 1, '. 1 of 3 requests was applied'],
  ['lost second', [ok, cutBody], 'applied', 2, '. 2 of 3 requests were applied'],
])(
  'the error of a %s response has the outcome of all requests, and how many were applied',
  async (_, replies, outcome, appliedRequests, message) => {
    await using service = await startService(replies);

    const error = await failureOf(service.client({ retry: false }).translations.setAll(largeOnes(3)));

    expect(error).toMatchObject({ outcome, appliedRequests });
    expect((error as Error).message).toContain(message);
  },
);

test('no translations are one empty request, which returns the full set', async () => {
  await using service = await startService([ok]);

  expect(await service.client().translations.setAll({})).toEqual(translationSet);
  expect(service.requests.map(bodyOf)).toEqual([{ staticTranslations: [], dynamicTranslations: [] }]);
});

test('fields of translations that are not documented are sent on request, in every part', async () => {
  await using service = await startService([ok]);
  const [first, second] = ['a', 'b'].map((key) => ({
    key,
    locale: 'de',
    value: 'x'.repeat(60_000),
    note: 'short',
  }));
  const input = { staticTranslations: [first, second] as StaticTranslationInput[], dryRun: true };

  await service.client().translations.setAll(input, { unknownFields: 'send' });

  expect(service.requests.map(bodyOf)).toEqual([
    { dryRun: true, staticTranslations: [first], dynamicTranslations: [] },
    { dryRun: true, staticTranslations: [second], dynamicTranslations: [] },
  ]);
});

test.each([
  [102_400, []],
  [
    102_401,
    [
      {
        path: 'body',
        message:
          'is 102401 bytes of JSON; the documented limit is 102400 bytes: use setAll, which sends several requests',
      },
    ],
  ],
])('of set, %i bytes of JSON break the rules %j', async (bytes, issues) => {
  await using service = await startService([ok]);
  // Two bytes for the é.
  const frame = '{"staticTranslations":[{"key":"k","locale":"de","value":"é"}]}';
  const value = `é${'x'.repeat(bytes - Buffer.byteLength(frame))}`;
  const call = service.client().translations.set({ staticTranslations: [{ key: 'k', locale: 'de', value }] });

  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );

  expect((error as InvalidRequestError | undefined)?.issues ?? []).toEqual(issues);
  expect(service.requests.map(({ body }) => Buffer.byteLength(body))).toEqual(
    issues.length > 0 ? [] : [bytes],
  );
});
