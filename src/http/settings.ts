import { type ResolvedOptions, resolveOverrides } from '../options/client-options.ts';
import type { ClientOverrides, OverridableSettings } from '../options/client-overrides.ts';
import { nodeProcess } from '../runtime/runtime.ts';
import { ResponseValidator } from '../validation/response-validator.ts';
import { DriftReporter, Observer } from './observer.ts';
import { RequestLimiter } from './request-limiter.ts';
import { Token } from './token.ts';

/** Client options, with the objects that are created from them once per client. */
export type TransportSettings = Readonly<ReturnType<typeof createSettings>> & {
  /** Called with each parsed body and its bytes, which nothing else uses afterwards. */
  readonly onBody?: ((value: unknown, bytes: Uint8Array) => void) | undefined;
};

/** @throws `ConfigurationError` when the token cannot be sent in a header */
export function createSettings(options: ResolvedOptions) {
  limitContentCodings(new URL(options.baseUrl).origin);
  const token = new Token(options.token);
  return {
    ...options,
    token,
    limiter: new RequestLimiter(options),
    validator: new ResponseValidator(),
    ...createReporters(options, token),
  };
}

/**
 * Returns the settings of a client for a job. It shares the limits, and the record of reported schema drift unless it
 * reports to another place.
 *
 * @throws `ConfigurationError` when an option is invalid, or the token cannot be sent in a header
 */
export function overrideSettings(settings: TransportSettings, options: ClientOverrides): TransportSettings {
  const overridden = { ...settings, ...resolveOverrides(options, settings) };
  const token =
    options.token === undefined ? settings.token : new Token({ option: 'token', value: options.token });
  const isReportedElsewhere = options.onDrift !== undefined || options.logLevel !== undefined;
  return {
    ...overridden,
    token,
    validator: isReportedElsewhere ? new ResponseValidator() : settings.validator,
    ...createReporters(overridden, token),
  };
}

function createReporters(settings: OverridableSettings, token: Token) {
  const observer = new Observer(settings);
  return { observer, drift: new DriftReporter(settings.onDrift, observer, token.redactor) };
}

/** As many as the `fetch` of undici, which is also Node's, decodes. */
const maxCodings = 5;
const origins = new Set<string>();

/**
 * Lets responses of an origin with more than five content codings be received as if they had none.
 *
 * `fetch` would reject, but up to undici 8.10 nothing then handles errors of the body: a lost connection, a timeout
 * or an abort would end the process. It never affects how a request is sent: if undici publishes something else some
 * day, nothing is changed.
 */
function limitContentCodings(origin: string): void {
  if (origins.size === 0) {
    // Not imported, so that bundles for other runtimes need no Node.
    const channels = nodeProcess().getBuiltinModule?.('node:diagnostics_channel');
    channels?.subscribe('undici:request:headers', dropCodings);
  }
  origins.add(origin);
}

/** Receives what undici publishes before `fetch` reads the same headers: names and values in turn, as bytes. */
function dropCodings(message: unknown): void {
  const { request, response } = message as {
    request: { origin?: unknown };
    response: { headers?: unknown };
  };
  const { headers } = response;
  if (!origins.has(String(request.origin)) || !Array.isArray(headers)) return;
  const values = headers.flatMap((name: unknown, index) =>
    index % 2 === 0 && /^content-encoding$/i.test(String(name)) ? [index + 1] : [],
  );
  const codings = values.flatMap((index) => String(headers[index]).split(','));
  if (codings.length > maxCodings) for (const index of values) headers[index] = new Uint8Array();
}
