import type { PromoCodeCreate } from '../../client/resources/promo-codes.ts';
import { csvLine } from '../../ledger/csv.ts';
import { UsageError } from '../command-error.ts';
import { writeResult } from '../output-file.ts';
import { invalidCell, type NamedRow, readNamedRows } from '../table/named-rows.ts';
import { textOf } from '../table/table.ts';

const states = ['pending', 'unknown', 'created', 'rejected'] as const;
/** Whether a code was created: only a `pending` one certainly was not, and can be sent. */
export type CodeState = (typeof states)[number];

/** A code of the file. */
export interface Code extends PromoCodeCreate {
  state: CodeState;
  /** Why it was rejected, or is unknown; else empty. */
  message: string;
}

const columns = ['coupon', 'name', 'max_redemptions', 'active', 'state', 'message'] as const;

/** Replaces the file: after a crash it has either the old states or the new ones. @throws CommandError */
export async function writeCodes(path: string, coupon: string, codes: readonly Code[]): Promise<void> {
  const rows = codes.map(({ name, maxRedemptions, active, state, message }) => [
    coupon,
    name,
    String(maxRedemptions),
    String(active),
    state,
    message,
  ]);
  await writeResult(path, [columns, ...rows].map(csvLine).join(''));
}

/** Reads the file of an earlier run. @throws UsageError if it is another file, or of another coupon */
export async function readCodes(path: string, coupon?: string): Promise<readonly Code[]> {
  const { rows } = await readNamedRows({ path, skipFirst: 0 }, { required: columns });
  return rows.map((row): Code => {
    const found = textOf(row.cell('coupon'));
    if (coupon !== undefined && found !== coupon) {
      const [given, stored] = [coupon, found].map((name) => JSON.stringify(name));
      throw new UsageError(`--coupon: is ${given}, but ${row.where} is of the coupon ${stored}`);
    }
    const state = states.find((one) => one === row.cell('state'));
    if (state === undefined) throw invalidCell(row, 'state', `must be ${states.join(', ')}`);
    return { ...readCode(row), state, message: textOf(row.cell('message')) };
  });
}

/** What a code without a cell of its own has. */
type Defaults = Omit<PromoCodeCreate, 'name'>;

/** Reads names, each with its `max_redemptions` and `active` if there are such columns. @throws UsageError naming the cell */
export async function readNames(
  path: string,
  defaults: Defaults,
  skipFirst = 0,
): Promise<readonly PromoCodeCreate[]> {
  const names = { required: ['name'], optional: ['max_redemptions', 'active'] };
  const { rows } = await readNamedRows({ path, skipFirst }, names);
  if (rows.length === 0) throw new UsageError(`--from: ${path} has no names`);
  const seen = new Map<string, string>();
  return rows.map((row) => {
    const code = readCode(row, defaults);
    const earlier = seen.get(code.name);
    if (earlier !== undefined) throw invalidCell(row, 'name', `is the one of ${earlier} too`);
    seen.set(code.name, row.where);
    return code;
  });
}

function readCode(row: NamedRow, defaults?: Defaults): PromoCodeCreate {
  const name = row.cell('name');
  // A workbook shows a number in another form than it has.
  if (typeof name !== 'string' || name === '' || name !== name.trim())
    throw invalidCell(row, 'name', 'must be a string, not empty, without spaces around it');
  const [most = '', active = ''] = ['max_redemptions', 'active'].map((column) =>
    textOf(row.cell(column)).trim().toLowerCase(),
  );
  const maxRedemptions =
    most === '' ? (defaults?.maxRedemptions ?? 0) : /^\d+$/.test(most) ? Number(most) : 0;
  if (maxRedemptions < 1 || !Number.isSafeInteger(maxRedemptions))
    throw invalidCell(row, 'max_redemptions', 'must be an integer of at least 1');
  if (active === '' && defaults !== undefined) return { name, maxRedemptions, active: defaults.active };
  if (active !== 'true' && active !== 'false') throw invalidCell(row, 'active', 'must be true or false');
  return { name, maxRedemptions, active: active === 'true' };
}
