import type { Schema } from '../operation.ts';
import { ResponseValidator } from './response-validator.ts';
import type { Validation } from './validation.ts';

export { type Drift, toInputIssues, toIssue, type Validation } from './validation.ts';

/** Validates one value like {@link ResponseValidator}, without known drift. */
export function validate<T>(schema: Schema<T>, value: unknown, mode: 'tolerant' | 'strict'): Validation<T> {
  return new ResponseValidator().validate({ name: '', output: schema }, value, mode);
}
