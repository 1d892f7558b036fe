import { operations } from '../../client/api/operations.ts';
import { jsonResponse } from '../json.ts';
import { createCheckoutHandlers } from '../pages/checkout/handlers.ts';
import { createIndexHandlers } from '../pages/index/handlers.ts';
import { indexPath, openApiPath } from '../paths.ts';
import type { Service } from '../service.ts';
import { type Handler, on } from '../router.ts';
import { createControlHandlers } from './control.ts';
import { type HostCheck, localOnly } from './local-only.ts';
import { respond, respondUnknown } from './respond.ts';

/** A server on a port of this machine. */
export interface PageServer {
  /** Guards everything that is not an operation of the API. */
  readonly checkHost: HostCheck;
  /** The origin of the server's pages, as the sender of the request sees it. */
  readonly pageOriginOf: (request: Request) => string;
}

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
    ...[
      on('GET', openApiPath, () => openApiResponse(origin)),
      ...(server ? createIndexHandlers(service, server.pageOriginOf) : []),
      ...(server ? createCheckoutHandlers(service) : []),
      on('ALL', indexPath, ({ request }) => respondUnknown(service, request)),
    ].map((handler) => guarded(handler, checkHost)),
    on('ALL', '/*', ({ request }) => respondUnknown(service, request)),
  ];
}

/** A handler for requests from this machine only. */
function guarded({ respond: respondTo, ...rest }: Handler, checkHost: HostCheck): Handler {
  return { ...rest, respond: (visit) => checkHost(visit.request) ?? respondTo(visit) };
}

/** The OpenAPI document of the service, with the sandbox as its first server. */
async function openApiResponse(origin: string): Promise<Response> {
  // Imported here: few programs that import the sandbox read the document.
  const { default: document } = await import('../../client/api/openapi.json', { with: { type: 'json' } });
  const [sandbox, ...others] = document.servers;
  return jsonResponse(200, { ...document, servers: [{ ...sandbox, url: origin }, ...others] });
}
