import { type Content, html, type Markup } from '../../../html/markup.ts';
import type { Service } from '../../service.ts';
import { digestField, digestOf } from '../digest.ts';
import { indexPath } from '../page.ts';

/** What an index page is made from. */
export interface IndexView {
  readonly service: Service;
  /** Origin of the page, as the browser sees it. */
  readonly origin: string;
  /** Known only to the server and its pages: without it, no form has a valid digest. */
  readonly key: string;
  /** The form that was sent last, and its outcome. */
  readonly outcome?: FormOutcome | undefined;
}

/** The forms of the index page by the value of their field `action`, and the section of the page that each is in. */
export const sectionOfForm = {
  advance: 'advance',
  reset: 'reset',
  fault: 'fault',
  'remove-faults': 'fault',
  'game-auth': 'callbacks',
  personalize: 'callbacks',
  refund: 'sessions',
  dispute: 'sessions',
  reinstate: 'sessions',
} as const;

/** Name of a form of the index page. */
export type FormName = keyof typeof sectionOfForm;

/** The outcome of a form. */
interface FormOutcome extends FormResult {
  readonly form: FormName;
}

/** What a form has led to: a notice if it was done, or a problem if a value was rejected. */
export interface FormResult {
  readonly notice?: Notice;
  readonly problem?: FormProblem;
}

/** What the page says once after a form. */
export interface Notice {
  readonly text: Content;
  /** Whether it was done, but has failed elsewhere. @defaultValue `false` */
  readonly hasFailed?: boolean;
}

/** A value of a form that was rejected. */
export interface FormProblem {
  /** Name of the field. */
  readonly field: string;
  readonly message: string;
  /** All values, as they were sent. */
  readonly values: URLSearchParams;
}

/** The problem of a form, if it is the one that was sent. */
export function problemOf({ outcome }: IndexView, form: FormName): FormProblem | undefined {
  return outcome?.form === form ? outcome.problem : undefined;
}

/** What the page says about the forms of a section, once. */
export function renderNotice({ outcome }: IndexView, ...forms: readonly FormName[]): Content {
  if (!outcome?.notice || !forms.includes(outcome.form)) return '';
  const { text, hasFailed = false } = outcome.notice;
  return hasFailed
    ? html`<p class="notice bad" role="alert">${text}</p>`
    : html`<p class="notice ok" role="status">${text}</p>`;
}

/** Returns a form of the index page, with what was wrong with it. */
export function renderForm(view: IndexView, name: FormName, label: string, fields: Content): Markup {
  const problem = problemOf(view, name);
  return html`<form class="fields" method="post" action="${indexPath}" aria-label="${label}">
    ${hiddenFields(view, name)}
    ${
      problem ? html`<p class="notice bad wide" role="alert" id="${name}-problem">${problem.message}</p>` : ''
    }
    ${fields}
  </form>`;
}

/** The fields of a form that nobody sees; the subject is what it changes, as the page shows it. */
export function hiddenFields({ key }: IndexView, name: FormName, ...subject: readonly unknown[]): Markup {
  return html`<input type="hidden" name="action" value="${name}" />
    <input type="hidden" name="${digestField}" value="${digestOf(key, name, ...subject)}" />`;
}

/** Attributes of a field: its name, and whether it is the one that was rejected. */
export function fieldAttributes(form: FormName, field: string, problem: FormProblem | undefined): Markup {
  if (problem?.field !== field) return html`name="${field}"`;
  return html`name="${field}" aria-invalid="true" aria-describedby="${form}-problem" autofocus`;
}

/** The value of a field that was sent, or its default. */
export function valueOf(field: string, problem: FormProblem | undefined, initial: string): string {
  return problem ? (problem.values.get(field) ?? '') : initial;
}

/** An option of a `select`. */
export function renderOption(value: string, label: string, selected: string): Markup {
  return html`<option value="${value}" ${value === selected ? html`selected` : ''}>${label}</option>`;
}
