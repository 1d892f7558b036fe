import { PublisherClient } from 'publisher-commerce';

const client = new PublisherClient();
const october = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
for await (const { timestamp, transactionDetails } of client.transactions.list(october)) {
  console.log(timestamp, transactionDetails.type, transactionDetails.amountUsd);
}
