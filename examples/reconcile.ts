// Reads a month twice in different ways, and compares the sums of the two receipts.
//
//   npm run example -- reconcile
//
// To compare with the CSV of a finance system, use the command: npx publisher-commerce reconcile --help
import { parseArgs } from 'node:util';

import type { PublisherClient, TransactionListQuery } from 'publisher-commerce';
import { createReceipt, type Receipt, type ReceiptSum } from 'publisher-commerce/ledger';

import { connect, lastMonth } from './support/connect.ts';

const { values: options } = parseArgs({
  options: {
    start: { type: 'string', default: lastMonth().startDate },
    end: { type: 'string', default: lastMonth().endDate },
  },
});

async function read(client: PublisherClient, query: TransactionListQuery): Promise<Receipt> {
  const receipt = createReceipt(query);
  for await (const page of client.transactions.list(query).pages()) receipt.add(page);
  return receipt.finish();
}

/** One line per currency and type: all sums in the smallest unit. */
function linesOf(sums: readonly ReceiptSum[]): string[] {
  return sums.map(
    ({ currencyCode, type, ...figures }) => `${currencyCode} ${type} ${JSON.stringify(figures)}`,
  );
}

await using connection = await connect({
  sandbox: { transactions: 5000, period: { start: options.start, end: options.end } },
});
const range = { startDate: options.start, endDate: options.end };
console.log(`Reading ${range.startDate} to ${range.endDate} twice from ${connection.description}`);

const first = await read(connection.client, range);
// In descending order, and with smaller pages, so that an error in one reading does not repeat in the other.
const second = await read(connection.client, { ...range, sortDirection: 'desc', limit: 500 });

const [one, other] = [linesOf(first.sums), linesOf(second.sums)];
for (const line of one.filter((sum) => !other.includes(sum))) console.log(`Only in the first: ${line}`);
for (const line of other.filter((sum) => !one.includes(sum))) console.log(`Only in the second: ${line}`);
if (first.complete && second.complete && one.join('\n') === other.join('\n')) {
  console.log(`${first.rows} rows and ${one.length} sums by currency and type agree`);
} else {
  console.log(`The readings differ, or are incomplete: ${first.rows} and ${second.rows} rows`);
  process.exitCode = 1;
}
