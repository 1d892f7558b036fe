import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { printedAddress } from '../cli/start-command.ts';

/** `npx publisher-commerce sandbox`, listening. */
export interface NpxSandbox extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  /** Sends SIGTERM, and waits for the end. */
  stop(): Promise<void>;
}

/** Starts the command of the package that is installed in a folder, on a free port. */
export async function startSandbox(folder: string, ...args: readonly string[]): Promise<NpxSandbox> {
  // A group of its own, as in a terminal: npx passes a signal to its shell only, not to the command.
  const child = spawn('npx', ['publisher-commerce', 'sandbox', '--port', '0', ...args], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const terminate = (): void => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, 'SIGTERM');
    }
  };
  const patience = setTimeout(terminate, 25_000);
  const { url, token } = await printedAddress(child).finally(() => clearTimeout(patience));
  const stop = async (): Promise<void> => {
    terminate();
    // Its output closes with the last process that holds it.
    await closed;
  };
  return { url, token, stop, [Symbol.asyncDispose]: stop };
}
