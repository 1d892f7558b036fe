// The service of the benchmark, in a process of its own: the transaction report, and the same rows as lists of stripe and
// openai; one price point, under the names that they give it. Each latency has its own port.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { pricePoint } from './price-point.ts';
import { expiringToken, makeRows, rowOfId, type Rows, start, step } from './rows.ts';

/** What the server is asked for, as JSON in its first argument. */
export interface ServerSetup {
  readonly rows: number;
  /** Whether they are also served as lists of stripe and openai. */
  readonly lists: boolean;
  /** In ms. */
  readonly latencies: readonly number[];
}

/** The port of each latency: what the server sends once it listens. */
export type ServerReady = Readonly<Record<number, number>>;

// The parent hangs up when it is done, or when it ends.
process.once('disconnect', () => process.exit());

// The JSON is the benchmark's own, typed where it starts this.
const setup = JSON.parse(process.argv[2] ?? '') as ServerSetup;
const rows = makeRows(setup.rows, false);
const rowsWithId = makeRows(setup.lists ? setup.rows : 0, true);
const price = Buffer.from(JSON.stringify(pricePoint));

const ports: Record<number, number> = {};
for (const latency of setup.latencies) {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const isInSecondHalf = Number(searchParams.get('cursor')) >= rows.count / 2;
    if (isInSecondHalf && request.headers['x-publisher-token'] === expiringToken) {
      response.writeHead(401).end();
      return;
    }
    const parts = bodyOf(pathname, searchParams);
    const send = (): void => {
      const length = parts.reduce((sum, part) => sum + part.length, 0);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
      response.cork();
      for (const part of parts) response.write(part);
      response.end();
      response.uncork();
    };
    if (latency === 0) send();
    else setTimeout(send, latency);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server on a TCP port has an address of this form.
  ports[latency] = (server.address() as AddressInfo).port;
}
process.send?.(ports satisfies ServerReady);

/** A body in the parts that it is sent in. */
function bodyOf(path: string, query: URLSearchParams): readonly Buffer[] {
  if (path === '/reporting/financial-data/transactions') return report(query);
  // stripe's `balanceTransactions.list`, and openai's `files.list`
  if (path === '/v1/balance_transactions') return list(query, query.get('starting_after'), 'created[lte]');
  if (path === '/v1/files') return list(query, query.get('after'), 'endDate');
  return [price];
}

/** The transaction report (§4.1). */
function report(query: URLSearchParams): readonly Buffer[] {
  const from = firstRowAt(query.get('startDate'));
  const to = Math.max(from, Math.min(rows.count, lastRowAt(query.get('endDate')) + 1));
  const first = Number(query.get('cursor') ?? from);
  const end = Math.min(to, first + Number(query.get('limit')));
  const nextCursor = end < to ? String(end) : null;
  const head = JSON.stringify({ totalCount: to - from, nextCursor, nextPageQuery: null });
  return page(`${head.slice(0, -1)},"results":[`, rows, first, end);
}

/** A list as stripe and openai page it: by the id of the last row. */
function list(query: URLSearchParams, after: string | null, endName: string): readonly Buffer[] {
  const to = Math.min(rows.count, lastRowAt(query.get(endName)) + 1);
  const first = after === null ? 0 : rowOfId(after) + 1;
  const end = Math.min(to, first + Number(query.get('limit')));
  return page(`{"object":"list","url":"/v1/rows","has_more":${end < to},"data":[`, rowsWithId, first, end);
}

function page(head: string, source: Rows, first: number, end: number): readonly Buffer[] {
  return [Buffer.from(head), source.bytes(first, end), Buffer.from(']}')];
}

/** Dates are ISO 8601, or milliseconds; both ends are included. */
function firstRowAt(date: string | null): number {
  return Math.ceil((timeOf(date) - start) / step);
}

function lastRowAt(date: string | null): number {
  return Math.floor((timeOf(date) - start) / step);
}

function timeOf(date: string | null): number {
  return /^\d+$/.test(date ?? '') ? Number(date) : Date.parse(date ?? '');
}
