import { html, type Markup } from '../../../html/markup.ts';
import { renderTime } from '../table.ts';
import {
  fieldAttributes,
  type FormName,
  type IndexView,
  problemOf,
  renderForm,
  renderNotice,
  renderOption,
  valueOf,
} from './form.ts';
import { livePart } from './live.ts';

/** The units of the form, in milliseconds. */
export const clockUnits: ReadonlyMap<string, number> = new Map([
  ['minutes', 60_000],
  ['hours', 3_600_000],
  ['days', 86_400_000],
]);

/** The sandbox's clock, and the form that moves it forward. */
export function clockSection(view: IndexView): Markup {
  const problem = problemOf(view, 'advance');
  const selected = valueOf('unit', problem, 'days');
  return html`<section class="card" id="advance" aria-labelledby="clock-heading">
    <h2 id="clock-heading">Clock</h2>
    ${livePart('clock', renderClock(view))}
    <p class="muted">New rows get this time. Open checkout sessions expire after 24 hours of it.</p>
    ${renderNotice(view, 'advance')}
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

/** The time of the sandbox's clock. */
export function renderClock({ service }: IndexView): Markup {
  return html`<p class="clock">${renderTime(service.context.clock.now())} UTC</p>`;
}

/** The form that restores the initial state. */
export function resetSection(view: IndexView): Markup {
  return html`<section class="card" id="reset" aria-labelledby="reset-heading">
    <h2 id="reset-heading">Reset</h2>
    <p class="muted">Discards every change, session and fault, and sets the clock back.</p>
    ${renderNotice(view, 'reset')}
    ${renderForm(view, 'reset', 'Reset the sandbox', html`<button>Reset the sandbox</button>`)}
  </section>`;
}

/** Forms that call the publisher's endpoints. */
export function callbackSection(view: IndexView): Markup {
  const { gameAuthUrl = '', personalizeUrl = '' } = view.service.settings;
  const device = valueOf('device', problemOf(view, 'game-auth'), 'DESKTOP');
  return html`<section class="card" id="callbacks" aria-labelledby="callbacks-heading">
    <h2 id="callbacks-heading">Callbacks</h2>
    <p class="muted">Requests to your endpoints, signed as those of the service.</p>
    ${renderNotice(view, 'game-auth', 'personalize')}
    <div class="halves">
      <div>
        <h3>Game authentication</h3>
        ${renderForm(
          view,
          'game-auth',
          'Call the game authentication endpoint',
          html`${addressField(view, 'game-auth', gameAuthUrl, true)}
            <label class="grow"
              >Player's device
              <select name="device">
                ${renderOption('DESKTOP', 'desktop', device)} ${renderOption('MOBILE', 'phone', device)}
              </select></label
            >
            <button class="primary">Authenticate</button>`,
        )}
      </div>
      <div>
        <h3>Personalization</h3>
        ${renderForm(
          view,
          'personalize',
          'Trigger personalization',
          html`${addressField(view, 'personalize', personalizeUrl, false)}
            <label class="grow"
              >Player ids, or none for all active players
              <input
                name="players"
                autocomplete="off"
                value="${valueOf('players', problemOf(view, 'personalize'), '')}"
            /></label>
            <button class="primary">Personalize</button>`,
        )}
      </div>
    </div>
  </section>`;
}

function addressField(view: IndexView, form: FormName, initial: string, isRequired: boolean): Markup {
  const problem = problemOf(view, form);
  return html`<label class="wide"
    >Address of your endpoint
    <input
      type="url"
      inputmode="url"
      autocomplete="off"
      placeholder="http://localhost:3000/…"
      ${isRequired ? html`required` : ''}
      ${fieldAttributes(form, 'url', problem)}
      value="${valueOf('url', problem, initial)}"
  /></label>`;
}
