import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const dist = join(import.meta.dirname, '../../dist');
const declarations = globSync('*.d.{ts,cts}', { cwd: dist });

// A class with a private member accepts no fake, and its instances fail behind a Proxy. Whatever a user can hold is
// declared here, so that no list of classes has to be kept.
test('no class that users see has a private or protected member', () => {
  const members = declarations.flatMap((file) =>
    readFileSync(join(dist, file), 'utf8')
      .split('\n')
      .filter((line) => /^\s*(#\w+|(static |readonly )*(private|protected) )/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );

  expect(declarations.length).toBeGreaterThan(8);
  expect(members).toEqual([]);
});
