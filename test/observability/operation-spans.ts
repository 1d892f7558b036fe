import { AsyncLocalStorage } from 'node:async_hooks';

import type { RequestHookFunction } from '@opentelemetry/instrumentation-undici';
import type { Hooks, RequestEvent } from 'publisher-commerce';

/** Names undici's spans after the operations that they are for. */
export function operationSpans(baseUrl: string): { hooks: Hooks; requestHook: RequestHookFunction } {
  const sent = new AsyncLocalStorage<RequestEvent>();
  const { origin } = new URL(baseUrl);
  return {
    hooks: { onRequest: (event) => sent.enterWith(event) },
    requestHook: (span, request) => {
      const event = sent.getStore();
      if (!event || request.origin !== origin) return; // somebody else's request
      span.updateName(event.operation);
      span.setAttributes({
        'publisher.operation': event.operation,
        'publisher.attempt': event.attempt,
        'url.template': event.path,
      });
    },
  };
}
