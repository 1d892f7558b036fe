import { setTimeout as wait } from 'node:timers/promises';

import { digestOf } from '../page.ts';
import type { IndexView } from './form.ts';
import { renderParts } from './index-page.ts';

/** How often changes are looked for, in milliseconds: a burst of requests is one event. */
const interval = 250;

/** Returns the live parts of the index page, then their changes, until the browser leaves, as server-sent events. */
export function eventsResponse(view: IndexView, { signal, url }: Request): Response {
  const sent = new Map<string, string>();
  const nextEvent = async (): Promise<string | undefined> => {
    // The forms of a page from before a restart are out of date.
    if (new URL(url).searchParams.get('process') !== digestOf(view.key)) return 'event: restart\ndata:\n\n';
    for (;;) {
      if (signal.aborted) return undefined;
      const changed = renderParts(view).filter(([id, content]) => sent.get(id) !== content);
      for (const [id, content] of changed) sent.set(id, content);
      if (changed.length > 0) return `data: ${JSON.stringify(Object.fromEntries(changed))}\n\n`;
      await wait(interval, undefined, { signal, ref: false }).catch(() => undefined);
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
