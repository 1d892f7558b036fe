import { onTestFinished } from 'vitest';

import { planLoad, workLoad, type WorkResult } from '../../src/postgres/index.ts';
import type { PublisherClient } from '../../src/client/index.ts';
import type { LedgerRow } from './ledger.ts';
import { createTables } from './ledger-template.ts';
import { execute, type Postgres } from './postgres.ts';
import type { Service } from './service.ts';

/** Where a test loads from, and to. */
export interface LoadTarget {
  readonly client: PublisherClient;
  readonly database: string;
}

/** A range of time. */
export interface Range {
  readonly startDate: string;
  readonly endDate: string;
}

/** Databases that tests have finished with, by what they are copies of. */
const finished = new Map<string, string[]>();

/**
 * Returns the URL of a database with empty tables, which tests use one after another: a copy takes longer than most of
 * them. Those that change more than rows create their own.
 */
export async function takeLedgerDatabase(postgres: Postgres): Promise<string> {
  const template = await templateOf(postgres);
  const unused = finished.get(template) ?? [];
  finished.set(template, unused);
  const url = unused.pop() ?? (await postgres.createDatabase(template));
  onTestFinished(async () => {
    await emptyTables(url);
    unused.push(url);
  });
  return url;
}

/** Deletes all rows but the versions of the tables, and begins each sequence again. */
async function emptyTables(url: string): Promise<void> {
  // `DELETE` takes a twentieth of the time of `TRUNCATE`; a replica checks no keys between the tables.
  await execute(
    url,
    `SET session_replication_role TO replica;
     DO $$ DECLARE statement text; BEGIN
       FOR statement IN
         SELECT format('DELETE FROM %I.%I', schemaname, tablename) FROM pg_tables
         WHERE schemaname LIKE 'publisher_commerce%' AND tablename NOT IN ('schema_version', 'version')
         UNION ALL SELECT format('ALTER SEQUENCE %I.%I RESTART', schemaname, sequencename) FROM pg_sequences
       LOOP EXECUTE statement; END LOOP;
     END $$`,
  );
}

/** Creates a database that has the tables already, which saves half a second. */
export async function createLedgerDatabase(postgres: Postgres): Promise<string> {
  return await postgres.createDatabase(await templateOf(postgres));
}

const templates = new WeakMap<Postgres, Promise<string>>();

function templateOf(postgres: Postgres): Promise<string> {
  let template = templates.get(postgres);
  if (!template) templates.set(postgres, (template = createTemplate(postgres)));
  return template;
}

async function createTemplate({ template, createDatabase }: Postgres): Promise<string> {
  if (template !== undefined) return template;
  const url = await createDatabase();
  await createTables(url);
  return url;
}

/** Plans a range in jobs of a few rows, and works on it until it is done. */
export async function load(target: LoadTarget, range: Range, rowsPerJob = 20): Promise<WorkResult> {
  await planLoad({ ...target, ...range, rowsPerJob, limit: 7 });
  return await workLoad(target);
}

/** Returns a client whose requests wait until it is resumed, as those of a process that was stopped. */
export function stoppedClient(service: Service): {
  readonly client: PublisherClient;
  readonly resume: () => void;
} {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const client = service.client({ fetch: (input, init) => promise.then(() => fetch(input, init)) });
  return { client, resume: () => resolve(undefined) };
}

/** What a table of transactions contains, to be compared with rows of a service. */
export interface Totals {
  readonly rows: string;
  readonly amount: string | null;
  readonly amountUsd: string | null;
  readonly netUsd: string | null;
}

/** The totals of the table. */
export async function storedTotals(database: string, schema = 'publisher_commerce'): Promise<Totals> {
  const [row] = await execute(
    database,
    `SELECT count(*)::text AS rows, sum(amount_minor)::text AS amount, sum(amount_usd_minor)::text AS "amountUsd",
       sum(publisher_net_amount_usd_minor)::text AS "netUsd" FROM ${schema}.transactions`,
  );
  // The statement names these columns.
  return row as unknown as Totals;
}

/** The totals of rows, added up without our code. */
export function totalsOf(rows: readonly LedgerRow[]): Totals {
  const sum = (field: 'amount' | 'amountUsd' | 'publisherNetAmountUsd'): string =>
    String(rows.reduce((total, row) => total + BigInt(row.transactionDetails[field]), 0n));
  return {
    rows: String(rows.length),
    amount: sum('amount'),
    amountUsd: sum('amountUsd'),
    netUsd: sum('publisherNetAmountUsd'),
  };
}
