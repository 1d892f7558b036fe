import { type ResolvedOptions, resolveOverrides } from '../options/client-options.ts';
import type { ClientOverrides, OverridableSettings } from '../options/client-overrides.ts';
import { DriftReporter, Observer } from './observer.ts';
import { RequestLimiter } from './request-limiter.ts';
import { Token } from './token.ts';

/** Client options, with the objects that are created from them once per client. */
export interface TransportSettings extends Omit<ResolvedOptions, 'token'> {
  readonly token: Token;
  /** Not set without a limit. */
  readonly limiter: RequestLimiter | undefined;
  readonly observer: Observer;
  readonly drift: DriftReporter;
}

/** @throws `ConfigurationError` when the token cannot be sent in a header */
export function createSettings(options: ResolvedOptions): TransportSettings {
  const token = new Token(options.token);
  return {
    ...options,
    token,
    limiter: options.rateLimit || options.maxConcurrency ? new RequestLimiter(options) : undefined,
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
  const { onDrift, logger, logLevel } = options;
  const isReportedElsewhere = (onDrift ?? logger ?? logLevel) !== undefined;
  return {
    ...overridden,
    token,
    ...createReporters(overridden, token, isReportedElsewhere ? undefined : settings.drift.seen),
  };
}

function createReporters(
  settings: OverridableSettings,
  token: Token,
  seenDrift?: Set<string>,
): Pick<TransportSettings, 'observer' | 'drift'> {
  const observer = new Observer(settings);
  return { observer, drift: new DriftReporter(settings.onDrift, observer, token.redactor, seenDrift) };
}
