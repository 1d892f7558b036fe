import { createGameAuthHandler, timestampedHmac } from 'publisher-commerce/callbacks';

export const POST = createGameAuthHandler({
  publisherToken: process.env.PUBLISHER_TOKEN,
  verifySignature: timestampedHmac({ secret: process.env.CALLBACK_SECRET ?? 'local-secret' }),
  initiate: ({ device }) => ({ accessToken: crypto.randomUUID(), deepLink: `mygame://auth?from=${device}` }),
});
