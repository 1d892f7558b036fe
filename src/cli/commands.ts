import { type CommandModule, commandOf, groupOf } from './command-module.ts';
import { changeCommands } from './changes/commands.ts';
import type { PriceFlags } from './prices/command.ts';
import { stringCommands } from './translations/commands.ts';
import type { StoreFlags } from './translations/store-strings.ts';
import type { StringFlags } from './translations/string-resource.ts';

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
    load: async () =>
      commandOf((await import('./export/command.ts')).declareExport, async (flags) =>
        (await import('./export/run-export.ts')).runExport(flags),
      ),
  },
  {
    name: 'verify',
    guide: 'verify.md',
    summary: 'read an exported file again, and compare it with its receipt',
    load: async () => (await import('./verify/command.ts')).verifyCommand,
  },
  {
    name: 'diff',
    guide: 'verify.md',
    summary: 'compare two exports: rows added, removed, changed, and their effect',
    load: async () => (await import('./diff/command.ts')).diffCommand,
  },
  {
    name: 'reconcile',
    guide: 'reconcile.md',
    summary: "compare an exported file with a finance system's file",
    load: async () =>
      commandOf((await import('./reconcile/command.ts')).declareReconcile, async (flags, file) =>
        (await import('./reconcile/reconcile.ts')).reconcile(file, flags),
      ),
  },
  {
    name: 'report',
    guide: 'report.md',
    summary: 'write a report of an exported file as a page or a workbook',
    load: async () => (await import('./report/command.ts')).reportCommand,
  },
  {
    name: 'prices',
    guide: 'live-ops.md',
    summary: 'write price points to a sheet, and make them match one: plan, look, apply',
    load: async () => {
      const { declarePrices, declarePull, declarePlan, declareApply, declareShow, declareUndo } =
        await import('./prices/command.ts');
      const open = async (flags: PriceFlags) =>
        (await import('./prices/price-changes.ts')).pricesResource(flags);
      return groupOf(declarePrices, {
        pull: commandOf(declarePull, async (flags) => (await import('./prices/pull.ts')).runPull(flags)),
        ...changeCommands({ declarePlan, declareApply, declareShow, declareUndo }, open),
      });
    },
  },
  {
    name: 'translations',
    guide: 'live-ops.md',
    summary: 'write translations to a sheet, check one, and send what changes',
    load: async () => {
      const {
        declareTranslations,
        declarePull,
        declareStatus,
        declareCheck,
        declarePlan,
        declareApply,
        declareShow,
        declareUndo,
      } = await import('./translations/command.ts');
      const strings = () => import('./translations/store-strings.ts');
      return groupOf(declareTranslations, {
        ...stringCommands(
          { declarePull, declareStatus, declareCheck },
          async () => (await strings()).storeStrings,
        ),
        ...changeCommands(
          { declarePlan, declareApply, declareShow, declareUndo },
          async (flags: StoreFlags) => (await strings()).translationsResource(flags),
        ),
      });
    },
  },
  {
    name: 'content',
    guide: 'live-ops.md',
    summary: 'write portal content to a sheet, and send its translations',
    load: async () => {
      const {
        declareContent,
        declarePull,
        declareStatus,
        declareCheck,
        declarePlan,
        declareApply,
        declareShow,
        declareUndo,
      } = await import('./content/command.ts');
      const strings = () => import('./content/content-strings.ts');
      return groupOf(declareContent, {
        ...stringCommands(
          { declarePull, declareStatus, declareCheck },
          async () => (await strings()).portalContent,
          async ({ ids }) => (await strings()).itemsOfIds(ids),
        ),
        ...changeCommands(
          { declarePlan, declareApply, declareShow, declareUndo },
          async (flags: StringFlags) => (await strings()).contentResource(flags),
        ),
      });
    },
  },
  {
    name: 'promo-codes',
    guide: 'live-ops.md',
    summary: 'create promo codes from a list, or random ones, safe to continue',
    load: async () => {
      const { declarePromoCodes, declareCreate } = await import('./promo-codes/command.ts');
      const run = () => import('./promo-codes/run-create.ts');
      return groupOf(declarePromoCodes, {
        create: commandOf(declareCreate, async (flags) => (await run()).runCreate(flags)),
      });
    },
  },
  {
    name: 'load',
    guide: 'postgres.md',
    summary: 'load transactions into PostgreSQL, with any number of workers',
    load: async () => {
      const command = await import('./load/command.ts');
      const run = () => import('./load/run-load.ts');
      const status = () => import('./load/status.ts');
      return groupOf(command.declareLoad, {
        plan: commandOf(command.declarePlan, async (flags) => (await run()).runPlan(flags)),
        work: commandOf(command.declareWork, async (flags) => (await run()).runWork(flags)),
        sync: commandOf(command.declareSync, async (flags) => (await run()).runSync(flags)),
        status: commandOf(command.declareStatus, async (flags) => (await status()).runStatus(flags)),
        verify: commandOf(command.declareVerify, async (flags) => (await run()).runVerify(flags)),
        erase: commandOf(command.declareErase, async (flags) => (await run()).runErase(flags)),
      });
    },
  },
  {
    name: 'tap',
    guide: 'warehouse.md',
    summary: 'print transactions and more for a Singer target, into any warehouse',
    load: async () =>
      commandOf((await import('./tap/command.ts')).declareTap, async (flags) =>
        (await import('./tap/run-tap.ts')).runTap(flags),
      ),
  },
  {
    name: 'sandbox',
    guide: 'sandbox-operations.md',
    summary: 'run a local sandbox that implements the whole API',
    load: async () =>
      commandOf((await import('./sandbox/command.ts')).declareSandbox, async (flags) =>
        (await import('./sandbox/run-sandbox.ts')).runSandbox(flags),
      ),
  },
  {
    name: 'trigger',
    guide: 'sandbox-operations.md',
    summary: 'pay, refund, inject faults and more in a running sandbox',
    load: async () => (await import('./trigger/command.ts')).triggerCommand,
  },
  {
    name: 'call',
    guide: 'operations.md',
    summary: 'call any operation of the API, and print the response',
    load: async () => (await import('./call/command.ts')).callCommand,
  },
  {
    name: 'doctor',
    guide: 'doctor.md',
    summary: 'find out how your service behaves where the specification is silent',
    load: async () =>
      commandOf((await import('./doctor/command.ts')).declareDoctor, async (flags) =>
        (await import('./doctor/run-doctor.ts')).runDoctor(flags),
      ),
  },
];
