import { NotFoundError, PublisherClient, PublisherError } from 'publisher-commerce';

const client = new PublisherClient();
const october = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
try {
  for await (const { timestamp, transactionDetails } of client.transactions.list(october)) {
    console.log(timestamp, transactionDetails.type, transactionDetails.amountUsd);
  }
  const { priceByCountry } = await client.pricePoints.get(999);
  for (const { countryCode2, price, currencyCode } of priceByCountry) {
    console.log(countryCode2, price, currencyCode);
  }
} catch (error) {
  if (error instanceof NotFoundError && error.reason === 'price_point_not_found') console.log(error.status);
  else if (error instanceof PublisherError) console.log(error.code, error.outcome, error.checkpoint?.cursor);
  else throw error;
}
