import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** The floors of `src` and of the client, from the bottom up: a folder imports itself and what is on floors below it. */
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
};

/** The only folder that may import a package. */
const owners = { ky: 'src/client/http', pg: 'src/postgres', 'pg-boss': 'src/postgres' };

/** What the sandbox would share with the client that it is there to test. */
const underTest = ['http', 'resources', 'client', 'index'];

/** Returns the rules for the imports of each folder. */
function importRules() {
  return Object.entries(floors).flatMap(([parent, rows]) =>
    rows.flatMap((row, floor) => row.map((name) => importRule(parent, name, rows.slice(floor).flat()))),
  );
}

function importRule(parent, name, sameOrAbove) {
  const folder = `${parent}/${name}`;
  const outer = parent === 'src' ? [] : floors.src.slice(1).flat();
  const above = [...sameOrAbove.filter((other) => other !== name), ...outer];
  const patterns = above.map((other) => ({
    regex: `^(\\.\\./)+${other}[/.]`,
    message: `${folder} is not above ${other}.`,
  }));
  const message = 'The sandbox shares no code with what it is there to test.';
  if (name === 'sandbox') patterns.push({ regex: `/client/(${underTest.join('|')})[/.]`, message });
  const foreign = Object.entries(owners).filter(([, owner]) => !owner.startsWith(folder));
  const paths = foreign.map(([from, owner]) => ({ name: from, message: `Only ${owner} imports ${from}.` }));
  return { files: [`${folder}/**`], rules: { 'no-restricted-imports': ['error', { paths, patterns }] } };
}

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
  ...importRules(),
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
