// What needs the types of Node.
import { createServer } from 'node:http';
import { inspect } from 'node:util';

import { pino } from 'pino';
import { PublisherClient } from 'publisher-commerce';
import { createGameAuthHandler, timestampedHmac, toNodeListener } from 'publisher-commerce/callbacks';

export const client = new PublisherClient({
  baseUrl: process.env['BASE_URL'],
  token: () => process.env['TOKEN'],
  fetch,
});
export const quiet: PublisherClient = client.withOptions({ logger: pino(), logLevel: 'error' });
export const shown: string = inspect(client.offers.list());
export const server = createServer(
  toNodeListener(
    createGameAuthHandler({
      publisherToken: () => process.env['TOKEN'],
      verifySignature: timestampedHmac({ secret: () => process.env['SECRET']?.split(',') }),
      logger: pino(),
      initiate: () => ({ accessToken: 'player-1' }),
    }),
  ),
);
