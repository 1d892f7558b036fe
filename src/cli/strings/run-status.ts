import { printable } from '../../client/errors/printable.ts';
import { english } from '../../shared/locale.ts';
import { connect } from '../service/connection.ts';
import { exitCode, type ExitCode, explainError } from '../terminal/command-error.ts';
import { counted, grouped } from '../terminal/format.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { createOutput } from '../terminal/output.ts';
import { renderTerminalTable } from '../terminal/terminal-table.ts';
import { checkLocales } from './locales.ts';
import { readSheetAlone } from './run-check.ts';
import type { StatusFlags } from './string-flags.ts';
import type { StringKind, Strings } from './strings.ts';

/** `status`: shows what each locale lacks, in a sheet or the service. @throws CommandError */
export async function runStatus(
  kind: StringKind,
  file: string | undefined,
  flags: StatusFlags,
): Promise<ExitCode> {
  const strings = await (file === undefined ? readService(kind, flags) : readSheetAlone(kind, file, flags));
  const { locales = strings.locales.filter((locale) => locale !== english) } = flags;
  checkLocales('locales', locales, strings.locales);
  const statuses = locales.map((locale) => [locale, completenessOf(kind, strings, locale)] as const);
  const isMissing = statuses.some(([, { missing }]) => missing > 0);
  const lines = render(statuses, flags.list ?? false);
  createOutput(flags).print({ locales: Object.fromEntries(statuses) }, lines, isMissing);
  return isMissing ? exitCode.different : exitCode.done;
}

function readService(kind: StringKind, flags: StatusFlags): Promise<Strings> {
  const connection = connect(flags);
  const progress = (): void => undefined;
  return interruptible((signal) => kind.read({ connection, signal, progress }), explainError, '');
}

/** How complete a locale is, as in JSON. */
type LocaleStatus = ReturnType<typeof completenessOf>;

function completenessOf(kind: StringKind, { state, sourceOf }: Strings, locale: string) {
  // A row of a sheet may have a key, and no translation: of one without sources, that is what is missing.
  const hasSources = [...state.keys()].some((item) => sourceOf(item) !== undefined);
  const used = [...state].filter(
    ([item, cells]) => !hasSources || cells.size > 0 || sourceOf(item) !== undefined,
  );
  const missing = used.filter(([, cells]) => !cells.has(locale));
  const same = used.filter(([item, cells]) => cells.has(locale) && cells.get(locale) === sourceOf(item));
  return {
    total: used.length,
    translated: used.length - missing.length,
    missing: missing.length,
    sameAsEnglish: locale === english ? 0 : same.length,
    missingKeys: missing.map(([item]) => kind.nameOf(item)),
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
