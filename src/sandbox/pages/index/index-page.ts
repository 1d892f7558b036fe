import { templateOf } from '../../../client/api/operation.ts';
import { operations } from '../../../client/api/operations.ts';
import { packageVersion } from '../../../client/runtime/runtime.ts';
import { type Content, html, type Markup } from '../../../shared/html/markup.ts';
import { exampleRequest, posixExports, powerShellExports } from '../../connect.ts';
import { describeOutcome } from '../../operations/faults/read-plan.ts';
import { digestOf, openApiPath, pageResponse } from '../page.ts';
import { renderTable, renderTime, section } from '../table.ts';
import { renderRequests, renderSessions, renderTransactions } from './activity-sections.ts';
import { type IndexView, renderForms, renderNotice } from './form.ts';
import { liveScript } from './live-script.ts';

/** A section of the page. */
interface Section {
  /** Its heading, and its link at the top of the page. */
  readonly title: string;
  /** What it says first. */
  readonly lead?: (view: IndexView) => Content;
  /** What {@link liveScript} keeps up to date. */
  readonly live?: (view: IndexView) => Markup;
  /** Whether it has the forms of its actions; those of a session are in its row. */
  readonly hasForms?: true;
  /** Whether it folds on a phone. */
  readonly isLong?: true;
}

const sections = {
  connect: { title: 'Connect your program', lead: renderConnect },
  sessions: {
    title: 'Checkout sessions',
    lead: () =>
      html`<p class="muted">
        A dispute withdraws the amount and a fee of 15.00 USD; a reinstatement returns the amount only.
      </p>`,
    live: renderSessions,
  },
  requests: { title: 'Recent requests', live: renderRequests, isLong: true },
  transactions: {
    title: 'Recent transactions',
    live: renderTransactions,
    isLong: true,
  },
  clock: {
    title: 'Clock',
    lead: () =>
      html`<p class="muted">New rows get this time. Open checkout sessions expire after 24 hours of it.</p>`,
    live: ({ service }) => html`<p class="clock">${renderTime(service.context.clock.now())} UTC</p>`,
    hasForms: true,
  },
  reset: { title: 'Reset', hasForms: true },
  faults: { title: 'Faults', live: renderFaults, hasForms: true, isLong: true },
  callbacks: {
    title: 'Callbacks',
    lead: () => html`<p class="muted">Requests to your endpoints, signed as those of the service.</p>`,
    hasForms: true,
    isLong: true,
  },
  operations: { title: 'Operations', lead: renderOperations, isLong: true },
} as const satisfies Readonly<Record<string, Section>>;

const entries: readonly (readonly [id: string, section: Section])[] = Object.entries(sections);

/** The index page: what the sandbox is, how to use it, what happens in it, and its controls. */
export function indexPage(view: IndexView): Response {
  const show = (id: keyof typeof sections): Markup => renderSection(view, id, sections[id]);
  const response = pageResponse({
    title: 'Publisher Commerce',
    status: view.outcome?.field !== undefined ? 400 : 200,
    script: liveScript,
    body: html`<header>
        <p class="kicker">publisher-commerce ${packageVersion}</p>
        <h1>Sandbox of the Publisher Commerce API</h1>
        <p class="subtitle">
          Every operation of the API, with state, on your machine. Nothing here is real money.
          <noscript>Reload this page to see changes.</noscript>
        </p>
        <nav aria-label="On this page">
          <ul class="jump">
            ${entries.map(([id, { title }]) => html`<li><a href="#${id}">${title}</a></li>`)}
          </ul>
        </nav>
      </header>
      <main data-process="${digestOf(view.key)}">
        ${show('connect')} ${show('sessions')} ${show('requests')} ${show('transactions')}
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

function renderSection(
  view: IndexView,
  id: string,
  { title, lead, live, hasForms, isLong }: Section,
): Markup {
  return section(
    id,
    title,
    html`${lead?.(view) ?? ''} ${renderNotice(view, id)}
    ${live ? html`<div id="live-${id}">${live(view)}</div>` : ''}
    ${hasForms ? html`<div class="forms">${renderForms(view, id)}</div>` : ''}`,
    isLong,
  );
}

function renderConnect({ service, origin }: IndexView): Markup {
  const { token } = service.settings;
  const line = (label: string, command: string): Markup =>
    html`<p class="label">${label}</p>
      <code class="shell">${command}</code>`;
  return html`<p class="muted">
      Paste one of these lines, and start your program, or <code>publisher-commerce trigger</code>, in the
      same shell.
    </p>
    ${line('sh, bash, zsh', posixExports(origin, token))}
    ${line('PowerShell', powerShellExports(origin, token))} ${line('Then, for example in sh', exampleRequest)}`;
}

/** The active faults. */
function renderFaults({ service }: IndexView): Markup {
  const active = service.faults.active();
  if (active.length === 0) return html`<p class="muted">No active faults.</p>`;
  return renderTable({
    heading: 'faults-heading',
    columns: [
      { label: 'Operation' },
      { label: 'Fails with' },
      { label: 'Requests left', isNumber: true, isLabelled: true },
      { label: 'Skipped first', isNumber: true, isLabelled: true },
    ],
    rows: active.map(({ plan, toFail, toPass }) => [
      plan.operation === '*' ? 'all operations' : plan.operation,
      html`<code>${describeOutcome(plan)}</code>`,
      toFail === Infinity ? 'all' : toFail,
      toPass,
    ]),
  });
}

function renderOperations(): Markup {
  const table = renderTable({
    heading: 'operations-heading',
    columns: [{ label: 'Operation' }, { label: 'Method' }, { label: 'Path' }, { label: 'Specification' }],
    rows: operations.map(({ name, method, path, section: number }) => [
      name,
      method,
      html`<code>${templateOf(path)}</code>`,
      `§${number}`,
    ]),
  });
  return html`<p class="muted">
      Their fields and errors are in the <a href="${openApiPath}">OpenAPI document</a>. Section numbers are
      those of the specification.
    </p>
    ${table}`;
}
