import { type Content, html, type Markup } from '../../../html/markup.ts';
import { eventsPath, inline } from '../page.ts';

/** Returns a part of the index page that {@link liveScript} keeps up to date. */
export function livePart(id: string, content: Content): Markup {
  return html`<div id="${liveId(id)}">${content}</div>`;
}

/** The id of the element of a part. */
export function liveId(id: string): string {
  return `live-${id}`;
}

/**
 * Replaces the parts of the page that have changed, and keeps the focus. A tab in the background is not connected: browsers
 * allow six connections to a host.
 */
export const liveScript = inline(
  'script',
  `
const main = document.querySelector('main');
let source;
function connect() {
  source?.close();
  if (document.hidden) return;
  source = new EventSource('${eventsPath}?since=' + main.dataset.version);
  source.onmessage = ({ data, lastEventId }) => {
    main.dataset.version = lastEventId;
    for (const [id, content] of Object.entries(JSON.parse(data))) {
      const part = document.getElementById(id);
      const focused = part.contains(document.activeElement) ? document.activeElement.id : '';
      part.innerHTML = content;
      if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    }
  };
  source.addEventListener('restart', () => location.reload());
}
document.addEventListener('visibilitychange', connect);
connect();
`,
);
