import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { packageVersion } from '../../../src/client/runtime/runtime.ts';

test('the version is the one in package.json', () => {
  const manifest = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8');

  expect(JSON.parse(manifest)).toMatchObject({ version: packageVersion });
});
