import { documentedErrors } from '../../../api/documented-errors.ts';
import { type AnyOperation, type Effect, templateOf } from '../../../api/operation.ts';
import { operations } from '../../../api/operations.ts';
import { type Content, html, type Markup } from '../../../html/markup.ts';
import { triggerLine } from '../../http/shell-exports.ts';
import { pageResponse } from '../page.ts';
import { renderTable } from '../table.ts';
import { fieldsOf, type RequestField } from './operation-fields.ts';
import { indexPath } from './paths.ts';

const effects: Record<Effect, string> = {
  read: 'Changes nothing; the client retries it.',
  idempotent: 'Sending it twice leaves the same state; the client retries it.',
  create: 'May create a second object; the client retries it only if the request never reached the service.',
};

/** The documentation of the operations, from the same constants as the client; `origin` is that of the page. */
export function operationsPage(origin: string): Response {
  return pageResponse({
    title: 'Operations',
    body: html`<header>
        <p class="kicker"><a href="${indexPath}">Sandbox</a></p>
        <h1>Operations</h1>
        <p class="subtitle">
          What each request may send, which errors are documented for it, and how to make it fail. Section
          numbers are those of the specification. All fields are in the
          <a href="/openapi.json">OpenAPI document</a>.
        </p>
      </header>
      <main>${operations.map((operation) => operationCard(operation, origin))}</main>`,
  });
}

function operationCard(operation: AnyOperation, origin: string): Markup {
  const { name, method, path, section, effect, params, query, body } = operation;
  const id = `${name}-heading`;
  const fields = [
    ...rowsOf('path', fieldsOf(params), true),
    ...rowsOf('query', fieldsOf(query), false),
    ...rowsOf('body', fieldsOf(body), false),
  ];
  return html`<section class="card operation" id="${name}" aria-labelledby="${id}">
    <h2 id="${id}">${name}</h2>
    <p class="muted">§${section} · ${effects[effect]}</p>
    <code class="shell">${method} ${templateOf(path)}</code>
    ${
      fields.length === 0
        ? html`<p class="muted">It sends no fields.</p>`
        : renderTable({
            heading: id,
            columns: [{ label: 'Field' }, { label: 'In' }, { label: 'Type' }, { label: 'Required' }],
            rows: fields,
          })
    }
    ${errorsOf(section, id)}
    <p class="label">Make the next request fail</p>
    <code class="shell">${triggerLine(origin, `fault --operation ${name} --status 503`)}</code>
  </section>`;
}

function rowsOf(place: string, fields: readonly RequestField[], areAllRequired: boolean): Content[][] {
  return fields.map(({ name, type, isRequired }) => [
    html`<code>${name}</code>`,
    place,
    type,
    areAllRequired || isRequired ? 'required' : 'optional',
  ]);
}

function errorsOf(section: string, heading: string): Markup {
  const errors = documentedErrors.filter(({ sections }) => sections.includes(section));
  if (errors.length === 0) return html`<p class="muted">The specification shows no errors for it (§7.5).</p>`;
  return renderTable({
    heading,
    columns: [{ label: 'Error' }, { label: 'Status', isNumber: true }, { label: 'Message' }],
    rows: errors.map(({ reason, status, message }) => [html`<code>${reason}</code>`, status, message]),
  });
}
