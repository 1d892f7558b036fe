import { operationNames } from '../../../api/operation-name.ts';
import { html, type Markup } from '../../../html/markup.ts';
import type { ActivePlan } from '../../operations/faults/fault-plans.ts';
import { describeOutcome, faults, reasons } from '../../operations/faults/read-plan.ts';
import { renderTable, renderTime } from '../table.ts';
import {
  fieldAttributes,
  type IndexView,
  isDone,
  problemOf,
  renderForm,
  renderOption,
  valueOf,
} from './form.ts';

/** The units of the form, in milliseconds. */
export const clockUnits: ReadonlyMap<string, number> = new Map([
  ['minutes', 60_000],
  ['hours', 3_600_000],
  ['days', 86_400_000],
]);

/** The sandbox's clock, and the form that moves it forward. */
export function clockSection(view: IndexView): Markup {
  const { clock } = view.service.context;
  const problem = problemOf(view, 'advance');
  const selected = valueOf('unit', problem, 'days');
  return html`<section class="card" id="advance" aria-labelledby="clock-heading">
    <h2 id="clock-heading">Clock</h2>
    <p class="clock">${renderTime(clock.now())} UTC</p>
    <p class="muted">New rows get this time. Open checkout sessions expire after 24 hours of it.</p>
    ${isDone(view, 'advance') ? html`<p class="notice ok" role="status">The clock was moved forward.</p>` : ''}
    ${renderForm(
      view,
      'advance',
      'Move the clock forward',
      html`<label
          >Amount
          <input
            type="number"
            inputmode="numeric"
            min="1"
            step="1"
            required
            ${fieldAttributes('advance', 'amount', problem)}
            value="${valueOf('amount', problem, '1')}"
        /></label>
        <label
          >Unit
          <select ${fieldAttributes('advance', 'unit', problem)}>
            ${[...clockUnits.keys()].map((unit) => renderOption(unit, unit, selected))}
          </select></label
        >
        <button class="primary">Move forward</button>`,
    )}
  </section>`;
}

const statuses = [400, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504];

/** The fault plans that still apply, and the form that adds one. */
export function faultSection(view: IndexView): Markup {
  const active = view.service.faults.active();
  return html`<section class="card" id="fault" aria-labelledby="faults-heading">
    <h2 id="faults-heading">Faults</h2>
    ${isDone(view, 'fault') ? html`<p class="notice ok" role="status">The fault was added.</p>` : ''}
    ${
      isDone(view, 'remove-faults')
        ? html`<p class="notice ok" role="status">All faults were removed.</p>`
        : ''
    }
    ${active.length === 0 ? html`<p class="muted">No active faults.</p>` : activePlans(view, active)}
    ${addForm(view)}
  </section>`;
}

function activePlans(view: IndexView, active: readonly ActivePlan[]): Markup {
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
  ${renderForm(view, 'remove-faults', 'Remove all faults', html`<button>Remove all faults</button>`)}`;
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
    html`<label class="grow"
        >Operation
        <select ${fieldAttributes('fault', 'operation', problem)}>
          ${renderOption('*', 'all operations', operation)}
          ${operationNames.map((name) => renderOption(name, name, operation))}
        </select></label
      >
      <label class="grow"
        >Fails with
        <select ${fieldAttributes('fault', 'outcome', problem)}>
          ${outcomeGroup('A status', 'status', statuses.map(String), outcome)}
          ${outcomeGroup('A documented error', 'reason', reasons, outcome)}
          ${outcomeGroup('A broken connection or body', 'fault', faults, outcome)}
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

function outcomeGroup(label: string, kind: string, names: readonly string[], selected: string): Markup {
  return html`<optgroup label="${label}">
    ${names.map((name) => renderOption(`${kind}:${name}`, name, selected))}
  </optgroup>`;
}
