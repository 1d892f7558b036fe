import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';

import { type Finished, runProgram, startProgram } from '../support/run-program.ts';

/** The built command, which `npm test` builds first: it starts in half the time of its source. */
export const command = join(import.meta.dirname, '../../dist/cli/main.js');

/** The command, running. */
export interface Running extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly url: string;
  readonly token: string;
  /** What it has printed to stdout so far. */
  output(): string;
  readonly finished: Promise<Finished>;
}

/** Runs the command to its end. */
export function runCommand(args: readonly string[]): Promise<Finished> {
  return runProgram(process.execPath, [command, ...args]);
}

const exports =
  /^export PUBLISHER_BASE_URL=(\S+) PUBLISHER_SANDBOX_URL=\1 PUBLISHER_TOKEN=(\S+) PUBLISHER_ENVIRONMENT=sandbox$/m;

/** Resolves with the address of a sandbox as soon as its command has printed it. */
export function printedAddress(child: ChildProcess): Promise<{ url: string; token: string }> {
  let printed = '';
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const [, url, token] = exports.exec(printed) ?? [];
      if (url !== undefined && token !== undefined) resolve({ url, token });
    });
    child.on('error', reject);
    child.on('close', () => reject(new Error(`the command exited: ${printed}`)));
  });
}

/** Starts the sandbox on a free port, and waits until it listens. */
export async function startCommand(args: readonly string[] = []): Promise<Running> {
  const { child, out, finished } = startProgram(process.execPath, [
    ...[command, 'sandbox', '--port', '0'],
    ...args,
  ]);
  return {
    ...(await printedAddress(child)),
    child,
    output: out,
    finished,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await finished;
    },
  };
}
