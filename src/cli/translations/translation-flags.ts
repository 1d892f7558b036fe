import type { ServiceFlags } from '../connection.ts';
import type { TableFlags } from '../table/table-flags.ts';

/** The flags of all subcommands of `translations`. */
export interface TranslationFlags extends ServiceFlags, TableFlags {
  readonly out?: string;
  readonly force?: true;
  readonly locales?: string;
  readonly list?: true;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly json?: true;
  readonly quiet?: true;
}
