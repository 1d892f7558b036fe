import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { startCommand } from './start-command.ts';

// In a separate process: a damaged prototype would break the test runner before the assertion.
test('a null_field path to a prototype is rejected and changes nothing, and the command keeps running', async () => {
  await using command = await startCommand(['--transactions', '10']);
  const headers = { 'x-publisher-token': command.token };
  const range = 'startDate=2000-01-01T00:00:00Z&endDate=2100-01-01T00:00:00Z';
  const url = `${command.url}/reporting/financial-data/transactions?${range}`;
  const untouched = await (await fetch(url, { headers })).text();
  for (const field of [
    '__proto__.hasOwnProperty',
    'constructor.prototype.toString',
    'constructor.entries',
    'results.__proto__.at',
    'results.__proto__.push',
    'results.0.constructor.keys',
    'results.map.prototype',
    '__proto__.__proto__',
    'toString',
  ]) {
    const plan = JSON.stringify({ operation: '*', fault: 'null_field', field });
    const planned = await fetch(`${command.url}/_sandbox/fail`, { method: 'POST', body: plan });
    expect(planned.status, field).toBe(400);
    const response = await fetch(url, { headers });
    expect(response.status, field).toBe(200);
    expect(await response.text(), field).toBe(untouched);
  }
  expect(command.child.exitCode).toBeNull();
});

// The schema allows any path there, so that only the response decides what exists.
test('a null_field path to the prototype of an arbitrary value changes nothing, and the plan waits', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'null-field-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const seedFile = join(folder, 'seed.json');
  writeFileSync(
    seedFile,
    JSON.stringify({ offers: [{ offerId: 'a', name: 'A', triggers: [{ rules: [{ level: 5 }] }] }] }),
  );
  await using command = await startCommand(['--seed-file', seedFile]);
  const plan = async (field: string): Promise<number> => {
    const body = JSON.stringify({ operation: 'offers.list', fault: 'null_field', field });
    return (await fetch(`${command.url}/_sandbox/fail`, { method: 'POST', body })).status;
  };
  const read = async (): Promise<string> => {
    const headers = { 'x-publisher-token': command.token };
    return (await fetch(`${command.url}/offering/offer/get-offers`, { method: 'POST', headers })).text();
  };
  const rule = 'result.offers[0].triggers[0].rules[0]';
  const untouched = await read();
  expect(untouched).toContain('"rules":[{"level":5}]');

  expect(await plan(`${rule}.__proto__.hasOwnProperty`)).toBe(200);
  expect(await plan(`${rule}.constructor.keys`)).toBe(200);
  expect(await read()).toBe(untouched);
  expect(await plan(`${rule}.level`)).toBe(200);
  const state: unknown = await (await fetch(`${command.url}/_sandbox/state`)).json();
  expect(state).toMatchObject({ faults: [{ failed: 0 }, { failed: 0 }, { failed: 0 }] });
  expect(command.child.exitCode).toBeNull();
});
