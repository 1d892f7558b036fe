import { type Fields, SecretFilter } from './secret-filter.ts';

/** A request and its outcome. */
export interface HandledRequest {
  /** HTTP method. */
  readonly method: string;
  /** Path and query, as received. */
  readonly path: string;
  /** HTTP status; `undefined` if the connection closed before a response. */
  readonly status: number | undefined;
  /** Whether the response was sent completely. */
  readonly complete: boolean;
  /** Duration in milliseconds. */
  readonly milliseconds: number;
}

/** A request and its response, without secrets. */
export interface LoggedRequest extends HandledRequest {
  /** Counted from 1. */
  readonly id: number;
  /** When its response was sent, by the system clock: milliseconds since 1970. */
  readonly time: number;
  readonly query: Fields;
  readonly headers: Fields;
  readonly body: LoggedBody;
  /** The fault that was injected, for example `status 503`. */
  readonly fault: string | undefined;
  readonly responseHeaders: Fields;
  readonly response: LoggedBody;
}

/** The beginning of a body. */
export interface LoggedBody {
  /** The first 64 KiB; `undefined` if they are not text. */
  readonly text: string | undefined;
  /** Size of the whole body. */
  readonly bytes: number;
}

/** A request as it was received. */
export interface FinishedRequest extends Omit<LoggedRequest, 'id' | 'time' | 'query' | 'body' | 'response'> {
  readonly body: BodyStart;
  readonly response: BodyStart;
}

/** How many requests are kept. */
export const keptRequests = 200;
const keptPath = 300;

/** The latest requests that a sandbox received, or sent, for its page. */
export class RequestLog {
  readonly #secrets: SecretFilter;
  #requests: readonly LoggedRequest[] = [];
  #count = 0;

  /** Hides the secrets wherever they are. */
  constructor(secrets: readonly string[]) {
    this.#secrets = new SecretFilter(secrets);
  }

  /** Keeps a request, and returns its id. */
  add(received: FinishedRequest): number {
    const { path: target, headers, body, responseHeaders, response } = received;
    const [path = '', ...rest] = target.replace(/#.*/s, '').split('?');
    // A plus sign stays one: it may belong to a token.
    const query = [...new URLSearchParams(rest.join('?').replaceAll('+', '%2B'))];
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
    return request.id;
  }

  /** The requests that are kept, the latest first. */
  list(): readonly LoggedRequest[] {
    return this.#requests;
  }
}

function keepBody(body: BodyStart, secrets: SecretFilter): LoggedBody {
  const text = body.text();
  return {
    text: text === undefined ? undefined : secrets.hide(text).slice(0, shownBytes),
    bytes: body.total,
  };
}

/** How many bytes of a body are shown. */
export const shownBytes = 64 * 1024;
/** A secret may begin in what is shown, and is found only if it is whole. */
const keptBytes = shownBytes + 2048;

/** The first 66 KiB of a body. They are copied: a part of a buffer would keep all of it. */
export class BodyStart {
  readonly #chunks: Buffer[] = [];
  #room = keptBytes;
  #total = 0;

  add(chunk: Uint8Array): void {
    this.#total += chunk.byteLength;
    if (this.#room === 0) return;
    const kept = Buffer.from(chunk.subarray(0, this.#room));
    this.#chunks.push(kept);
    this.#room -= kept.byteLength;
  }

  /** Size of the whole body in bytes. */
  get total(): number {
    return this.#total;
  }

  /** The start, without a character that was cut; `undefined` unless it is UTF-8, in which secrets can be found. */
  text(): string | undefined {
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true });
      const text = decoder.decode(Buffer.concat(this.#chunks), { stream: this.#total > keptBytes });
      return text.includes('\0') ? undefined : text;
    } catch {
      return undefined;
    }
  }
}
