// Makes the price points match a CSV. Without --apply it only prints what it would do. Price points that are not in the
// file are listed and left unchanged.
//
//   npm run example -- price-points
//   npm run example -- price-points --apply
import { parseArgs } from 'node:util';

import { isPublisherError, type PublisherClient } from 'publisher-commerce';

import { changesOf, readWanted, type WantedPricePoint } from './price-points/wanted.ts';
import { connect } from './support/connect.ts';
import { sample } from './support/sample.ts';

const { values: options } = parseArgs({
  options: {
    file: { type: 'string' },
    apply: { type: 'boolean', default: false },
  },
});

interface Step {
  readonly wanted: WantedPricePoint;
  readonly action: 'create' | 'update' | 'leave';
  readonly changes: readonly string[];
}

async function plan(client: PublisherClient, wantedPoints: readonly WantedPricePoint[]): Promise<Step[]> {
  const { pricePoints } = await client.pricePoints.list();
  const existing = new Set(pricePoints.map(({ priceInUsdCents }) => priceInUsdCents));
  const steps: Step[] = [];
  for (const wanted of wantedPoints) {
    if (!existing.delete(wanted.priceInUsdCents)) {
      const changes = wanted.priceOverrides.map(({ countryCode2, price }) => `${countryCode2}: ${price}`);
      steps.push({ wanted, action: 'create', changes });
      continue;
    }
    const changes = changesOf(wanted, await client.pricePoints.get(wanted.priceInUsdCents));
    steps.push({ wanted, action: changes.length > 0 ? 'update' : 'leave', changes });
  }
  if (existing.size > 0) console.log(`Not in the file, left unchanged: ${[...existing].join(', ')}`);
  return steps;
}

async function apply(client: PublisherClient, { wanted, action }: Step): Promise<void> {
  const { priceInUsdCents, priceOverrides } = wanted;
  if (action === 'leave') return;
  if (action === 'create') {
    try {
      // Not `create` in a loop: after a lost response, the price point may exist.
      await client.pricePoints.ensure(wanted);
      return;
    } catch (error) {
      if (!isPublisherError(error)) throw error;
      if (error.code !== 'price_point_differs') {
        if (error.outcome !== 'unknown') throw error;
        console.log(`${priceInUsdCents}: may have been created, run this again: ${error.message}`);
        return;
      }
      console.log(`${priceInUsdCents}: someone else has created it, so it is updated`);
    }
  }
  // This also recalculates the prices of the other countries, at today's exchange rates.
  await client.pricePoints.update(priceInUsdCents, { priceOverrides });
}

const file = options.file ?? sample('price-points.csv', '--file');
const wantedPoints = readWanted(file);
await using connection = await connect({
  sandbox: { data: 'out/sandbox/price-points.sandbox.json' },
  prepare: async ({ pricePoints }) => {
    await pricePoints.create({ priceInUsdCents: 99 });
    await pricePoints.create({ priceInUsdCents: 999, priceOverrides: [{ countryCode2: 'DE', price: 8.99 }] });
    await pricePoints.create({ priceInUsdCents: 2999 });
  },
});
const { client } = connection;
console.log(`Comparing ${file} with ${connection.description}`);

const steps = await plan(client, wantedPoints);
for (const { wanted, action, changes } of steps) {
  console.log(`${action.padEnd(6)} ${wanted.priceInUsdCents} US cents`);
  for (const change of changes) console.log(`         ${change}`);
}
const work = steps.filter(({ action }) => action !== 'leave');

if (work.length === 0) console.log('Nothing to do');
else if (!options.apply) console.log(`${work.length} of ${steps.length} would change: --apply does it`);
else {
  for (const step of work) await apply(client, step);
  const left = (await plan(client, wantedPoints)).filter(({ action }) => action !== 'leave');
  console.log(`${work.length} of ${steps.length} changed; ${left.length} still differ`);
  if (left.length > 0) process.exitCode = 1;
}
