import { type Content, html, Markup } from '../../../shared/html/markup.ts';
import {
  keptRequests,
  type LoggedBody,
  type LoggedRequest,
  type RequestLog,
  shownBytes,
} from '../../requests/request-log.ts';
import type { Fields } from '../../requests/secret-filter.ts';
import { callbacksPath, indexPath, requestsPath } from '../../paths.ts';
import { facts, header, renderTime, section } from '../elements.ts';
import { pageResponse, problemPage } from '../page.ts';
import { type IndexView, repeatForm } from './forms.ts';
import { durationOf, operationOf, statusOf } from './lists.ts';

/** Text between templates keeps it; formatters replace the one in a template by a space. */
const lineBreak = new Markup('\n');

/** The page of a request that was received. */
export function requestPage({ service: { requests } }: IndexView, id: string): Response {
  const found = keptIn(requests, id);
  if (!found) return notKept('request');
  return exchangePage(html`<a href="${requestsPath}">Requests</a>`, found, [
    ['Operation', operationOf(found) ?? 'none'],
    ['Injected fault', found.fault === undefined ? 'none' : html`<code>${found.fault}</code>`],
  ]);
}

/** The page of a callback that was sent. */
export function callbackPage(view: IndexView, id: string): Response {
  const found = keptIn(view.service.context.callbacks.log, id);
  if (!found) return notKept('callback');
  return exchangePage(html`<a href="${callbacksPath}">Callbacks</a>`, found, [
    ['Number', found.id],
    ['Again', repeatForm(view, found)],
  ]);
}

function keptIn(log: RequestLog, id: string): LoggedRequest | undefined {
  return log.list().find((one) => String(one.id) === id);
}

function notKept(noun: string): Response {
  const explanation = `The sandbox keeps the last ${keptRequests} ${noun}s, until it ends.`;
  return problemPage(404, `This ${noun} is not kept`, explanation);
}

/** A request and its response: what was sent and received. */
function exchangePage(
  above: Markup,
  request: LoggedRequest,
  more: readonly (readonly [string, Content])[],
): Response {
  const { method, path, time, complete } = request;
  return pageResponse({
    title: `${method} ${path}`,
    body: html`${header(
        html`<a href="${indexPath}">Sandbox</a> / ${above}`,
        html`<span class="method">${method}</span> <bdi>${path}</bdi>`,
      )}
      <main>
        ${facts([
          ['Time', html`${renderTime(new Date(time))} UTC`],
          ['Status', html`${statusOf(request)}${complete ? '' : ' (the response is not complete)'}`],
          ['Duration', durationOf(request)],
          ...more,
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

function fields(title: string, list: Fields): Markup {
  if (list.length === 0) return html`<p class="muted">No ${title.toLowerCase()}.</p>`;
  return html`<h3>${title}</h3>
    ${facts(list.map(([name, value]) => [html`<code>${name}</code>`, html`<code>${value}</code>`]))}`;
}

function renderBody({ text, bytes }: LoggedBody): Markup {
  if (bytes === 0) return html`<p class="muted">No body.</p>`;
  const size = `${bytes.toLocaleString('en')} bytes`;
  if (text === undefined) return html`<p class="muted">The body is not text: ${size}.</p>`;
  // A value with line breaks would have visible escapes instead of them.
  const lines = indented(text).split('\n');
  return html`<h3>Body</h3>
    ${bytes > shownBytes ? html`<p class="muted">The first ${shownBytes / 1024} KiB of ${size}.</p>` : ''}
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
