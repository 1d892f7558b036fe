import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { ledgerColumns, ledgerJsonSchema } from '../../src/ledger/ledger-columns.ts';

test('the page of columns has the description and the unit of each', () => {
  const page = readFileSync('docs/ledger-columns.md', 'utf8');

  for (const { name, type, unit, nullable, doc } of ledgerColumns.filter(({ type }) => type !== 'integer')) {
    const words = [type, ...(unit === null ? [] : [unit]), ...(nullable ? ['nullable'] : [])];
    expect(page).toContain(`| \`${name}\` | ${words.join(', ')} | ${doc} |`);
  }
  expect(ledgerJsonSchema).toMatchObject({
    properties: {
      amount_minor: { description: expect.stringContaining('(smallest unit of `currency_code`)') as string },
    },
  });
});
