import { connect } from 'node:net';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '../../support/free-port.ts';
import { startProgram } from '../../support/run-program.ts';

const command = createRequire(import.meta.url).resolve('@stoplight/prism-cli');
const patience = 60_000;

/** A running mock server. */
export interface Prism extends AsyncDisposable {
  readonly url: string;
}

/** Starts prism in a child process; it generates each response from the schema of the description. */
export async function startPrism(document: string): Promise<Prism> {
  const port = await freePort();
  // Prism prints its URL only at a log level at which it also logs several lines for each request.
  const quiet = ['--verboseLevel', 'fatal'];
  const where = ['--host', '127.0.0.1', '--port', String(port)];
  const args = [command, 'mock', '--dynamic', ...quiet, ...where, document];
  const { child, finished } = startProgram(process.execPath, args);
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await finished;
  };
  const end = Date.now() + patience;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || Date.now() > end) {
      await stop();
      const { out, err } = await finished;
      throw new Error(`prism does not listen: ${out}${err}`);
    }
    await sleep(50);
  }
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: stop };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
