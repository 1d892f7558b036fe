// Takes a lease for two seconds, renews it, and never releases it.
import { withLease } from '../../../src/postgres/database/lease.ts';
import { openDatabase } from '../../../src/postgres/database/open-database.ts';

const database = await openDatabase({ connectionString: process.argv[2] }, 'publisher_commerce', 2);
await withLease(database, 'plan', () => new Promise(() => console.log('held')), { seconds: 2 });
