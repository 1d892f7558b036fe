import { english } from '../../shared/locale.ts';
import { explainError, exitCode, type ExitCode } from '../command-error.ts';
import { connect } from '../connection.ts';
import { counted } from '../format.ts';
import { interruptible } from '../interrupt.ts';
import { checkTarget, writeResult } from '../output-file.ts';
import { createOutput } from '../output.ts';
import type { PullFlags } from './command.ts';
import { readLocales, sortLocales } from './locales.ts';
import { linesOf } from './translation-file.ts';
import { readService } from './translation-table.ts';

/** `translations pull`: writes all translations of the service to a file. @throws CommandError */
export async function runPull(flags: PullFlags): Promise<ExitCode> {
  const { out, force = false } = flags;
  await checkTarget({ flag: 'out', path: out }, force);
  const { client, environment, origin, name } = connect(flags);
  const table = await interruptible((signal) => readService(client, signal), explainError, '');
  const wanted = flags.locales === undefined ? table.locales : readLocales(flags.locales, table.locales);
  const locales = sortLocales([english, ...wanted]);
  await writeResult(out, linesOf(table, locales));
  const keys = table.rows.length;
  createOutput(flags).print({ file: out, environment, origin, keys, locales }, [
    `${out}: ${counted(keys, 'key')} in ${locales.join(', ')}, from ${name}`,
  ]);
  return exitCode.done;
}
