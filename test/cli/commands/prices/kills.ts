import { expect } from 'vitest';

import { eventually } from '../../../support/eventually.ts';
import { type Fault, openStore, type StoreOptions } from './run-prices.ts';

const points = { 99: {}, 999: { BR: 39.9 }, 2999: {} };
const sheet = ['price_usd_cents,country_code,override', '99,,', '999,BR,', '999,DE,9.49', '1999,JP,3000'];
/** Opens a store with that sheet. */
export async function withSheet(options: StoreOptions) {
  const store = await openStore({ points, ...options });
  store.write('prices.csv', sheet);
  return store;
}

/** Applies the sheet: a create, an update and a delete. */
export const apply = ['apply', 'prices.csv', '--prune', '--yes'] as const;

/** Kills `apply` at a write, which was done or not, and runs it again. */
export async function expectFinishedAfterKill(write: number, fault: Fault): Promise<void> {
  let isBroken = true;
  const store = await withSheet({
    fault: ({ method }, count) => (isBroken && method !== 'GET' && count === write ? fault : undefined),
  });
  const { child, finished } = store.start(...apply);
  await eventually(() => expect(store.writes()).toHaveLength(write));
  child.kill('SIGKILL');
  expect((await finished).signal).toBe('SIGKILL');
  isBroken = false;

  expect((await store.run(...apply, '--quiet')).code).toBe(0);
  expect((await store.run('plan', 'prices.csv', '--prune', '--quiet')).code).toBe(0);
}
