import { createSandbox } from '../sandbox/index.ts';
import type { AnsweredRequest } from '../sandbox/listen.ts';
import type { SandboxOptions } from '../sandbox/options.ts';

/** Runs the sandbox until the first SIGINT or SIGTERM; a second one ends the process at once. */
export async function serve(port: number, options: SandboxOptions): Promise<void> {
  await using sandbox = createSandbox(options);
  ignoreBrokenPipe();
  await using server = await sandbox.listen({ port, onRequest: log });
  const stopped = signal();
  process.stdout.write(snippet(server.url, sandbox.token));
  await stopped;
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
  process.stdout.write(`${method} ${path} ${status ?? '-'} ${milliseconds.toFixed(1)} ms${outcome}\n`);
}

/** Whoever reads the log may stop reading, as `head` does; the service goes on. */
function ignoreBrokenPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
