import { http, type HttpHandler } from 'msw';

import { ConfigurationError } from '../../errors/index.ts';
import { packageVersion } from '../../runtime/runtime.ts';
import { sandboxHeader } from '../connect.ts';
import { jsonResponse, parseJson } from '../json.ts';
import type { HostCheck } from '../pages/page.ts';
import { PurchaseError } from '../purchases/purchases.ts';
import type { Service } from '../service.ts';
import { DataFileError } from '../store/data-file.ts';
import { type Action, actions } from './control-actions.ts';
import { logFailure } from './failure.ts';

/** Prefix of every path of the control endpoint; no operation of the service has it. */
const prefix = '/_sandbox/';

/** The msw handlers of the control endpoint under an origin. */
export function createControlHandlers(service: Service, origin: string, checkHost: HostCheck): HttpHandler[] {
  const handlers = actions.map((action) => {
    const handle = action.method === 'GET' ? http.get : http.post;
    return handle(origin + action.path, async ({ request, params }) =>
      identified(
        checkHost(request) ??
          (await runAction(service, action, request, typeof params['id'] === 'string' ? params['id'] : '')),
      ),
    );
  });
  const paths = actions.map(({ method, path }) => `${method} ${path}`).join(', ');
  const unknown = http.all(`${origin}${prefix}*`, ({ request }) =>
    identified(
      checkHost(request) ??
        jsonResponse(404, { message: `Unknown path. The control endpoint has: ${paths}` }),
    ),
  );
  return [...handlers, unknown];
}

function identified(response: Response): Response {
  response.headers.set(sandboxHeader, packageVersion);
  return response;
}

async function runAction(service: Service, action: Action, request: Request, id: string): Promise<Response> {
  try {
    const body = action.method === 'GET' ? {} : readObject(await request.text());
    const result = await action.run(service, { id, body });
    return result instanceof Response ? result : jsonResponse(200, result);
  } catch (error) {
    return errorResponse(request, error);
  }
}

function errorResponse(request: Request, error: unknown): Response {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ConfigurationError) {
    return jsonResponse(400, { message, field: error.option, rule: error.rule });
  }
  if (error instanceof PurchaseError) {
    return jsonResponse(error.code === 'purchase_not_found' ? 404 : 409, { message, state: error.state });
  }
  // Its own line is on stderr.
  if (!(error instanceof DataFileError)) logFailure(request, error);
  return jsonResponse(500, { message });
}

function readObject(json: string): Record<string, unknown> {
  if (json === '') return {};
  const value = parseJson(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigurationError('body', 'must be a JSON object');
  }
  // The keys of an object in JSON are strings.
  return value as Record<string, unknown>;
}
