import { type Content, html, type Markup } from '../../../shared/html/markup.ts';
import { type Action, type ActionField, sentence } from '../../actions/action.ts';
import { actionOf, actions } from '../../actions/actions.ts';
import { indexPath } from '../../paths.ts';
import { stepNames, paymentSteps } from '../../purchases/payment-steps.ts';
import type { LoggedRequest } from '../../requests/request-log.ts';
import type { Service } from '../../service.ts';
import { identityOf, type StoredSession } from '../../store/session.ts';
import { notice } from '../elements.ts';
import { digestField, digestOf } from '../forms.ts';

/** What an index page is made from. */
export interface IndexView {
  readonly service: Service;
  /** Origin of the page, as the browser sees it. */
  readonly origin: string;
  /** Path of the page, which takes its forms. */
  readonly path: string;
  /** Known only to the server and its pages: without it, no form has a valid digest. */
  readonly key: string;
  /** What was last sent by each form, by the name of its action: it keeps what was chosen. */
  readonly typed: ReadonlyMap<string, URLSearchParams>;
  /** The form that was sent last, and its outcome. */
  readonly outcome?: FormOutcome | undefined;
}

/** What a form has led to, which the page says once. */
export interface FormOutcome {
  readonly action: Action;
  readonly text: string;
  /** Whether nothing was done, or it was done and has failed elsewhere. */
  readonly hasFailed: boolean;
  /** Name of the field whose value was rejected; the form says it, and has what was typed. */
  readonly field?: string;
}

/** What the page says about the forms of a section, once. */
export function renderNotice({ outcome }: IndexView, section: string): Content {
  if (outcome?.action.section !== section) return '';
  // The form says it; that of a row has no room.
  if (outcome.field !== undefined && !outcome.action.isOfRow) return '';
  return notice(outcome.text, outcome.hasFailed);
}

/** The forms of a section: one for each of its actions. Those of rows are in their tables. */
export function renderForms(view: IndexView, section: string): Content {
  const forms = actions.filter((action) => action.section === section && !action.isOfRow);
  return forms.length === 0
    ? ''
    : html`<div class="forms">${forms.map((action) => renderForm(view, action))}</div>`;
}

/** The form of a session: a button for each action that its state allows. */
export function sessionForm(view: IndexView, session: StoredSession): Content {
  const { checkoutSessionToken, purchaseId, state } = session;
  const allowed = stepNames.filter((name) => paymentSteps[name].from === state);
  if (allowed.length === 0) return '';
  return html`<form class="actions" method="post" action="${view.path}">
    ${digestInput(view, ...identityOf(session))}
    <input type="hidden" name="session" value="${checkoutSessionToken}" />
    <input type="hidden" name="purchase" value="${purchaseId}" />
    ${allowed.map((name) => {
      const { label } = actionOf(name);
      const attributes = html`name="action" value="${name}" id="${name}-${purchaseId}"`;
      return html`<button class="small" ${attributes} aria-label="${label} ${purchaseId}">${label}</button>`;
    })}
  </form>`;
}

/** The button that repeats a callback. */
export function repeatForm(view: IndexView, { id }: LoggedRequest): Content {
  const { name, label } = actionOf('repeat');
  return html`<form class="actions" method="post" action="${indexPath}">
    ${digestInput(view, name)}
    <input type="hidden" name="callback" value="${id}" />
    <button class="small" name="action" value="${name}" id="${name}-${id}" aria-label="${label} ${id}">
      ${label}
    </button>
  </form>`;
}

function renderForm(view: IndexView, action: Action): Markup {
  const { name, label, summary } = action;
  const description = sentence(summary);
  const outcome = view.outcome?.action === action ? view.outcome : undefined;
  const rejected = outcome?.field;
  const fields = (isRare: boolean): Markup[] =>
    Object.entries(action.fields)
      .filter(([, field]) => (field.isRare ?? false) === isRare)
      .map(([key, field]) => renderField(view, name, key, field, rejected === key));
  const rare = fields(true);
  return html`<form class="fields" method="post" action="${view.path}" aria-label="${description}">
    <p class="muted wide">${description}</p>
    ${digestInput(view, name)}
    ${
      outcome && rejected !== undefined
        ? html`<p class="notice bad wide" role="alert" id="${name}-problem">${outcome.text}</p>`
        : ''
    }
    ${fields(false)}
    ${
      rare.length === 0
        ? ''
        : html`<details class="wide">
            <summary>More fields</summary>
            <div class="fields">${rare}</div>
          </details>`
    }
    ${
      mustBeSure(view.service, action)
        ? html`<label class="wide"
            ><input type="checkbox" name="${sureField}" value="yes" required /> Discard what
            ${view.service.settings.data ?? ''} keeps</label
          >`
        : ''
    }
    <button class="primary" name="action" value="${name}">${label}</button>
  </form>`;
}

/** The field of a form that a person has to tick. */
export const sureField = 'sure';

/** Whether an action discards what a data file keeps, which nothing brings back. */
export function mustBeSure({ settings }: Service, { name }: Action): boolean {
  return name === 'reset' && settings.data !== undefined;
}

function renderField(
  { typed, service }: IndexView,
  form: string,
  name: string,
  field: ActionField,
  isInvalid: boolean,
): Markup {
  const { label, type = 'text', placeholder = '', initial, isSwitch } = field;
  const value = typed.get(form)?.get(name) ?? initial?.(service.settings) ?? '';
  const attributes = isInvalid
    ? html`name="${name}" aria-invalid="true" aria-describedby="${form}-problem" autofocus`
    : html`name="${name}"`;
  const options = isSwitch ? switchOptions : field.options;
  if (!options) {
    return html`<label class="grow"
      >${label}
      <input type="${type}" autocomplete="off" placeholder="${placeholder}" ${attributes} value="${value}"
    /></label>`;
  }
  return html`<label class="grow"
    >${label}
    <select ${attributes}>
      ${options.map(
        ([one, text]) => html`<option value="${one}" ${one === value ? html`selected` : ''}>${text}</option>`,
      )}
    </select></label
  >`;
}

const switchOptions: NonNullable<ActionField['options']> = [
  ['', 'by default'],
  ['true', 'yes'],
  ['false', 'no'],
];

/** The digest of what a form changes, as the page shows it. */
function digestInput({ key }: IndexView, ...subject: readonly unknown[]): Markup {
  return html`<input type="hidden" name="${digestField}" value="${digestOf(key, ...subject)}" />`;
}
