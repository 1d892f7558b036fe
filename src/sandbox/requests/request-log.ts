import type { BodyStart } from './body-start.ts';
import { type Fields, SecretFilter } from './secret-filter.ts';

/** A request and its response, without secrets. */
export interface LoggedRequest {
  /** Counted from 1. */
  readonly id: number;
  /** When its response was sent, by the system clock: milliseconds since 1970. */
  readonly time: number;
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly query: Fields;
  readonly headers: Fields;
  readonly body: LoggedBody;
  /** The fault that was injected, for example `status 503`. */
  readonly fault: string | undefined;
  /** HTTP status; `undefined` if the connection closed before a response. */
  readonly status: number | undefined;
  /** Whether the response was sent completely. */
  readonly complete: boolean;
  readonly responseHeaders: Fields;
  readonly response: LoggedBody;
  /** Duration in milliseconds. */
  readonly milliseconds: number;
}

/** The beginning of a body. */
export interface LoggedBody {
  /** The first 64 KiB, in UTF-8; `undefined` if they are not text. */
  readonly text: Buffer | undefined;
  /** Size of the whole body. */
  readonly bytes: number;
  readonly isCut: boolean;
}

/** A request as it was received. */
export interface ReceivedRequest extends Omit<LoggedRequest, 'id' | 'time' | 'query' | 'body' | 'response'> {
  /** Path and query. */
  readonly path: string;
  readonly body: BodyStart;
  readonly response: BodyStart;
}

/** How many requests are kept. */
export const keptRequests = 200;
const keptPath = 300;

/** The latest requests to the servers of a sandbox, for its page. */
export class RequestLog {
  readonly #secrets: SecretFilter;
  #requests: readonly LoggedRequest[] = [];
  #count = 0;

  /** Hides the secrets wherever they are. */
  constructor(secrets: readonly string[]) {
    // Bodies are searched as bytes.
    this.#secrets = new SecretFilter([
      ...secrets,
      ...secrets.map((one) => Buffer.from(one).toString('latin1')),
    ]);
  }

  add(received: ReceivedRequest): void {
    const { path: target, headers, body, responseHeaders, response } = received;
    const [path = '', ...rest] = target.replace(/#.*/s, '').split('?');
    const query = fieldsOf(rest.join('?'));
    const secrets = this.#secrets.withSecretsOf([...headers, ...query]);
    this.#count += 1;
    const request: LoggedRequest = {
      ...received,
      id: this.#count,
      time: Date.now(),
      path: secrets.hide(path).slice(0, keptPath),
      query: secrets.hideFields(query),
      headers: secrets.hideFields(headers),
      body: keepBody(body, secrets),
      responseHeaders: secrets.hideFields(responseHeaders),
      response: keepBody(response, secrets),
    };
    this.#requests = [request, ...this.#requests.slice(0, keptRequests - 1)];
  }

  /** The number of all requests, also of those that are no longer kept. */
  get count(): number {
    return this.#count;
  }

  /** The requests that are kept, the latest first. */
  list(): readonly LoggedRequest[] {
    return this.#requests;
  }
}

function keepBody(body: BodyStart, secrets: SecretFilter): LoggedBody {
  const { total: bytes, isCut } = body;
  const text = body.text();
  // One character a byte, and only while it is searched: strings of this size would be copied by each garbage collection.
  const searched = text?.toString('latin1') ?? '';
  const kept = secrets.hide(searched, isCut);
  return { text: kept === searched ? text : Buffer.from(kept, 'latin1'), bytes, isCut };
}

/** The parameters of a query. A plus sign stays one: it may belong to a token. */
function fieldsOf(query: string): Fields {
  return query
    .split('&')
    .filter((parameter) => parameter !== '')
    .map((parameter) => {
      const [name = '', ...value] = parameter.split('=');
      return [decode(name), decode(value.join('='))];
    });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
