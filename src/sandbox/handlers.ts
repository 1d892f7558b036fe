import { http, type HttpHandler } from 'msw';

import { operations } from '../contract/operations.ts';
import { answer, answerUnknown } from './answer.ts';
import { createControlHandlers } from './control/control-handlers.ts';
import type { Controls } from './control/actions.ts';
import { type LocalOnly, localOnly } from './control/local-only.ts';
import type { Service } from './service.ts';

const handlerOf = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete };

/**
 * One handler for each operation of the contract under an origin, those of the control endpoint, and one for every
 * other request to it. `local` guards whatever is not an operation of the API.
 */
export function createHandlers(
  service: Service,
  controls: () => Controls,
  origin: string,
  local: LocalOnly = localOnly(new Set()),
): HttpHandler[] {
  const handlers = operations.map((operation) =>
    handlerOf[operation.method](origin + operation.path, ({ request, params }) =>
      answer(service, operation, request, onlyText(params)),
    ),
  );
  return [
    ...handlers,
    ...createControlHandlers(controls, origin, local),
    http.all(`${origin}/`, ({ request }) => local(request) ?? answerUnknown(service, origin, request)),
    http.all(`${origin}/*`, ({ request }) => answerUnknown(service, origin, request)),
  ];
}

/** A repeated parameter is a list; none of the contract's is repeated. */
function onlyText(params: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
