import { setTimeout as wait } from 'node:timers/promises';

import type { IndexView } from './form.ts';
import { renderParts } from './index-page.ts';
import { digestOf } from '../page.ts';

/** How often changes are looked for, in milliseconds: a burst of requests is one event. */
const interval = 250;

/** The version of what the index page shows: that of the process, and that of the state. */
export function versionOf({ key, service }: IndexView): string {
  const { requests, context, faults } = service;
  return [processOf(key), requests.count, context.store.revision, faults.revision].join('.');
}

function processOf(key: string): string {
  return digestOf(key).slice(0, 8);
}

/** Returns the changes of the index page since a version, until the browser leaves, as server-sent events. */
export function eventsResponse(view: IndexView, { headers, signal, url }: Request): Response {
  let version = headers.get('last-event-id') ?? new URL(url).searchParams.get('since') ?? '';
  const isKnown = version === versionOf(view);
  const sent = new Map(isKnown ? renderParts(view) : []);

  const nextEvent = async (): Promise<string | undefined> => {
    for (;;) {
      await wait(interval, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return undefined;
      const current = versionOf(view);
      if (current === version) continue;
      // The forms of a page from before a restart are out of date.
      if (!version.startsWith(`${processOf(view.key)}.`)) return 'event: restart\ndata:\n\n';
      version = current;
      const changed = renderParts(view).filter(([id, content]) => sent.get(id) !== content);
      for (const [id, content] of changed) sent.set(id, content);
      if (changed.length > 0) {
        return `id: ${version}\ndata: ${JSON.stringify(Object.fromEntries(changed))}\n\n`;
      }
    }
  };
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from('retry: 1000\n\n')),
    pull: async (controller) => {
      const event = await nextEvent();
      if (event === undefined) controller.close();
      else controller.enqueue(Buffer.from(event));
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
