// What needs the types of Node.
import { createServer } from 'node:http';
import { inspect } from 'node:util';

import { PublisherClient } from 'publisher-commerce';
import { createGameAuthHandler, timestampedHmac, toNodeListener } from 'publisher-commerce/callbacks';

export const client = new PublisherClient({
  baseUrl: process.env['BASE_URL'],
  token: () => process.env['TOKEN'],
  fetch,
});
export const shown: string = inspect(client.offers.list());
export const server = createServer(
  toNodeListener(
    createGameAuthHandler({
      publisherToken: () => process.env['TOKEN'],
      verifySignature: timestampedHmac({ secret: () => process.env['SECRET']?.split(',') }),
      initiate: () => ({ accessToken: 'player-1' }),
    }),
  ),
);
