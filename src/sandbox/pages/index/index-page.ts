import { packageVersion } from '../../../client/runtime/runtime.ts';
import { type Content, html, type Markup } from '../../../shared/html/markup.ts';
import { exampleRequest, posixExports, powerShellExports } from '../../connect.ts';
import { controlPath, openApiPath } from '../../paths.ts';
import { header, renderTime, section } from '../elements.ts';
import { digestOf } from '../forms.ts';
import { pageResponse } from '../page.ts';
import { type IndexView, renderForms, renderNotice } from './forms.ts';
import { callbacks, faults, operationList, requests, sessions, transactions } from './lists.ts';
import { liveScript } from './live.ts';

/** A section of the page; the forms of its actions are at its end. */
interface Section {
  /** Its heading, and its link at the top of the page. */
  readonly title: string;
  /** What it says first. */
  readonly lead?: Content;
  readonly content?: (view: IndexView) => Content;
  /** What {@link liveScript} keeps up to date. */
  readonly live?: (view: IndexView) => Markup;
  /** Whether it folds on a phone. */
  readonly isLong?: true;
}

const sections = {
  connect: {
    title: 'Connect your program',
    lead: html`Paste one of these lines, and start your program, or <code>publisher-commerce trigger</code>,
      in the same shell.`,
    content: renderLines,
  },
  buy: { title: 'New purchase' },
  sessions: {
    title: 'Checkout sessions',
    lead: 'A dispute withdraws the amount and a fee of 15.00 USD; a reinstatement returns the amount only.',
    live: (view) => sessions(view, 10),
  },
  requests: { title: 'Recent requests', live: (view) => requests(view, 20), isLong: true },
  transactions: { title: 'Recent transactions', live: (view) => transactions(view, 10), isLong: true },
  clock: {
    title: 'Clock',
    lead: 'New rows get this time. Open checkout sessions expire after 24 hours of it.',
    live: ({ service }) => html`<p class="clock">${renderTime(service.context.clock.now())} UTC</p>`,
  },
  reset: {
    title: 'Reset',
    content: () =>
      html`<p>
        <a href="${controlPath}seed" download="sandbox-seed.json">Download this state</a>
        <span class="muted">for <code>sandbox --seed-file</code></span>
      </p>`,
  },
  faults: { title: 'Faults', live: faults, isLong: true },
  callbacks: {
    title: 'Callbacks',
    lead: 'Requests to your endpoints, signed as those of the service.',
    live: (view) => callbacks(view, 10),
    isLong: true,
  },
  operations: {
    title: 'Operations',
    lead: html`Their fields and errors are in the <a href="${openApiPath}">OpenAPI document</a>. Section
      numbers are those of the specification.`,
    content: operationList,
    isLong: true,
  },
} as const satisfies Readonly<Record<string, Section>>;

const entries: readonly (readonly [id: string, section: Section])[] = Object.entries(sections);

/** The index page: what the sandbox is, how to use it, what happens in it, and its controls. */
export function indexPage(view: IndexView): Response {
  const show = (id: keyof typeof sections): Markup => renderSection(view, id, sections[id]);
  const response = pageResponse({
    title: 'Publisher Commerce',
    status: view.outcome?.field !== undefined ? 400 : 200,
    script: liveScript,
    body: html`${header(
        `publisher-commerce ${packageVersion}`,
        'Sandbox of the Publisher Commerce API',
        html`<p class="subtitle">
            Every operation of the API, with state, on your machine. Nothing here is real money.
            <noscript>Reload this page to see changes.</noscript>
          </p>
          <nav aria-label="On this page">
            <ul class="jump">
              ${entries.map(([id, { title }]) => html`<li><a href="#${id}">${title}</a></li>`)}
            </ul>
          </nav>`,
      )}
      <main data-process="${digestOf(view.key)}">
        ${show('connect')} ${show('buy')} ${show('sessions')} ${show('requests')} ${show('transactions')}
        <div class="pair">
          <div>${show('clock')} ${show('reset')}</div>
          ${show('faults')}
        </div>
        ${show('callbacks')} ${show('operations')}
      </main>`,
  });
  // The same path returns JSON to programs.
  response.headers.set('vary', 'accept');
  return response;
}

/** The parts of the page that change, by the ids of their elements. */
export function renderParts(view: IndexView): readonly (readonly [id: string, content: string])[] {
  return entries.flatMap(([id, { live }]) => (live ? [[`live-${id}`, live(view).html]] : []));
}

function renderSection(view: IndexView, id: string, one: Section): Markup {
  const { title, lead, content, live, isLong } = one;
  return section(
    id,
    title,
    html`${lead === undefined ? '' : html`<p class="muted">${lead}</p>`} ${renderNotice(view, id)}
    ${content?.(view) ?? ''} ${live ? html`<div id="live-${id}">${live(view)}</div>` : ''}
    ${renderForms(view, id)}`,
    isLong,
  );
}

function renderLines({ service, origin }: IndexView): Markup {
  const { token } = service.settings;
  const lines = [
    ['sh, bash, zsh', posixExports(origin, token)],
    ['PowerShell', powerShellExports(origin, token)],
    ['Then, for example in sh', exampleRequest],
  ] as const;
  return html`${lines.map(
    ([label, command]) =>
      html`<p class="label">${label}</p>
        <code class="shell">${command}</code>`,
  )}`;
}
