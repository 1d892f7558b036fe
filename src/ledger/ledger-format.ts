/** The formats of a file with rows of a ledger, by their names in receipts. Without a schema: a help names them too. */
export const ledgerFormats = ['jsonl', 'csv', 'csv.gz', 'parquet'] as const;

/** The format of a file with rows of a ledger. */
export type LedgerFormat = (typeof ledgerFormats)[number];
