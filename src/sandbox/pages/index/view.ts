import type { Service } from '../../service.ts';

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

/** What came of a form. */
export interface FormOutcome {
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
