import type { HostCheck } from './local-only.ts';

/** A server on a port of this machine. */
export interface PageServer {
  /** Guards everything that is not an operation of the API. */
  readonly checkHost: HostCheck;
  /** The origin of the server's pages, as the sender of the request sees it. */
  readonly pageOriginOf: (request: Request) => string;
}
