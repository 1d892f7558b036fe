/** A request in the log. Neither headers nor the query are kept, so that no token can be in it. */
export interface LoggedRequest {
  /** When its response was sent, by the system clock: milliseconds since 1970. */
  readonly time: number;
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** HTTP status; `undefined` if the connection closed before a response. */
  readonly status: number | undefined;
  /** Duration in milliseconds. */
  readonly milliseconds: number;
}

const keptRequests = 50;
const keptCharacters = 300;

/** The latest requests to the servers of a sandbox, for its index page. */
export class RequestLog {
  #requests: LoggedRequest[] = [];

  add({ method, path, status, milliseconds }: Omit<LoggedRequest, 'time'>): void {
    const request = {
      time: Date.now(),
      method,
      path: (path.split(/[?#]/)[0] ?? '').slice(0, keptCharacters),
      status,
      milliseconds,
    };
    this.#requests = [request, ...this.#requests.slice(0, keptRequests - 1)];
  }

  /** The requests, the latest first. */
  list(): readonly LoggedRequest[] {
    return this.#requests;
  }
}
