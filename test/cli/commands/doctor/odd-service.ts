import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { utcMonth } from '../../../../src/client/index.ts';
import { createSandbox } from '../../../../src/sandbox/index.ts';
import { token } from '../../../support/service.ts';

/** How a service differs from the sandbox; what is missing is as there. */
export interface Traits {
  readonly dates?: 'startDate ignored' | 'endDate ignored' | 'ignored' | 'rounded to seconds' | 'not counted';
  readonly ends?: 'both' | 'end only' | 'neither';
  readonly lastPage?: 'cursor' | 'null' | 'empty';
  readonly count?: 'capped' | 'changes' | 'wrong';
  readonly order?: 'unsorted';
  readonly largestPage?: 50 | 100;
  readonly device?: 'missing';
  readonly amounts?: 'some floats' | 'all floats';
  /** The signs of disputes are the other ones. */
  readonly disputes?: 'reversed';
  readonly timestamps?: 'microseconds' | 'without offset' | 'with offset';
  readonly offers?: 'other names' | 'nameless';
  readonly pricePoint?: 'exists';
  readonly rateLimit?: 'every 7th request';
  readonly headers?: Readonly<Record<string, string>>;
  readonly fails?: keyof typeof failures;
  /** Of successful responses. */
  readonly status?: 201;
  /** The cursor is in `nextPageQuery` only. */
  readonly nextPageQuery?: 'only';
  /** What it sends instead for some requests: a status and a body. */
  readonly replaces?: (path: string, query: URLSearchParams) => readonly [number, unknown] | undefined;
}

