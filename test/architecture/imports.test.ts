import { join } from 'node:path';

import { ESLint, Linter } from 'eslint';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
// ESLint types a configuration as `any`.
const config = (await new ESLint({ cwd: root }).calculateConfigForFile('src/cli/run.ts')) as Linter.Config;
const { languageOptions, plugins, rules } = config;
const parser = languageOptions?.['parser'] as Linter.Parser; // of TypeScript: all files of `src` have one configuration
const linter = new Linter({ cwd: root });

/** Returns what the rule says of a file with this code. */
function problemsOf(path: string, code: string): string[] {
  const rule = rules?.['house/imports'];
  const house = plugins?.['house'];
  if (!rule || !house) throw new Error('there is no rule for imports');
  const only = {
    files: ['**'],
    languageOptions: { parser },
    plugins: { house },
    rules: { 'house/imports': rule },
  };
  return linter.verify(code, [only], join(root, path)).map(({ message }) => message);
}

const kinds: readonly (readonly [kind: string, code: (path: string) => string])[] = [
  ['import', (path) => `import { name } from '${path}';`],
  ['import of a type', (path) => `import type { Name } from '${path}';`],
  ['import without a name', (path) => `import '${path}';`],
  ['export from', (path) => `export { name } from '${path}';`],
  ['export of all', (path) => `export * from '${path}';`],
  ['import()', (path) => `void import('${path}');`],
  ['type of an import()', (path) => `type Module = typeof import('${path}');`],
];

const rejected: readonly (readonly [file: string, imported: string, problem: string])[] = [
  ['src/client/money/a.ts', '../../ledger/csv.ts', 'src/client is not above ledger.'],
  ['src/postgres/plan/a.ts', '../../cli/run.ts', 'src/postgres is not above cli.'],
  ['src/postgres/a.ts', '../sandbox/index.ts', 'src/postgres is not above sandbox.'],
  ['src/client/http/a.ts', '../resources/price-points.ts', 'src/client/http is not above resources.'],
  ['src/client/http/a.ts', '../client.ts', 'src/client/http is not above client.ts.'],
  ['src/cli/terminal/a.ts', '../files/output-file.ts', 'src/cli/terminal is not above files.'],
  ['src/cli/ledger-files/formats/a.ts', '../../tables/table.ts', 'src/cli/ledger-files is not above tables.'],
  ['src/cli/strings/a.ts', '../commands/translations/command.ts', 'src/cli/strings is not above commands.'],
  ['src/cli/commands/verify/a.ts', '../../run.ts', 'src/cli/commands is not above run.ts.'],
  ['src/cli/commands/report/a.ts', '../diff/command.ts', 'src/cli/commands/report is not above diff.'],
  ['src/client/resources/a.ts', 'ky', 'Only src/client/http imports ky.'],
  ['src/cli/commands/load/a.ts', 'pg/lib/client.js', 'Only src/postgres imports pg.'],
  [
    'src/sandbox/routes/a.ts',
    '../../client/http/transport.ts',
    'The sandbox shares no code with what it tests.',
  ],
];

test.each(
  rejected.flatMap(([file, to, problem]) => kinds.map(([kind, code]) => ({ file, to, problem, kind, code }))),
)('$kind of $to is rejected in $file', ({ file, to, problem, code }) => {
  expect(problemsOf(file, code(to))).toEqual([problem]);
});

test.each([
  ['src/cli/commands/report/a.ts', '../../tables/table.ts'],
  ['src/cli/commands/report/a.ts', './figures/b.ts'],
  // A command and a folder of `src` have one name.
  ['src/cli/commands/sandbox/a.ts', '../../../sandbox/index.ts'],
  ['src/cli/commands.ts', './commands/verify/command.ts'],
  ['src/client/client.ts', './resources/price-points.ts'],
  ['src/client/http/a.ts', 'ky'],
  ['src/postgres/work/a.ts', 'pg-boss'],
  ['src/sandbox/a.ts', '../client/api/operations.ts'],
])('%s may import %s', (file, imported) => {
  expect(kinds.flatMap(([, code]) => problemsOf(file, code(imported)))).toEqual([]);
});
