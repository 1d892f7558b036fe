import { createServer, type AddressInfo } from 'node:net';

import { Agent, fetch as undiciFetch } from 'undici';

/** Sends a request in a way that fails before it leaves, with the runtime's own error. */
export type Send = (init: RequestInit) => Promise<Response>;

/** The port is closed: it was free a moment ago, and nobody listens. */
export const portIsClosed: Send = async (init) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return fetch(`http://127.0.0.1:${port}/`, init);
};

/** The name has no address: `.invalid` never has (RFC 2606). */
export const hostIsUnknown: Send = (init) => fetch('http://publisher.invalid/', init);

/** The connection times out: its look-up never ends, and undici gives up. */
export const connectionTimesOut: Send = async (init) => {
  const agent = new Agent({ connect: { timeout: 50, lookup: () => undefined } });
  try {
    // Two copies of the same standard type: the runtime's and the package's.
    const sent = undiciFetch('http://publisher.invalid/', { ...(init as object), dispatcher: agent });
    return (await sent) as unknown as Response;
  } finally {
    await agent.destroy();
  }
};
