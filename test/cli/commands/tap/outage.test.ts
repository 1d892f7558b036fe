import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { rowsAt, serveLedger } from '../../../support/ledger.ts';
import { runProgram, startProgram } from '../../../support/run-program.ts';
import { startService } from '../../../support/service.ts';
import { command } from '../../start-command.ts';
import { failing } from '../export/run-export.ts';
import { at, idsIn, messagesIn, ofLedger, openTap, stateIn } from './open-tap.ts';

const rows = rowsAt(Array.from({ length: 50 }, (_, index) => index * 1000));
const serve = serveLedger(rows);
const ids = rows.map(({ transactionDetails }) => transactionDetails.id);

// Without jitter there is no wait between attempts: an outage has a number of requests instead of minutes.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

test.each([
  ['--retry-for', ['--retry-for', '5m'], {}],
  ['PUBLISHER_RETRY_FOR', [], { PUBLISHER_RETRY_FOR: '5m' }],
])('with %s an outage in the middle of a day ends no run', async (_, args, env) => {
  at('2026-10-02T00:00:00Z');
  const outage = 40;
  await using service = await startService((request) => {
    const isDown = service.requests.length > 2 && service.requests.length <= 2 + outage;
    return isDown ? { status: 503, json: {} } : serve(request);
  });
  const { code, err, messages } = await openTap(service.url, { limit: 10 }, ofLedger).run(
    undefined,
    args,
    env,
  );

  expect(code).toBe(0);
  expect(service.requests.length).toBeGreaterThan(outage);
  expect(idsIn(messages)).toEqual(ids);
  expect(err).toBe('the service responded 503: trying again, for up to 5 min 0 s (--retry-for)\n');
});

test('with --retry-for 0 a run fails at the first error, and the next one continues from its state', async () => {
  at('2026-10-02T00:00:00Z');
  await using service = await startService((request) =>
    service.requests.length === 3 ? { status: 503, json: {} } : serve(request),
  );
  const tap = openTap(service.url, { limit: 10 }, ofLedger);
  const failed = await tap.run(undefined, ['--retry-for', '0']);
  const next = await tap.run(stateIn(failed.messages), ['--retry-for', '0']);

  expect([failed.code, next.code]).toEqual([1, 0]);
  expect(failed.err).toContain('publisher-commerce: the service failed: ');
  expect([...idsIn(failed.messages), ...idsIn(next.messages)]).toEqual(ids);
});

test('what is too slow names the setting that makes pages smaller', async () => {
  at('2026-10-02T00:00:00Z');
  await using service = await startService([() => undefined]);
  const { code, err } = await openTap(service.url, {}, ofLedger).run(undefined, ['--timeout', '50ms']);

  expect(code).toBe(1);
  expect(err).toContain('set a longer --timeout, or request smaller pages with the setting limit\n');
});

test('a slow target holds up the requests, and one that ends, ends the tap without a word', async () => {
  const many = rowsAt(Array.from({ length: 40_000 }, (_, index) => index));
  await using service = await startService(serveLedger(many));
  const { folder } = openTap(service.url, { limit: 2000 }, ofLedger);
  const args = [command, 'tap', '--config', 'config.json', '--catalog', 'catalog.json'];
  const child = spawn(process.execPath, args, { cwd: folder.path });
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = once(child, 'close');
  // Nobody reads what it prints: the pipe is full with the first page.
  await vi.waitFor(() => expect(service.requests.length).toBeGreaterThan(0), 10_000);
  await wait(500);
  expect(service.requests.length).toBeLessThanOrEqual(3);
  child.stdout.destroy();

  expect(await ended).toEqual([1, null]);
  expect(err).toBe('');
});

test('SIGTERM ends a run with 143, and it continues from its last state', async () => {
  let isFirst = true;
  const hangs = failing(
    serve,
    ({ url }) => url.includes('cursor=30') && isFirst,
    () => undefined,
  );
  await using service = await startService(hangs);
  const { folder, write } = openTap(service.url, { limit: 10, look_back: '0' }, ofLedger);
  const args = [command, 'tap', '--config', 'config.json', '--catalog', 'catalog.json'];
  const first = startProgram(process.execPath, args, { cwd: folder.path });
  await first.printed(/("rows":30)/);
  first.child.kill('SIGTERM');
  const { code, err, out } = await first.finished;
  isFirst = false;
  write('state.json', stateIn(messagesIn(out)));
  const next = await runProgram(process.execPath, [...args, '--state', 'state.json'], { cwd: folder.path });

  expect([code, next.code]).toEqual([143, 0]);
  expect(err).toBe('publisher-commerce: interrupted. Run it again with the last state to continue\n');
  expect([...idsIn(messagesIn(out)), ...idsIn(messagesIn(next.out))]).toEqual(ids);
});
