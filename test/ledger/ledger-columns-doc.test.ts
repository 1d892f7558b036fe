import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const document = readFileSync(new URL('../../docs/ledger-columns.md', import.meta.url), 'utf8');

test('the table names the unit and the path of a column', () => {
  expect(document).toContain(
    '\n| `amount_usd_minor` | integer | US cents |  | Amount in US dollars | `transactionDetails.amountUsd` |\n',
  );
});
