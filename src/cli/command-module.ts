import type { Command } from 'commander';

import type { ExitCode } from './command-error.ts';

/** A command: its options, and what it does. */
export interface CommandModule {
  /** Adds arguments, options, examples, and subcommands if it has some. */
  readonly define: (command: Command) => void;
  /**
   * Runs the command; if it has subcommands, the one that was named.
   *
   * @throws CommandError to print one line and exit with its code.
   */
  readonly run: (command: Command) => Promise<ExitCode>;
}
