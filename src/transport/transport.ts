import type { Operation } from '../contract/operation.ts';
import { validate, type Validation } from '../contract/validate.ts';
import { ResponseValidationError } from '../errors/index.ts';
import { listIssues } from '../errors/outcome.ts';
import { quote } from '../errors/printable.ts';
import type { Answer } from './attempt.ts';
import { Call } from './call.ts';
import { type OperationInput, prepare, type PreparedRequest } from './prepare.ts';
import type { CallOptions, TransportSettings } from './settings.ts';

/** Sends operations, and holds every answer against its schema. */
export class Transport {
  readonly settings: TransportSettings;

  constructor(settings: TransportSettings) {
    this.settings = settings;
  }

  // TEMPORARY until the validator is merged.
  async sendPage<Params, Query, Body, Output>(
    operation: Operation<Params, Query, Body, Output>,
    input: OperationInput<Params, Query, Body>,
    options?: CallOptions,
  ): Promise<{ page: Output; invalidRows: readonly never[] }> {
    return { page: await this.send(operation, input, options), invalidRows: [] };
  }

  /** One call of an operation, from its arguments to its checked answer. */
  async send<Params, Query, Body, Output>(
    operation: Operation<Params, Query, Body, Output>,
    input: OperationInput<Params, Query, Body>,
    options?: CallOptions,
    validation: TransportSettings['responseValidation'] = this.settings.responseValidation,
  ): Promise<Output> {
    const request = prepare(operation, input, options, this.settings);
    const call = new Call(request, this.settings);
    const accept = (answer: Answer): Output => {
      const result = validate(operation.output, answer.value, validation);
      if (!result.ok) throw invalidAnswer(request, answer, call.attempts, result);
      for (const drift of result.drift) this.settings.drift.report(operation.name, drift);
      return result.value;
    };
    return this.settings.gate.call(() => call.run(accept), options?.signal);
  }
}

/** The error for an answer that is not as documented in a field that matters. */
function invalidAnswer(
  { operation, query }: PreparedRequest,
  { status, value, redact, redactText }: Answer,
  attempts: number,
  { issues, row }: Extract<Validation<unknown>, { ok: false }>,
): ResponseValidationError {
  // Not cut: whoever resumes by hand needs all of it.
  const cursor = typeof query['cursor'] === 'string' ? redactText(query['cursor'], Infinity) : undefined;
  const page = cursor === undefined ? '' : `, page cursor ${quote(cursor)}`;
  const shown = issues.map(({ path, message }) => ({ path: redactText(path), message: redactText(message) }));
  const isWrite = operation.effect !== 'read';
  return new ResponseValidationError(
    `${operation.name}: the answer (status ${status}${page}) is not as documented: ${listIssues(shown)}`,
    {
      operation: operation.name,
      attempts,
      status,
      issues: shown,
      row,
      cursor,
      ...(isWrite ? { outcome: 'applied', body: redact(value) } : {}),
    },
  );
}
