import { expect, test } from 'vitest';

import { loadStatus } from '../../../src/postgres/index.ts';
import { failureOf } from '../../support/service.ts';

/** The message about a URL, with nobody at the port of it. */
async function messageOf(database: string): Promise<string> {
  const error = await failureOf(loadStatus({ database, retryFor: 0 }));
  return String(error);
}

const unencoded = ['#', '/', '%', '?', 'x@y#', 'x@y/', 'x@y?', 'x@y%', '@#', '#@', '/@'];

test.each([
  ...unencoded.flatMap((part) => [`${part}secret`, `sec${part}ret`, `secret${part}`]),
  ...['#', '/', '?'].map((part) => `47${part}11`),
])('a password such as %s that is not encoded is named, and no part of it is shown', async (password) => {
  const message = await messageOf(`postgres://loader:${password}@127.0.0.1:1/finance`);

  expect(message).toBe(
    'ConfigurationError: database: must have user, password and name percent-encoded: # as %23, % as %25, / as %2F, ? as %3F, @ as %40; or set PGPASSWORD',
  );
});

test.each(['@secret', 'sec@ret', 'secret@', 'sec%23ret', 'sec%2Fret', '%25secret', 'secret%40', 'sec:ret'])(
  'a password such as %s is read as it is meant',
  async (password) => {
    expect(await messageOf(`postgres://loader:${password}@127.0.0.1:1/finance`)).toBe(
      'DatabaseError: the database cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
    );
  },
);

test.each([
  'postgres://loader@db1,db2/finance',
  'postgres://loader:secret@db1:5432,db2:5433/finance',
  'postgres://loader@/finance?host=db1,db2',
  'postgres://loader@db1/finance?target_session_attrs=read-write',
])('several hosts are not supported: %s', async (url) => {
  expect(await messageOf(url)).toBe(
    'ConfigurationError: database: must have one host, without target_session_attrs: name one that moves with the primary, such as a DNS name or PgBouncer',
  );
});

test('an address in the query may have what a password must encode', async () => {
  const url = 'postgres://127.0.0.1:1/finance?user=loader@example.com&application_name=night/load,2';

  expect(await messageOf(url)).toContain('ECONNREFUSED 127.0.0.1:1');
});
