import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const command = join(import.meta.dirname, '../../src/cli/cli.ts');
const built = join(import.meta.dirname, '../../dist/cli.js');

/** The built command, or its source if nothing is built. `npm test` builds it first. */
export const builtCommand = existsSync(built) ? built : command;

/** The result of a run of the command. */
export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** The command, running. */
export interface Running extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly url: string;
  readonly token: string;
  /** What it has printed to stdout so far. */
  output(): string;
  readonly finished: Promise<Finished>;
}

function launch(
  args: readonly string[],
  program = command,
): { child: ChildProcess; output: () => string; finished: Promise<Finished> } {
  const child = spawn(process.execPath, [program, ...args]);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, out, err }));
  });
  return { child, output: () => out, finished };
}

/** Runs the command until it exits. */
export async function runCommand(args: readonly string[]): Promise<Finished> {
  return launch(args).finished;
}

/** Resolves with the address of a sandbox as soon as its command has printed it. */
export function printedAddress(child: ChildProcess): Promise<{ url: string; token: string }> {
  let printed = '';
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const [, url, token] = /^export PUBLISHER_BASE_URL=(\S+) PUBLISHER_TOKEN=(\S+)$/m.exec(printed) ?? [];
      if (url !== undefined && token !== undefined) resolve({ url, token });
    });
    child.on('error', reject);
    child.on('close', () => reject(new Error(`the command exited: ${printed}`)));
  });
}

/** Starts the sandbox on a free port, and waits until it listens. */
export async function startCommand(args: readonly string[] = [], program = command): Promise<Running> {
  const { child, output, finished } = launch(['sandbox', '--port', '0', ...args], program);
  return {
    ...(await printedAddress(child)),
    child,
    output,
    finished,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await finished;
    },
  };
}
