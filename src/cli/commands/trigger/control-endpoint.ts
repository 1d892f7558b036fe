import * as z from 'zod';

import { invalidOption } from '../../../client/errors/index.ts';
import { printable } from '../../../client/errors/printable.ts';
import type { Action } from '../../../sandbox/actions/action.ts';
import { defaultSandboxUrl, sandboxHeader } from '../../../sandbox/connect.ts';
import { parseJson } from '../../../sandbox/json.ts';
import { describeFailure } from '../../../sandbox/outbound/signed-post.ts';
import { callbacksPath, controlPath } from '../../../sandbox/paths.ts';
import { CommandError, UsageError, withAdvice } from '../../terminal/command-error.ts';

const variable = 'PUBLISHER_SANDBOX_URL';

/**
 * Returns the URL of the sandbox, without a slash at its end: that of `--url`, else of `PUBLISHER_SANDBOX_URL`, else
 * port 4010 of this machine.
 *
 * @throws UsageError naming the flag or the variable.
 */
export function sandboxUrl(flag: string | undefined, env: NodeJS.ProcessEnv): string {
  if (flag !== undefined) return readUrl('--url', flag);
  return readUrl(variable, env[variable] || defaultSandboxUrl);
}

function readUrl(name: string, value: string): string {
  const { href, username, password } = URL.parse(value) ?? {};
  if (href === undefined || !/^https?:[^?#]*$/.test(href) || username || password) {
    throw new UsageError(
      `${name}: must be a URL without user name and query, for example ${defaultSandboxUrl}`,
    );
  }
  return href.replace(/\/+$/, '');
}

/** More than the ten seconds after which the sandbox gives up a callback. */
const timeoutMs = 30_000;

/**
 * Sends an action to the sandbox at a URL, and returns the body of its response.
 *
 * @throws ConfigurationError naming the field that the sandbox rejects.
 * @throws CommandError if there is no sandbox, or it fails.
 */
export async function postAction(url: string, { path }: Action, input: object): Promise<unknown> {
  const body = new Map<string, unknown>(Object.entries(input));
  const target = path.replace(/:(\w+)/, (_parameter, name: string) => {
    const id = String(body.get(name));
    body.delete(name);
    // `fetch` resolves such segments, which leads to another path; no session or purchase has an id like this.
    if (/^\.\.?$/.test(id)) throw failure(url, 404, { message: 'No checkout session has this id' });
    return encodeURIComponent(id);
  });
  const { status, text, isSandbox } = await send(url, target, Object.fromEntries(body));
  if (!isSandbox) throw notSandbox(url, status);
  const parsed = parseJson(text);
  if (status !== 200) throw failure(url, status, parsed);
  return parsed;
}

async function send(
  url: string,
  path: string,
  body: object,
): Promise<{ status: number; text: string; isSandbox: boolean }> {
  try {
    const response = await fetch(`${url}${controlPath}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // A sandbox does not redirect.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const isSandbox = response.headers.has(sandboxHeader);
    // Something else may respond without end.
    if (!isSandbox) await response.body?.cancel();
    return { status: response.status, text: isSandbox ? await response.text() : '', isSandbox };
  } catch (error) {
    const problem = `cannot reach a sandbox at ${url} (${printable(describeFailure(error, timeoutMs), 200)})`;
    const advice =
      'Start one with "publisher-commerce sandbox", or set its URL with --url or PUBLISHER_SANDBOX_URL';
    throw new CommandError('sandbox_unreachable', withAdvice(problem, advice));
  }
}

function notSandbox(url: string, status: number): CommandError {
  const problem = `${url} is not a sandbox of publisher-commerce: it responded with ${status} to a trigger`;
  const advice = 'Set the URL that "publisher-commerce sandbox" prints with --url or PUBLISHER_SANDBOX_URL';
  return new CommandError('not_a_sandbox', withAdvice(problem, advice));
}

const errorSchema = z.object({
  message: z.string(),
  code: z.string().optional(),
  field: z.string().optional(),
  rule: z.string().optional(),
});

function failure(url: string, status: number, body: unknown): Error {
  const { message = 'no error message', code, field, rule } = errorSchema.safeParse(body).data ?? {};
  const problem = printable(message, 500);
  if (status === 400 && field !== undefined && rule !== undefined) {
    return invalidOption(printable(field, 50), printable(rule, 500));
  }
  if (status === 403) return new CommandError('host_not_allowed', problem);
  if (status === 404) {
    if (code === 'callback_not_found') {
      return new CommandError(
        code,
        withAdvice(problem, `The sandbox's callbacks are at ${url}${callbacksPath}`),
      );
    }
    const advice = `The sandbox's sessions and purchases are at ${url}${controlPath}state`;
    return new CommandError('purchase_not_found', withAdvice(problem, advice));
  }
  if (status === 409) return new CommandError('wrong_purchase_state', problem);
  return new CommandError('sandbox_failed', `the sandbox at ${url} failed (${status}): ${problem}`);
}
