import { expect, test, vi } from 'vitest';

import { inclusive, type LedgerRow, rowsAt, serveLedger } from '../../support/ledger.ts';
import { startService } from '../../support/service.ts';
import { createFolder, failing, range, servePages } from './run-export.ts';

vi.setConfig({ testTimeout: 60_000 });

test.each(['jsonl', 'csv', 'parquet'])(
  'the file of --quarantine is that of a single run after a failure and a kill, with %s',
  async (format) => {
    const rows = rowsAt(Array.from({ length: 50 }, (_, index) => index * 1000)).map((row, index) =>
      // Not a LedgerRow, as intended.
      index % 10 === 5 ? ({ ...row, transactionDetails: { id: index } } as unknown as LedgerRow) : row,
    );
    await using good = await startService(servePages(rows));
    let broken = 30;
    const serve = failing(
      servePages(rows),
      ({ url }) => url.includes(`cursor=${broken}`),
      (response) => {
        if (broken === 30) response.writeHead(401).end('{}');
      },
    );
    await using service = await startService(serve);
    const [single, folder] = [createFolder(good.url), createFolder(service.url)];
    const name = `a.${format}`;
    const args = [...range, '--limit', '10', '--out', name, '--quarantine', 'bad.jsonl', '--quiet'];
    expect((await single.run(args)).code).toBe(3);

    expect((await folder.run(args)).code).toBe(1);
    // The fourth page is written, but its checkpoint is not: the fifth never arrives.
    broken = 40;
    const { child, finished } = folder.start(['--out', name, '--resume', '--quiet']);
    const arrived = (): boolean => service.requests.at(-1)?.url.includes('cursor=40') === true;
    await vi.waitFor(() => expect(arrived()).toBe(true), { timeout: 30_000 });
    await vi.waitFor(() => expect(folder.read('bad.jsonl').trimEnd().split('\n')).toHaveLength(4));
    child.kill('SIGKILL');
    await finished;
    broken = -1;
    const { code, err } = await folder.run([...args, '--resume']);

    expect({ code, err }).toEqual({
      code: 3,
      err: `publisher-commerce: ${name} is incomplete: 5 rows were invalid\n`,
    });
    expect(folder.read('bad.jsonl')).toBe(single.read('bad.jsonl'));
    expect(folder.read('bad.jsonl')).toBe(
      rows
        .filter((_, index) => index % 10 === 5)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    );
    expect(folder.sha256(name)).toBe(single.sha256(name));
    expect(folder.receipt(name)).toMatchObject({ rows: 45, invalidRows: 5, totalCount: 50 });
  },
);

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
    // Parquet has no full group to continue from.
    if (format !== 'parquet') expect(checkpoint).toHaveProperty('window.startDate');
    fails = 6;
    expect((await folder.run(['--out', name, '--quiet', '--resume'])).code).toBe(1);
    fails = Infinity;
    const { code, err } = await folder.run(['--out', name, '--quiet', '--resume']);

    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(folder.sha256(name)).toBe(single.sha256(name));
    expect(folder.receipt(name)).toMatchObject({ complete: true, rows: 900, totalCount: 900 });
    const limits = service.requests.map(({ url }) => new URL(url, service.url).searchParams.get('limit'));
    // Windows that are resumed count the rows of the range, which needs one row; Parquet starts again.
    expect([...new Set(limits)].sort()).toEqual(format === 'parquet' ? ['50'] : ['1', '50']);
  },
);