/** Responses to every request. */
const failures = {
  unauthorized: json(401, {
    statusCode: 401,
    error: 'Unauthorized',
    message: [{ validationErrorNumber: 1, error: 'Publisher not found' }],
    requestUrl: '/',
  }),
  forbidden: json(403, { message: 'Forbidden' }),
  'not found': json(404, { message: 'Not Found' }),
  'HTML 404': { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not Found</h1>' },
  'HTML 200': { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Sign in</h1>' },
  redirect: { status: 302, headers: { location: 'https://example.com/' }, body: '' },
};

interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function json(status: number, value: unknown): Response {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** The rows of an odd service: more than milliseconds in their range, so that some have the same time. */
export const rows = 400;
/** Not the last one: what is generated depends on the month. */
export const month = '2026-10';
const begin = Date.parse(utcMonth(month).startDate);
const period = { start: new Date(begin + 10), end: new Date(begin + 276) };

/** Above the rows of the ranges that doctor reads completely, and below those of the whole. */
export const cap = 100;
const otherNames: Readonly<Record<string, string>> = {
  pageSize: 'recordLimit',
  skip: 'offset',
  type: 'offerType',
  ids: 'publisherOfferId',
};

type Json = Record<string, unknown>;
interface Page extends Json {
  totalCount: number;
  nextCursor?: string | null;
  results: Row[];
}
export interface Row extends Json {
  timestamp: string;
  transactionDetails: Record<string, number | string>;
}

/** A server that responds as the sandbox does, but for some traits. */
export interface OddService extends AsyncDisposable {
  readonly url: string;
  /** Everything that was sent: method, path and body. */
  readonly sent: readonly string[];
}

const lastCursor = 'the-end';

/** `edit` changes every page of transactions, after its traits. */
export async function startOddService(traits: Traits = {}, edit?: (row: Row) => void): Promise<OddService> {
  const sandbox = createSandbox({ transactions: rows, period, token, seed: 7 });
  if (traits.pricePoint)
    await sandbox.fetch(`${sandbox.baseUrl}/v1/price-points`, {
      method: 'POST',
      headers: { 'x-publisher-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({ priceInUsdCents: 999 }),
    });
  const sent: string[] = [];

  const respond = async (request: IncomingMessage, requestBody: string): Promise<Response> => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://service');
    sent.push(`${request.method} ${pathname}${requestBody === '' ? '' : ` ${requestBody}`}`);
    if (traits.fails) return failures[traits.fails];
    if (traits.rateLimit && sent.length % 7 === 0)
      return { ...json(429, { message: 'Too many requests' }), headers: { 'retry-after': '0' } };
    const replaced = traits.replaces?.(pathname, query);
    if (replaced) return json(...replaced);
    const received = new URLSearchParams(query);
    const cursor = query.get('cursor');
    if (cursor === lastCursor)
      return json(200, { totalCount: count(rows), results: [], nextCursor: lastCursor });
    changeRequest(traits, pathname, query);
    const target = `${sandbox.baseUrl}${pathname}${query.size > 0 ? `?${query.toString()}` : ''}`;
    const response = await sandbox.fetch(target, {
      method: request.method ?? 'GET',
      headers: { 'x-publisher-token': token },
    });
    const value = (await response.json()) as Json;
    if (response.ok && Array.isArray(value['results'])) changePage(value as Page, received);
    return json(response.ok ? (traits.status ?? response.status) : response.status, value);
  };

  const count = (total: number): number => (traits.count === 'capped' ? Math.min(cap, total) : total);

  const changePage = (page: Page, query: URLSearchParams): void => {
    if (traits.dates === 'not counted') page.totalCount = rows;
    if (traits.count === 'capped') page.totalCount = count(page.totalCount);
    if (traits.count === 'changes' && query.has('cursor')) page.totalCount -= 1;
    if (traits.count === 'wrong') page.totalCount *= 2;
    if (page.nextCursor === undefined && traits.lastPage) page.nextCursor = lastCursors[traits.lastPage];
    if (traits.order === 'unsorted') page.results.reverse();
    if (traits.nextPageQuery && page.nextCursor) {
      page['nextPageQuery'] = `?cursor=${encodeURIComponent(page.nextCursor)}`;
      delete page.nextCursor;
    }
    for (const [index, row] of page.results.entries()) changeRow(traits, row, index, edit);
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      respond(request, Buffer.concat(chunks).toString()).then(
        (result) => write(response, result, traits),
        (error: unknown) => response.destroy(error as Error), // it fails the test
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sandbox.close();
    },
  };
}

function write(response: ServerResponse, { status, headers, body }: Response, traits: Traits): void {
  response.writeHead(status, { ...headers, ...traits.headers });
  response.end(body);
}

const lastCursors = { cursor: lastCursor, null: null, empty: '' } as const;

function changeRequest(traits: Traits, pathname: string, query: URLSearchParams): void {
  const move = (name: string, change: (time: number) => number): void => {
    const time = Date.parse(query.get(name) ?? '');
    if (!Number.isNaN(time)) query.set(name, new Date(change(time)).toISOString());
  };
  const { dates, ends } = traits;
  if (Date.parse(query.get('endDate') ?? '') > Date.parse(query.get('startDate') ?? '')) {
    if (ends === 'both' || ends === 'end only') move('endDate', (time) => time + 1);
    if (ends === 'end only' || ends === 'neither') move('startDate', (time) => time + 1);
    if (dates === 'rounded to seconds') {
      move('startDate', (time) => Math.floor(time / 1000) * 1000);
      move('endDate', (time) => Math.floor(time / 1000) * 1000 + 1);
    }
    if (dates === 'ignored' || dates === 'startDate ignored') move('startDate', () => 0);
    if (dates === 'ignored' || dates === 'endDate ignored') move('endDate', () => Date.UTC(2100));
  }
  const limit = Number(query.get('limit'));
  if (traits.largestPage !== undefined && limit > traits.largestPage)
    query.set('limit', String(traits.largestPage));
  if (pathname.endsWith('/get-offers') && traits.offers) {
    for (const name of [...query.keys()]) {
      const known = traits.offers === 'other names' ? otherNames[name] : undefined;
      const value = query.get(name) ?? '';
      query.delete(name);
      if (known !== undefined) query.set(known, value);
    }
  }
}

function changeRow(traits: Traits, row: Row, index: number, edit?: (row: Row) => void): void {
  const details = row.transactionDetails;
  if (traits.device) delete row['device'];
  if (traits.disputes && String(details['type']).startsWith('dispute'))
    details['amount'] = -Number(details['amount']);
  if (traits.amounts === 'all floats' || (traits.amounts === 'some floats' && index % 10 === 0))
    details['amount'] = Number(details['amount']) + 0.5;
  if (traits.timestamps === 'microseconds') row.timestamp = row.timestamp.replace('Z', '000Z');
  if (traits.timestamps === 'without offset') row.timestamp = row.timestamp.replace('Z', '');
  if (traits.timestamps === 'with offset') row.timestamp = row.timestamp.replace('Z', '+00:00');
  edit?.(row);
}
