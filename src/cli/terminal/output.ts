import { writeLine } from './log-line.ts';
import { createProgress, type ProgressDisplay } from './progress.ts';
import { printLines, printObject } from './stdout.ts';

/** Where a command prints. */
interface Output {
  readonly progress: ProgressDisplay;
  /** Prints a line for people to stderr, without disturbing the progress. */
  readonly say: (line: string) => void;
  /** Prints the result to stdout: as JSON with `--json`, else the lines for people, with `--quiet` if it `isBad` only. */
  readonly print: (result: object, lines: readonly string[], isBad?: boolean) => void;
}

/** Creates the output of a command; the noun is what its progress counts. */
export function createOutput(
  { json = false, quiet = false }: { readonly json?: boolean; readonly quiet?: boolean },
  noun?: string,
): Output {
  const progress = createProgress(quiet, noun);
  return {
    progress,
    say: (line) => {
      if (quiet) return;
      progress.stop();
      writeLine(line);
    },
    print: (result, lines, isBad = false) => {
      if (json) void printObject(result);
      else if ((!quiet || isBad) && lines.length > 0) void printLines(lines);
    },
  };
}

/** The logger of the commands' clients: the console would write `debug` and `info` between the rows on stdout. */
export const stderrLogger = {
  debug: (message: string) => writeLine(message, 'debug'),
  info: (message: string) => writeLine(message, 'info'),
  warn: (message: string) => writeLine(message, 'warn'),
  error: (message: string) => writeLine(message, 'error'),
};
