import { createSandbox } from '../sandbox/index.ts';
import type { AnsweredRequest } from '../sandbox/http/listen.ts';
import type { SandboxOptions } from '../sandbox/options.ts';
import type { Where } from './arguments.ts';
import { ignoreOutputErrors, leaveUnreadOutput, print } from './output.ts';

/** Runs the sandbox until the first SIGINT or SIGTERM; a second one ends the process at once. */
export async function serve(where: Where, options: SandboxOptions): Promise<void> {
  await using sandbox = createSandbox(options);
  ignoreOutputErrors();
  await using server = await sandbox.listen({ ...where, onRequest: log });
  const stopped = signal();
  print(snippet(server.url, sandbox.token));
  await stopped;
  leaveUnreadOutput();
}

/** Resolves with the first signal to stop; from then on, signals do what they do without us. */
function signal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}

function snippet(url: string, token: string): string {
  const quoted = /^[\w.-]+$/.test(token) ? token : `'${token.replaceAll("'", `'\\''`)}'`;
  return `The sandbox listens on ${url}. Stop it with Ctrl-C.

export PUBLISHER_BASE_URL=${url} PUBLISHER_TOKEN=${quoted}
curl -H "x-publisher-token: $PUBLISHER_TOKEN" "$PUBLISHER_BASE_URL/v1/price-points"

`;
}

function log({ method, path, status, complete, milliseconds }: AnsweredRequest): void {
  const outcome = complete ? '' : ' (broken off)';
  print(`${method} ${path} ${status ?? '-'} ${milliseconds.toFixed(1)} ms${outcome}\n`);
}
