// The publisher's side of a login to the web store: an Express server with the game authentication endpoint.
//
//   node examples/game-auth-server.ts            starts it, and prints how to call it
//   node examples/game-auth-server.ts --once     signs a callback, sends it to itself, and prints the answer
//
// PUBLISHER_TOKEN, CALLBACK_SECRET and PORT (default 3000) are read from the environment. Without the first two it takes
// invented ones, which is good for this machine only.
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';

import express from 'express';
import {
  createGameAuthHandler,
  signPayload,
  timestampedHmac,
  toNodeListener,
} from 'publisher-commerce/callbacks';

const { values: options } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
const token = process.env.PUBLISHER_TOKEN ?? 'local-token';
const secret = process.env.CALLBACK_SECRET ?? 'local-secret';

/** Logins that wait for the game to be opened, by access token. */
const logins = new Map<string, { device: string; date: string }>();

const gameAuth = createGameAuthHandler({
  publisherToken: token,
  verifySignature: timestampedHmac({ secret }),
  initiate: ({ device, date }) => {
    const accessToken = crypto.randomUUID();
    logins.set(accessToken, { device, date });
    return { accessToken, deepLink: `mygame://auth?token=${accessToken}`, desktopAutoRedirect: false };
  },
});

const app = express();
app.post('/game-auth', toNodeListener(gameAuth));
// Below the callback: its signature is verified on the raw body.
app.use(express.json());

const port = options.once ? 0 : Number(process.env.PORT ?? 3000);
const server = app.listen(port, '127.0.0.1', (error) => {
  if (error) throw error;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/game-auth`;
  if (options.once) void callOnce(url).finally(() => server.close());
  else console.log(`The game authentication endpoint is ${url}\n\n${howToCall(url)}`);
});

async function callOnce(url: string): Promise<void> {
  const { body, headers } = sampleCallback();
  const response = await fetch(url, { method: 'POST', headers, body });
  console.log(response.status, await response.json());
  console.log(`${logins.size} login waits for the game`);
  if (!response.ok) process.exitCode = 1;
}

/** A callback as the service sends it (§4.14). */
function sampleCallback(): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify({ device: 'MOBILE', date: new Date().toISOString() });
  const headers = {
    'content-type': 'application/json',
    'x-publisher-token': token,
    signature: signPayload(body, { secret }),
  };
  return { body, headers };
}

function howToCall(url: string): string {
  const { body, headers } = sampleCallback();
  // A real token stays out of the terminal.
  const shown = { ...headers, 'x-publisher-token': process.env.PUBLISHER_TOKEN ? '…' : token };
  const lines = Object.entries(shown).map(([name, value]) => `  -H '${name}: ${value}' \\`);
  return [
    'Call it as the service does; the signature is good for five minutes:',
    '',
    `curl ${url} \\`,
    ...lines,
    `  -d '${body}'`,
  ].join('\n');
}
