import { expect, test } from 'vitest';

import type { OperationName, PublisherClient, PublisherError } from '../../../src/client/index.ts';
import { october } from '../../support/ranges.ts';
import { translationSet } from '../../literals/translations.ts';
import { failureOf, startService } from '../../support/service.ts';

test.each<[OperationName, string, (client: PublisherClient) => Promise<unknown>]>([
  ['transactions.list', 'getPage', ({ transactions }) => transactions.getPage(october)],
  ['transactions.list', 'list', ({ transactions }) => transactions.list(october).toArray({ max: 1 })],
  ['offers.list', 'getPage', ({ offers }) => offers.getPage()],
  ['offers.list', 'list', ({ offers }) => offers.list().toArray({ max: 1 })],
  ['translations.set', 'set', ({ translations }) => translations.set(translationSet)],
  ['translations.set', 'setAll', ({ translations }) => translations.setAll(translationSet)],
])('the operation is %s in the error and in the events of %s', async (operation, _, send) => {
  await using service = await startService([{ status: 400, json: {} }]);
  const names: string[] = [];
  const onResponse = (event: { readonly operation: string }): number => names.push(event.operation);

  const error = (await failureOf(send(service.client({ hooks: { onResponse } })))) as PublisherError;

  expect(error.operation).toBe(operation);
  expect(error.message).toBe(`${operation}: no error message (status 400)`);
  expect(names).toEqual([operation]);
});
