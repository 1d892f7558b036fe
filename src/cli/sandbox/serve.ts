import { once } from 'node:events';

import type { HandledRequest, ListenOptions } from '../../sandbox/http/listen.ts';
import { exampleRequest, posixExports } from '../../sandbox/http/shell-exports.ts';
import { createSandbox } from '../../sandbox/index.ts';
import type { SandboxOptions } from '../../sandbox/options.ts';
import { createInterrupt } from '../interrupt.ts';
import { exitDespiteUnreadOutput, print } from './output.ts';

/** The port that the sandbox listens on, and the host names that it accepts. */
export interface SandboxAddress extends Pick<ListenOptions, 'allowedHosts'> {
  readonly port: number;
}

/** Runs the sandbox until the first SIGINT or SIGTERM; a second one ends the process at once. */
export async function serve(address: SandboxAddress, options: SandboxOptions): Promise<void> {
  await using sandbox = createSandbox(options);
  await using server = await sandbox.listen({ ...address, onRequest: log });
  using interrupt = createInterrupt();
  const stopped = once(interrupt.signal, 'abort');
  print(snippet(server.url, sandbox.token));
  await stopped;
  exitDespiteUnreadOutput();
}

function snippet(url: string, token: string): string {
  return `The sandbox is listening on ${url}. Stop it with Ctrl-C.
Open ${url}/ in a browser to see what happens in it.

${posixExports(url, token)}
${exampleRequest}

`;
}

function log({ method, path, status, complete, milliseconds }: HandledRequest): void {
  const outcome = complete ? '' : ' (incomplete)';
  print(`${method} ${path} ${status ?? '-'} ${milliseconds.toFixed(1)} ms${outcome}\n`);
}
