import type { Drift, DriftEvent } from '../validation/validation.ts';
import { printable } from '../errors/printable.ts';
import { TokenRedactor } from '../errors/token-redactor.ts';
import type { Hooks, RequestEvent, ResponseEvent, RetryEvent } from '../options/hooks.ts';
import { isLogged, type LogLevel, type Logger, type MessageLevel, writeLog } from '../options/logger.ts';
import { typeNameOf } from './redacted-cause.ts';

interface ObserverOptions {
  readonly logger: Logger;
  readonly logLevel: LogLevel;
  readonly hooks: Hooks;
}

/** Calls user-supplied hooks and the logger; an error they throw never fails a call. */
export class Observer {
  readonly #logger: Logger;
  readonly #logLevel: LogLevel;
  readonly #hooks: Hooks;
  readonly #isDebug: boolean;
  /** Names of the functions whose failure has been logged. */
  readonly #reported = new Set<string>();

  constructor({ logger, logLevel, hooks }: ObserverOptions) {
    this.#logger = logger;
    this.#logLevel = logLevel;
    this.#hooks = hooks;
    this.#isDebug = isLogged('debug', logLevel);
  }

  request(event: RequestEvent): void {
    this.guard('hooks.onRequest', () => this.#hooks.onRequest?.(event));
  }

  /**
   * Creates the event only for those who want it; `onResponse` is the function of the call, besides the client's hook.
   *
   * @param url Without its query, which may have ids of players
   */
  response(
    createEvent: () => ResponseEvent,
    url: () => string,
    onResponse?: (event: ResponseEvent) => unknown,
  ): void {
    if (!this.#hooks.onResponse && !onResponse && !this.#isDebug) return;
    const event = createEvent();
    this.#log('debug', () => {
      const { method, status = 'no response', duration, attempt, queued, error, outcome, requestId } = event;
      const parts = [
        `${method} ${url()} → ${status} in ${Math.round(duration)} ms`,
        `attempt ${attempt}`,
        queued >= 1 && `queued for ${Math.round(queued)} ms`,
        error,
        outcome && `outcome ${outcome}`,
        requestId && `request id ${requestId}`,
      ];
      return `${nameOfCall(event)}: ${parts.filter(Boolean).join(', ')}`;
    });
    this.guard('hooks.onResponse', () => this.#hooks.onResponse?.(event));
    this.guard('options.onResponse', () => onResponse?.(event));
  }

  retry(event: RetryEvent): void {
    const milliseconds = Math.round(event.delay);
    this.#log('info', () => `${nameOfCall(event)}: ${event.error}, retrying in ${milliseconds} ms`);
    this.guard('hooks.onRetry', () => this.#hooks.onRetry?.(event));
  }

  warn(message: string): void {
    this.#log('warn', () => message);
  }

  /** Runs a user-supplied function; what it throws or rejects with is logged once, by its name only. */
  guard(name: string, run: () => unknown): void {
    contain(run, (error) => {
      const message = `${name} threw ${typeNameOf(error)}; the call continues, and this is logged once`;
      this.#once(name, () => this.#log('error', () => message));
    });
  }

  #log(level: MessageLevel, message: () => string): void {
    if (!isLogged(level, this.#logLevel)) return;
    contain(
      () => writeLog(this.#logger, level, `publisher-commerce ${printable(message())}`),
      (error) => {
        const failure = `publisher-commerce the logger threw ${typeNameOf(error)}; calls continue, and this is printed once`;
        this.#once('logger', () => console.warn(failure));
      },
    );
  }

  #once(name: string, report: () => void): void {
    if (this.#reported.has(name)) return;
    this.#reported.add(name);
    // Where the logger fails because a pipe is closed, the console may throw too.
    contain(report, () => undefined);
  }
}

/** How lines of the log name a call: the start of its id is enough to find them. */
function nameOfCall({ operation, callId }: Pick<DriftEvent, 'operation' | 'callId'>): string {
  return callId === undefined ? operation : `${operation} ${callId.replace(/-.*/, '')}`;
}

/** Runs a function and passes what it throws or rejects with to `failed`. */
function contain(run: () => unknown, failed: (error: unknown) => void): void {
  try {
    const result = run();
    // Any thenable: a promise may be of another realm or library.
    if (typeof result === 'object' && result !== null && 'then' in result)
      Promise.resolve(result).catch(failed);
  } catch (error) {
    failed(error);
  }
}

/**
 * Reports schema drift once per operation and field. Reports may quote the service: the token is redacted, control
 * characters are escaped, and long strings are shortened.
 */
export class DriftReporter {
  /** What was reported, which clients for a job share. */
  readonly seen: Set<string>;
  readonly #report: (event: DriftEvent) => void;
  readonly #redactor: TokenRedactor;

  constructor(
    onDrift: ((event: DriftEvent) => void) | undefined,
    observer: Observer,
    redactor: TokenRedactor = new TokenRedactor(),
    seen = new Set<string>(),
  ) {
    this.#redactor = redactor;
    this.seen = seen;
    this.#report = onDrift
      ? (event) => observer.guard('onDrift', () => onDrift(event))
      : ({ path, expected, received, page, row, ...call }) => {
          const ofPage = page === undefined ? '' : ` of the page at index ${page}`;
          const ofRow = row === undefined ? '' : ` of the row at index ${row}`;
          observer.warn(
            `${nameOfCall(call)}: ${path}${ofPage}${ofRow} is not as documented: expected ${expected}, received ${received}`,
          );
        };
  }

  report(operation: string, drift: Drift & { readonly callId?: string }, redactor = this.#redactor): void {
    const key = `${operation} ${drift.path.slice(0, maxPathLength)}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.reportAgain(operation, drift, redactor);
  }

  /** Reports drift even if it was reported before, for findings that concern one iteration only. */
  reportAgain(operation: string, drift: Omit<DriftEvent, 'operation'>, redactor = this.#redactor): void {
    this.#report({
      operation,
      ...drift,
      path: printable(redactor.redact(drift.path, maxPathLength)),
      expected: printable(redactor.redact(drift.expected, maxExpectedLength)),
      received: printable(redactor.redact(drift.received, maxReceivedLength)),
    });
  }
}

const maxPathLength = 200;
const maxExpectedLength = 1000;
const maxReceivedLength = 200;
