import { expect, test } from 'vitest';

import { getTransactions } from '../../src/api/transactions.ts';
import { resolveOptions } from '../../src/options/client-options.ts';
import { createSettings } from '../../src/http/settings.ts';
import { Transport } from '../../src/http/transport.ts';
import { transaction } from '../literals/transactions.ts';
import { october } from '../support/ranges.ts';
import { failureOf, startService, token } from '../support/service.ts';

const json = { totalCount: 2, results: [transaction(0), { ...transaction(1), transactionDetails: {} }] };

function transportOf(baseUrl: string): Transport {
  return new Transport(createSettings(resolveOptions({ baseUrl, token }, {})));
}

test('sendPage lists invalid rows if setAsideRows is set', async () => {
  await using service = await startService([{ json }]);

  const { page, invalidRows } = await transportOf(service.url).sendPage(getTransactions, {
    query: october,
    setAsideRows: true,
  });

  expect(page).toEqual(json);
  expect(invalidRows.map(({ index, row }) => [index, row])).toEqual([[1, json.results[1]]]);
  expect(invalidRows[0]?.issues[0]?.path).toBe('transactionDetails.id');
});

test('without setAsideRows an invalid row rejects the page, for send and sendPage alike', async () => {
  await using service = await startService([{ json }]);
  const transport = transportOf(service.url);

  for (const failing of [
    transport.sendPage(getTransactions, { query: october }, {}),
    transport.send(getTransactions, { query: october }, {}),
  ]) {
    expect(await failureOf(failing)).toMatchObject({ name: 'ResponseValidationError', row: 1 });
  }
});
