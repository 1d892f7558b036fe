/** A request of a `node:http` server: declared by a few properties, so that it requires no types of Node. */
export interface NodeRequest {
  /** HTTP method. */
  readonly method?: string | undefined;
  /** The request target. */
  readonly url?: string | undefined;
  /** Names and values of the headers in turn, as received. */
  readonly rawHeaders: readonly string[];
  /** Whether the whole request has been received. */
  readonly complete: boolean;
}

/** A response of a `node:http` server: declared by a few properties, so that it requires no types of Node. */
export interface NodeResponse {
  /** HTTP status. */
  readonly statusCode: number;
  /** Whether the headers have been sent. */
  readonly headersSent: boolean;
  /** Whether the response has been ended. */
  readonly writableEnded: boolean;
}
