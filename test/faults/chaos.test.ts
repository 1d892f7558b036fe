import { expect, test } from 'vitest';

import { type Checkpoint, PublisherClient, PublisherError } from '../../src/client/index.ts';
import { transaction } from '../literals/transactions.ts';
import { randomFrom } from '../support/random.ts';
import { october } from '../support/ranges.ts';
import {
  closedAfterWork,
  cutBody,
  cutBrotli,
  cutChunks,
  cutGzip,
  emptyBody,
  good,
  html,
  notUtf8,
  resetBeforeResponse,
  resetBody,
  silence,
  stalledBody,
  status,
} from './actions.ts';
import { type Action, RawService, type RawRequest } from './raw-service.ts';

const lists = 60;
const pagesPerList = 10;
const rowsPerPage = 200;
const rows = pagesPerList * rowsPerPage;
const atATime = 12;

const faults: readonly Action[] = [
  resetBeforeResponse,
  closedAfterWork,
  silence,
  cutBody,
  resetBody,
  cutChunks,
  stalledBody,
  cutGzip,
  cutBrotli,
  html,
  emptyBody,
  notUtf8,
  status(429),
  status(429, { 'retry-after': 0 }),
  status(500),
  status(502),
  status(503),
  status(504),
];

const range = { ...october, limit: rowsPerPage };
const exact = Array.from({ length: rows }, (_, row) => `transaction-${row}`);

function responseTo({ url }: RawRequest): unknown {
  const page = Number(new URL(url, 'http://service').searchParams.get('cursor') ?? 0);
  const results = Array.from({ length: rowsPerPage }, (_, row) => transaction(page * rowsPerPage + row));
  return { totalCount: rows, results, ...(page + 1 < pagesPerList ? { nextCursor: String(page + 1) } : {}) };
}

interface Read {
  readonly ids: readonly string[];
  readonly error?: unknown;
}

async function readAll(client: PublisherClient, resume?: Checkpoint): Promise<Read> {
  const ids: string[] = [];
  try {
    for await (const row of client.transactions.list({ ...range, resume }))
      ids.push(row.transactionDetails.id);
    return { ids };
  } catch (error) {
    return { ids, error };
  }
}

test.each([1, 20261121, 4711])(
  'seed %i: with a quarter of the responses faulty, every list is exact, at once or after resuming',
  async (seed) => {
    const random = randomFrom(seed);
    const faulty: Action[] = [];
    const service = await new RawService(responseTo, () => {
      if (random() >= 0.25) return good;
      const fault = faults[Math.floor(random() * faults.length)] ?? good;
      faulty.push(fault);
      return fault;
    }).open();
    const client = new PublisherClient({ baseUrl: service.url, token: 'chaos-token', timeout: 600 });

    let unfinished = 0;
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < lists) {
        next += 1;
        const ids: string[] = [];
        let resume: Checkpoint | undefined;
        // Each try resumes from the checkpoint of the error; twenty are far more than needed.
        for (let tries = 0; tries < 20; tries += 1) {
          const read = await readAll(client, resume);
          ids.push(...read.ids);
          if (read.error === undefined) break;
          unfinished += 1;
          expect(read.error).toBeInstanceOf(PublisherError);
          resume = (read.error as PublisherError).checkpoint;
          expect(resume?.rows).toBe(ids.length);
        }
        expect(ids).toEqual(exact);
      }
    };
    await Promise.all(Array.from({ length: atATime }, worker));
    await service.close();

    const share = faulty.length / service.received.length;
    console.log(
      `chaos, seed ${seed}: ${lists} lists exact, of which ${unfinished} ended early and were resumed; ` +
        `${faulty.length} of ${service.received.length} responses faulty`,
    );
    expect(new Set(faulty).size).toBe(faults.length);
    expect(share).toBeGreaterThan(0.18);
    expect(share).toBeLessThan(0.32);
    expect(unfinished).toBeGreaterThan(0);
  },
);
