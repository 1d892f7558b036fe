import type { ResolvedOptions } from '../options/client-options.ts';
import { createCallIds } from './call-ids.ts';
import { DriftReporter } from './drift.ts';
import { Gate } from './gate.ts';
import { Observer } from './observer.ts';
import { Token } from './token.ts';

/** Client options, with the objects that are created from them once per client. */
export interface TransportSettings extends Omit<
  ResolvedOptions,
  'token' | 'logger' | 'hooks' | 'onDrift' | 'rateLimit' | 'maxConcurrency' | 'offerQueryNames'
> {
  readonly token: Token;
  readonly gate: Gate;
  readonly observer: Observer;
  readonly drift: DriftReporter;
  /** Returns a new id for each call. */
  readonly nextCallId: () => string;
}

/** @throws `ConfigurationError` when the token cannot be sent in a header */
export function createSettings({
  token: source,
  logger,
  hooks,
  onDrift,
  rateLimit,
  maxConcurrency,
  ...options
}: Omit<ResolvedOptions, 'offerQueryNames'>): TransportSettings {
  const token = new Token(source);
  const observer = new Observer(logger, hooks);
  const drift = new DriftReporter(onDrift, observer, token.sent);
  return {
    ...options,
    token,
    gate: new Gate({ rateLimit, maxConcurrency }),
    observer,
    drift,
    nextCallId: createCallIds(),
  };
}
