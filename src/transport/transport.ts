import type { Operation, OperationInput } from '../contract/operation.ts';
import { ResponseValidator } from '../validation/response-validator.ts';
import type { InvalidRow } from '../validation/validation.ts';
import { keepFrames } from '../errors/callers.ts';
import type { CallOptions } from '../options/call-options.ts';
import { Call } from './call.ts';
import { invalidResponse } from './invalid-response.ts';
import { type PageInput, prepare, type PreparedRequest } from './prepare.ts';
import type { ReceivedResponse } from './received-response.ts';
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
      const leave = await this.settings.gate.enter(request.signal);
      try {
        const call = new Call(request, this.settings);
        return await call.run((response) => this.#validate(operation, request, response, call, mode));
      } finally {
        leave();
      }
    } catch (error) {
      if (error === request.signal?.reason) keepFrames(error);
      throw error;
    }
  }

  #validate<Output, Input extends OperationInput>(
    operation: Operation<Output, Input>,
    request: PreparedRequest,
    response: ReceivedResponse,
    call: Call,
    mode: TransportSettings['responseValidation'],
  ): ReceivedPage<Output> {
    const result = this.#validator.validate(operation, response.value, mode, {
      redact: (part) => response.redact(part),
      setAsideRows: request.setAsideRows,
    });
    if (!result.ok) throw invalidResponse(request, response, call.context, result);
    for (const drift of result.drift) this.settings.drift.report(operation.name, drift);
    return { page: result.value, invalidRows: result.invalidRows ?? [] };
  }
}
