import { http, type HttpHandler } from 'msw';

import { operations } from '../../contract/operations.ts';
import { createControlHandlers } from '../control/handlers.ts';
import type { Service } from '../service.ts';
import { type HostCheck, localOnly } from './local-only.ts';
import { openApiResponse } from './openapi.ts';
import { respond, respondUnknown } from './respond.ts';

const handlerOf = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete };

/**
 * The msw handlers of an origin: one for each operation of the contract, those of the control endpoint, that of the
 * OpenAPI document, and one for all other requests. `checkHost` guards everything that is not an operation of the API.
 */
export function createHandlers(
  service: Service,
  origin: string,
  checkHost: HostCheck = localOnly(new Set()),
): HttpHandler[] {
  const handlers = operations.map((operation) =>
    handlerOf[operation.method](origin + operation.path, ({ request, params }) =>
      respond(service, operation, request, singleValues(params)),
    ),
  );
  return [
    ...handlers,
    ...createControlHandlers(service, origin, checkHost),
    http.get(`${origin}/openapi.json`, ({ request }) => checkHost(request) ?? openApiResponse(origin)),
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
