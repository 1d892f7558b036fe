import { html, type Markup } from '../../../html/markup.ts';
import { renderTime } from '../table.ts';
import { fieldAttributes, renderForm, renderOption, valueOf } from './form.ts';
import { type IndexView, isDone, problemOf } from './view.ts';

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
