import type { Command } from 'commander';

import type { ExitCode } from '../exit-code.ts';
import type { LoadFlags } from './load-flags.ts';

/** A subcommand of `load`. */
export interface LoadSubcommand {
  readonly name: string;
  readonly summary: string;
  /** Adds a description, options and examples. */
  readonly define: (command: Command) => void;
  /** Runs it. @throws CommandError */
  readonly run: (flags: LoadFlags) => Promise<ExitCode>;
}
