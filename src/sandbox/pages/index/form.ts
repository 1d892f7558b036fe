import { type Content, html, type Markup } from '../../../html/markup.ts';
import { indexPath } from './paths.ts';
import { type FormName, type FormProblem, type IndexView, problemOf } from './view.ts';

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
