import { english } from '../../shared/locale.ts';
import { OutputFile } from '../files/output-file.ts';
import { connect } from '../service/connection.ts';
import { exitCode, type ExitCode, explainError, UsageError } from '../terminal/command-error.ts';
import { counted } from '../terminal/format.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { createOutput } from '../terminal/output.ts';
import { checkLocales } from './locales.ts';
import type { PullFlags } from './string-flags.ts';
import { writeStringSheet } from './string-sheet.ts';
import { sortLocales, type StringKind } from './strings.ts';

/** `pull`: writes the strings of the service to a sheet. @throws CommandError */
export async function runPull(
  kind: StringKind,
  flags: PullFlags,
  items: readonly string[] = [],
): Promise<ExitCode> {
  const { out, force = false } = flags;
  const sheet = await OutputFile.check({ flag: 'out', path: out }, force);
  const connection = connect(flags);
  const { progress, print } = createOutput(flags, 'strings');
  const strings = await interruptible(
    (signal) => kind.read({ connection, signal, progress: progress.update }, items),
    explainError,
    '',
  );
  const lost = new Set(items.filter((item) => !strings.state.has(item)).map((item) => kind.cellsOf(item)[0]));
  if (lost.size > 0) throw new UsageError(`--ids: the service has no ${kind.name} ${[...lost].join(', ')}`);
  const { locales: wanted = strings.locales } = flags;
  checkLocales('locales', wanted, strings.locales);
  const locales = sortLocales(kind.source === english ? [english, ...wanted] : wanted);
  const lacks = (item: string): boolean =>
    locales.some((locale) => strings.state.get(item)?.has(locale) !== true);
  const all = [...strings.state.keys()];
  const written = flags.missing ? all.filter(lacks) : all;
  await writeStringSheet(sheet, kind, strings, locales, written, {
    service: connection,
    isOneKey: flags.oneKey ?? false,
  });
  const { environment, origin, name } = connection;
  print({ file: out, environment, origin, keys: written.length, locales }, [
    `${out}: ${counted(written.length, 'string')} in ${locales.join(', ') || 'no locale'}, from ${name}`,
  ]);
  return exitCode.done;
}
