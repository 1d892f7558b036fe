import { commandLine, counted, formatMoment, shellQuoted } from '../terminal/format.ts';
import { section } from '../terminal/section.ts';
import { maxShown, renderMore } from '../terminal/terminal-table.ts';
import type { SetBy } from './change.ts';
import type { Plan } from './plan.ts';
import { pulledColumn } from './pulled-column.ts';
import { flagsOfCells, type SheetSubject } from './sheet-subject.ts';

/** How much is shown. */
export interface Shown {
  /** Every line, not only the first ones of each kind. */
  readonly all?: boolean | undefined;
  /** Percent from which a change is large. */
  readonly maxChange?: number | undefined;
}

/** How much of a plan is shown, and what it is of. */
export interface PlanShown extends Shown {
  readonly source: string;
  /** The records that are taken back. */
  readonly undoes?: readonly string[] | undefined;
  /** The sheet that was sent out. */
  readonly base?: string | undefined;
}

/** Describes what of a sheet is not sent: with `--quiet`, that is all that is printed. */
export function describeStays(subject: SheetSubject, plan: Plan, shown: PlanShown): readonly string[] {
  return [...describeConflicts(subject, plan, shown), ...describeKept(subject, plan, shown)];
}

/** Describes what two people have changed. */
export function describeConflicts(
  subject: SheetSubject,
  { conflicts }: Plan,
  { all, undoes }: PlanShown,
): readonly string[] {
  const columns =
    undoes === undefined
      ? 'it was → the service has | the sheet says'
      : 'it was set → the service has | before';
  return section(
    `${counted(conflicts.length, 'conflict')}, which somebody else has changed, not sent (${columns}):`,
    conflicts.map(({ base, service, setBy, ...rest }) => {
      const change = { ...rest, before: service };
      const [has, says] = [service, rest.after].map((value) => subject.show(value, change));
      const was = base === undefined ? 'something else' : subject.show(base, change);
      return `${subject.nameOf(rest)} ${was} → ${has} | ${says}${describeSetBy('set by', setBy)}`;
    }),
    all,
  );
}

/** Describes what only the service has changed, and how a person sends it all the same. */
export function describeKept(
  subject: SheetSubject,
  { kept }: Plan,
  { all, source, base }: PlanShown,
): readonly string[] {
  const lines = kept.map(({ sheet, service, setBy, ...place }) => {
    const [says, has] = [sheet, service].map((value) =>
      subject.show(value, { ...place, before: service, after: sheet }),
    );
    return `${subject.nameOf(place)} ${says} | ${has}${describeSetBy('set by', setBy)}`;
  });
  const head = `${counted(kept.length, 'cell')} unchanged in the sheet, other in the service, kept (the sheet says | the service has):`;
  return [...section(head, lines, all), ...waysOut(subject, kept, source, base)];
}

/** Says how a person sends what is kept. */
function waysOut(
  subject: SheetSubject,
  kept: Plan['kept'],
  source: string,
  base: string | undefined,
): readonly string[] {
  const own = kept.filter(({ setBy }) => setBy?.isOwn === true);
  const { item, cell } = subject.filters;
  const filters = [item, cell].flatMap((filter) => (filter ? [`--${filter.flag}`] : [])).join(' or ');
  const ignored = shellQuoted('--ignore-column', pulledColumn);
  const asWish = `${base === undefined ? '' : 'without --base, '}${ignored} with ${filters}`;
  const { flags, areExact } = flagsOfCells(subject, own);
  const also = areExact ? '' : ', with what else its runs set there';
  const undos = flags.map((one) => commandLine(subject.name, 'undo', source, ...one));
  return [
    ...(own.length === 0 ? [] : [`To take back what a run of this sheet set${also}:`]),
    ...undos.slice(0, maxShown).map((command) => `  ${command}`),
    ...renderMore(undos.length - maxShown).map((line) => `  ${line}`),
    ...(own.length === kept.length
      ? []
      : [`To send what the sheet says where somebody else set something: ${asWish}`]),
  ];
}

/** Names a run: `a run of this sheet on 27 November 2026, 10:02 UTC`. */
export function describeSetBy(does: string, setBy: SetBy | undefined): string {
  if (setBy === undefined) return '';
  const { file, time, isOwn } = setBy;
  return ` (${does} ${isOwn ? 'a run of this sheet' : file} on ${formatMoment(time)})`;
}
