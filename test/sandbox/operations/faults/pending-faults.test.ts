import { expect, test } from 'vitest';

import { PublisherClient } from '../../../../src/client/index.ts';
import { createSandbox } from '../../../../src/sandbox/index.ts';

test('the state has the faults that were not consumed, and how many requests each has made fail', async () => {
  const sandbox = createSandbox();
  const client = new PublisherClient({ ...sandbox.clientOptions, retry: false });
  sandbox.fail({ operation: 'pricePoints.list', status: 503, times: 2 });
  sandbox.fail({ operation: '*', fault: 'reset', after: 9, times: Infinity });
  await expect(client.pricePoints.list()).rejects.toMatchObject({ status: 503 });

  expect(sandbox.state().faults).toEqual([
    { operation: 'pricePoints.list', status: 503, times: 2, after: 0, failed: 1 },
    { operation: '*', fault: 'reset', times: 'Infinity', after: 9, failed: 0 },
  ]);
  await expect(client.pricePoints.list()).rejects.toMatchObject({ status: 503 });
  expect(sandbox.state().faults).toMatchObject([{ operation: '*' }]);
  sandbox.removeFaults();
  expect(sandbox.state().faults).toEqual([]);
});

test('a fault that found nothing to corrupt is still planned, over a socket too', async () => {
  const sandbox = createSandbox();
  await using server = await sandbox.listen();
  const client = new PublisherClient({ ...sandbox.clientOptions, onDrift: () => undefined });
  const field = 'pricePoints[0].lastUpdate';
  sandbox.fail({ operation: 'pricePoints.list', fault: 'null_field', field });
  await client.pricePoints.list();

  const read = async (): Promise<unknown> => (await fetch(`${server.url}/_sandbox/state`)).json();
  expect(await read()).toMatchObject({
    faults: [{ operation: 'pricePoints.list', fault: 'null_field', field, times: 1, after: 0, failed: 0 }],
  });
  await client.pricePoints.create({ priceInUsdCents: 999 });
  await client.pricePoints.list();
  expect(await read()).toMatchObject({ faults: [] });
});
