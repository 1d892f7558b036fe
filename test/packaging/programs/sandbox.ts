// A user of the sandbox, in memory and on a port. It prints the price points that each way lists.
import { PublisherClient } from 'publisher-commerce';
import { createSandbox } from 'publisher-commerce/sandbox';

async function main(): Promise<void> {
  const sandbox = createSandbox({ checkoutPriceUnit: 'major', mobileDevice: 'PHONE' });
  const inMemory = new PublisherClient(sandbox.clientOptions);
  await inMemory.pricePoints.create({ priceInUsdCents: 999 });

  const server = await sandbox.listen();
  const onPort = new PublisherClient({ ...sandbox.clientOptions, retry: false });
  await onPort.pricePoints.create({ priceInUsdCents: 1999 });

  const lists = [await inMemory.pricePoints.list(), await onPort.pricePoints.list()];
  console.log(
    JSON.stringify(lists.map(({ pricePoints }) => pricePoints.map((point) => point.priceInUsdCents))),
  );
  await server.close();
}

void main();
