// Exports a month of transactions to NDJSON, and sums them up.
//
//   npm run demo                     against a sandbox that this program starts
//   npm run demo -- --resume         goes on where a killed run stopped
//
// With PUBLISHER_BASE_URL and PUBLISHER_TOKEN set it does the same against that service.
import { parseArgs } from 'node:util';

import { PublisherError } from 'publisher-commerce';

import { checkFile } from './export/check-file.ts';
import { connect, lastMonth } from './export/connect.ts';
import { LedgerFile } from './export/ledger-file.ts';
import { createProgress } from './export/progress.ts';
import { Totals } from './export/totals.ts';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: 'out/transactions.ndjson' },
    resume: { type: 'boolean', default: false },
    transactions: { type: 'string', default: '60000' },
    start: { type: 'string' },
    end: { type: 'string' },
    limit: { type: 'string', default: '1000' },
  },
});

try {
  await exportTransactions();
} catch (error) {
  if (!(error instanceof PublisherError)) throw error;
  console.error(`${error.name}: ${error.message}`);
  if (error.checkpoint) console.error('What was exported is kept: run it again with --resume to go on.');
  process.exitCode = 1;
}

async function exportTransactions(): Promise<void> {
  await using ledger = await LedgerFile.open(options.out, options.resume);
  const saved = ledger.bookmark;
  const month = lastMonth();
  const range = saved?.range ?? {
    startDate: options.start ?? month.startDate,
    endDate: options.end ?? month.endDate,
    limit: Number(options.limit),
  };
  await using connection = await connect({
    transactions: saved?.sandboxTransactions ?? Number(options.transactions),
    range,
  });
  console.log(`Exporting ${range.startDate} to ${range.endDate} from ${connection.description}`);
  if (saved) console.log(`Resuming after ${saved.checkpoint.rows} rows`);

  const totals = new Totals(saved?.totals);
  const progress = createProgress(saved?.checkpoint.rows ?? 0);
  const walk = connection.client.transactions.list({
    ...range,
    resume: saved?.checkpoint,
    onProgress: ({ totalCount }) => progress.total(totalCount),
  });
  try {
    for await (const page of walk.pages()) {
      for (const transaction of page.results) totals.add(transaction);
      await ledger.append(page.results, {
        range,
        checkpoint: page.checkpoint,
        totals: totals.toJSON(),
        sandboxTransactions: connection.sandboxTransactions,
      });
      progress.rows(page.checkpoint.rows);
    }
  } finally {
    progress.stop();
  }

  console.log(totals.table());
  console.log(await checkFile(options.out, totals));
  console.log(`Written to ${options.out}`);
}
