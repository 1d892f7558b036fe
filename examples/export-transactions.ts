// Exports a month of transactions as JSON lines, with a receipt that proves completeness.
//
//   npm run example -- export
//
// To resume an export, or for CSV and Parquet, use the command: npx publisher-commerce export --help
import { mkdirSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';

import { createReceipt } from 'publisher-commerce/ledger';

import { connect, lastMonth } from './support/connect.ts';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: 'out/transactions.jsonl' },
    start: { type: 'string', default: lastMonth().startDate },
    end: { type: 'string', default: lastMonth().endDate },
  },
});

const range = { startDate: options.start, endDate: options.end };
const receipt = createReceipt(range);
await using connection = await connect({
  client: { onDrift: receipt.onDrift },
  sandbox: { transactions: 5000, period: { start: options.start, end: options.end } },
});
console.log(`Exporting ${range.startDate} to ${range.endDate} from ${connection.description}`);

mkdirSync(dirname(options.out), { recursive: true });
await using file = await open(options.out, 'w');
for await (const page of connection.client.transactions.list({ ...range, limit: 1000 }).pages()) {
  // The rows in the range: a service may also return those at its end.
  const rows = receipt.add(page);
  await file.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

const finished = receipt.finish();
await writeFile(`${options.out}.receipt.json`, JSON.stringify(finished, null, 2));
for (const { message } of receipt.problems()) console.error(`Incomplete: ${message}`);
if (!finished.complete) process.exitCode = 1;
console.log(`Written to ${options.out}: ${finished.rows} of ${finished.totalCount} rows`);
