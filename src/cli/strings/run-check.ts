import { printable } from '../../client/errors/printable.ts';
import { readSheetTable } from '../changes/plan-sheet.ts';
import { checkFilter } from '../changes/sheet-subject.ts';
import { Faults } from '../tables/faults.ts';
import { exitCode, type ExitCode } from '../terminal/command-error.ts';
import { counted } from '../terminal/format.ts';
import { createOutput } from '../terminal/output.ts';
import { maxShown, renderMore } from '../terminal/terminal-table.ts';
import { findingsOf } from './findings.ts';
import type { CheckFlags, StatusFlags } from './string-flags.ts';
import { readStringSheet, sheetColumns, type SheetStrings } from './string-sheet.ts';
import type { StringKind } from './strings.ts';

/** Reads a sheet without the service. @throws CommandError with all its faults */
export async function readSheetAlone(
  kind: StringKind,
  path: string,
  flags: Pick<CheckFlags, Extract<keyof CheckFlags, keyof StatusFlags>>,
  base?: SheetStrings,
): Promise<SheetStrings> {
  const faults = new Faults();
  const table = await readSheetTable(path, sheetColumns(kind), flags, faults);
  const strings = readStringSheet(kind, table, faults, {
    service: undefined,
    known: base?.state,
    sourceOf: base?.sourceOf,
    newLocales: [],
    newKeys: true,
  });
  faults.throwIfAny();
  return strings;
}

/** Says that placeholders and the like of some translations were not looked at. */
function describeUncompared(count: number): string {
  const [have, were] = count === 1 ? ['has', 'was'] : ['have', 'were'];
  return `${counted(count, 'translation')} ${have} no source, and ${were} not compared with it: --base SHEET names the one that was sent out`;
}

/** Longer than what is wrong with a cell. */
const maxLine = 200;

/** `check`: looks at every cell of a sheet, without the service. @throws CommandError */
export async function runCheck(kind: StringKind, path: string, flags: CheckFlags): Promise<ExitCode> {
  const base = flags.base === undefined ? undefined : await readSheetAlone(kind, flags.base, flags);
  const { state, whereOf, locales, ...own } = await readSheetAlone(kind, path, flags, base);
  const sourceOf = (item: string): string | undefined => own.sourceOf(item) ?? base?.sourceOf(item);
  checkFilter('locales', flags.locales, locales, path);
  const isMeant = (locale: string): boolean => flags.locales?.includes(locale) ?? true;
  const cells = [...state].flatMap(([item, own]) =>
    [...own].filter(([cell]) => isMeant(cell)).map(([cell, after]) => ({ item, cell, after })),
  );
  const found = findingsOf(kind, { cells, sourceOf, items: state.keys(), others: state.keys() });
  const findings = found.map(({ item, cell, message }) => ({
    where: whereOf(item),
    column: cell,
    name: kind.nameOf(item),
    message,
  }));
  const isGood = findings.length === 0;
  const uncompared = cells.filter(({ item, cell }) => cell !== kind.source && sourceOf(item) === undefined);
  const lines = findings
    .slice(0, flags.all ? Infinity : maxShown)
    .map(
      ({ where, column, name, message }) =>
        `  ${printable(`${where}: ${`${name} ${column}`.trim()} ${message}`, maxLine)}`,
    );
  createOutput(flags).print(
    { file: path, strings: state.size, uncompared: uncompared.length, findings },
    [
      `${path}: ${counted(cells.length, 'translation')}, ${counted(findings.length, 'finding')}${isGood ? '' : ':'}`,
      ...lines,
      ...renderMore(findings.length - lines.length, '; --all shows them').map((line) => `  ${line}`),
      ...(uncompared.length === 0 ? [] : [describeUncompared(uncompared.length)]),
    ],
    !isGood,
  );
  return isGood ? exitCode.done : exitCode.different;
}
