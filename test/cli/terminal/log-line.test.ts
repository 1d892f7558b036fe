import { expect, test, vi } from 'vitest';

import { rowsAt } from '../../support/ledger.ts';
import { startService } from '../../support/service.ts';
import { createFolder, range, servePages } from '../commands/export/run-export.ts';
import { runHere } from '../run-here.ts';

const json = { PUBLISHER_LOG_FORMAT: 'json' };

test('with PUBLISHER_LOG_FORMAT=json, each line on stderr is JSON with its time and level', async () => {
  const [row] = rowsAt([0]);
  // Schema drift, which the client logs.
  await using service = await startService(servePages([{ ...row, orderId: 7 }]));
  const folder = createFolder(service.url);
  const done = await folder.run([...range, '--out', 'a.csv'], json);
  const failed = await folder.run([...range, '--out', 'a.csv'], json);

  expect([done.code, failed.code]).toEqual([0, 2]);
  const lines = [done, failed].map(({ err }) =>
    err
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { time: string; level: string; message: string }),
  );
  for (const { time } of lines.flat()) expect(Date.parse(time)).toBeGreaterThan(Date.now() - 60_000);
  expect(lines[0]).toContainEqual(expect.objectContaining({ level: 'info', message: 'Net 8.48 USD' }));
  expect(lines[1]?.map(({ level, message }) => [level, message.slice(0, 40)])).toEqual([
    ['error', 'publisher-commerce: --out: a.csv already'],
    ['info', 'Try publisher-commerce export --help, or'],
  ]);
});

test('another format is an error that names the variable, before anything is sent', async () => {
  await using service = await startService(servePages([]));
  const folder = createFolder(service.url);
  const { code, err } = await folder.run([...range, '--out', 'a.csv'], { PUBLISHER_LOG_FORMAT: 'xml' });

  expect(code).toBe(2);
  expect(err).toContain('PUBLISHER_LOG_FORMAT: must be "json" or "text"\n');
  expect(service.requests).toEqual([]);
});

test('the log of the client is JSON too', async () => {
  vi.stubEnv('PUBLISHER_LOG_FORMAT', 'json');
  const { stderrLogger } = await import('../../../src/cli/terminal/output.ts');
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  for (const level of ['debug', 'info', 'warn', 'error'] as const) stderrLogger[level](`a ${level}`);
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
  write.mockRestore();
  vi.unstubAllEnvs();

  expect(lines).toMatchObject(
    ['debug', 'info', 'warn', 'error'].map((level) => ({ level, message: `a ${level}` })),
  );
  expect((await runHere(['verify', 'missing.csv'])).err).toMatch(/^publisher-commerce: missing\.csv: /);
});
