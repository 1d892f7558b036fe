import { expect, test } from 'vitest';

import { describedOperation } from '../../../../src/cli/commands/call/described.ts';
import { flagOf } from '../../../../src/cli/flags/flags.ts';
import { operations } from '../../../../src/client/api/operations.ts';
import { openStore } from '../../open-store.ts';
import { runHere } from '../../run-here.ts';

test('call alone has a line for each operation, with what it does', async () => {
  const { out } = await runHere(['call']);

  for (const operation of operations) {
    const { summary } = describedOperation(operation);
    expect(out).toContain(`\n  ${operation.name}: ${summary.slice(0, 20)}`);
  }
});

test.each(operations)(
  'the help of call $name has a flag for each parameter, and each field of its body',
  async (operation) => {
    const { parameters, body } = describedOperation(operation);
    const { code, out } = await runHere(['call', operation.name, '--help']);

    expect(code).toBe(0);
    for (const { name } of parameters) expect(out).toContain(`${flagOf(name)} <`);
    for (const name of Object.keys(body?.properties ?? {})) expect(out).toContain(`\n  ${name} `);
    expect(out.includes('--yes')).toBe(operation.effect !== 'read');
    expect(out.includes('--body <file>')).toBe(operation.body !== undefined);
  },
);

test.each(operations)(
  'call $name with the example of its help is accepted by the service',
  async (operation) => {
    const store = await openStore({}, { content: [{ id: 'content-1', title: 'News' }] });
    const { sandbox } = store;
    const isOfPricePoint = operation.path.includes(':priceInUsdCents');
    const { parameters, body } = describedOperation(operation);
    const flags = parameters
      .filter(({ example }) => example !== undefined)
      .flatMap(({ name, example }) => [flagOf(name), String(example)]);
    store.write('body.json', JSON.stringify(body?.example ?? {}));
    if (isOfPricePoint)
      await store.run('call', 'pricePoints.create', '--field', 'priceInUsdCents=999', '--yes');
    const before = sandbox.state();
    const sent = store.requests.length;
    const rest = [
      ...(body ? ['--body', 'body.json'] : []),
      ...(operation.effect === 'read' ? [] : ['--yes']),
    ];
    const { code, out, err } = await store.run('call', operation.name, ...flags, ...rest);

    expect({ code, err }).toEqual({ code: 0, err: '' });
    const request = store.requests.at(-1);
    expect(store.requests.length).toBe(sent + 1);
    expect(request?.method).toBe(operation.method);
    expect(JSON.parse(out)).toBeInstanceOf(Object);
    if (body) expect(JSON.parse(request?.body ?? '')).toEqual(body.example);
    const after = sandbox.state();
    if (operation.effect === 'read') expect({ ...after, clock: '' }).toEqual({ ...before, clock: '' });
  },
);
