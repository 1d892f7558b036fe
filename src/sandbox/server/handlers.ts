import { operations } from '../../client/api/operations.ts';
import { jsonResponse } from '../json.ts';
import { createCheckoutHandlers } from '../pages/checkout/handlers.ts';
import { createIndexHandlers } from '../pages/index/handlers.ts';
import { indexPath, openApiPath, type PageServer } from '../pages/page.ts';
import type { Service } from '../service.ts';
import { type Handler, on } from '../router.ts';
import { createControlHandlers } from './control.ts';
import { localOnly } from './local-only.ts';
import { respond, respondUnknown } from './respond.ts';

/**
 * The handlers of an origin: one for each operation of the API, those of the control endpoint, that of the
 * OpenAPI document, those of the pages if a server listens there, and one for all other requests.
 */
export function createHandlers(service: Service, origin: string, server?: PageServer): Handler[] {
  const checkHost = server?.checkHost ?? localOnly(new Set());
  const pageOriginOf = server?.pageOriginOf ?? (() => [...service.origins].at(-1));
  const handlers = operations.map((operation) =>
    on(operation.method, operation.path, ({ request, params }) =>
      respond(service, operation, {
        request,
        params,
        pageOrigin: pageOriginOf(request),
      }),
    ),
  );
  return [
    ...handlers,
    ...createControlHandlers(service, checkHost),
    on('GET', openApiPath, ({ request }) => checkHost(request) ?? openApiResponse(origin)),
    ...(server ? [...createIndexHandlers(service, server), ...createCheckoutHandlers(service, server)] : []),
    on('ALL', indexPath, ({ request }) => checkHost(request) ?? respondUnknown(service, request)),
    on('ALL', '/*', ({ request }) => respondUnknown(service, request)),
  ];
}

/** The OpenAPI document of the service, with the sandbox as its first server. */
async function openApiResponse(origin: string): Promise<Response> {
  // Imported here: few programs that import the sandbox read the document.
  const { default: document } = await import('../../client/api/openapi.json', { with: { type: 'json' } });
  const [sandbox, ...others] = document.servers;
  return jsonResponse(200, { ...document, servers: [{ ...sandbox, url: origin }, ...others] });
}
