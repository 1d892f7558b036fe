import { readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { dirname, join } from 'node:path/posix';

import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** The floors of a folder, from the bottom up: a folder imports itself and what is on floors below it. */
const floors = {
  src: [['client'], ['callbacks', 'ledger', 'shared'], ['postgres', 'sandbox'], ['cli']],
  'src/client': [
    ['errors', 'runtime'],
    ['api', 'money'],
    ['validation'],
    ['options'],
    ['http'],
    ['pagination'],
    ['resources'],
  ],
  'src/cli': [
    ['terminal'],
    ['files', 'flags'],
    ['ledger-files', 'service', 'tables'],
    ['changes'],
    ['strings'],
    ['commands'],
  ],
  // One floor: none imports another.
  'src/cli/commands': [readdirSync(`${import.meta.dirname}/src/cli/commands`)],
};

/** The only folder that may import a package. */
const owners = { ky: 'src/client/http', pg: 'src/postgres', 'pg-boss': 'src/postgres' };

/** What the sandbox would share with the client that it tests. */
const underTest = ['http', 'resources', 'client', 'index'];

/** Returns why a file may not import a path or a package; `undefined` if it may. */
function problemOf(file, imported) {
  if (!imported.startsWith('.')) {
    const name = Object.keys(owners).find((owned) => imported === owned || imported.startsWith(`${owned}/`));
    return name && !file.startsWith(`${owners[name]}/`) ? `Only ${owners[name]} imports ${name}.` : undefined;
  }
  const to = join(dirname(file), imported);
  for (const [parent, rows] of Object.entries(floors)) {
    const [own, other] = [file, to].map((path) => nameIn(parent, path));
    if (own === undefined || other === undefined || own === other) continue;
    const [floor, otherFloor] = [own, other].map((name) => rows.findIndex((row) => row.includes(name)));
    // What stands loose in a folder, such as `client.ts`, is above its floors.
    if (floor >= 0 && (otherFloor < 0 || otherFloor >= floor)) {
      return `${parent}/${own} is not above ${other}.`;
    }
  }
  const isShared =
    file.startsWith('src/sandbox/') && underTest.includes(nameIn('src/client', to)?.replace(/\.ts$/, ''));
  return isShared ? 'The sandbox shares no code with what it tests.' : undefined;
}

/** Returns the name of the folder or file of a parent that a path is in. */
function nameIn(parent, path) {
  return path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).split('/')[0] : undefined;
}

/** Not `no-restricted-imports`, which sees no `import()`, and cannot tell a command from a folder of its name in `src`. */
const imports = {
  create(context) {
    const file = relative(import.meta.dirname, context.filename).replaceAll('\\', '/');
    const check = ({ source }) => {
      const problem = typeof source?.value === 'string' ? problemOf(file, source.value) : undefined;
      if (problem) context.report({ node: source, message: problem });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

export default tseslint.config(
  { ignores: ['dist/', '**/out/', 'docs/site/'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // `interface PricePoint extends z.output<…> {}` is how a schema's type gets a name in hovers.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  { files: ['src/**'], plugins: { house: { rules: { imports } } }, rules: { 'house/imports': 'error' } },
  {
    files: ['src/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export it by its name.' },
      ],
    },
  },
  {
    // What reads cells of files: a hostile one costs what an honest one of its length costs.
    files: [
      'src/cli/{changes,ledger-files,strings,tables}/**',
      'src/cli/commands/{content,prices,promo-codes,reconcile,translations}/**',
    ],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: ['test/**'],
    ignores: ['test/support/fast-check.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: 'fast-check',
          message: 'Import test/support/fast-check.ts: it fixes the seed, and honours maxLength.',
        },
      ],
    },
  },
  {
    // What runs beyond Node; the listener is for `node:http` alone.
    files: ['src/client/**', 'src/callbacks/**', 'src/ledger/**'],
    ignores: ['src/callbacks/node-listener.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['Buffer', 'process', 'global', 'setImmediate', 'clearImmediate', 'require', 'module'],
        ...['__dirname', '__filename'],
      ],
    },
  },
  { files: ['*.config.js'], extends: [tseslint.configs.disableTypeChecked] },
);
