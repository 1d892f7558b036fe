import { http, type HttpHandler } from 'msw';

import { operations } from '../../contract/operations.ts';
import { createControlHandlers } from '../control/handlers.ts';
import { createCheckoutHandlers } from '../pages/checkout/handlers.ts';
import type { Service } from '../service.ts';
import { type HostCheck, localOnly } from './local-only.ts';
import { respond, respondUnknown } from './respond.ts';

const handlerOf = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete };

/** A server on a port of this machine. */
export interface PageServer {
  /** Guards everything that is not an operation of the API. */
  readonly checkHost: HostCheck;
  /** Why no page is shown to the sender of a request, because of its `Host`; `undefined` if it is allowed. */
  readonly hostProblemOf: (request: Request) => string | undefined;
  /** The origin of the server's pages, as the sender of the request sees it. */
  readonly pageOriginOf: (request: Request) => string;
}

/**
 * The msw handlers of an origin: one for each operation of the contract, those of the control endpoint, those of the
 * pages if a server listens there, and one for all other requests.
 */
export function createHandlers(service: Service, origin: string, server?: PageServer): HttpHandler[] {
  const checkHost = server?.checkHost ?? localOnly(new Set());
  const pageOriginOf = server?.pageOriginOf ?? (() => [...service.origins].at(-1));
  const handlers = operations.map((operation) =>
    handlerOf[operation.method](origin + operation.path, ({ request, params }) =>
      respond(service, operation, {
        request,
        params: singleValues(params),
        pageOrigin: pageOriginOf(request),
      }),
    ),
  );
  return [
    ...handlers,
    ...createControlHandlers(service, origin, checkHost),
    ...(server ? createCheckoutHandlers(service, origin, server.hostProblemOf) : []),
    http.all(`${origin}/`, ({ request }) => checkHost(request) ?? respondUnknown(service, origin, request)),
    http.all(`${origin}/*`, ({ request }) => respondUnknown(service, origin, request)),
  ];
}

/** Drops repeated path parameters, which are arrays; no path of the contract has one. */
function singleValues(params: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
