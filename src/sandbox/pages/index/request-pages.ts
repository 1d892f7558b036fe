import { operations } from '../../../client/api/operations.ts';
import { type Content, html, Markup } from '../../../shared/html/markup.ts';
import { keptRequests, type LoggedBody, type LoggedRequest, shownBytes } from '../../requests/request-log.ts';
import { patternOf } from '../../router.ts';
import type { Fields } from '../../requests/secret-filter.ts';
import { indexPath, pageResponse, problemPage, requestsPath } from '../page.ts';
import { facts, renderTable, renderTime, section } from '../table.ts';
import type { IndexView } from './form.ts';

/** Text between templates keeps it; formatters replace the one in a template by a space. */
const lineBreak = new Markup('\n');

/** The page of all requests that are kept. */
export function requestsPage({ service: { requests } }: IndexView): Response {
  const kept = requests.list();
  const content =
    kept.length === 0 ? html`<p class="muted">None yet.</p>` : requestTable('requests-heading', kept);
  return pageResponse({
    title: 'Requests',
    body: html`${header('Requests')}
      <main>${section('requests', `The latest ${kept.length}`, content)}</main>`,
  });
}

/** A table of requests, each with a link to its page. */
export function requestTable(heading: string, requests: readonly LoggedRequest[]): Markup {
  return renderTable({
    heading,
    columns: [
      { label: 'Time (UTC)' },
      { label: 'Method' },
      { label: 'Path' },
      { label: 'Operation' },
      { label: 'Status', isNumber: true },
      { label: 'Duration', isNumber: true },
    ],
    rows: requests.map(({ id, time, method, path, query, status, milliseconds, fault }) => [
      renderTime(new Date(time)),
      html`<span class="method">${method}</span>`,
      html`<a id="request-${id}" href="${requestsPath}/${id}"><code>${path}${shownQuery(query)}</code></a>
        ${fault === undefined ? '' : html`<span class="state declined">fault: ${fault}</span>`}`,
      operationOf(method, path) ?? '',
      statusOf(status),
      html`<span class="amount">${milliseconds.toFixed(1)} ms</span>`,
    ]),
  });
}

const patterns = operations.map(({ name, method, path }) => ({
  name,
  method,
  pattern: patternOf(path),
}));

/** The name of the operation that a request called. */
function operationOf(method: string, path: string): string | undefined {
  return patterns.find((one) => one.method === method && one.pattern.test(path))?.name;
}

/** The query of a request in a table, up to a length. */
function shownQuery(query: Fields): string {
  const text = query.map(([name, value]) => `${name}=${value}`).join('&');
  return text === '' ? '' : `?${text.length > 200 ? `${text.slice(0, 200)}…` : text}`;
}

function statusOf(status: number | undefined): Content {
  return status === undefined || status >= 400
    ? html`<span class="failed">${status ?? 'none'}</span>`
    : status;
}

/** The page of a request: what was sent and received. */
export function requestPage({ service: { requests } }: IndexView, id: string): Response {
  const request = requests.list().find((one) => String(one.id) === id);
  if (!request) {
    const explanation = `The sandbox keeps the last ${keptRequests} requests, until it ends.`;
    return problemPage(404, 'This request is not kept', explanation);
  }
  const { method, path, time, status, complete, milliseconds, fault } = request;
  return pageResponse({
    title: `${method} ${path}`,
    body: html`${header(html`<span class="method">${method}</span> <bdi>${path}</bdi>`)}
      <main>
        ${facts([
          ['Time', html`${renderTime(new Date(time))} UTC`],
          ['Operation', operationOf(method, path) ?? 'none'],
          ['Status', html`${statusOf(status)}${complete ? '' : ' (the response was not sent completely)'}`],
          ['Duration', `${milliseconds.toFixed(1)} ms`],
          ['Injected fault', fault === undefined ? 'none' : html`<code>${fault}</code>`],
        ])}
        ${section(
          'request',
          'Request',
          html`${fields('Query', request.query)} ${fields('Headers', request.headers)}
          ${renderBody(request.body)}`,
        )}
        ${section(
          'response',
          'Response',
          html`${fields('Headers', request.responseHeaders)} ${renderBody(request.response)}`,
        )}
      </main>`,
  });
}

function header(heading: Content): Markup {
  return html`<header>
    <p class="kicker"><a href="${indexPath}">Sandbox</a> / <a href="${requestsPath}">Requests</a></p>
    <h1>${heading}</h1>
  </header>`;
}

function fields(title: string, list: Fields): Markup {
  if (list.length === 0) return html`<p class="muted">No ${title.toLowerCase()}.</p>`;
  return html`<h3>${title}</h3>
    ${facts(list.map(([name, value]) => [html`<code>${name}</code>`, html`<code>${value}</code>`]))}`;
}

function renderBody({ text, bytes, isCut }: LoggedBody): Markup {
  if (bytes === 0) return html`<p class="muted">No body.</p>`;
  const size = `${bytes.toLocaleString('en')} bytes`;
  if (text === undefined) return html`<p class="muted">The body is not text: ${size}.</p>`;
  // A value with line breaks would have visible escapes instead of them.
  const lines = indented(text).split('\n');
  return html`<h3>Body</h3>
    ${isCut ? html`<p class="muted">The first ${shownBytes / 1024} KiB of ${size}.</p>` : ''}
    <pre class="shell" tabindex="0">${lines.map((line) => [line, lineBreak])}</pre>`;
}

/** JSON with a line for each member; anything else as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text.replaceAll('\r\n', '\n');
  }
}
