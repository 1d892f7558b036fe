import { createProgress, type ProgressDisplay } from '../progress.ts';
import type { LoadFlags } from './load-flags.ts';

/** Where a subcommand prints. */
export interface LoadOutput {
  readonly progress: ProgressDisplay;
  /** Prints a line for people to stderr, without disturbing the progress. */
  readonly say: (line: string) => void;
  /** Prints the result to stdout: as JSON with `--json`, else the lines for people. */
  readonly print: (result: object, lines: readonly string[]) => void;
}

/** Creates the output of a subcommand. */
export function createOutput(flags: LoadFlags): LoadOutput {
  const json = flags.json ?? false;
  const quiet = flags.quiet ?? false;
  const progress = createProgress(quiet);
  return {
    progress,
    say: (line) => {
      if (quiet) return;
      progress.stop();
      process.stderr.write(`${line}\n`);
    },
    print: (result, lines) => {
      if (json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
      else if (!quiet && lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
    },
  };
}
