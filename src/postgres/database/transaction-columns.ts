import { type LedgerColumn, ledgerColumns } from '../../ledger/index.ts';

/** A column of the table of transactions that comes from the ledger row. */
export interface TransactionColumn {
  readonly name: string;
  readonly sqlType: 'timestamptz' | 'text' | 'bigint' | 'jsonb';
  readonly nullable: boolean;
}

const sqlTypes = { timestamp: 'timestamptz', string: 'text', integer: 'bigint', json: 'jsonb' } as const;

/** The columns of the ledger; money is in the smallest unit only, since decimals can be computed from it. */
export const transactionColumns: readonly TransactionColumn[] = ledgerColumns.flatMap(toColumn);

/** The columns that identify a transaction. */
export const keyColumns = ['timestamp', 'type', 'transaction_id'] as const;

/** All columns, in the order of the table. */
export const columnNames: readonly string[] = [
  ...transactionColumns.map(({ name }) => name),
  'fetched_at',
  'load_id',
  'row',
];

function toColumn({ name, type, nullable }: LedgerColumn): readonly TransactionColumn[] {
  return type === 'decimal' ? [] : [{ name, sqlType: sqlTypes[type], nullable }];
}
