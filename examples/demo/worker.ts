import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const command = join(import.meta.dirname, '../../dist/cli/main.js');

/** The built command, in a process of its own. */
export interface Worker {
  readonly child: ChildProcess;
  /** Resolves with `false` if a signal ended it, and rejects if it failed. */
  readonly finished: Promise<boolean>;
}

/** Starts the command with these arguments, and with the variables on top of the environment. */
export function startWorker(args: readonly string[], env: Readonly<Record<string, string>> = {}): Worker {
  const child = spawn(process.execPath, [command, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  let problems = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (problems += chunk));
  const finished = new Promise<boolean>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0 || signal !== null) resolve(code === 0);
      else reject(new Error(`publisher-commerce ${args.join(' ')} exited with ${code}: ${problems}`));
    });
  });
  // Reported where it is awaited.
  finished.catch(() => undefined);
  return { child, finished };
}
