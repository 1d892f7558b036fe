import { expect, test } from 'vitest';

import { getContent, upsertContentTranslation } from '../../../src/client/api/content.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { accepted, send, only } from '../send.ts';

const path = '/v1/portal-content/content-1';
const full = {
  title: 'Le dragon s’éveille',
  subTitle: 'Une nouvelle saison',
  bodyText: 'Rassemblez vos compagnons.',
  headerImage: 'https://example.com/header.png',
  thumbnailImage: 'https://example.com/thumbnail.png',
  labels: ['saison'],
};

test('a new translation is added to the item, and nothing else changes but updatedAt', async () => {
  const sandbox = createSandbox({ now: () => new Date('2026-01-15T12:00:00Z') });
  const before = accepted(getContent, await send(sandbox, 'GET', path));
  const response = await send(sandbox, 'PUT', `${path}/translations/pt-BR`, { body: full });
  const after = accepted(upsertContentTranslation, response);
  expect(after).toEqual({
    ...before,
    updatedAt: '2026-01-15T12:00:00.000Z',
    translations: [...before.translations, { isoCode: 'pt-BR', ...full }],
  });
  expect(before.updatedAt < after.updatedAt).toBe(true);
  expect(accepted(getContent, await send(sandbox, 'GET', path))).toEqual(after);
});

test('an update of a translation keeps the fields that it does not give', async () => {
  const sandbox = createSandbox();
  await send(sandbox, 'PUT', `${path}/translations/fr`, { body: full });
  const response = await send(sandbox, 'PUT', `${path}/translations/fr`, {
    body: { title: 'Titre', labels: [] },
  });
  const { translations } = accepted(upsertContentTranslation, response);
  expect(only(translations, ({ isoCode }) => isoCode === 'fr')).toEqual({
    ...full,
    isoCode: 'fr',
    title: 'Titre',
    labels: [],
  });
});

test('the fields that a new translation does not give are empty', async () => {
  const response = await send(createSandbox(), 'PUT', `${path}/translations/fr`, {
    body: { title: 'Titre' },
  });
  const { translations } = accepted(upsertContentTranslation, response);
  expect(only(translations, ({ isoCode }) => isoCode === 'fr')).toEqual({
    isoCode: 'fr',
    title: 'Titre',
    subTitle: '',
    bodyText: '',
    headerImage: '',
    thumbnailImage: '',
    labels: [],
  });
});

test.each([
  ['a locale that is not enabled', 'it', JSON.stringify(full)],
  ['invalid JSON', 'fr', '{"title":'],
  ['a title that is not a string', 'fr', '{"title":7}'],
  ['labels that are not an array', 'fr', '{"labels":"saison"}'],
  ['an array', 'fr', '[]'],
])('a translation with %s is a bad request and changes nothing', async (_what, isoCode, body) => {
  const sandbox = createSandbox();
  const before = accepted(getContent, await send(sandbox, 'GET', path));
  expect((await send(sandbox, 'PUT', `${path}/translations/${isoCode}`, { body })).status).toBe(400);
  expect(accepted(getContent, await send(sandbox, 'GET', path))).toEqual(before);
});

test('the option locales enables locales', async () => {
  const sandbox = createSandbox({ locales: ['it'] });
  expect((await send(sandbox, 'PUT', `${path}/translations/it`, { body: full })).status).toBe(200);
  expect((await send(sandbox, 'PUT', `${path}/translations/fr`, { body: full })).status).toBe(400);
});

test('a translation of more than a mebibyte is too large', async () => {
  const sandbox = createSandbox();
  const size = 1_048_576 - '{"title":""}'.length;
  const body = (length: number): string => JSON.stringify({ title: 'x'.repeat(length) });
  expect((await send(sandbox, 'PUT', `${path}/translations/fr`, { body: body(size) })).status).toBe(200);
  expect((await send(sandbox, 'PUT', `${path}/translations/fr`, { body: body(size + 1) })).status).toBe(413);
});
