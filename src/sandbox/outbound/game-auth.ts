import * as z from 'zod';

import { ConfigurationError } from '../../errors/index.ts';
import { parseJson } from '../parse-json.ts';
import type { World } from '../world.ts';
import { failureText, patience, type Send, sendOverNetwork, signedPost } from './signed-post.ts';

/** How {@link Sandbox.callGameAuth} calls. */
export interface GameAuthCallOptions {
  /** On what the player logs in: `DESKTOP`, or the mobile value. @defaultValue `'DESKTOP'` */
  readonly device?: string | undefined;
}

/** What the player sees after the publisher's answer (§4.14), and what was wrong with it. */
export interface GameAuthOutcome {
  /** A redirect into the game, a QR code of the deep link, or an error. */
  readonly shows: 'redirect' | 'qr_code' | 'error';
  /** The link that opens the game, as the publisher answered it. */
  readonly deepLink?: string;
  /** The player's access token, as the publisher answered it. */
  readonly accessToken?: string;
  /** HTTP status; absent when there was no answer. */
  readonly status?: number;
  /** Why it shows an error. */
  readonly problem?: string;
}

/** Where the game authentication callback is: an address, or a handler of the publisher's. */
export type GameAuthTarget = string | Send;

const noDeepLink = 'deepLink is missing: the player can neither be redirected nor shown a QR code';

const answerSchema = z.looseObject({
  deepLink: z
    .string({ error: ({ input }) => (input === undefined ? noDeepLink : 'deepLink must be text') })
    .refine((link) => URL.canParse(link), { error: 'deepLink must be a URL, for example mygame://login' }),
  accessToken: z
    .string({ error: 'accessToken must be text' })
    .min(1, { error: 'accessToken must not be empty' }),
  desktopAutoRedirect: z.boolean({ error: 'desktopAutoRedirect must be true or false' }).default(false),
});

/** Plays the service's side of §4.14: calls the publisher, and reports what the player sees. */
export async function callGameAuth(
  { settings, now }: Pick<World, 'settings' | 'now'>,
  target: GameAuthTarget | undefined = settings.gameAuthUrl,
  { device = 'DESKTOP' }: GameAuthCallOptions = {},
): Promise<GameAuthOutcome> {
  const { url, send } = route(target);
  const signal = AbortSignal.timeout(patience);
  const call = async (): Promise<GameAuthOutcome> => {
    const response = await send(signedPost(url, { device, date: now().toISOString() }, settings, signal));
    return read(response, device);
  };
  try {
    return await Promise.race([call(), failWith(signal)]);
  } catch (error) {
    return { shows: 'error', problem: failureText(error) };
  }
}

function route(target: GameAuthTarget | undefined): { url: string; send: Send } {
  if (typeof target === 'function') return { url: 'https://publisher.invalid/game-auth', send: target };
  if (target === undefined) throw new ConfigurationError('gameAuthUrl', 'is needed, or a target');
  if (!z.url({ protocol: /^https?$/ }).safeParse(target).success) {
    throw new ConfigurationError(
      'target',
      'must be a URL that begins with http:// or https://, or a function',
    );
  }
  return { url: target, send: sendOverNetwork };
}

async function read(response: Response, device: string): Promise<GameAuthOutcome> {
  const { status } = response;
  const fail = (problem: string): GameAuthOutcome => ({ shows: 'error', status, problem });
  if (status !== 200) {
    await response.body?.cancel();
    return fail(`the status is ${status}, and only 200 is documented`);
  }
  const answer = answerSchema.safeParse(parseJson(await response.text()));
  if (!answer.success) {
    const problems = answer.error.issues.map(({ path, message }) =>
      path.length > 0 ? message : 'the answer must be a JSON object',
    );
    return fail(problems.join('; '));
  }
  const { deepLink, accessToken, desktopAutoRedirect } = answer.data;
  const shows = desktopAutoRedirect && device === 'DESKTOP' ? 'redirect' : 'qr_code';
  return { shows, deepLink, accessToken, status };
}

function failWith(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
