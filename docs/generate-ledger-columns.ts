// Writes docs/ledger-columns.md: `node docs/generate-ledger-columns.ts`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type LedgerColumn, ledgerColumns } from '../src/ledger/index.ts';

const intro = `---
title: Ledger columns
---

# Ledger columns

The columns of an exported CSV or Parquet file, and the fields of the rows that \`flatten\` returns, in order. The path is
that of the field in a [transaction](data/transaction.md) (§2.1). The table is generated from \`ledgerColumns\`.
`;

const heads = ['Column', 'Type', 'Unit', 'Null', 'Description', 'Path in a transaction'];

/** Returns the content of `docs/ledger-columns.md`. */
export function ledgerColumnsDocument(): string {
  const rows = ledgerColumns.map(cellsOf);
  return [intro, ...[heads, heads.map(() => '---'), ...rows].map(row), ''].join('\n');
}

function cellsOf({ name, type, unit, nullable, doc, path }: LedgerColumn): readonly string[] {
  return [`\`${name}\``, type, unit ?? '', nullable ? 'possible' : '', doc, `\`${path}\``];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(import.meta.dirname, 'ledger-columns.md'), ledgerColumnsDocument());
}
