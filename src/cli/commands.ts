import type { CommandModule } from './flags/command-module.ts';

/** A command in the help. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** The page in the folder `docs` of the package. */
  readonly guide: string;
  /** Loads the module, which is imported by no other command. */
  readonly load: () => Promise<CommandModule>;
}

/** All commands, in the order of the help. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'export',
    guide: 'export.md',
    summary: 'export transactions to a file, with a receipt that proves completeness',
    load: async () => (await import('./commands/export/command.ts')).exportCommand,
  },
  {
    name: 'verify',
    guide: 'verify.md',
    summary: 'read an exported file again, and compare it with its receipt',
    load: async () => (await import('./commands/verify/command.ts')).verifyCommand,
  },
  {
    name: 'diff',
    guide: 'verify.md',
    summary: 'compare two exports: rows added, removed, changed, and their effect',
    load: async () => (await import('./commands/diff/command.ts')).diffCommand,
  },
  {
    name: 'reconcile',
    guide: 'reconcile.md',
    summary: "compare an exported file with a finance system's file",
    load: async () => (await import('./commands/reconcile/command.ts')).reconcileCommand,
  },
  {
    name: 'report',
    guide: 'report.md',
    summary: 'write a report of an exported file as a page or a workbook',
    load: async () => (await import('./commands/report/command.ts')).reportCommand,
  },
  {
    name: 'prices',
    guide: 'live-ops.md',
    summary: 'write price points to a sheet, and make them match one: plan, look, apply',
    load: async () => (await import('./commands/prices/command.ts')).pricesCommand,
  },
  {
    name: 'translations',
    guide: 'live-ops.md',
    summary: 'write translations to a sheet, check one, and send what changes',
    load: async () => (await import('./commands/translations/command.ts')).translationsCommand,
  },
  {
    name: 'content',
    guide: 'live-ops.md',
    summary: 'write portal content to a sheet, and send its translations',
    load: async () => (await import('./commands/content/command.ts')).contentCommand,
  },
  {
    name: 'promo-codes',
    guide: 'live-ops.md',
    summary: 'create promo codes from a list, or random ones, safe to continue',
    load: async () => (await import('./commands/promo-codes/command.ts')).promoCodesCommand,
  },
  {
    name: 'load',
    guide: 'postgres.md',
    summary: 'load transactions into PostgreSQL, with any number of workers',
    load: async () => (await import('./commands/load/command.ts')).loadCommand,
  },
  {
    name: 'tap',
    guide: 'warehouse.md',
    summary: 'print transactions and more for a Singer target, into any warehouse',
    load: async () => (await import('./commands/tap/command.ts')).tapCommand,
  },
  {
    name: 'sandbox',
    guide: 'sandbox-operations.md',
    summary: 'run a local sandbox that implements the whole API',
    load: async () => (await import('./commands/sandbox/command.ts')).sandboxCommand,
  },
  {
    name: 'trigger',
    guide: 'sandbox-operations.md',
    summary: 'pay, refund, inject faults and more in a running sandbox',
    load: async () => (await import('./commands/trigger/command.ts')).triggerCommand,
  },
  {
    name: 'call',
    guide: 'operations.md',
    summary: 'call any operation of the API, and print the response',
    load: async () => (await import('./commands/call/command.ts')).callCommand,
  },
  {
    name: 'doctor',
    guide: 'doctor.md',
    summary: 'find out how your service behaves where the specification is silent',
    load: async () => (await import('./commands/doctor/command.ts')).doctorCommand,
  },
];
