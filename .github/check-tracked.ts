// Rejects tracked files that belong nowhere, such as downloads and outputs: `npm run check:tracked`, in the root of a checkout.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** All that stands at the top level. */
const topLevel = [
  ...['.ci', '.editorconfig', '.github', '.gitignore', '.knip.jsonc', '.prettierignore', '.prettierrc.json'],
  ...['.textlintrc.yml', 'CHANGELOG.md', 'LICENSE', 'README.md', 'docs', 'eslint.config.js', 'examples'],
  ...['package-lock.json', 'package.json', 'src', 'test', 'tsconfig.json', 'tsup.config.ts'],
  'vitest.config.ts',
];
const maxBytes = 400_000;
const lockFile = /(^|\/)package-lock\.json$/;
/** Where pictures and test data live. */
const binaryFolders = /^(docs\/images|test\/.+\/files)\//;

/** Returns why a file must not be tracked; `undefined` if it may. */
function problemOf(path: string): string | undefined {
  const [top = ''] = path.split('/');
  if (!topLevel.includes(top))
    return `${top} is not in the list of the top level in .github/check-tracked.ts`;
  const bytes = readFileSync(path);
  if (bytes.length > maxBytes && !lockFile.test(path))
    return `has ${bytes.length} bytes, more than the ${maxBytes} that a file may have`;
  if (bytes.includes(0) && !binaryFolders.test(path))
    return 'is binary: pictures are in docs/images, test data in a folder `files` of test';
  return undefined;
}

const listed = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0');
for (const path of listed.filter((name) => name !== '')) {
  const problem = problemOf(path);
  if (problem === undefined) continue;
  console.error(`${path}: ${problem}`);
  process.exitCode = 1;
}
