import type { IncomingMessage, ServerResponse } from 'node:http';

import { describeOutcome } from '../operations/faults/read-plan.ts';
import { BodyStart } from '../requests/body-start.ts';
import type { ReceivedRequest } from '../requests/request-log.ts';
import type { Fields } from '../requests/secret-filter.ts';
import type { Service } from '../service.ts';

/** What the log of requests keeps of one, besides its outcome. */
export class Recording {
  readonly body = new BodyStart();
  readonly response = new BodyStart();
  /** The request, by which its fault is known; `undefined` if it could not be read. */
  request: Request | undefined;

  addTo(
    { requests, faults }: Service,
    outcome: Pick<ReceivedRequest, 'method' | 'path' | 'status' | 'complete' | 'milliseconds'>,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): void {
    const plan = this.request && faults.injectedInto(this.request);
    requests.add({
      ...outcome,
      headers: fieldsOf(incoming.headersDistinct),
      body: this.body,
      fault: plan && describeOutcome(plan),
      responseHeaders: fieldsOf(outgoing.getHeaders()),
      response: this.response,
    });
  }
}

function fieldsOf(
  headers: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): Fields {
  return Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')]);
}
