// Writes the version and the date of a release to every file that names them: `npm run release:prepare -- 1.2.3`.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { dateVersion } from './changelog.ts';

const root = join(import.meta.dirname, '../..');
const [version = ''] = process.argv.slice(2);

if (/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
  const date = new Date().toISOString().slice(0, 10);
  edit('CHANGELOG.md', (text) => dateVersion(text, version, date));
  edit('src/client/runtime/runtime.ts', (text) =>
    text.replace(/(?<=^export const packageVersion = ').*(?=';$)/m, version),
  );
  // Its first version is that of the document. `npm run check` compares it with what is generated.
  edit('src/client/api/openapi.json', (text) => text.replace(/(?<="version": ").*(?=")/, version));
  const flags = ['--no-git-tag-version', '--allow-same-version'];
  // It also writes package-lock.json.
  execFileSync('npm', ['version', version, ...flags], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  console.log(`Prepared ${version}, ${date}. Review the changes, and commit them as "Release ${version}".`);
} else {
  console.error(
    `The version must be like 1.2.3 or 1.3.0-beta.1, not "${version}": npm run release:prepare -- 1.2.3`,
  );
  process.exitCode = 1;
}

function edit(path: string, change: (text: string) => string): void {
  const file = join(root, path);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
