// Loads into a database whose disk is too small, and goes on once it is larger. Its argument is the folder of the disk.
// It runs in a mount namespace of its own.
import { execFileSync } from 'node:child_process';

import { DatabaseError, loadStatus, planLoad, verifyLoad, workLoad } from '../../../src/postgres/index.ts';
import { rowsAt, serveLedger } from '../../support/ledger.ts';
import { storedTotals, totalsOf } from '../../support/load.ts';
import { execute, startOwnPostgres } from '../../support/postgres.ts';
import { failureOf, startService } from '../../support/service.ts';

const [, , disk = ''] = process.argv;
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=26m', 'tmpfs', disk]);
// As root, the server runs as this user.
execFileSync('chown', ['postgres', disk]);

const rows = rowsAt(Array.from({ length: 20_000 }, (_, index) => index * 100));
await using service = await startService(serveLedger(rows));
await using postgres = await startOwnPostgres();
// The write-ahead log stays on the large disk, as it does for most users.
await execute(postgres.url, `CREATE TABLESPACE small LOCATION '${disk}'`);
await execute(postgres.url, 'CREATE DATABASE small TABLESPACE small');
const url = new URL(postgres.url);
url.pathname = 'small';
const target = { client: service.client(), database: url.href };
const range = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-01T01:00:00.000Z' };
await planLoad({ ...target, ...range, rowsPerJob: 2000, limit: 1000 });

const error = await failureOf(workLoad(target));
if (!(error instanceof DatabaseError)) throw error;
const { loads } = await loadStatus({ database: target.database });
execFileSync('mount', ['-o', 'remount,size=256m', disk]);
const { finished, failedJobs } = await workLoad(target);

const { agrees } = await verifyLoad(target);
process.stdout.write(
  JSON.stringify({
    reason: error.reason,
    sqlState: error.sqlState,
    message: error.message,
    jobs: loads[0]?.jobs,
    jobsDone: loads[0]?.jobsDone,
    failedBefore: loads[0]?.failedJobs,
    ...{ finished, failedJobs, agrees },
    totals: await storedTotals(target.database),
    expected: totalsOf(rows),
  }),
);
