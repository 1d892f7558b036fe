import { expect, test, vi } from 'vitest';

import { ledgerFormats } from '../../../../src/ledger/ledger-format.ts';
import { startService } from '../../../support/service.ts';
import { interrupted, pages, rows } from './interrupted.ts';
import { createFolder, range, servePages } from './run-export.ts';

vi.setConfig({ testTimeout: 600_000 });

const names = ledgerFormats.map((format) => `a.${format}`);

test.each(names)('an export to %s that failed continues to the bytes of a single run', async (name) => {
  await using one = await startService(servePages(rows));
  const single = createFolder(one.url);
  await single.run([...range, ...pages, '--out', name]);
  await using broken = await interrupted([...range, '--out', name]);
  const { service, folder } = broken;

  expect(folder.names()).toEqual([`${name}.part`, `${name}.part.json`]);
  broken.repair();
  const before = service.requests.length;
  const { code, err } = await folder.run([...range, ...pages, '--out', name, '--resume']);

  expect(code, err).toBe(0);
  expect(folder.names()).toEqual([name, `${name}.receipt.json`]);
  expect(folder.sha256(name)).toBe(single.sha256(name));
  expect(folder.receipt(name)).toMatchObject({ complete: true, rows: 50, totalCount: 50 });
  expect(folder.receipt(name).sums).toEqual(single.receipt(name).sums);
  expect(service.requests.length - before).toBe(2);
});

test.each(names)('an export to %s that is killed continues to the bytes of a single run', async (name) => {
  let isSilent = false;
  const serve = servePages(rows);
  // Killed while it waits for the fourth page.
  const asked = Promise.withResolvers<undefined>();
  await using service = await startService((request) => {
    if (!isSilent || !request.url.includes('cursor=30')) return serve(request);
    return () => asked.resolve(undefined);
  });
  const [single, folder] = [createFolder(service.url), createFolder(service.url)];
  const args = [...range, ...pages, '--out', name, '--quiet'];
  await single.run(args);
  isSilent = true;
  const { child, finished } = folder.start(args);
  await asked.promise;
  child.kill('SIGKILL');
  await finished;
  isSilent = false;

  expect(await folder.run([...args, '--resume'])).toMatchObject({ code: 0, err: '' });
  expect(folder.sha256(name)).toBe(single.sha256(name));
  expect(folder.receipt(name).sums).toEqual(single.receipt(name).sums);
  expect(folder.names()).toEqual([name, `${name}.receipt.json`]);
});

test('columns that are dropped or hashed are not in the part file of an export to Parquet', async () => {
  const args = [...range, '--out', 'a.parquet', '--drop', 'customer_email', '--hash', 'customer_id'];
  await using broken = await interrupted(args, { PUBLISHER_HASH_KEY: 'key' });
  const part = broken.folder.read('a.parquet.part');

  expect(part).toContain('order-');
  expect(part).not.toContain('player-7');
  expect(part).not.toContain('player7@example.com');
});
