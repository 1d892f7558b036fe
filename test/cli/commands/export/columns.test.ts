import { writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { formats } from '../../../../src/cli/ledger-files/formats/formats.ts';
import { ledgerFormats } from '../../../../src/ledger/ledger-format.ts';
import { rowsAt } from '../../../support/ledger.ts';
import { startService } from '../../../support/service.ts';
import { inFolder, runHere } from '../../run-here.ts';
import { createFolder, type ExportFolder, range, servePages } from './run-export.ts';

const rows = rowsAt(Array.from({ length: 20 }, (_, index) => index * 1000));
const service = await startService(servePages(rows));
const chosen = ['order_id', 'timestamp', 'amount', 'currency_code'];
const money = [
  ...['amount_minor', 'amount_usd_minor', 'total_tax_amount_minor', 'total_tax_amount_usd_minor'],
  ...['currency_exchange_cost_usd_minor', 'chargeback_fee_usd_minor', 'transaction_fee_usd_minor'],
  'publisher_net_amount_usd_minor',
];

/** Exports the rows with these columns. */
async function exported(columns: readonly string[], file = 'october.csv', ...more: readonly string[]) {
  const folder = createFolder(service.url);
  const result = await folder.run([
    ...[...range, '--out', file, '--columns', columns.join(','), '--quiet'],
    ...more,
  ]);
  return { folder, result };
}

const command = (folder: ExportFolder, args: readonly string[]) =>
  inFolder(folder.path, {}, () => runHere(args));

test('the file and its receipt have the columns that were chosen, in their order', async () => {
  const { folder, result } = await exported(chosen);

  expect(result).toEqual({ code: 0, out: '', err: '' });
  const [header, first] = folder.read('october.csv').split('\r\n');
  expect(header).toBe(chosen.join(','));
  expect(first).toBe('order-0,2026-10-01T00:00:00.000Z,9.99,EUR');
  expect(folder.receipt('october.csv').columns).toEqual(chosen);
});

test.each(ledgerFormats.filter((format) => !formats[format].isAsReceived))(
  'verify compares what the columns of a %s allow, and says what it lacks',
  async (format) => {
    const file = `october.${format}`;
    const { folder } = await exported(chosen, file);

    const { code, out } = await command(folder, ['verify', file]);

    expect(code).toBe(0);
    expect(out).toContain(
      `\nNot compared by row, for the file has no type, transaction_id, ${money.join(', ')}\n`,
    );
  },
);

test('a sum of a column that the file has is compared', async () => {
  const { folder } = await exported(['type', 'currency_code', 'amount_minor']);
  writeFileSync(folder.file('october.csv'), folder.read('october.csv').replace('999', '998'));

  const { code, out } = await command(folder, ['verify', 'october.csv']);

  expect(code).toBe(3);
  expect(out).toMatch(/│ EUR +│ paid +│ Gross, local +│ +199\.80 EUR │ +199\.79 EUR │/);
});

test.each([
  ['report', ['report', 'october.csv', '--out', 'report.html'], 'transaction_id'],
  ['diff', ['diff', 'october.csv', 'october.csv'], 'type'],
  [
    'reconcile',
    [
      ...['reconcile', 'october.csv', '--against', 'finance.csv', '--id-column', 'ref'],
      ...['--amount-column', 'total', '--currency-column', 'ccy', '--match', 'orderId'],
    ],
    'type',
  ],
])('%s names a column that it needs, and the file lacks', async (_, args) => {
  const { folder } = await exported(chosen);
  writeFileSync(folder.file('finance.csv'), 'ref,total,ccy\norder-0,9.99,EUR\n');

  const { code, err } = await command(folder, args);

  expect(code).not.toBe(0);
  expect(err).toContain('the column type is missing, as are ');
  expect(err).toContain('If --columns or another program has left it out, export it again');
});

test('reconcile reads a file with the columns that it compares', async () => {
  const { folder } = await exported(['order_id', 'timestamp', 'type', 'currency_code', 'amount_minor']);
  writeFileSync(
    folder.file('finance.csv'),
    `ref,total,ccy\n${rows.map(({ orderId }) => `${orderId},9.99,EUR\n`).join('')}`,
  );

  const { code, out } = await command(folder, [
    ...['reconcile', 'october.csv', '--against', 'finance.csv', '--id-column', 'ref', '--match', 'orderId'],
    ...['--amount-column', 'total', '--currency-column', 'ccy'],
  ]);

  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('Differences: 0') as string });
});

test('a finished file is not taken for one with other columns', async () => {
  const { folder } = await exported(chosen);
  const again = [...range, '--out', 'october.csv', '--resume', '--columns'];

  expect(await folder.run([...again, chosen.join(',')])).toMatchObject({ code: 0 });
  expect(await folder.run([...again, chosen.toReversed().join(',')])).toMatchObject({
    code: 2,
    err: expect.stringContaining('was exported with another --columns') as string,
  });
});

test.each([
  [['--columns', 'order_id,currency'], '--columns: unknown column "currency"; did you mean currency_code?'],
  [['--columns', 'order_id,order_id'], '--columns: has order_id twice'],
  [['--columns', 'order_id', '--hash', 'customer_id'], '--hash: customer_id is not among --columns'],
  [['--columns', 'order_id', '--format', 'jsonl'], '--columns: works with csv, csv.gz and parquet only'],
  [['--columns', 'order_id', '--drop', 'region'], '--columns: must not be combined with --drop'],
])('%s is wrong usage', async (flags, message) => {
  const folder = createFolder(service.url);

  const { code, err } = await folder.run([...range, '--out', 'a.csv', ...flags], {
    PUBLISHER_HASH_KEY: 'key',
  });

  expect(code).toBe(2);
  expect(err).toContain(message);
});
