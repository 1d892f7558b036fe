import { createServer as createProxy } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { TlsOptions } from 'node:tls';

import { Agent, type Dispatcher, fetch as undiciFetch, ProxyAgent } from 'undici';

import { type Certificate, makeCertificate } from '../support/certificates.ts';

/** Sends a request in a way that fails before it leaves, with the runtime's own error. */
export type Send = (init: RequestInit) => Promise<Response>;

/** The port is closed. A port that was free a moment ago may be that of another row: servers of tests get none below 1024. */
export const portIsClosed: Send = (init) => fetch('http://127.0.0.1:2/', init);

/** The name has no address: `.invalid` never has (RFC 2606). */
export const hostIsUnknown: Send = (init) => fetch('http://publisher.invalid/', init);

/** The port is one that `fetch` never connects to. */
export const portIsForbidden: Send = (init) => fetch('http://127.0.0.1:6000/', init);

/** The connection times out: its look-up never ends, and undici gives up. */
export const connectionTimesOut: Send = (init) =>
  sendThrough(
    new Agent({ connect: { timeout: 50, lookup: () => undefined } }),
    'http://publisher.invalid/',
    init,
  );

const authority = makeCertificate();

/** The service has this certificate; the client trusts the authority. */
const certificateIs =
  (certificate: Certificate, options?: TlsOptions): Send =>
  async (init) => {
    const server = createSecureServer({ ...certificate, ca: authority.cert, ...options }, (_, response) =>
      response.end('{}'),
    );
    const port = await listen(server);
    const agent = new Agent({ connect: { ca: authority.cert } });
    try {
      return await sendThrough(agent, `https://127.0.0.1:${port}/`, init);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };

export const selfSigned = certificateIs(makeCertificate());
export const expired = certificateIs(
  makeCertificate({ issuer: authority, validUntil: new Date(Date.now() - 60_000) }),
);
export const forAnotherHost = certificateIs(makeCertificate({ issuer: authority, host: 'other.example' }));
/** The service requires a certificate of the client, and notices its absence after the client's handshake. */
export const clientIsRejected = certificateIs(makeCertificate({ issuer: authority }), { requestCert: true });

/** A proxy responds to CONNECT with this status. */
export const proxyResponds =
  (status: number): Send =>
  async (init) => {
    const proxy = createProxy().on('connect', (_, socket) =>
      socket.end(`HTTP/1.1 ${status} -\r\ncontent-length: 0\r\n\r\n`),
    );
    const port = await listen(proxy);
    try {
      return await sendThrough(
        new ProxyAgent(`http://127.0.0.1:${port}`),
        'https://publisher.invalid/',
        init,
      );
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  };

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function sendThrough(agent: Dispatcher, url: string, init: RequestInit): Promise<Response> {
  try {
    // Two copies of the same standard type: the runtime's and the package's.
    const sent = undiciFetch(url, { ...(init as object), dispatcher: agent });
    return (await sent) as unknown as Response;
  } finally {
    await agent.destroy();
  }
}
