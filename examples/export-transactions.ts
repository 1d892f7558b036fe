// Exports a month of transactions to NDJSON and CSV, and sums them up.
//
//   npm run example -- export               also: npm run demo
//   npm run example -- export --resume      continues where a killed run stopped
//
// The CSV is created from the whole NDJSON file at the end, so only the NDJSON file needs a bookmark.
import { rmSync } from 'node:fs';
import { format, parse } from 'node:path';
import { parseArgs } from 'node:util';

import { PublisherError } from 'publisher-commerce';

import { checkFile } from './export/check-file.ts';
import { LedgerFile } from './export/ledger-file.ts';
import { createProgress } from './export/progress.ts';
import { Totals } from './export/totals.ts';
import { writeCsv } from './export/write-csv.ts';
import { connect, lastMonth, namesService } from './support/connect.ts';
import { InputError } from './support/input-error.ts';

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
  if (error.checkpoint) console.error('Exported rows are kept: run it again with --resume to continue.');
  process.exitCode = 1;
}

async function exportTransactions(): Promise<void> {
  await using ledger = await LedgerFile.open(options.out, options.resume);
  const saved = ledger.bookmark;
  if (saved && (saved.sandboxTransactions === undefined) !== namesService()) {
    throw new InputError(
      'The existing rows are from another service: export without --resume, or with another --out',
    );
  }
  const month = lastMonth();
  const range = saved?.range ?? {
    startDate: options.start ?? month.startDate,
    endDate: options.end ?? month.endDate,
    limit: Number(options.limit),
  };
  const transactions = saved?.sandboxTransactions ?? Number(options.transactions);
  const period = { start: range.startDate, end: range.endDate };
  await using connection = await connect({ sandbox: { transactions, period } });
  const sandboxTransactions = connection.sandbox && transactions;
  const size = sandboxTransactions === undefined ? '' : ` with ${sandboxTransactions} transactions`;
  console.log(`Exporting ${range.startDate} to ${range.endDate} from ${connection.description}${size}`);
  if (saved) console.log(`Resuming after ${saved.checkpoint.rows} rows`);

  const csv = format({ ...parse(options.out), base: '', ext: '.csv' });
  rmSync(csv, { force: true }); // an older file could be mistaken for this export
  const totals = new Totals(saved?.totals);
  const progress = createProgress(saved?.checkpoint.rows ?? 0);
  const paginator = connection.client.transactions.list({
    ...range,
    resume: saved?.checkpoint,
    onProgress: ({ totalCount }) => progress.total(totalCount),
  });
  try {
    for await (const page of paginator.pages()) {
      for (const transaction of page.results) totals.add(transaction);
      await ledger.append(page.results, {
        range,
        checkpoint: page.checkpoint,
        totals: totals.toJSON(),
        sandboxTransactions,
      });
      progress.rows(page.checkpoint.rows);
    }
  } finally {
    progress.stop();
  }

  console.log(totals.table());
  console.log(await checkFile(options.out, totals));
  await writeCsv(options.out, csv);
  console.log(`Written to ${options.out} and ${csv}`);
}
