import {
  type ChildProcessWithoutNullStreams,
  spawn,
  type SpawnOptionsWithoutStdio,
} from 'node:child_process';

/** A program that has ended. */
export interface Finished {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** A program that runs in a process of its own. */
export interface Program {
  readonly child: ChildProcessWithoutNullStreams;
  /** What it has printed to stdout so far. */
  readonly out: () => string;
  /** Waits until stdout matches. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly finished: Promise<Finished>;
}

export type ProgramOptions = Pick<SpawnOptionsWithoutStdio, 'cwd' | 'env' | 'timeout' | 'killSignal'>;

/** Starts a program and collects what it prints. */
export function startProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Program {
  const child = spawn(command, args, options);
  let out = '';
  let err = '';
  // Decoded as a stream: a chunk may end in the middle of a character.
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk));
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, out, err }));
  });
  const printed = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const match = pattern.exec(out);
        if (match) resolve(match);
      };
      child.stdout.on('data', look);
      look();
      finished.then(() => reject(new Error(`the program has ended: ${out}${err}`)), reject);
    });
  return { child, out: () => out, printed, finished };
}

/**
 * The command line of a program whose files may have so many blocks of 512 bytes: it needs no privileges, and differs from
 * a full disk only in the error code.
 */
export function withFileLimit(blocks: number, ...program: readonly string[]): [string, string[]] {
  return ['/bin/sh', ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, ...program]];
}

/** Runs a program to its end. */
export function runProgram(
  command: string,
  args: readonly string[],
  options?: ProgramOptions,
): Promise<Finished> {
  return startProgram(command, args, options).finished;
}
