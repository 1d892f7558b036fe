import { fork } from 'node:child_process';
import { join } from 'node:path';

/** A process of the benchmark. */
export interface Child<Message> extends Disposable {
  /** What it sends when it is ready or done. */
  readonly message: Promise<Message>;
}

/** Starts a script of the benchmark with `input` as JSON; it ends when it is disposed of, or when this process ends. */
export function startChild<Message>(script: string, input: unknown): Child<Message> {
  // A fresh process: no flags, and no loaders, of the one that starts it.
  const child = fork(join(import.meta.dirname, script), [JSON.stringify(input)], { execArgv: [] });
  const message = new Promise<Message>((resolve, reject) => {
    // The first message of each script is of the type named here.
    child.once('message', (value) => resolve(value as Message));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${script} ended with ${String(code)}`)));
  });
  return {
    message,
    [Symbol.dispose]: () => {
      if (child.connected) child.disconnect();
    },
  };
}
