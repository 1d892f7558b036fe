import { documentedErrors } from '../../../api/documented-errors.ts';
import { operationNames } from '../../../api/operation-name.ts';
import { html, type Markup } from '../../../html/markup.ts';
import { faultTraits } from '../../operations/faults/fault-plan.ts';
import { describeOutcome, faults } from '../../operations/faults/read-plan.ts';
import { renderTable } from '../table.ts';
import {
  fieldAttributes,
  type IndexView,
  problemOf,
  renderForm,
  renderNotice,
  renderOption,
  valueOf,
} from './form.ts';
import { livePart } from './live.ts';

/** What a request can fail with: the value of its option, its name, and what happens. */
type Outcome = readonly [value: string, name: string, summary: string];

const statuses: readonly (readonly [status: number, summary: string])[] = [
  [400, 'the request is invalid'],
  [401, 'the token is not accepted'],
  [403, 'the token has no access'],
  [404, 'nothing is found'],
  [409, 'it conflicts with what exists'],
  [413, 'the body is too large'],
  [422, 'the body is invalid'],
  [429, 'too many requests'],
  [500, 'the service fails'],
  [502, 'a gateway receives no valid response'],
  [503, 'the service is unavailable'],
  [504, 'a gateway receives no response in time'],
];

const groups: readonly (readonly [label: string, outcomes: readonly Outcome[]])[] = [
  ['Statuses', statuses.map(([status, summary]) => [`status:${status}`, String(status), summary])],
  [
    'Documented errors',
    documentedErrors.map(({ reason, message, body }) => [
      `reason:${reason}`,
      reason,
      // The message of content's errors is a code.
      (body ?? message).replace(/\.$/, ''),
    ]),
  ],
  ['Network', faultsOf('network')],
  ['Bodies', faultsOf('body')],
];

function faultsOf(kind: 'network' | 'body'): Outcome[] {
  return faults
    .filter((fault) => faultTraits[fault].kind === kind)
    .map((fault) => [`fault:${fault}`, fault, faultTraits[fault].summary]);
}

/** The active faults, and forms that add one or remove all. */
export function faultSection(view: IndexView): Markup {
  return html`<section class="card" id="fault" aria-labelledby="faults-heading">
    <h2 id="faults-heading">Faults</h2>
    ${renderNotice(view, 'fault', 'remove-faults')} ${livePart('faults', renderFaults(view))} ${addForm(view)}
  </section>`;
}

/** The active faults. */
export function renderFaults(view: IndexView): Markup {
  const active = view.service.faults.active();
  if (active.length === 0) return html`<p class="muted">No active faults.</p>`;
  return html`${renderTable({
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
  })}
  ${renderForm(
    view,
    'remove-faults',
    'Remove all faults',
    html`<button id="remove-faults">Remove all faults</button>`,
  )}`;
}

function addForm(view: IndexView): Markup {
  const problem = problemOf(view, 'fault');
  const operation = valueOf('operation', problem, '*');
  const outcome = valueOf('outcome', problem, 'status:503');
  const isForever = problem?.values.has('forever') ?? false;
  const renderCount = (label: string, field: string, least: number): Markup =>
    html`<label
      >${label}
      <input
        type="number"
        inputmode="numeric"
        min="${least}"
        step="1"
        ${fieldAttributes('fault', field, problem)}
        value="${valueOf(field, problem, String(least))}"
    /></label>`;
  return renderForm(
    view,
    'fault',
    'Add a fault',
    html`<label class="wide"
        >Operation
        <select ${fieldAttributes('fault', 'operation', problem)}>
          ${renderOption('*', 'all operations', operation)}
          ${operationNames.map((name) => renderOption(name, name, operation))}
        </select></label
      >
      <label class="wide"
        >Fails with
        <select ${fieldAttributes('fault', 'outcome', problem)}>
          ${groups.map(
            ([label, outcomes]) =>
              html`<optgroup label="${label}">
                ${outcomes.map(([value, name, summary]) => renderOption(value, `${name}: ${summary}`, outcome))}
              </optgroup>`,
          )}
        </select></label
      >
      ${renderCount('Requests', 'times', 1)} ${renderCount('Skip first', 'after', 0)}
      <label class="check"
        ><input type="checkbox" name="forever" value="yes" ${isForever ? html`checked` : ''} /> All following
        requests</label
      >
      <button class="primary">Add fault</button>`,
  );
}
