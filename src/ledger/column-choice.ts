import { didYouMean } from '../client/api/input-object.ts';
import { type LedgerColumn, ledgerColumns } from './ledger-columns.ts';

/** Which columns are left out, and which are replaced by a hash. */
export interface ColumnChoice {
  readonly drop: readonly string[];
  readonly hash: readonly string[];
}

/** Columns that say who a player is, or where, or with which device; the country stays, because taxes depend on it. */
export const personalColumns: readonly string[] = [
  ...['customer_id', 'customer_email', 'player_ip', 'region', 'ip_address', 'zip_code'],
  ...['os_type', 'os_version', 'browser_type', 'browser_version'],
];

/** Columns that a receipt and its verification need as they are, besides all money. */
const required = ['timestamp', 'type', 'transaction_id', 'currency_code'];

/** Returns what is wrong with a choice of columns, and of which option; `undefined` if nothing is. */
export function columnChoiceProblem({
  drop,
  hash,
}: ColumnChoice): { readonly option: keyof ColumnChoice; readonly rule: string } | undefined {
  const choices = [
    { option: 'drop', names: drop },
    { option: 'hash', names: hash },
  ] as const;
  for (const { option, names } of choices) {
    const rule = names.map(brokenRule).find(Boolean);
    if (rule !== undefined) return { option, rule };
  }
  const both = drop.find((name) => hash.includes(name));
  return both === undefined ? undefined : { option: 'hash', rule: `${both} is dropped too` };
}

function brokenRule(name: string): string | undefined {
  const column = ledgerColumns.find((one) => one.name === name);
  if (column && !isRequired(column)) return undefined;
  if (column) return `${name} is needed to verify the rows and cannot be changed`;
  const changeable = ledgerColumns.filter((one) => !isRequired(one)).map((one) => one.name);
  const suggestion = didYouMean(name, changeable);
  return `unknown column "${name}"${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`;
}

function isRequired({ name, type }: LedgerColumn): boolean {
  return type === 'integer' || type === 'decimal' || required.includes(name);
}
