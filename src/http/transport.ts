import type { Operation, OperationInput } from '../api/operation.ts';
import { ResponseValidator } from '../validation/response-validator.ts';
import type { Invalid, InvalidRow } from '../validation/validation.ts';
import { ResponseValidationError } from '../errors/index.ts';
import { recaptureStack } from '../errors/publisher-error.ts';
import { listIssues } from '../errors/issue.ts';
import { quote } from '../errors/printable.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { Attempt, Received } from './attempt.ts';
import { Call } from './call.ts';
import { type PageInput, prepare, type PreparedRequest } from './prepare.ts';
import { keepBody } from './redact.ts';
import type { TransportSettings } from './settings.ts';

export interface ReceivedPage<Page> {
  /** As received: `results` includes the invalid rows. */
  readonly page: Page;
  /** In page order; empty unless `setAsideRows` is set. */
  readonly invalidRows: readonly InvalidRow[];
}

/** Sends operations: validates the input, queues and sends the request, validates the response, and retries if safe. */
export class Transport {
  readonly settings: TransportSettings;
  readonly #validator = new ResponseValidator();

  constructor(settings: TransportSettings) {
    this.settings = settings;
  }

  /** Sends an operation and returns its validated response. */
  async send<Output, Input extends OperationInput>(
    operation: Operation<Output, Input>,
    input: Input & PageInput,
    options?: CallOptions,
    mode?: TransportSettings['responseValidation'],
  ): Promise<Output> {
    const { page } = await this.sendPage(operation, input, options, mode);
    return page;
  }

  /** Sends an operation and returns its page; with `setAsideRows`, invalid rows are returned instead of thrown. */
  async sendPage<Output, Input extends OperationInput>(
    operation: Operation<Output, Input>,
    input: Input & PageInput,
    options?: CallOptions,
    mode: TransportSettings['responseValidation'] = this.settings.responseValidation,
  ): Promise<ReceivedPage<Output>> {
    const request = prepare(operation, input, options, this.settings);
    try {
      const leave = await this.settings.limiter.enter(request.signal);
      try {
        const call = new Call(request, this.settings);
        return await call.run((received, attempt) =>
          this.#validate(operation, request, received, attempt, mode),
        );
      } finally {
        leave();
      }
    } catch (error) {
      if (error !== request.signal?.reason) recaptureStack(error);
      throw error;
    }
  }

  #validate<Output, Input extends OperationInput>(
    operation: Operation<Output, Input>,
    request: PreparedRequest,
    received: Received,
    attempt: Attempt,
    mode: TransportSettings['responseValidation'],
  ): ReceivedPage<Output> {
    const result = this.#validator.validate(operation, received.value, mode, {
      redact: (part) => keepBody(part, attempt.redactor),
      setAsideRows: request.setAsideRows,
    });
    if (!result.ok) throw invalidResponse(request, received, attempt, result);
    for (const drift of result.drift) this.settings.drift.report(operation.name, drift);
    return { page: result.value, invalidRows: result.invalidRows ?? [] };
  }
}

const maxIssueLength = 1000;

/** Returns the error for a response that does not match its schema. */
function invalidResponse(
  { operation, query }: PreparedRequest,
  { status, value }: Received,
  attempt: Attempt,
  { issues, row, rawRow }: Invalid,
): ResponseValidationError {
  const { redactor } = attempt;
  // Not shortened: resuming manually requires the complete cursor.
  const cursor = typeof query['cursor'] === 'string' ? redactor.redact(query['cursor']) : undefined;
  const page = cursor === undefined ? '' : `, page cursor ${quote(cursor)}`;
  const redacted = issues.map(({ path, message }) => ({
    path: redactor.redact(path, maxIssueLength),
    message: redactor.redact(message, maxIssueLength),
  }));
  return new ResponseValidationError(
    `${operation.name}: the response (status ${status}${page}) is not as documented: ${listIssues(redacted)}`,
    {
      ...attempt.contextOf('applied'),
      status,
      issues: redacted,
      row,
      cursor,
      ...(operation.effect === 'read'
        ? { rawRow: row === undefined ? undefined : keepBody(rawRow, redactor) }
        : { body: keepBody(value, redactor) }),
    },
  );
}
