import type { Operation } from '../contract/operation.ts';
import { ResponseValidator } from '../contract/validation/response-validator.ts';
import type { Invalid, InvalidRow, PageValidation, Validation } from '../contract/validation/validation.ts';
import { ResponseValidationError } from '../errors/index.ts';
import { listIssues } from '../errors/outcome.ts';
import { quote } from '../errors/printable.ts';
import type { Answer } from './attempt.ts';
import { Call } from './call.ts';
import { type OperationInput, prepare, type PreparedRequest } from './prepare.ts';
import type { CallOptions, TransportSettings } from './settings.ts';

/** A page, and the rows of it that are to be set aside. */
export interface SentPage<Page> {
  /** As received: its `results` hold the invalid rows too. */
  readonly page: Page;
  /** In the order of the page; none unless `setAsideRows` was asked for. */
  readonly invalidRows: readonly InvalidRow[];
}

/** Sends operations, and compares every response with its schema. */
export class Transport {
  readonly settings: TransportSettings;
  readonly #validator = new ResponseValidator();

  constructor(settings: TransportSettings) {
    this.settings = settings;
  }

  /** One call of an operation, from its arguments to its checked answer. */
  async send<Params, Query, Body, Output>(
    operation: Operation<Params, Query, Body, Output>,
    input: OperationInput<Params, Query, Body>,
    options?: CallOptions,
    validation?: TransportSettings['responseValidation'],
  ): Promise<Output> {
    const { page } = await this.sendPage(operation, { ...input, setAsideRows: false }, options, validation);
    return page;
  }

  /** One call of an operation; with `setAsideRows`, invalid rows of its page are listed and reject nothing. */
  async sendPage<Params, Query, Body, Output>(
    operation: Operation<Params, Query, Body, Output>,
    input: OperationInput<Params, Query, Body>,
    options?: CallOptions,
    mode: TransportSettings['responseValidation'] = this.settings.responseValidation,
  ): Promise<SentPage<Output>> {
    const request = prepare(operation, input, options, this.settings);
    const call = new Call(request, this.settings);
    const accept = (answer: Answer): SentPage<Output> => {
      const { value, redact } = answer;
      const result = input.setAsideRows
        ? this.#validator.validatePage(operation, value, mode, redact)
        : withoutRows(this.#validator.validate(operation, value, mode, redact));
      if (!result.ok) throw invalidResponse(request, answer, call.attempts, result);
      for (const drift of result.drift) this.settings.drift.report(operation.name, drift);
      return { page: result.value, invalidRows: result.invalidRows };
    };
    return this.settings.gate.call(() => call.run(accept), options?.signal);
  }
}

function withoutRows<T>(result: Validation<T>): PageValidation<T> {
  return result.ok ? { ...result, invalidRows: [] } : result;
}

/** The error for an answer that is not as documented in a field that matters. */
function invalidResponse(
  { operation, query }: PreparedRequest,
  { status, value, redact, redactText }: Answer,
  attempts: number,
  { issues, row, rawRow }: Invalid,
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
      ...(isWrite
        ? { outcome: 'applied', body: redact(value) }
        : { rawRow: row === undefined ? undefined : redact(rawRow) }),
    },
  );
}
