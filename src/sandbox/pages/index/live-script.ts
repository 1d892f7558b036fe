import { eventsPath } from '../page.ts';

/**
 * Folds long sections on a phone, but for the one that is looked for. Replaces the parts of the page that have changed, and
 * keeps the focus. A tab in the background is not connected: browsers
 * allow six connections to a host.
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
  source.addEventListener('restart', () => location.reload());
}
document.addEventListener('visibilitychange', connect);
connect();
`;
