import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, onTestFinished, test } from 'vitest';

import type { DatabaseConfig } from '../../src/postgres/database/database-options.ts';
import { openDatabase } from '../../src/postgres/database/open-database.ts';
import { makeCertificate } from '../support/certificates.ts';
import { eventually } from '../support/eventually.ts';
import { execute, startOwnPostgres } from '../support/postgres.ts';
import { failureOf } from '../support/service.ts';

const certificates = [makeCertificate(), makeCertificate()] as const;
const directory = mkdtempSync(join(tmpdir(), 'tls-'));
const [certificate, other] = certificates.map(({ cert }, index) => {
  const file = join(directory, `${index}.crt`);
  writeFileSync(file, cert);
  return file;
}) as [string, string]; // as many as there are certificates

const postgres = await startOwnPostgres();
// The server writes them itself: it reads no key that belongs to another user.
await copyToServer(certificates[0].key, 'server.key');
await copyToServer(certificates[0].cert, 'server.crt');
await execute(postgres.url, 'ALTER SYSTEM SET ssl = on');
await execute(postgres.url, 'SELECT pg_reload_conf()');
await eventually(() => isEncrypted(urlWith('sslmode=no-verify')));
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await postgres[Symbol.asyncDispose]();
});

async function copyToServer(text: string, name: string): Promise<void> {
  const lines = `SELECT unnest(string_to_array('${text.trim()}', E'\\n'))`;
  await execute(postgres.url, `COPY (${lines}) TO PROGRAM 'umask 077 && cat > ${name}'`);
}

function urlWith(query: string, host = '127.0.0.1'): string {
  const url = new URL(postgres.url);
  url.hostname = host;
  return `${url.href}?${query}`;
}

async function isEncrypted(database: string | DatabaseConfig): Promise<boolean> {
  const config = typeof database === 'string' ? { connectionString: database } : database;
  await using opened = await openDatabase(config, 'publisher_commerce', 1);
  const [row] = await opened.query<{ ssl: boolean }>(
    'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
  );
  return row?.ssl ?? false;
}

test('a connection is encrypted as the URL or the options say, without a warning', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  const ca = certificates[0].cert;

  expect(await isEncrypted(urlWith(`sslmode=verify-full&sslrootcert=${certificate}`))).toBe(true);
  expect(await isEncrypted(urlWith('sslmode=no-verify', 'localhost'))).toBe(true);
  expect(await isEncrypted(urlWith('uselibpqcompat=true&sslmode=require', 'localhost'))).toBe(true);
  expect(await isEncrypted(urlWith(`sslmode=require&sslrootcert=${certificate}`))).toBe(true);
  expect(await isEncrypted({ connectionString: postgres.url, ssl: { ca } })).toBe(true);
  expect(await isEncrypted({ connectionString: urlWith('sslmode=verify-full'), ssl: { ca } })).toBe(true);
  expect(await isEncrypted({ connectionString: urlWith('sslmode=verify-full'), ssl: false })).toBe(false);
  expect(await isEncrypted(urlWith('sslmode=disable'))).toBe(false);
  expect(warnings).toEqual([]);
});

test('a certificate that is not trusted is rejected, and named as the reason', async () => {
  const message = 'the certificate of the database is not trusted: self-signed certificate';
  const failures: readonly (readonly [string | DatabaseConfig, string])[] = [
    [urlWith('sslmode=verify-full'), message],
    [urlWith(`sslmode=verify-full&sslrootcert=${other}`), message],
    [{ connectionString: postgres.url, ssl: { ca: certificates[1].cert } }, message],
    [
      urlWith(`sslmode=verify-full&sslrootcert=${certificate}`, 'localhost'),
      `the certificate of the database is not trusted: Hostname/IP does not match certificate's altnames`,
    ],
  ];
  for (const [database, expected] of failures) {
    expect(await failureOf(isEncrypted(database))).toMatchObject({
      code: 'database',
      reason: 'certificate',
      // Newer versions of Node.js add what to try.
      message: expect.stringContaining(expected) as string,
    });
  }
});

test.each(['sslrootcert', 'sslcert', 'sslkey'])('a file that %s names must exist', async (parameter) => {
  const connectionString = `postgres://loader:pass-4711@localhost/finance?sslmode=verify-full&${parameter}=/missing.pem`;

  expect(await failureOf(isEncrypted({ connectionString }))).toMatchObject({
    code: 'configuration',
    message: `database: ${parameter}: ENOENT: no such file or directory, open '/missing.pem'`,
  });
});
