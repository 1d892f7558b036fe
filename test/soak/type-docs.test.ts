import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { typeDocsModule } from '../../build/generate-type-docs.ts';

test('src/openapi/type-docs.ts is what `npm run docs:descriptions` writes', async () => {
  const file = join(import.meta.dirname, '../../src/openapi/type-docs.ts');

  expect(await readFile(file, 'utf8')).toBe(await typeDocsModule());
});
