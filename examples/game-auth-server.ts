// The publisher's side of a login to the web store: an Express server with the game authentication endpoint (§4.14).
//
//   npm run example -- game-auth-server             a sandbox calls it once, as the service does
//   npm run example -- game-auth-server --keep      keeps running, and prints how to call it
//
// PUBLISHER_TOKEN, CALLBACK_SECRET and PORT (default 3000) are read from the environment. The first two default to
// made-up values, for local use only.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';

import express from 'express';
import {
  createGameAuthHandler,
  signPayload,
  timestampedHmac,
  toNodeListener,
} from 'publisher-commerce/callbacks';

const { values: options } = parseArgs({
  options: { keep: { type: 'boolean', default: false } },
});
const token = process.env.PUBLISHER_TOKEN || 'local-token';
const secret = process.env.CALLBACK_SECRET || 'local-secret';

/** Pending logins, by access token. */
const logins = new Map<string, { isDesktop: boolean; startedAt: Date }>();

const desktopAutoRedirect = false;
const gameAuth = createGameAuthHandler({
  publisherToken: token,
  verifySignature: timestampedHmac({ secret }),
  initiate: ({ device }) => {
    const accessToken = crypto.randomUUID();
    // Any other device is a phone: the name of the mobile value is not documented.
    logins.set(accessToken, { isDesktop: device === 'DESKTOP', startedAt: new Date() });
    return { accessToken, deepLink: `mygame://auth?token=${accessToken}`, desktopAutoRedirect };
  },
});

const app = express();
app.post('/game-auth', toNodeListener(gameAuth));
// Below the callback: its signature is verified on the raw body.
app.use(express.json());

const server = app.listen(options.keep ? Number(process.env.PORT ?? 3000) : 0, '127.0.0.1');
await once(server, 'listening');
// A server that listens on a port always has an `AddressInfo`; only pipes have a string.
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/game-auth`;
console.log(`The game authentication endpoint is ${url}`);
if (options.keep) console.log(await howToCall());
else await callOnce().finally(() => server.close());

async function callOnce(): Promise<void> {
  const { createSandbox } = await import('publisher-commerce/sandbox');
  const outcome = await createSandbox({ token, secret }).callGameAuth(url, { device: 'MOBILE' });
  console.log(
    'A player logged in on a phone; the service called the endpoint, and shows this to the player:',
  );
  console.log(outcome);
  console.log(`desktopAutoRedirect: ${desktopAutoRedirect}, so on a desktop it would show a QR code too`);
  console.log(`${logins.size} login waits for the game`);
  if (outcome.shows === 'error') process.exitCode = 1;
}

/** Returns a `curl` command that sends what the service sends. */
async function howToCall(): Promise<string> {
  const body = JSON.stringify({ device: 'MOBILE', date: new Date().toISOString() });
  const headers = {
    'content-type': 'application/json',
    // Do not print a real token.
    'x-publisher-token': process.env.PUBLISHER_TOKEN ? '…' : token,
    signature: await signPayload(body, { secret }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `  -H '${name}: ${value}' \\`);
  return [
    'Call it as the service does; the signature is valid for five minutes:',
    '',
    `curl ${url} \\`,
    ...lines,
    `  -d '${body}'`,
  ].join('\n');
}
