import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { ledgerColumnsDocument } from '../../docs/generate-ledger-columns.ts';

const document = readFileSync(new URL('../../docs/ledger-columns.md', import.meta.url), 'utf8');

test('docs/ledger-columns.md is what `node docs/generate-ledger-columns.ts` writes', () => {
  expect(document).toBe(ledgerColumnsDocument());
});

test('the table names the unit and the path of a column', () => {
  expect(document).toContain(
    '\n| `amount_usd_minor` | integer | US cents |  | Amount in US dollars | `transactionDetails.amountUsd` |\n',
  );
});
