import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { readLedger } from '../../../src/cli/read/read-ledger.ts';

import { inclusive, rowsAt, serveLedger } from '../../support/ledger.ts';
import { startService } from '../../support/service.ts';
import { createFolder, failing, range } from './run-export.ts';

/** The bytes of a file; of Parquet its rows, which are in groups as large as pages. */
async function contentOf(file: string): Promise<unknown> {
  if (!file.endsWith('.parquet')) return readFile(file, 'latin1');
  const rows: unknown[] = [];
  for await (const batch of readLedger({ path: file, format: 'parquet', needed: [] })) rows.push(...batch);
  return rows;
}

test.each(['jsonl', 'csv', 'parquet'])(
  'an export to %s with --windows and --limit that is stopped twice is the file of a single run without windows',
  async (format) => {
    const rows = rowsAt(Array.from({ length: 900 }, (_, index) => index * 90_000));
    let fails = Infinity;
    const serve = serveLedger(rows, inclusive);
    await using service = await startService(
      failing(
        serve,
        () => (fails -= 1) < 0,
        (response) => void response.destroy(),
      ),
    );
    const [single, folder] = [createFolder(service.url), createFolder(service.url)];
    const name = `a.${format}`;
    const args = [...range, '--limit', '50', '--out', name, '--quiet'];
    expect((await single.run(args)).code).toBe(0);

    fails = 14;
    expect((await folder.run([...args, '--windows', '4'])).code).toBe(1);
    const { checkpoint } = JSON.parse(folder.read(`${name}.part.json`)) as { checkpoint: object | null };
    expect(checkpoint).toHaveProperty('window.startDate');
    fails = 6;
    expect((await folder.run(['--out', name, '--quiet', '--resume'])).code).toBe(1);
    fails = Infinity;
    const { code, err } = await folder.run(['--out', name, '--quiet', '--resume']);

    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(await contentOf(folder.file(name))).toEqual(await contentOf(single.file(name)));
    expect(folder.receipt(name)).toMatchObject({ complete: true, rows: 900, totalCount: 900 });
    const limits = service.requests.map(({ url }) => new URL(url, service.url).searchParams.get('limit'));
    // Windows that are resumed count the rows of the range, which needs one row.
    expect([...new Set(limits)].sort()).toEqual(['1', '50']);
  },
);
