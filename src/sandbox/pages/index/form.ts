import { type Content, html, type Markup } from '../../../html/markup.ts';
import type { Service } from '../../service.ts';
import { indexPath } from '../page.ts';

/** What an index page is made from. */
export interface IndexView {
  readonly service: Service;
  /** Origin of the page, as the browser sees it. */
  readonly origin: string;
  /** The form that was sent last, and its outcome. */
  readonly outcome?: FormOutcome | undefined;
}

/** The forms of the index page, by the value of their field `action`. */
export type FormName = 'advance' | 'fault' | 'remove-faults';

/** The outcome of a form. */
interface FormOutcome {
  readonly form: FormName;
  /** What is wrong; absent if it was done. */
  readonly problem?: FormProblem;
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

/** Whether a form was sent and done. */
export function isDone({ outcome }: IndexView, form: FormName): boolean {
  return outcome?.form === form && !outcome.problem;
}

/** Returns a form of the index page, with what was wrong with it. */
export function renderForm(view: IndexView, name: FormName, label: string, fields: Content): Markup {
  const problem = problemOf(view, name);
  return html`<form class="fields" method="post" action="${indexPath}" aria-label="${label}">
    <input type="hidden" name="action" value="${name}" />
    ${
      problem ? html`<p class="notice bad wide" role="alert" id="${name}-problem">${problem.message}</p>` : ''
    }
    ${fields}
  </form>`;
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
