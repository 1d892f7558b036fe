// Copies the transactions into SQLite every night. Each run reads what is new, and completes an interrupted run.
//
//   npm run example -- nightly-sync
//   npm run example -- nightly-sync --buy     a sandbox player buys something first
import { parseArgs } from 'node:util';

import { type Checkpoint, formatAmount, type PublisherClient } from 'publisher-commerce';

import { LedgerDatabase, type Range } from './nightly-sync/database.ts';
import { connect, type Connection, lastMonth, outFolder } from './support/connect.ts';
import { InputError } from './support/input-error.ts';

const { values: options } = parseArgs({
  options: {
    db: { type: 'string', default: `${outFolder()}/nightly-sync.sqlite` },
    since: { type: 'string', default: lastMonth().startDate },
    buy: { type: 'boolean', default: false },
  },
});

/** Each run reads the last day again, for rows that are booked late. The key prevents duplicates. */
const overlap = 24 * 3_600_000;

interface Result {
  readonly read: number;
  readonly added: number;
}

async function sync(client: PublisherClient, database: LedgerDatabase, until: Date): Promise<Result[]> {
  const results: Result[] = [];
  const { unfinished } = database;
  if (unfinished) {
    console.log(`Finishing the last run after its first ${unfinished.rows} rows`);
    results.push(await copy(client, database, unfinished.query, unfinished));
  }

  const { syncedUntil } = database;
  const startDate = syncedUntil ? new Date(Date.parse(syncedUntil) - overlap).toISOString() : options.since;
  // An end in the past: in an open range, rows may appear during pagination.
  results.push(await copy(client, database, { startDate, endDate: until.toISOString() }));
  return results;
}

async function copy(
  client: PublisherClient,
  database: LedgerDatabase,
  { startDate, endDate }: Range,
  resume?: Checkpoint,
): Promise<Result> {
  console.log(`Reading ${startDate} to ${endDate}`);
  let read = 0;
  let added = 0;
  for await (const page of client.transactions.list({ startDate, endDate, limit: 500, resume }).pages()) {
    read += page.results.length;
    added += database.savePage(page.results, page.checkpoint);
  }
  database.finish({ startDate, endDate });
  return { read, added };
}

/** A purchase in the sandbox, an hour before the sync. */
async function buySomething({ client, sandbox }: Connection): Promise<void> {
  if (!sandbox) throw new InputError('--buy works with the sandbox only');
  const { checkoutSessionToken, purchaseId } = await client.checkout.createSession({
    priceDetails: { price: 999, currency: 'USD' },
    offer: { name: 'Bag of gems', sku: 'bag-of-gems' },
    customer: { id: 'player-1' },
  });
  sandbox.purchases.pay(checkoutSessionToken);
  sandbox.advance(3_600_000);
  console.log(`A player bought a bag of gems: ${purchaseId}`);
}

const { startDate: start, endDate: end } = lastMonth();
await using connection = await connect({
  sandbox: { transactions: 2000, period: { start, end }, data: `${options.db}.sandbox.json` },
});
using database = new LedgerDatabase(options.db);
console.log(`Copying from ${connection.description} to ${options.db}`);
if (options.buy) await buySomething(connection);

for (const { read, added } of await sync(connection.client, database, connection.now())) {
  console.log(`${read} rows read, ${added} of them new`);
}
const { rows, netUsdCents } = database.totals();
const net = formatAmount(Number(netUsdCents), 'USD', { locale: 'en' });
console.log(`The database has ${rows} rows, ${net} net`);
