import { expect, test } from 'vitest';

import { translationSet } from '../literals/translations.ts';
import { failureOf, startService } from '../support/service.ts';

/** Translations whose request has exactly so many bytes of JSON, counting two for each é. */
function translationsOf(bytes: number): {
  staticTranslations: { key: string; locale: string; value: string }[];
} {
  const frame = '{"staticTranslations":[{"key":"k","locale":"de","value":"é"}]}';
  const value = `é${'x'.repeat(bytes - Buffer.byteLength(frame))}`;
  return { staticTranslations: [{ key: 'k', locale: 'de', value }] };
}

test('translations of exactly 102 400 bytes of JSON are sent', async () => {
  await using service = await startService([{ json: translationSet }]);

  await service.client().translations.set(translationsOf(102_400));

  expect(service.requests.map(({ body }) => Buffer.byteLength(body))).toEqual([102_400]);
});

test('translations of one byte more are rejected before they are sent', async () => {
  await using service = await startService([{ json: translationSet }]);

  const error = await failureOf(service.client().translations.set(translationsOf(102_401)));

  expect(error).toMatchObject({
    name: 'InvalidRequestError',
    issues: [{ path: 'body', message: 'is 102401 bytes of JSON; the documented limit is 102400 bytes' }],
  });
  expect(service.requests).toEqual([]);
});
