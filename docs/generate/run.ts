// Writes every generated file that is kept in the repository: `npm run generate`. With `--check` it writes none of them,
// and fails if one is not current.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { apiPage } from './api-page.ts';
import { apiReports } from './api-reports.ts';
import { dataPages } from './data/pages.ts';
import { type GeneratedFiles, outdated, update } from './files.ts';
import { createOpenApiDocument } from './openapi/document.ts';
import { operationsPage } from './operations-page.ts';

const root = join(import.meta.dirname, '../..');
const isCheck = process.argv.includes('--check');

finish(new Map([['src/client/api/openapi.json', `${JSON.stringify(createOpenApiDocument(), null, 2)}\n`]]));

const pages = [...dataPages(), ['docs/api.md', apiPage()], ['docs/operations.md', operationsPage()]] as const;
finish(new Map(pages), ['docs/data/*.md']);

// The public types are those of the built declarations. A shell finds npm on Windows too.
const build = spawnSync('npm run --silent build', { cwd: root, shell: true, stdio: 'inherit' });
if (build.status !== 0) throw new Error('The build has failed.');
finish(apiReports(), ['docs/api/*.md']);

if (process.exitCode === 1) {
  console.error('\nGenerated files are not current: run `npm run generate`, and commit what it changes.');
}

/** Writes the files that differ, or reports them. */
function finish(files: GeneratedFiles, owned: readonly string[] = []): void {
  for (const path of outdated(root, files, owned)) {
    const text = files.get(path);
    if (isCheck) {
      process.exitCode = 1;
      const isMissing = !existsSync(join(root, path));
      console.error(`${path} ${isMissing ? 'is missing' : 'is not what is generated:'}`);
      const args = ['--no-pager', 'diff', '--no-index', '--', path, '-'];
      const stdio = ['pipe', 'inherit', 'inherit'] as const;
      if (!isMissing) spawnSync('git', args, { cwd: root, input: text ?? '', stdio: [...stdio] });
    } else {
      update(root, path, text);
      console.log(`${text === undefined ? 'removed' : 'wrote'} ${path}`);
    }
  }
}
