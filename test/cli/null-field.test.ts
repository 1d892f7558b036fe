import { expect, test } from 'vitest';

import { startCommand } from './start-command.ts';

// In a separate process: a damaged prototype would break the test runner before the assertion.
test('a null_field path to a prototype changes nothing, and the command keeps running', async () => {
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
    expect(planned.status, field).toBe(200);
    const response = await fetch(url, { headers });
    expect(response.status, field).toBe(200);
    expect(await response.text(), field).toBe(untouched);
    // A plan that has found no field stays active, and would precede the next one.
    await fetch(`${command.url}/_sandbox/reset`, { method: 'POST' });
  }
  expect(command.child.exitCode).toBeNull();
});
