import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';

import { type Finished, type Program, startProgram } from '../../support/run-program.ts';

/** Starts a script of this folder. */
export function startScript(name: string, env: NodeJS.ProcessEnv = {}): Program {
  return startProgram(process.execPath, [join(import.meta.dirname, name)], {
    env: { PATH: process.env['PATH'], ...env },
  });
}

/** Worker processes; one that is killed or fails is replaced, as a service manager does. */
export class Workers {
  readonly #running = new Set<Program>();
  readonly #stopped = new Set<Program>();
  readonly #env: NodeJS.ProcessEnv;
  /** Those that ended by themselves. */
  readonly ended: Finished[] = [];
  #done = false;

  constructor(count: number, env: NodeJS.ProcessEnv) {
    this.#env = env;
    for (let index = 0; index < count; index += 1) this.#start();
  }

  /** Waits for a worker that is not stopped and has begun a job. */
  async pick(random: () => number): Promise<Program> {
    for (;;) {
      const busy = [...this.#running].filter(
        (worker) => !this.#stopped.has(worker) && /^begin/.test(worker.out()),
      );
      const worker = busy[Math.floor(random() * busy.length)];
      if (worker) return worker;
      await wait(50);
    }
  }

  /** Kills a worker, and waits until it has ended. */
  async kill(worker: Program): Promise<void> {
    worker.child.kill('SIGKILL');
    await worker.finished;
    this.#stopped.delete(worker);
  }

  /** Stops a worker, and returns where its last requests began. */
  async stop(worker: Program): Promise<readonly string[]> {
    this.#stopped.add(worker);
    worker.child.kill('SIGSTOP');
    // What it had printed, and sent to PostgreSQL, is still on its way.
    await wait(200);
    return begunLast(worker.out());
  }

  /** Lets a stopped worker go on. */
  wake(worker: Program): void {
    worker.child.kill('SIGCONT');
    this.#stopped.delete(worker);
  }

  /** Waits until all have ended by themselves. */
  async finish(): Promise<void> {
    while (this.#running.size > 0) await Promise.all([...this.#running].map(({ finished }) => finished));
  }

  /** Ends what is still running. */
  end(): void {
    this.#done = true;
    for (const { child } of this.#running) child.kill('SIGKILL');
  }

  #start(): void {
    const worker = startScript('worker.ts', this.#env);
    this.#running.add(worker);
    void worker.finished.then((finished) => {
      this.#running.delete(worker);
      if (finished.signal === null) this.ended.push(finished);
      // One that left failed jobs behind prints so: they are tried again by the next.
      if (!this.#done && !finished.out.includes('"finished":true')) this.#start();
    });
  }
}

/** A worker works on two jobs at a time. */
function begunLast(out: string): readonly string[] {
  return [...out.matchAll(/^begin (.*)$/gm)].slice(-2).map(([, start = '']) => start);
}
