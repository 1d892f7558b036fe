import { http, type HttpHandler } from 'msw';

import { ConfigurationError, InvalidRequestError } from '../../errors/index.ts';
import { jsonBytes } from '../json-bytes.ts';
import { jsonResponse } from '../json-response.ts';
import { parseJson } from '../parse-json.ts';
import { PurchaseError } from '../purchases/purchase-error.ts';
import { type Action, actions, type Controls } from './actions.ts';
import type { LocalOnly } from './local-only.ts';

/** What comes before every path of the control endpoint; no operation of the service has it. */
const prefix = '/_sandbox/';

/** Handlers of the control endpoint under an origin; the controls are asked for when a request comes. */
export function createControlHandlers(
  controls: () => Controls,
  origin: string,
  local: LocalOnly,
): HttpHandler[] {
  const handlers = actions.map((action) => {
    const handle = action.method === 'GET' ? http.get : http.post;
    return handle(
      origin + action.path,
      ({ request, params }) =>
        local(request) ??
        respond(controls(), action, request, typeof params['id'] === 'string' ? params['id'] : ''),
    );
  });
  const paths = actions.map(({ method, path }) => `${method} ${path}`).join(', ');
  const unknown = http.all(
    `${origin}${prefix}*`,
    ({ request }) => local(request) ?? answer(404, { message: `The control endpoint has ${paths}` }),
  );
  return [...handlers, unknown];
}

async function respond(controls: Controls, action: Action, request: Request, id: string): Promise<Response> {
  try {
    const body = action.method === 'GET' ? {} : readObject(await request.text());
    return answer(200, await action.run(controls, { id, body }));
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): Response {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ConfigurationError) {
    return answer(400, { message, field: error.option, rule: error.rule });
  }
  if (error instanceof InvalidRequestError) {
    return answer(400, { message, field: error.issues[0]?.path, rule: error.issues[0]?.message });
  }
  if (error instanceof PurchaseError) {
    return answer(error.code === 'purchase_not_found' ? 404 : 409, { message, state: error.state });
  }
  return answer(500, { message });
}

function readObject(text: string): Record<string, unknown> {
  if (text === '') return {};
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigurationError('body', 'must be a JSON object');
  }
  // An object of JSON has no other keys than text.
  return value as Record<string, unknown>;
}

function answer(status: number, body: unknown): Response {
  return jsonResponse(status, jsonBytes(body));
}
