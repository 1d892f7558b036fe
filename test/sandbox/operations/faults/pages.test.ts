import { expect, test } from 'vitest';

import { PublisherClient, type TransactionPage } from '../../../../src/client/index.ts';
import { createSandbox, type FaultPlan, type Sandbox } from '../../../../src/sandbox/index.ts';

const period = { start: '2026-03-01T00:00:00Z', end: '2026-04-01T00:00:00Z' };
const march = { startDate: period.start, endDate: period.end, limit: 100 };

function open(...plans: FaultPlan[]): { sandbox: Sandbox; client: PublisherClient; drift: string[] } {
  const sandbox = createSandbox({ period, transactions: 500 });
  plans.forEach((plan) => sandbox.fail(plan));
  const drift: string[] = [];
  const client = new PublisherClient({ ...sandbox.clientOptions, onDrift: ({ path }) => drift.push(path) });
  return { sandbox, client, drift };
}

async function pagesOf(client: PublisherClient): Promise<TransactionPage[]> {
  const pages: TransactionPage[] = [];
  for await (const page of client.transactions.list(march).pages()) pages.push(page);
  return pages;
}

test('the cursor of an empty page leads to the rows that it should have had', async () => {
  const { client } = open({ operation: 'transactions.list', fault: 'empty_page', after: 2 });
  const pages = await pagesOf(client);
  expect(pages.map(({ results }) => results.length)).toEqual([100, 100, 0, 100, 100, 100]);
  expect(pages.flatMap(({ results }) => results)).toEqual(
    await open().client.transactions.list(march).toArray({ max: 500 }),
  );
  expect(pages[2]?.nextCursor).not.toBe(pages[1]?.nextCursor);
});

test('consecutive empty pages have different cursors, also from the first page on', async () => {
  const { client } = open({ operation: 'transactions.list', fault: 'empty_page', times: 3 });
  const pages = await pagesOf(client);
  expect(pages.map(({ results }) => results.length)).toEqual([0, 0, 0, 100, 100, 100, 100, 100]);
  const cursors = pages.slice(0, -1).map(({ nextCursor }) => nextCursor);
  expect(new Set(cursors).size).toBe(cursors.length);
});

test('nextPageQuery of an empty page leads to the same rows', async () => {
  const { sandbox, client } = open({ operation: 'transactions.list', fault: 'empty_page' });
  const empty = await client.transactions.getPage(march);
  const url = `${sandbox.baseUrl}/reporting/financial-data/transactions${empty.nextPageQuery}`;
  const next: unknown = await (
    await sandbox.fetch(url, { headers: { 'x-publisher-token': sandbox.token } })
  ).json();
  expect(next).toMatchObject({ results: (await open().client.transactions.getPage(march)).results });
});

test('a repeated cursor applies from the second page on', async () => {
  const { client } = open({ operation: '*', fault: 'repeated_cursor' });
  const pages: TransactionPage[] = [];
  const paginate = async (): Promise<void> => {
    for await (const page of client.transactions.list(march).pages()) pages.push(page);
  };
  await expect(paginate()).rejects.toMatchObject({ code: 'pagination' });
  expect(pages[0]?.results).toHaveLength(100);
});

test('unknown_transaction_type changes the first row', async () => {
  const { client, drift } = open({ operation: 'transactions.list', fault: 'unknown_transaction_type' });
  const [first, second] = await pagesOf(client);
  expect(first?.results[0]?.transactionDetails.type).toBe('loyalty_credit');
  expect(second?.results[0]?.transactionDetails.type).not.toBe('loyalty_credit');
  expect(drift).toEqual(['results[].transactionDetails.type']);
});

test('null_field sets the field of the plan to null', async () => {
  const { client, drift } = open(
    { operation: 'transactions.list', fault: 'null_field' },
    { operation: 'transactions.list', fault: 'null_field', field: 'results.3.transactionDetails.amount' },
  );
  const page = await client.transactions.getPage(march);
  expect(page.results[0]?.geolocation?.zipCode).toBeNull();
  expect(drift).toEqual(['results[].geolocation.zipCode']);
  await expect(client.transactions.getPage(march)).rejects.toMatchObject({ code: 'response_validation' });
});

test('null_field takes the path that an error prints, and the one with dots', async () => {
  const { sandbox, client } = open();
  const rows = client.transactions.getPage(march);
  const { zipCode } = (await rows).results[2]?.geolocation ?? {};
  expect(zipCode).toEqual(expect.any(String));
  for (const field of ['results[2].geolocation.zipCode', 'results.2.geolocation.zipCode']) {
    sandbox.fail({ operation: 'transactions.list', fault: 'null_field', field });
    const page = await client.transactions.getPage(march);
    expect(page.results[2]?.geolocation?.zipCode).toBeNull();
  }
});

test('a corrupted response does not corrupt the state', async () => {
  const { sandbox, client } = open();
  sandbox.fail({ operation: 'content.get', fault: 'null_field', field: 'slug' });
  expect((await client.content.get('content-1')).slug).toBeNull();
  expect((await client.content.get('content-1')).slug).toBe('the-dragon-awakens');
});

test('null_field without a path sets the first primitive value to null', async () => {
  const { sandbox, client } = open();
  sandbox.fail({ operation: 'checkout.createSession', fault: 'null_field' });
  const session = client.checkout.createSession({
    priceDetails: { price: 999, currency: 'USD' },
    offer: { name: 'Gems', sku: 'gems' },
    customer: { id: 'player-1' },
  });
  await expect(session).rejects.toMatchObject({
    code: 'response_validation',
    outcome: 'applied',
    body: { checkoutSessionToken: null, purchaseId: expect.any(String) as string },
  });
});

test('a plan waits for a response that it can corrupt', async () => {
  const { sandbox, client } = open({
    operation: 'pricePoints.list',
    fault: 'null_field',
    field: 'pricePoints.0.lastUpdate',
  });
  expect(await client.pricePoints.list()).toEqual({ pricePoints: [] });
  await client.pricePoints.create({ priceInUsdCents: 999 });
  expect(await client.pricePoints.list()).toEqual({
    pricePoints: [{ priceInUsdCents: 999, lastUpdate: null }],
  });
  sandbox.fail({ operation: 'content.get', fault: 'null_field', field: 'tag' });
  await expect(client.content.get('nothing')).rejects.toMatchObject({ status: 404 });
  expect((await client.content.get('content-1')).tag).toBeNull();
});
