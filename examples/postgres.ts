// Loads a month into PostgreSQL with two workers, verifies it, and queries it.
//
//   npm run example -- postgres
//   DATABASE_URL=postgres://… npm run example -- postgres     into a database of yours
import { parseArgs } from 'node:util';

import { Client } from 'pg';
import { loadStatus, planLoad, verifyLoad, workLoad } from 'publisher-commerce/postgres';

import { connect, lastMonth } from './support/connect.ts';
import { startPostgres } from './support/start-postgres.ts';

const { values: options } = parseArgs({
  options: { schema: { type: 'string', default: 'publisher_commerce_example' } },
});

const queries = {
  'Best days': `
    SELECT to_char(timestamp AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS rows,
      to_char(sum(publisher_net_amount_usd_minor) / 100, 'FM999G999G990D00') AS net_usd
    FROM transactions GROUP BY day ORDER BY sum(publisher_net_amount_usd_minor) DESC LIMIT 3`,
  'Most refunded offers': `
    SELECT max(offer_name) AS offer, count(*)::int AS refunds,
      to_char(-sum(amount_usd_minor) / 100, 'FM999G999G990D00') AS refunded_usd
    FROM transactions WHERE type = 'refund'
    GROUP BY offer_id ORDER BY sum(amount_usd_minor) LIMIT 3`,
  'Countries with the most chargebacks': `
    SELECT country_code AS country, count(*) FILTER (WHERE type = 'dispute_funds_withdrawn')::int AS chargebacks,
      round(100.0 * count(*) FILTER (WHERE type = 'dispute_funds_withdrawn')
        / nullif(count(*) FILTER (WHERE type = 'paid'), 0), 2)::text AS percent
    FROM transactions GROUP BY country_code ORDER BY chargebacks DESC, country_code LIMIT 3`,
};

await using postgres = await startPostgres();
const { startDate, endDate } = lastMonth();
await using connection = await connect({
  sandbox: { transactions: 20_000, period: { start: startDate, end: endDate } },
});
console.log(`Loading from ${connection.description} into ${postgres.description}, schema ${options.schema}`);

const { client } = connection;
const target = { database: postgres.url, schema: options.schema };
const { load, jobs, rows } = await planLoad({
  client,
  ...target,
  startDate,
  endDate,
  rowsPerJob: 2000,
  limit: 1000,
});
console.log(`Load ${load}: ${jobs} jobs, ${rows} rows`);

// In real life they run on two machines: publisher-commerce load work
const workers = await Promise.all([1, 2].map(() => workLoad({ client, ...target, load, concurrency: 1 })));
for (const [index, { jobs, rows }] of workers.entries()) {
  console.log(`Worker ${index + 1}: ${jobs} jobs, ${rows} rows`);
}

const status = await loadStatus({ ...target, load });
console.log(`The table has ${status.rows} rows, ${status.rowsQuarantined} more are in quarantine`);
const { agrees, differences } = await verifyLoad({ ...target, client });
console.log(agrees ? 'It agrees with its receipts and with the service' : 'It differs', ...differences);
if (!agrees) process.exitCode = 1;

const database = new Client({ connectionString: postgres.url });
await database.connect();
try {
  // For this transaction only, since a pooler shares connections. Checked by planLoad; a name cannot be a parameter.
  await database.query('BEGIN');
  await database.query(`SET LOCAL search_path TO "${options.schema}"`);
  for (const [title, sql] of Object.entries(queries)) {
    console.log(`\n${title}`);
    console.table((await database.query(sql)).rows);
  }
  await database.query('COMMIT');
} finally {
  await database.end();
}
