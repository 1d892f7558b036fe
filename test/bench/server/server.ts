// The server of the bench, in its own process: one port for each latency, all serving the same ledger.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type Answer, createEndpoints, refuse } from './endpoints.ts';
import { createLedger } from './ledger.ts';

/** The server's options, as JSON in its first argument. */
export interface ServerSetup {
  /** Rows of a month, and months. */
  readonly rows: number;
  readonly months: number;
  /** Latencies to serve with, in ms. */
  readonly latencies: readonly number[];
  /** Numbers of rows whose ranges are wanted. */
  readonly counts: readonly number[];
}

/** What the server prints once it listens. */
export interface ServerReady {
  /** The port of each latency. */
  readonly ports: Readonly<Record<number, number>>;
  /** For each number of rows, the range of time that holds as many. */
  readonly ranges: Readonly<Record<number, { readonly startDate: string; readonly endDate: string }>>;
}

// The parent hangs up when it is done, or when it ends.
process.once('disconnect', () => process.exit());

// The JSON is `run.ts`'s own, typed there.
const setup = JSON.parse(process.argv[2] ?? '') as ServerSetup;
const ledger = createLedger(setup.rows, setup.months, true);
const endpoints = createEndpoints(ledger);
const ports: Record<number, number> = {};

for (const latency of setup.latencies) {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const authorized = request.headers['x-publisher-token'] ?? request.headers.authorization;
    const answer =
      authorized === undefined
        ? refuse(401, 'Unauthorized', 'Publisher token is required')
        : endpoints(new URL(request.url ?? '/', 'http://localhost'));
    if (latency === 0) send(response, answer);
    else setTimeout(() => send(response, answer), latency);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server on a TCP port has an address of this form.
  ports[latency] = (server.address() as AddressInfo).port;
}

const startDate = new Date(ledger.timeOf(0)).toISOString();
const ranges = Object.fromEntries(
  setup.counts.map((count) => [
    count,
    { startDate, endDate: new Date(ledger.timeOf(count - 1)).toISOString() },
  ]),
);
process.send?.({ ports, ranges } satisfies ServerReady);

function send(response: ServerResponse, { status, parts }: Answer): void {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': length });
  response.cork();
  for (const part of parts) response.write(part);
  response.end();
  response.uncork();
}
