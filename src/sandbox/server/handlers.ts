import { http, type HttpHandler } from 'msw';

import { operations } from '../../api/operations.ts';
import { jsonResponse } from '../json.ts';
import { createCheckoutHandlers } from '../pages/checkout/handlers.ts';
import { createIndexHandlers } from '../pages/index/handlers.ts';
import { indexPath, openApiPath, type PageServer } from '../pages/page.ts';
import type { Service } from '../service.ts';
import { createControlHandlers } from './control.ts';
import { localOnly } from './local-only.ts';
import { respond, respondUnknown } from './respond.ts';

const handlerOf = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete };

/**
 * The msw handlers of an origin: one for each operation of the API, those of the control endpoint, that of the
 * OpenAPI document, those of the pages if a server listens there, and one for all other requests.
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
    http.get(origin + openApiPath, ({ request }) => checkHost(request) ?? openApiResponse(origin)),
    ...(server
      ? [...createIndexHandlers(service, origin, server), ...createCheckoutHandlers(service, origin, server)]
      : []),
    http.all(
      origin + indexPath,
      ({ request }) => checkHost(request) ?? respondUnknown(service, origin, request),
    ),
    http.all(`${origin}/*`, ({ request }) => respondUnknown(service, origin, request)),
  ];
}

/** Drops repeated path parameters, which are arrays; no path of the API has one. */
function singleValues(params: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The OpenAPI document of the service, with the sandbox as its first server. */
async function openApiResponse(origin: string): Promise<Response> {
  // Imported here: few programs that import the sandbox read the document.
  const { default: document } = await import('../../api/openapi.json', { with: { type: 'json' } });
  const [sandbox, ...others] = document.servers;
  return jsonResponse(200, { ...document, servers: [{ ...sandbox, url: origin }, ...others] });
}
