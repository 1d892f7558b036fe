// Creates promo codes in batches, and reports rejected ones. Safe to run again: results are recorded, and existing codes
// are not created twice.
//
//   npm run example -- promo-codes                      from a CSV
//   npm run example -- promo-codes --generate 500
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';

import type { PromoCodeCreate } from 'publisher-commerce';

import { generateCodes, readCodes } from './promo-codes/codes.ts';
import { createCodes, type Result } from './promo-codes/create-codes.ts';
import { connect, namesService, outFolder } from './support/connect.ts';
import { InputError } from './support/input-error.ts';
import { sample } from './support/sample.ts';

const { values: options } = parseArgs({
  options: {
    file: { type: 'string' },
    generate: { type: 'string' },
    coupon: { type: 'string', default: 'autumn' },
    done: { type: 'string', default: `${outFolder()}/promo-codes.done.ndjson` },
  },
});

function wantedCodes(): PromoCodeCreate[] {
  if (options.generate === undefined) {
    return readCodes(options.file ?? sample('promo-codes.csv', '--file or --generate'));
  }
  if (!/^\d{1,6}$/.test(options.generate)) throw new InputError('--generate must be an integer');
  const prefix = options.coupon.toUpperCase();
  const secret = process.env.PROMO_SECRET || (namesService() ? '' : 'local-secret');
  if (!secret) throw new InputError('Set PROMO_SECRET: without a secret, anyone could guess the codes');
  return generateCodes(Number(options.generate), prefix, secret);
}

/** Returns the codes that earlier runs have completed, by coupon and name. */
async function readDone(): Promise<Set<string>> {
  const text = await readFile(options.done, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').filter((line) => line.endsWith('}'));
  return new Set(lines.map((line) => keyOf(JSON.parse(line) as { coupon: string; name: string })));
}

function keyOf({ coupon = options.coupon, name }: { coupon?: string; name: string }): string {
  return `${coupon} ${name}`;
}

async function record(results: readonly Result[]): Promise<void> {
  const lines = results
    .filter(({ state }) => state !== 'rejected')
    .map((result) => `${JSON.stringify({ coupon: options.coupon, ...result })}\n`);
  await appendFile(options.done, lines.join(''), { flush: true });
}

function batchesOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

const wanted = wantedCodes();
await mkdir(dirname(options.done), { recursive: true });
await using connection = await connect({
  // The service documents no limit: these leave capacity for the shop's own calls.
  client: { maxConcurrency: 4, rateLimit: { requestsPerMinute: 1200 } },
  sandbox: { data: 'out/sandbox/promo-codes.sandbox.json' },
});
const done = await readDone();
const names = new Set<string>();
const repeated: Result[] = [];
const codes = wanted.filter((code) => {
  const isRepeated = names.has(code.name);
  names.add(code.name);
  // If both were sent, either of the two could be created.
  if (isRepeated) repeated.push({ name: code.name, state: 'rejected', reason: 'is in the list twice' });
  return !isRepeated && !done.has(keyOf(code));
});
console.log(`${wanted.length} codes for the coupon ${options.coupon}, to ${connection.description}`);
console.log(`${names.size - codes.length} were done by an earlier run`);

const batches = await Promise.allSettled(
  batchesOf(codes, 50).map(async (batch) => {
    const results = await createCodes(connection.client, options.coupon, batch);
    await record(results);
    return results;
  }),
);

const results = batches.flatMap((batch) => (batch.status === 'fulfilled' ? batch.value : []));
const states = Map.groupBy([...results, ...repeated], ({ state }) => state);
console.log(`${states.get('created')?.length ?? 0} created`);
console.log(`${states.get('exists')?.length ?? 0} existed already`);
console.log(`${states.get('rejected')?.length ?? 0} rejected`);
for (const { name, reason } of states.get('rejected') ?? []) console.log(`  ${name}: ${reason ?? ''}`);
if (states.has('rejected')) process.exitCode = 1;

const failed = batches.filter((batch) => batch.status === 'rejected');
if (failed[0]) {
  console.log(`${failed.length} of ${batches.length} batches failed: run it again`);
  throw failed[0].reason;
}
