import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../docs/data');

test('every amount, price, fee, cost and rate in percent has a unit', () => {
  const amounts = globSync('*.md', { cwd: folder }).flatMap((file) => {
    const [table = ''] = readFileSync(join(folder, file), 'utf8').split('\n## ');
    return [
      ...table.matchAll(
        /^\| `([^`]*(?:[aA]mount\w*|[pP]rice|Cents|Usd|Fee\w*|Rate|Percentage))` \| (?:integer|number) \| ([^|]*) \|/gm,
      ),
    ].map(([, path = '', unit = '']) => [`${file} ${path}`, unit.trim()]);
  });

  expect(amounts.length).toBeGreaterThan(15);
  expect(amounts.filter(([, unit]) => unit === '')).toEqual([]);
});
