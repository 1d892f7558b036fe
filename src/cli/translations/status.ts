import { printable } from '../../client/errors/printable.ts';
import { english } from '../../shared/locale.ts';
import { explainError, exitCode, type ExitCode } from '../command-error.ts';
import { connect } from '../connection.ts';
import { counted, grouped } from '../format.ts';
import { interruptible } from '../interrupt.ts';
import { createOutput } from '../output.ts';
import { renderTerminalTable } from '../terminal-table.ts';
import { readTableFormat } from '../table/table-flags.ts';
import type { StatusFlags } from './command.ts';
import { readLocales } from './locales.ts';
import { readTranslations } from './translation-file.ts';
import { formatKey, readService, type TranslationTable } from './translation-table.ts';

/** `translations status`: shows what each locale lacks. @throws CommandError */
export async function runStatus(file: string | undefined, flags: StatusFlags): Promise<ExitCode> {
  const table = await (file === undefined
    ? readStore(flags)
    : readTranslations(readTableFormat(file, flags)));
  const locales =
    flags.locales === undefined
      ? table.locales.filter((locale) => locale !== english)
      : readLocales(flags.locales, table.locales);
  const statuses = locales.map((locale) => [locale, statusOf(table, locale)] as const);
  const isMissing = statuses.some(([, { missing }]) => missing > 0);
  const lines = render(statuses, flags.list ?? false);
  createOutput(flags).print({ locales: Object.fromEntries(statuses) }, lines, isMissing);
  return isMissing ? exitCode.different : exitCode.done;
}

function readStore(flags: StatusFlags): Promise<TranslationTable> {
  const { client } = connect(flags);
  return interruptible((signal) => readService(client, signal), explainError, '');
}

/** How complete a locale is, as in JSON. */
type LocaleStatus = ReturnType<typeof statusOf>;

function statusOf({ rows }: TranslationTable, locale: string) {
  // A row of a file may have a key, and no translation.
  const used = rows.filter(({ values }) => values.size > 0);
  const missing = used.filter(({ values }) => !values.has(locale));
  const same = used.filter(({ values }) => values.has(locale) && values.get(locale) === values.get(english));
  return {
    total: used.length,
    translated: used.length - missing.length,
    missing: missing.length,
    sameAsEnglish: locale === english ? 0 : same.length,
    missingKeys: missing.map(({ key }) => formatKey(key)),
  };
}

/** Longer than a key that anybody types. */
const maxName = 200;

function render(statuses: readonly (readonly [string, LocaleStatus])[], isList: boolean): readonly string[] {
  if (statuses.length === 0) return ['No locale besides English has translations'];
  const rows = statuses.map(([locale, { translated, missing, sameAsEnglish }]) => [
    locale,
    ...[translated, missing, sameAsEnglish].map(grouped),
  ]);
  const lists = statuses.filter(([, { missing }]) => isList && missing > 0);
  return [
    renderTerminalTable(['Locale', 'Translated', 'Missing', 'Same as English'], 1, rows),
    ...lists.flatMap(([locale, { missing, missingKeys }]) => [
      `${locale} lacks ${counted(missing, 'translation')}:`,
      ...missingKeys.map((name) => `  ${printable(name, maxName)}`),
    ]),
  ];
}
