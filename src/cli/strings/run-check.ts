import { valueIn } from '../changes/change.ts';
import { describeFindings, seriousOf } from '../changes/finding.ts';
import { checkFilter } from '../changes/sheet-subject.ts';
import { Faults } from '../tables/faults.ts';
import { exitCode, type ExitCode } from '../terminal/command-error.ts';
import { counted } from '../terminal/format.ts';
import { createOutput } from '../terminal/output.ts';
import { findingsOf } from './findings.ts';
import type { CheckFlags, StatusFlags } from './string-flags.ts';
import { readStringTable } from './string-table.ts';
import { readStringSheet, type SheetStrings } from './string-sheet.ts';
import type { StringKind } from './strings.ts';

/** Reads a sheet without the service. @throws CommandError with all its faults */
export async function readSheetAlone(
  kind: StringKind,
  path: string,
  flags: Pick<CheckFlags, Extract<keyof CheckFlags, keyof StatusFlags>>,
  base?: SheetStrings,
): Promise<SheetStrings> {
  const faults = new Faults();
  const table = await readStringTable(kind, path, flags, faults);
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

/** `check`: looks at every cell of a sheet, without the service. @throws CommandError */
export async function runCheck(kind: StringKind, path: string, flags: CheckFlags): Promise<ExitCode> {
  const base = flags.base === undefined ? undefined : await readSheetAlone(kind, flags.base, flags);
  const { state, whereOf, locales, ...own } = await readSheetAlone(kind, path, flags, base);
  const sourceOf = (item: string): string | undefined => own.sourceOf(item) ?? base?.sourceOf(item);
  checkFilter('locales', flags.locales, locales, path);
  const isMeant = (locale: string): boolean => flags.locales?.includes(locale) ?? true;
  const cells = [...state].flatMap(([item, own]) =>
    [...own]
      .filter(([cell]) => isMeant(cell))
      .map(([cell, after]) => ({
        ...{ item, cell, after },
        before: base && valueIn(base.state, { item, cell }),
      })),
  );
  const found = findingsOf(kind, { cells, sourceOf, items: state.keys(), others: state.keys() });
  const findings = found.map(({ item, cell, message, rank }) => ({
    ...{ where: whereOf(item, cell), column: cell, name: kind.nameOf(item), message },
    ...(rank && { rank }),
  }));
  const isGood = seriousOf(findings).length === 0;
  const uncompared = cells.filter(({ item, cell }) => cell !== kind.source && sourceOf(item) === undefined);
  const none = findings.length === 0 ? ', 0 findings' : '';
  createOutput(flags).print(
    { file: path, strings: state.size, uncompared: uncompared.length, findings },
    [
      `${path}: ${counted(cells.length, 'translation')}${none}`,
      ...describeFindings(
        findings,
        ({ where, column, name, message }) => `${where}: ${`${name} ${column}`.trim()} ${message}`,
        flags.all,
      ),
      ...(uncompared.length === 0 ? [] : [describeUncompared(uncompared.length)]),
    ],
    !isGood,
  );
  return isGood ? exitCode.done : exitCode.different;
}
