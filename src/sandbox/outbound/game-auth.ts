import * as z from 'zod';

import { invalidOption } from '../../client/errors/index.ts';
import { parseJson } from '../json.ts';
import { callbackUrl, type SandboxSettings } from '../options.ts';
import type { Clock } from '../store/clock.ts';
import type { Callbacks } from './callbacks.ts';
import { callbackTimeout, describeFailure, type Send, signedPost } from './signed-post.ts';

/** Options of {@link Sandbox.callGameAuth}. */
export type GameAuthCallOptions = {
  /** The player's device; `'MOBILE'` is sent as the option `mobileDevice`. @defaultValue `'DESKTOP'` */
  readonly device?: string | undefined;
};

/** What the player sees after the publisher's response (§4.14), and what is wrong with the response. */
export type GameAuthOutcome = {
  /** A redirect into the game, a QR code of the deep link, or an error. */
  readonly shows: 'redirect' | 'qr_code' | 'error';
  /** The link that opens the game, from the response. */
  readonly deepLink?: string;
  /** The player's access token, from the response. */
  readonly accessToken?: string;
  /** HTTP status; absent without a response. */
  readonly status?: number;
  /** Number of the callback, which `trigger repeat` takes; absent if the target is a function. */
  readonly callback?: number;
  /** Why an error is shown. */
  readonly problem?: string;
};

const noDeepLink = 'deepLink is required: without it there is no redirect and no QR code';

const responseSchema = z.looseObject({
  deepLink: z
    .string({ error: ({ input }) => (input === undefined ? noDeepLink : 'deepLink must be a string') })
    .refine((link) => URL.canParse(link), { error: 'deepLink must be a URL, for example mygame://login' }),
  accessToken: z
    .string({ error: 'accessToken must be a string' })
    .min(1, { error: 'accessToken must not be empty' }),
  desktopAutoRedirect: z.boolean({ error: 'desktopAutoRedirect must be true or false' }).default(false),
});

/** Calls the publisher's endpoint as the service does (§4.14), and returns what the player sees. */
export async function callGameAuth(
  {
    settings,
    clock,
    callbacks,
  }: { readonly settings: SandboxSettings; readonly clock: Clock; readonly callbacks: Callbacks },
  target: string | Send | undefined = settings.gameAuthUrl,
  { device = 'DESKTOP' }: GameAuthCallOptions = {},
): Promise<GameAuthOutcome> {
  const { url, send } = resolveTarget(target, callbacks);
  const sent = device === 'MOBILE' ? settings.mobileDevice : device;
  const signal = AbortSignal.timeout(callbackTimeout);
  let kept: Pick<GameAuthOutcome, 'callback'> = {};
  const call = async (): Promise<GameAuthOutcome> => {
    const payload = JSON.stringify({ device: sent, date: clock.now().toISOString() });
    const request = await signedPost(url, payload, settings, signal);
    const response = await send(request, (callback) => (kept = { callback }));
    return { ...(await outcomeOf(response, device)), ...kept };
  };
  try {
    // A function may ignore the signal of its request.
    return await (typeof target === 'function' ? Promise.race([call(), rejectOn(signal)]) : call());
  } catch (error) {
    return { shows: 'error', problem: describeFailure(error), ...kept };
  }
}

function resolveTarget(
  target: string | Send | undefined,
  callbacks: Callbacks,
): { url: string; send: Callbacks['send'] } {
  if (typeof target === 'function') return { url: 'https://publisher.invalid/game-auth', send: target };
  if (target === undefined) throw invalidOption('gameAuthUrl', 'is required, unless a target is given');
  if (!callbackUrl.safeParse(target).success) {
    throw invalidOption('target', 'must be a URL that begins with http:// or https://, or a function');
  }
  return { url: target, send: callbacks.send };
}

async function outcomeOf(response: Response, device: string): Promise<GameAuthOutcome> {
  const { status } = response;
  const fail = (problem: string): GameAuthOutcome => ({ shows: 'error', status, problem });
  if (status !== 200) {
    await response.body?.cancel();
    return fail(`expected status 200, received ${status}`);
  }
  const result = responseSchema.safeParse(parseJson(await response.text()));
  if (!result.success) {
    const problems = result.error.issues.map(({ path, message }) =>
      path.length > 0 ? message : 'the response must be a JSON object',
    );
    return fail(problems.join('; '));
  }
  const { deepLink, accessToken, desktopAutoRedirect } = result.data;
  const shows = desktopAutoRedirect && device === 'DESKTOP' ? 'redirect' : 'qr_code';
  return { shows, deepLink, accessToken, status };
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
