// Sums up a month by day and currency, and compares the sums with a second reading, or with a file of the finance team.
//
//   npm run example -- reconcile
//   npm run example -- reconcile --against finance.csv     a file like the one the first command writes
import { parseArgs } from 'node:util';

import Table from 'cli-table3';
import { formatAmount, type PublisherClient, type TransactionListQuery } from 'publisher-commerce';

import {
  addTransaction,
  byDay,
  differences,
  emptySums,
  figures,
  type LedgerTotals,
  type Sums,
} from './reconcile/ledger-totals.ts';
import { readTotals, writeTotals } from './reconcile/totals-csv.ts';
import { connect, lastMonth } from './support/connect.ts';

const { values: options } = parseArgs({
  options: {
    start: { type: 'string', default: lastMonth().startDate },
    end: { type: 'string', default: lastMonth().endDate },
    out: { type: 'string', default: 'out/totals.csv' },
    against: { type: 'string' },
  },
});

async function addUp(client: PublisherClient, query: TransactionListQuery): Promise<LedgerTotals> {
  const totals: LedgerTotals = new Map();
  for await (const page of client.transactions.list(query).pages()) {
    for (const transaction of page.results) addTransaction(totals, transaction);
  }
  return totals;
}

/** Days on which net is not amounts less tax and fees; the formula is not documented. */
function unbalanced(days: LedgerTotals): string[] {
  return [...days]
    .map(([day, sums]) => ({ day, sums, net: amountUsd(sums) - sums.taxUsd - sums.feesUsd }))
    .filter(({ sums, net }) => net !== sums.netUsd)
    .map(({ day, sums, net }) => `${day}: the net is ${sums.netUsd}, and amounts less tax and fees ${net}`);
}

function amountUsd({ grossUsd, refundsUsd, disputesUsd, otherUsd }: Sums): bigint {
  return grossUsd + refundsUsd + disputesUsd + otherUsd;
}

function tableOf(days: LedgerTotals): string {
  const shown = ['grossUsd', 'refundsUsd', 'disputesUsd', 'otherUsd', 'taxUsd', 'feesUsd', 'netUsd'] as const;
  const table = new Table({
    head: ['Day, in USD', 'Rows', 'Gross', 'Refunds', 'Disputes', 'Other', 'Tax', 'Fees', 'Net'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  const line = (name: string, sums: Sums): string[] => [
    name,
    String(sums.rows),
    ...shown.map((f) => usd(sums[f])),
  ];
  const all = emptySums();
  for (const [day, sums] of days) {
    table.push(line(day, sums));
    for (const figure of figures) all[figure] += sums[figure];
  }
  table.push(line('All days', all));
  return table.toString();
}

function usd(cents: bigint): string {
  return formatAmount(Number(cents), 'USD', { locale: 'en' });
}

// Before any request, so that an invalid file fails immediately.
const given = options.against === undefined ? undefined : readTotals(options.against);
await using connection = await connect({ sandbox: { transactions: 5000 } });
const range = { startDate: options.start, endDate: options.end };
console.log(`Adding up ${range.startDate} to ${range.endDate} from ${connection.description}`);

const totals = await addUp(connection.client, range);
const days = byDay(totals);
console.log(tableOf(days));

const other = options.against ?? 'the second reading';
// In descending order, smaller pages and windows, so that an error in one reading does not repeat in the other.
const theirs =
  given ?? (await addUp(connection.client, { ...range, sortDirection: 'desc', limit: 500, windows: 4 }));
for (const note of unbalanced(days)) console.log(`Ask the service: ${note}`);
const problems = differences(totals, theirs, other);
for (const problem of problems) console.log(problem);
if (problems.length > 0) {
  console.log(`${problems.length} ${problems.length === 1 ? 'difference' : 'differences'} to look into`);
  process.exitCode = 1;
} else {
  console.log(`${totals.size} sums by day and currency agree with ${other}`);
}

if (!options.against) {
  writeTotals(options.out, totals);
  console.log(`Written to ${options.out}`);
}
