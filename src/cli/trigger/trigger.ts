import type { Command } from 'commander';

import { UsageError } from '../command-error.ts';
import type { ControlEndpoint } from './control-endpoint.ts';

/** The outcome of a trigger. */
export interface TriggerResult {
  /** What happened, for people. */
  readonly lines: readonly string[];
  /** The same as fields of one object, for `--json`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Why the exit code is 1, although the sandbox did what was asked: your endpoint failed. */
  readonly failure?: string | undefined;
}

/** Something that happens to a sandbox: a subcommand of `trigger`. */
export interface Trigger {
  readonly name: string;
  /** What it does, in the list of triggers. */
  readonly summary: string;
  /** The same as a sentence, in its own help. */
  readonly description: string;
  /** What an example of it has after `publisher-commerce trigger`. */
  readonly example: string;
  /** Arguments and options, for example ` pay <session>`. */
  readonly define?: (command: Command) => void;
  /** Validates the command line before it sends anything. */
  readonly run: (command: Command, sandbox: ControlEndpoint) => Promise<TriggerResult>;
}

/** Returns an id. A script may pass a variable that is not set. @throws UsageError if it is blank */
export function checkId(name: string, id: string): string {
  if (id.trim() === '') throw new UsageError(`${name}: must not be empty`);
  return id;
}
