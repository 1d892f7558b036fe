import { expect, test } from 'vitest';

import { openTerminal } from '../../terminal.ts';
import { type } from './edit-sheet.ts';
import { openStore, overridesIn } from './run-prices.ts';
import { said } from '../../../support/said.ts';

const sheet = ['price_usd_cents,country_code,override', '999,DE,9.49', '999,BR,39.90'];

test('what a colleague changes while the question waits is found by a second look: nothing is sent', async () => {
  const store = await openStore({ points: { 999: { DE: 8.99 } } });
  const terminal = openTerminal();
  store.write('sheet.csv', sheet);
  const running = store.run('apply', 'sheet.csv');
  await terminal.asked();
  await store.client.pricePoints.update(999, { priceOverrides: [{ countryCode2: 'DE', price: 7.99 }] });
  terminal.type('y\n');
  const { code, err } = await running;

  expect(code).toBe(3);
  expect(err).toContain('Send 2 changes to http://127.0.0.1:');
  expect(err).toMatch(said('999 ($9.99) DE'));
  expect(store.writes()).toEqual([]);
  expect(store.files()).toEqual(['sheet.csv']);
  expect(await overridesIn(store)).toEqual({ 999: { DE: 7.99 } });
});

test('after a no nothing is sent, and there is no record', async () => {
  const store = await openStore({ points: { 999: {} } });
  store.write('sheet.csv', sheet);
  openTerminal().type('n\n');
  const { code, err } = await store.run('apply', 'sheet.csv');

  expect(code).toBe(1);
  expect(err).toContain('nothing was sent\n');
  expect(store.writes()).toEqual([]);
  expect(store.files()).toEqual(['sheet.csv']);
});

test('the question of an undo names the other address that its record has', async () => {
  const store = await openStore({ points: { 999: { DE: 8.99 } } });
  store.write('sheet.csv', sheet);
  await store.run('apply', 'sheet.csv', '--yes', '--record', 'r.jsonl');
  store.write(
    'r.jsonl',
    store.read('r.jsonl').replace(/http:\/\/127\.0\.0\.1:\d+/, 'https://old.example.com'),
  );
  openTerminal().type('y\n');
  const { code, err } = await store.run('undo', 'r.jsonl');

  expect(code).toBe(0);
  expect(err).toContain('The record is of another address, https://old.example.com. ');
  expect(await overridesIn(store)).toEqual({ 999: { DE: 8.99 } });
});

test('the question of an undo says how many runs it takes back, and from when to when', async () => {
  const store = await openStore({ points: { 999: { DE: 8.99 } } });
  await store.run('pull', '--out', 'sale.csv', '--quiet');
  for (const DE of ['7.99', '6.99']) {
    type(store, 'sale.csv', 999, { DE });
    await store.run('apply', 'sale.csv', '--yes', '--quiet');
  }
  openTerminal().type('y\n');
  const { code, err } = await store.run('undo', 'sale.csv');

  expect(code).toBe(0);
  expect(err).toMatch(said('Takes back 2 runs, from … UTC to … UTC. Send 1 change to '));
  expect(await overridesIn(store)).toEqual({ 999: { DE: 8.99 } });
});
