// Says what `npm test` does, how long it takes and what it needs, before the first minute without output.
import { globSync } from 'node:fs';
import { join } from 'node:path';

import { missingRuntimes } from './support/runtimes.ts';

const cwd = join(import.meta.dirname, '..');
const files = globSync(['test/**/*.test.ts', 'examples/**/*.test.ts'], { cwd }).filter(
  (file) => !file.includes('soak'),
);
const missing = missingRuntimes();

console.log(
  `Builds the package, then runs about ${Math.round(files.length / 10) * 10} test files, which takes 5 minutes on two cores.\n` +
    'It needs no account, database or browser of yours. Quicker: npm run test:unit, 15 seconds.',
);
if (missing.length > 0) {
  console.log(
    `The first run also installs what the package is tested on from the npm registry, about 150 MB each: ${missing.join(', ')}.`,
  );
}
