import type { Command } from 'commander';

import type { ExitCode } from './exit-code.ts';

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

/** A command in the help. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Loads the module, which is imported by no other command. */
  readonly load: () => Promise<CommandModule>;
}

/** All commands, in the order of the help. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'export',
    summary: 'export transactions to a file, with a receipt that proves completeness',
    load: async () => (await import('./export/command.ts')).exportCommand,
  },
  {
    name: 'verify',
    summary: 'read an exported file again, and compare it with its receipt',
    load: async () => (await import('./verify/command.ts')).verifyCommand,
  },
  {
    name: 'reconcile',
    summary: "compare an exported file with a finance system's CSV",
    load: async () => (await import('./reconcile/command.ts')).reconcileCommand,
  },
  {
    name: 'report',
    summary: 'write a report of an exported file as a page or a workbook',
    load: async () => (await import('./report/command.ts')).reportCommand,
  },
  {
    name: 'sandbox',
    summary: 'run a local sandbox that implements the whole API',
    load: async () => (await import('./sandbox/command.ts')).sandboxCommand,
  },
  {
    name: 'trigger',
    summary: 'pay, refund, inject faults and more in a running sandbox',
    load: async () => (await import('./trigger/command.ts')).triggerCommand,
  },
  {
    name: 'openapi',
    summary: 'print an OpenAPI description of the API, for other languages and tools',
    load: async () => (await import('./openapi/command.ts')).openApiCommand,
  },
];
