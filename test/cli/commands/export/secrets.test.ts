import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { rowsAt } from '../../../support/ledger.ts';
import { startService, token } from '../../../support/service.ts';
import { createFolder, type ExportFolder, failing, range, servePages } from './run-export.ts';

const key = 'hash-key-that-must-not-leak-0815';

/** All forms in which a secret might be written. */
const forms = [token, key].flatMap((secret) => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
  createHash('sha256').update(secret).digest('hex'),
]);

function leaks(folder: ExportFolder, printed: string): string[] {
  const files = folder.names().map((name) => readFileSync(folder.file(name), 'latin1'));
  return forms.filter((form) => [printed, ...files].some((content) => content.includes(form)));
}

test.each(['csv', 'parquet'])(
  'neither the token nor PUBLISHER_HASH_KEY is in a file or the output of an export to %s',
  async (format) => {
    const rows = rowsAt(Array.from({ length: 50 }, (_, index) => index * 1000));
    let isBroken = true;
    // As a service does that repeats what it received.
    const fail = { status: 401, json: { message: `invalid token ${token}` } };
    await using service = await startService(
      failing(servePages(rows), ({ url }) => isBroken && url.includes('cursor=30'), fail),
    );
    const folder = createFolder(service.url);
    const files = ['--out', `a.${format}`, '--quarantine', 'bad.jsonl'];
    const args = [...range, ...files, '--limit', '10', '--hash', 'customer_id', '--json'];
    const env = { PUBLISHER_HASH_KEY: key };
    const failed = await folder.run(args, env);

    expect(failed.code).toBe(1);
    expect(folder.names()).toEqual([`a.${format}.part`, `a.${format}.part.json`, 'bad.jsonl']);
    expect(leaks(folder, failed.out + failed.err)).toEqual([]);
    isBroken = false;
    const done = await folder.run([...args, '--resume'], env);
    expect(done.code).toBe(0);
    expect(leaks(folder, done.out + done.err)).toEqual([]);
  },
);
