import { invalidOption } from '../errors/index.ts';
import { Observer } from '../http/observer.ts';
import { Transport } from '../http/transport.ts';
import type { ResponseEvent } from '../options/hooks.ts';

/** The result of a call, and what is known of its last response. */
export type WithResponse<Data> = {
  /** What the call returned. */
  readonly data: Data;
  /** HTTP status. */
  readonly status: number;
  /** Headers, without `set-cookie` and with the token redacted. */
  readonly headers: Headers;
  /** The service's id of the request, if the response has one. */
  readonly requestId: string | undefined;
  /** Number of requests started for the call that received the response. */
  readonly attempts: number;
};

/** Returns the result of a function, and the last response that the transport it uses received meanwhile. */
export async function recordResponse<Data>(
  { settings }: Transport,
  run: (recording: Transport) => Data | PromiseLike<Data>,
): Promise<WithResponse<Data>> {
  let last: ResponseEvent | undefined;
  const onResponse = (event: ResponseEvent): void => {
    if (event.headers) last = event;
    return settings.hooks.onResponse?.(event);
  };
  const hooks = { ...settings.hooks, onResponse };
  const data = await run(
    new Transport({ ...settings, hooks, observer: new Observer({ ...settings, hooks }) }),
  );
  const { status, headers, requestId, attempt: attempts } = last ?? ({} as Partial<ResponseEvent>);
  if (status !== undefined && headers && attempts) return { data, status, headers, requestId, attempts };
  const rule =
    'must send a request with the client that its function receives: (c) => c.pricePoints.get(999)';
  throw invalidOption('withResponse', rule, { outcome: undefined });
}
