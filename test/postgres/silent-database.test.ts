import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { type Database, openDatabase } from '../../src/postgres/database/open-database.ts';
import { copyRows } from '../../src/postgres/work/copy-rows.ts';
import { takeLedgerDatabase } from '../support/load.ts';
import { startPostgres } from '../support/postgres.ts';
import { failureOf } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

interface Network {
  readonly database: Database;
  /** From now on, everything that is sent is lost. */
  readonly lose: () => void;
  readonly lost: Promise<unknown>;
}

/** A database behind a network that can lose everything without closing a connection. */
async function openThroughNetwork(): Promise<Network> {
  const url = new URL(await takeLedgerDatabase(postgres));
  const target = Number(url.port);
  const sockets: Socket[] = [];
  const lost = Promise.withResolvers<undefined>();
  let isLost = false;
  const network = createServer((near) => {
    const far = connect(target, url.hostname);
    sockets.push(near, far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (data) => !isLost && to.write(data));
      from.on('error', () => undefined);
      from.on('close', () => !isLost && to.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(network, 'listening');
  // A server on a TCP port has an address of this form.
  url.port = String((network.address() as AddressInfo).port);
  url.hostname = '127.0.0.1';
  const database = await openDatabase({ connectionString: url.href }, 'publisher_commerce', 1);
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await database[Symbol.asyncDispose]();
    network.close();
  });
  const lose = (): void => {
    isLost = true;
    lost.resolve(undefined);
  };
  return { database, lose, lost: lost.promise };
}

/** Lets time pass, from the moment of silence until the call has failed; returns the error and the minutes. */
async function failureWithin(
  lost: Promise<unknown>,
  call: Promise<unknown>,
): Promise<{ readonly error: Error; readonly minutes: number }> {
  let error: Error | undefined;
  let minutes = 0;
  void failureOf(call).then((failure) => (error = failure as Error));
  await lost;
  while (error === undefined && minutes < 60) {
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    await vi.advanceTimersByTimeAsync(60_000);
    minutes += 1;
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
  }
  if (error === undefined) throw new Error('it still waits after an hour');
  return { error, minutes };
}

const unreachable = {
  reason: 'unreachable',
  message: 'the database did not respond to a statement in time',
};

test('a database that falls silent is unreachable after a minute', async () => {
  const { database, lose, lost } = await openThroughNetwork();
  lose();

  const { error, minutes } = await failureWithin(lost, database.query('SELECT 1'));

  expect(error).toMatchObject(unreachable);
  expect(minutes).toBeLessThanOrEqual(2);
});

test('in a transaction it may take ten minutes, and is not asked to roll back', async () => {
  const { database, lose, lost } = await openThroughNetwork();

  const { error, minutes } = await failureWithin(
    lost,
    database.transaction(async ({ query }) => {
      lose();
      await query('SELECT 1');
    }),
  );

  expect(error).toMatchObject(unreachable);
  expect(minutes).toBeGreaterThanOrEqual(10);
  expect(minutes).toBeLessThanOrEqual(11);
});

test('rows that are sent to a silent database do not wait forever', async () => {
  const { database, lose, lost } = await openThroughNetwork();
  const rows = ['1\n'];

  const { error } = await failureWithin(
    lost,
    database.transaction(async ({ client, query }) => {
      await query('CREATE TEMPORARY TABLE sent (id integer) ON COMMIT DROP');
      lose();
      await copyRows(client, 'COPY pg_temp.sent FROM STDIN', rows).catch((thrown: unknown) => {
        throw database.toError(thrown);
      });
    }),
  );

  expect(error).toMatchObject(unreachable);
});
