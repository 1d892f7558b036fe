import { didYouMean } from '../../../client/api/input-object.ts';
import type { PromoCodeCreate } from '../../../client/resources/promo-codes.ts';
import { csvLine } from '../../../ledger/csv.ts';
import { Faults } from '../../tables/faults.ts';
import { type ColumnNames, invalidCell, type NamedRow, readNamedRows } from '../../tables/named-rows.ts';
import { type TableFormat, textOf } from '../../tables/table.ts';
import { UsageError } from '../../terminal/command-error.ts';
import { shellQuoted } from '../../terminal/format.ts';

const states = ['pending', 'unknown', 'created', 'exists', 'rejected'] as const;
/**
 * Whether a code was created: only a `pending` one certainly was not, and can be sent. One that `exists` may have been
 * created by an earlier request, or by somebody else.
 */
export type CodeState = (typeof states)[number];

/** A code of the file. */
export interface Code extends PromoCodeCreate {
  state: CodeState;
  /** The cells of columns that are not read, by their names. */
  readonly aside: Readonly<Record<string, string>>;
  /** Why it was rejected, or is not known to be as it was sent; of a pending one, that a request with it was rejected. */
  message: string;
}

const columns = ['coupon', 'name', 'max_redemptions', 'active', 'state', 'message'] as const;

/** Returns the content of the file. */
export function formatCodes(coupon: string, codes: readonly Code[]): string {
  const kept = Object.keys(codes[0]?.aside ?? {});
  const rows = codes.map(({ name, maxRedemptions, active, state, message, aside }) => [
    ...[coupon, name, String(maxRedemptions), String(active), state, message],
    ...kept.map((column) => aside[column] ?? ''),
  ]);
  return [[...columns, ...kept], ...rows].map(csvLine).join('');
}

/** Returns the cells of a row that are not read; a column that begins with # is a comment for every later run too. */
function asideOf(row: NamedRow, ignored: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ignored.map((column) => [column.startsWith('#') ? column : `# ${column}`, textOf(row.cell(column))]),
  );
}

/**
 * Reads the file of an earlier run. Its coupon may be corrected once codes were rejected, while none may exist.
 *
 * @throws UsageError if it is another file, or of another coupon
 * @throws CommandError with all faults of its rows
 */
export async function readCodes(path: string, coupon?: string): Promise<readonly Code[]> {
  const faults = new Faults();
  const { rows, ignored } = await readNamedRows({ path, skipFirst: 0 }, { required: columns }, faults);
  const checkOnce = onceCheck(faults);
  const codes = rows.flatMap((row): Code[] => {
    const code = readCode(row, faults);
    checkOnce(code, row);
    const state = states.find((one) => one === row.cell('state'));
    const aside = asideOf(row, ignored);
    if (state !== undefined) return [{ ...code, state, message: textOf(row.cell('message')), aside }];
    faults.add(invalidCell(row, 'state', `must be ${states.join(', ')}`).fault);
    return [];
  });
  faults.throwIfAny();
  const other = rows.find((row) => textOf(row.cell('coupon')) !== coupon);
  const isOne = new Set(rows.map((row) => textOf(row.cell('coupon')))).size === 1;
  if (coupon !== undefined && other && !(isOne && isCorrection(codes))) {
    const [given, stored] = [coupon, textOf(other.cell('coupon'))].map((name) => JSON.stringify(name));
    throw new UsageError(`--coupon: is ${given}, but ${other.where} is of the coupon ${stored}`);
  }
  return codes;
}

/** Whether the coupon of codes may be another one: the service has rejected some, and none may exist. */
function isCorrection(codes: readonly Code[]): boolean {
  const wasRejected = ({ state, message }: Code): boolean => state === 'rejected' || message !== '';
  return codes.some(wasRejected) && !codes.some(mayExist);
}

/** Whether a code is live, or may be. */
function mayExist({ state }: Pick<Code, 'state'>): boolean {
  return state !== 'pending' && state !== 'rejected';
}

/** Whether a file is a list of codes that were all rejected. Any other may be the only list of codes that exist, whatever is left of it. */
export async function isAllRejected(path: string): Promise<boolean> {
  try {
    return (await readCodes(path)).every(({ state }) => state === 'rejected');
  } catch {
    return false;
  }
}

/** A code that was not sent yet. */
export type NewCode = Omit<Code, 'state' | 'message'>;

/** What a code without a cell of its own has. */
type Defaults = Omit<PromoCodeCreate, 'name'>;

/** Reads names, each with its `max_redemptions` and `active` if there are such columns. @throws CommandError with all faults */
export async function readNames(
  format: TableFormat,
  defaults: Defaults,
  ignored: readonly string[] | undefined,
): Promise<readonly NewCode[]> {
  const faults = new Faults();
  const names: ColumnNames = {
    required: ['name'],
    optional: ['max_redemptions', 'active'],
    ignored,
    explain: (column, columns) => {
      if (didYouMean(column, ['name', 'max_redemptions', 'active']) !== undefined) return undefined;
      if (!columns.includes('name')) return 'the first line must be: name';
      return `to keep it in the file of codes, name it "# ${column}", or add ${shellQuoted('--ignore-column', column)}`;
    },
  };
  const { rows, ignored: kept } = await readNamedRows(format, names, faults);
  if (rows.length === 0) throw new UsageError(`--from: ${format.path} has no names`);
  const checkOnce = onceCheck(faults);
  const codes = rows.map((row) => {
    const code = readCode(row, faults, defaults);
    checkOnce(code, row);
    return { ...code, aside: asideOf(row, kept) };
  });
  faults.throwIfAny();
  return codes;
}

/** Returns what adds a code that a row above has to the faults: it would be created twice. */
function onceCheck(faults: Faults): (code: Pick<Code, 'name'>, row: NamedRow) => void {
  const seen = new Map<string, string>();
  return (code, row) => {
    // Players type them in any case.
    const name = code.name.toLowerCase();
    const earlier = seen.get(name);
    if (earlier === undefined) seen.set(name, row.where);
    else faults.add(invalidCell(row, 'name', `is the one of ${earlier} too`).fault);
  };
}

/** Reads a row; what is wrong with its cells is added to the faults. */
function readCode(row: NamedRow, faults: Faults, defaults?: Defaults): PromoCodeCreate {
  const addFault = (column: string, message: string): void =>
    faults.add(invalidCell(row, column, message).fault);
  const name = row.cell('name');
  // A workbook shows a number in another form than it has.
  if (typeof name !== 'string' || name === '' || name !== name.trim())
    addFault('name', 'must be a string, not empty, without spaces around it');
  const [most = '', active = ''] = ['max_redemptions', 'active'].map((column) =>
    textOf(row.cell(column)).trim().toLowerCase(),
  );
  const maxRedemptions =
    most === '' ? (defaults?.maxRedemptions ?? 0) : /^\d+$/.test(most) ? Number(most) : 0;
  if (maxRedemptions < 1 || !Number.isSafeInteger(maxRedemptions))
    addFault('max_redemptions', 'must be an integer of at least 1');
  const isDefault = active === '' && defaults !== undefined;
  if (!isDefault && active !== 'true' && active !== 'false') addFault('active', 'must be true or false');
  return { name: textOf(name), maxRedemptions, active: isDefault ? defaults.active : active === 'true' };
}
