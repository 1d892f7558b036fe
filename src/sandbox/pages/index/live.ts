import { setTimeout as wait } from 'node:timers/promises';

import { eventsPath } from '../../paths.ts';
import { digestOf } from '../forms.ts';
import type { IndexView } from './forms.ts';

/** How often changes are looked for, in milliseconds: a burst of requests is one event. */
const interval = 250;

/** The parts of the page that change, by the ids of their elements. */
type Parts = readonly (readonly [id: string, content: string])[];

/** Returns the live parts of the index page, then their changes, until the browser leaves, as server-sent events. */
export function eventsResponse(
  { key }: IndexView,
  { signal, url }: Request,
  renderParts: () => Parts,
): Response {
  const sent = new Map<string, string>();
  // The forms of a page from before a restart are out of date.
  const isOutdated = new URL(url).searchParams.get('process') !== digestOf(key);
  const nextEvent = async (): Promise<string | undefined> => {
    for (;;) {
      if (signal.aborted) return undefined;
      const changed = renderParts().filter(([id, content]) => sent.get(id) !== content);
      for (const [id, content] of changed) sent.set(id, content);
      if (changed.length > 0) return `data: ${JSON.stringify(Object.fromEntries(changed))}\n\n`;
      await wait(interval, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(Buffer.from(`retry: 1000\n\n${isOutdated ? 'event: restart\ndata:\n\n' : ''}`));
      // One event: the page is loaded again at each.
      if (isOutdated) controller.close();
    },
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

/**
 * The script of the index page. It folds long sections on a phone, but for the one that is looked for, and replaces the parts of
 * the page that have changed, and keeps the focus. A tab in the background is not connected: browsers allow six connections
 * to a host.
 */
export const liveScript = `
const main = document.querySelector('main');
let source;
const phone = matchMedia('(max-width:640px)').matches;
for (const fold of document.querySelectorAll('details.fold')) fold.open = !phone || fold.querySelector('.notice') !== null;
function unfold() {
  document.getElementById(location.hash.slice(1))?.querySelector('details.fold')?.setAttribute('open', '');
}
window.addEventListener('hashchange', unfold);
unfold();
function connect() {
  source?.close();
  if (document.hidden) return;
  source = new EventSource('${eventsPath}?process=' + main.dataset.process);
  source.onmessage = ({ data }) => {
    for (const [id, content] of Object.entries(JSON.parse(data))) {
      const part = document.getElementById(id);
      const focused = part.contains(document.activeElement) ? document.activeElement.id : '';
      part.innerHTML = content;
      if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    }
  };
  source.addEventListener('restart', () => {
    source.close();
    location.reload();
  });
}
document.addEventListener('visibilitychange', connect);
connect();
`;
