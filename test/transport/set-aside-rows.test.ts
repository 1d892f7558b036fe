import { expect, test } from 'vitest';

import { resolveOptions } from '../../src/options/client-options.ts';
import { getTransactions } from '../../src/contract/transactions.ts';
import { createSettings } from '../../src/transport/settings.ts';
import { Transport } from '../../src/transport/transport.ts';
import { transaction } from '../support/literals.ts';
import { failureOf, startService, token } from '../support/service.ts';

const query = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
const json = { totalCount: 2, results: [transaction(0), { ...transaction(1), transactionDetails: {} }] };

function transportOf(baseUrl: string): Transport {
  return new Transport(createSettings(resolveOptions({ baseUrl, token }, {})));
}

test('a page is sent with its invalid rows listed, where that is asked for', async () => {
  await using service = await startService([{ json }]);

  const { page, invalidRows } = await transportOf(service.url).sendPage(getTransactions, {
    query,
    setAsideRows: true,
  });

  expect(page).toEqual(json);
  expect(invalidRows.map(({ index, row }) => [index, row])).toEqual([[1, json.results[1]]]);
  expect(invalidRows[0]?.issues[0]?.path).toBe('transactionDetails.id');
});

test('where it is not asked for, an invalid row rejects the page, of send as of sendPage', async () => {
  await using service = await startService([{ json }]);
  const transport = transportOf(service.url);

  for (const failing of [
    transport.sendPage(getTransactions, { query }, {}),
    transport.send(getTransactions, { query }, {}),
  ]) {
    expect(await failureOf(failing)).toMatchObject({ name: 'ResponseValidationError', row: 1 });
  }
});
