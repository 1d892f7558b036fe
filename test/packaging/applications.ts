import { onTestFinished } from 'vitest';

import { PublisherClient } from '../../src/client/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { body, sign } from '../callbacks/handlers.ts';
import { startProgram } from '../support/run-program.ts';

const sandbox = createSandbox();
const { baseUrl } = sandbox;
/** The token that the sandbox accepts. */
export const { token } = sandbox;
const secret = 'the secret agreed on';

/** The environment of a build: it has no variables of this package. */
export function withoutSecrets(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^(?:PUBLISHER|CALLBACK)_/.test(name));
  return { ...Object.fromEntries(entries), NEXT_TELEMETRY_DISABLED: '1' };
}

/** Starts a sandbox with one price point, and an application with the secrets. Returns the application's address. */
export async function startApplication(folder: string, args: readonly string[]): Promise<string> {
  await new PublisherClient({ baseUrl, token, fetch: sandbox.fetch }).pricePoints.ensure({
    priceInUsdCents: 999,
  });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const { child, printed, finished } = startProgram(process.execPath, args, {
    cwd: folder,
    env: {
      ...withoutSecrets(),
      PUBLISHER_BASE_URL: server.url,
      PUBLISHER_TOKEN: token,
      CALLBACK_SECRET: secret,
    },
  });
  onTestFinished(async () => {
    child.kill();
    await finished;
  });
  const [url] = await printed(/http:\/\/127\.0\.0\.1:\d+/);
  return url;
}

/** The price points that a route of an application lists, and the statuses of its responses to callbacks. */
export async function responsesOf(
  url: string,
): Promise<{ readonly cents: number[]; readonly callbacks: number[] }> {
  const call = async (headers: Record<string, string>): Promise<number> => {
    const signed = { 'x-publisher-token': token, signature: sign(body, { key: secret }), ...headers };
    const response = await fetch(`${url}/game-auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  };
  const list = await fetch(`${url}/price-points`);
  const { pricePoints } = (await list.json()) as { pricePoints: { priceInUsdCents: number }[] };
  return {
    cents: pricePoints.map(({ priceInUsdCents }) => priceInUsdCents),
    callbacks: [
      await call({}),
      await call({ 'x-publisher-token': 'another' }),
      await call({ signature: sign(body, { key: 'another' }) }),
    ],
  };
}

/** What every application responds. */
export const expected = { cents: [999], callbacks: [200, 401, 400] };
