import { explainError, exitCode, type ExitCode, UsageError } from '../command-error.ts';
import { connect } from '../connection.ts';
import { counted } from '../format.ts';
import { interruptible } from '../interrupt.ts';
import { checkTarget, writeResult } from '../output-file.ts';
import { isWorkbook } from '../table/table.ts';
import { english, readLocales, sortLocales } from './locales.ts';
import { linesOf } from './translation-file.ts';
import type { TranslationFlags } from './translation-flags.ts';
import { readService } from './translation-table.ts';

/** `translations pull`: writes all translations of the service to a file. @throws CommandError */
export async function runPull(flags: TranslationFlags): Promise<ExitCode> {
  const { out = '', force = false, json, quiet } = flags;
  if (isWorkbook(out)) throw new UsageError(`--out: ${out} would be CSV: choose a name that ends in .csv`);
  await checkTarget({ flag: 'out', path: out }, force);
  const { client, environment, origin } = connect(flags);
  const table = await interruptible((signal) => readService(client, signal), explainError, '');
  const wanted = flags.locales === undefined ? table.locales : readLocales(flags.locales, table.locales);
  const locales = sortLocales([english, ...wanted]);
  await writeResult(out, linesOf(table, locales));
  const keys = table.rows.length;
  const line = `${out}: ${counted(keys, 'key')} in ${locales.join(', ')}, from ${origin} (${environment})`;
  if (json)
    process.stdout.write(`${JSON.stringify({ file: out, environment, origin, keys, locales }, null, 2)}\n`);
  else if (!quiet) process.stdout.write(`${line}\n`);
  return exitCode.done;
}
