import { templateOf } from '../../../api/operation.ts';
import { operations } from '../../../api/operations.ts';
import { html, type Markup } from '../../../html/markup.ts';
import { packageVersion } from '../../../runtime/runtime.ts';
import { exampleRequest, posixExports, powerShellExports } from '../../connect.ts';
import { openApiPath, pageResponse } from '../page.ts';
import { renderTable } from '../table.ts';
import { requestSection, sessionSection, transactionSection } from './activity-sections.ts';
import { callbackSection, clockSection, resetSection } from './control-sections.ts';
import { versionOf } from './events.ts';
import { faultSection } from './fault-section.ts';
import type { IndexView } from './form.ts';
import { liveScript } from './live.ts';

/** The index page: what the sandbox is, how to use it, what happens in it, and its controls. */
export function indexPage(view: IndexView): Response {
  const response = pageResponse({
    title: 'Publisher Commerce',
    status: view.outcome?.problem ? 400 : 200,
    formAction: ["'self'"],
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
            ${sections.map(([id, label]) => html`<li><a href="#${id}">${label}</a></li>`)}
          </ul>
        </nav>
      </header>
      <main data-version="${versionOf(view)}">
        ${connectSection(view)} ${sessionSection(view)} ${requestSection(view)} ${transactionSection(view)}
        <div class="pair">
          <div>${clockSection(view)} ${resetSection(view)}</div>
          ${faultSection(view)}
        </div>
        ${callbackSection(view)} ${operationSection()}
      </main>`,
  });
  // The same path returns JSON to programs.
  response.headers.set('vary', 'accept');
  return response;
}

const sections = [
  ['connect', 'Connect'],
  ['sessions', 'Sessions'],
  ['requests', 'Requests'],
  ['transactions', 'Transactions'],
  ['advance', 'Clock'],
  ['reset', 'Reset'],
  ['fault', 'Faults'],
  ['callbacks', 'Callbacks'],
  ['operations', 'Operations'],
] as const;

function connectSection({ service, origin }: IndexView): Markup {
  const { token } = service.settings;
  const line = (label: string, command: string): Markup =>
    html`<p class="label">${label}</p>
      <code class="shell">${command}</code>`;
  return html`<section class="card" id="connect" aria-labelledby="connect-heading">
    <h2 id="connect-heading">Connect your program</h2>
    <p class="muted">
      Paste one of these lines, and start your program, or <code>publisher-commerce trigger</code>, in the
      same shell.
    </p>
    <div>${line('sh, bash, zsh', posixExports(origin, token))}</div>
    <div>${line('PowerShell', powerShellExports(origin, token))}</div>
    <div>${line('Then, for example in sh', exampleRequest)}</div>
  </section>`;
}

function operationSection(): Markup {
  return html`<section class="card" id="operations" aria-labelledby="operations-heading">
    <h2 id="operations-heading">Operations</h2>
    <p class="muted">
      Their fields and errors are in the <a href="${openApiPath}">OpenAPI document</a>. Section numbers are
      those of the specification.
    </p>
    ${renderTable({
      heading: 'operations-heading',
      columns: [{ label: 'Operation' }, { label: 'Method' }, { label: 'Path' }, { label: 'Specification' }],
      rows: operations.map(({ name, method, path, section }) => [
        name,
        method,
        html`<code>${templateOf(path)}</code>`,
        `§${section}`,
      ]),
    })}
  </section>`;
}
