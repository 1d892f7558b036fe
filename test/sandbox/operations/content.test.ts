import { expect, test } from 'vitest';

import { getContent, upsertContentTranslation } from '../../../src/contract/content.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { accepted, ask, only } from '../ask.ts';

const path = '/v1/portal-content/content-1';
const full = {
  title: 'Le dragon s’éveille',
  subTitle: 'Une nouvelle saison',
  bodyText: 'Rassemblez vos compagnons.',
  headerImage: 'https://example.com/header.png',
  thumbnailImage: 'https://example.com/thumbnail.png',
  labels: ['saison'],
};

test('a content item has the documented fields and the translations of its locales', async () => {
  const item = accepted(getContent, await ask(createSandbox(), 'GET', path));
  expect(item).toMatchObject({
    id: 'content-1',
    state: 'visible',
    contentType: 'news',
    visibility: 'public',
  });
  expect(Object.keys(item).sort()).toEqual([
    'bodyText',
    'contentType',
    'createdAt',
    'headerImage',
    'id',
    'labels',
    'pages',
    'publishDate',
    'slug',
    'state',
    'subTitle',
    'tag',
    'thumbnailImage',
    'title',
    'translations',
    'updatedAt',
    'visibility',
  ]);
  expect(item.translations?.map(({ isoCode }) => isoCode)).toEqual(['de']);
});

test.each(['content-1', 'content-2', 'content-3'])('%s is an item of the contract', async (id) => {
  const item = accepted(getContent, await ask(createSandbox(), 'GET', `/v1/portal-content/${id}`));
  expect(item.id).toBe(id);
});

test('content that is not there answers as documented, read or translated', async () => {
  const sandbox = createSandbox();
  expect(await ask(sandbox, 'GET', '/v1/portal-content/nothing')).toEqual({
    status: 404,
    body: {
      message: 'NOT_FOUND',
      requestUrl: '/v1/portal-content/{contentId}',
      body: 'Content not found.',
    },
  });
  expect(await ask(sandbox, 'PUT', '/v1/portal-content/nothing/translations/fr', { body: full })).toEqual({
    status: 404,
    body: {
      message: 'NOT_FOUND',
      requestUrl: '/v1/portal-content/{contentId}/translations/{isoCode}',
      body: 'Content not found.',
    },
  });
});

test('a new translation is in the item for its locale, and nothing else changes but updatedAt', async () => {
  const sandbox = createSandbox({ now: () => new Date('2026-01-15T12:00:00Z') });
  const before = accepted(getContent, await ask(sandbox, 'GET', path));
  const answer = await ask(sandbox, 'PUT', `${path}/translations/pt-BR`, { body: full });
  const after = accepted(upsertContentTranslation, answer);
  expect(after).toEqual({
    ...before,
    updatedAt: '2026-01-15T12:00:00.000Z',
    translations: [...(before.translations ?? []), { isoCode: 'pt-BR', ...full }],
  });
  expect(before.updatedAt < after.updatedAt).toBe(true);
  expect(accepted(getContent, await ask(sandbox, 'GET', path))).toEqual(after);
});

test('an update of a translation leaves the fields that it does not give', async () => {
  const sandbox = createSandbox();
  await ask(sandbox, 'PUT', `${path}/translations/fr`, { body: full });
  const answer = await ask(sandbox, 'PUT', `${path}/translations/fr`, {
    body: { title: 'Titre', labels: [] },
  });
  const { translations } = accepted(upsertContentTranslation, answer);
  expect(only(translations, ({ isoCode }) => isoCode === 'fr')).toEqual({
    ...full,
    isoCode: 'fr',
    title: 'Titre',
    labels: [],
  });
});

test('the fields that a new translation does not give are empty', async () => {
  const answer = await ask(createSandbox(), 'PUT', `${path}/translations/fr`, { body: { title: 'Titre' } });
  const { translations } = accepted(upsertContentTranslation, answer);
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
  ['no JSON', 'fr', '{"title":'],
  ['a title that is no text', 'fr', '{"title":7}'],
  ['labels that are no list', 'fr', '{"labels":"saison"}'],
  ['a list', 'fr', '[]'],
])('a translation with %s is a bad request and changes nothing', async (_what, isoCode, body) => {
  const sandbox = createSandbox();
  const before = accepted(getContent, await ask(sandbox, 'GET', path));
  expect(await ask(sandbox, 'PUT', `${path}/translations/${isoCode}`, { body })).toEqual({
    status: 400,
    body: {
      message: 'BAD_REQUEST',
      requestUrl: '/v1/portal-content/{contentId}/translations/{isoCode}',
      body: 'Invalid request body or validation error.',
    },
  });
  expect(accepted(getContent, await ask(sandbox, 'GET', path))).toEqual(before);
});

test('the locales that are enabled are an option', async () => {
  const sandbox = createSandbox({ locales: ['it'] });
  expect((await ask(sandbox, 'PUT', `${path}/translations/it`, { body: full })).status).toBe(200);
  expect((await ask(sandbox, 'PUT', `${path}/translations/fr`, { body: full })).status).toBe(400);
});

test('a translation of more than a mebibyte is too large', async () => {
  const sandbox = createSandbox();
  const size = 1_048_576 - '{"title":""}'.length;
  const body = (length: number): string => JSON.stringify({ title: 'x'.repeat(length) });
  expect((await ask(sandbox, 'PUT', `${path}/translations/fr`, { body: body(size) })).status).toBe(200);
  expect(await ask(sandbox, 'PUT', `${path}/translations/fr`, { body: body(size + 1) })).toEqual({
    status: 413,
    body: {
      message: 'PAYLOAD_TOO_LARGE',
      requestUrl: '/v1/portal-content/{contentId}/translations/{isoCode}',
      body: 'Request payload is too large.',
    },
  });
});
