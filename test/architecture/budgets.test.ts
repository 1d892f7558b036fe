import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';

import { expect, test, vi } from 'vitest';

import { command } from '../cli/start-command.ts';
import { bundle, checkTypes, declarationBytes, load, originsOf } from './costs.ts';

/**
 * What the package may cost its users, about 5 % above what it cost when measured: room for a few more operations. No
 * single change makes a package large, so the sum is watched here. A budget is lowered when it can be; it is raised for
 * what users gain by it, and the changelog says so.
 */
const budgets = {
  /** Files that Node reads for an import, and kB of JavaScript in them; most of both is zod. */
  imports: [
    { entry: 'publisher-commerce', files: 130, kilobytes: 1180 },
    { entry: 'publisher-commerce/schemas', files: 104, kilobytes: 924 },
    { entry: 'publisher-commerce/callbacks', files: 107, kilobytes: 946 },
  ],
  /** kB of a minified bundle, and of the same bundle gzipped; each holds every schema of the built files it touches. */
  bundles: [
    { consumer: 'walk', does: 'only lists transactions', minified: 260, gzipped: 83 },
    { consumer: 'schemas', does: 'only parses a transaction', minified: 114, gzipped: 34 },
    { consumer: 'callbacks', does: 'only serves the game-auth callback', minified: 163, gzipped: 48.5 },
    { consumer: 'money', does: 'only converts an amount', minified: 132, gzipped: 40 },
  ],
  /** What TypeScript makes for a consumer, and instantiations once it has checked our declarations as well. */
  types: [
    { consumer: 'client', instantiations: 3830, types: 3340, withDeclarations: 19_400 },
    { consumer: 'schemas', instantiations: 2990, types: 2820, withDeclarations: 19_700 },
    { consumer: 'callbacks', instantiations: 2250, types: 2650, withDeclarations: 2950 },
  ],
  /** kB of declarations of all entries; an ESM user's editor reads those of the entries that are imported. */
  // Most of it is docstrings. What was added last: errors that narrow, `withOptions`, months and days, structural types
  // of `fetch`, secrets as functions, reads whose lists are never missing, and the options of the sandbox.
  declarations: 200,
} as const;

/** What each entry is made of: folders of src, packages, and modules of Node. */
const made = [
  {
    entry: 'publisher-commerce',
    origins: [
      ...['api', 'errors', 'http', 'money', 'options', 'pagination', 'resources', 'runtime'],
      'validation',
      // Without p-queue, which the first limited call loads.
      ...['ky', 'leven', 'zod'],
    ],
    builtins: [],
  },
  {
    entry: 'publisher-commerce/schemas',
    origins: ['api', 'leven', 'runtime', 'zod'],
    builtins: [],
  },
  {
    entry: 'publisher-commerce/callbacks',
    origins: [...['api', 'callbacks', 'errors', 'http', 'leven', 'options', 'runtime', 'validation', 'zod']],
    builtins: [],
  },
  {
    entry: 'publisher-commerce/ledger',
    origins: ['api', 'errors', 'ledger', 'money', 'runtime', 'zod'],
    builtins: [],
  },
  {
    entry: 'publisher-commerce/postgres',
    // Without pg and pg-boss, which the first call loads.
    origins: [
      'api',
      'errors',
      'ledger',
      'leven',
      'money',
      'options',
      'postgres',
      'resources',
      'runtime',
      'zod',
    ],
    builtins: ['node:crypto', 'node:os', 'node:timers/promises', 'node:util'],
  },
];

test.each(budgets.imports)(
  'an import of $entry reads at most $files files and $kilobytes kB',
  async ({ entry, files, kilobytes }) => {
    const loaded = await load(entry);

    expect(loaded.files.length).toBeLessThanOrEqual(files);
    expect(loaded.files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000).toBeLessThanOrEqual(kilobytes);
  },
);

test.each(made)(
  'an import of $entry loads what it needs, and no sandbox, command, msw or server',
  async ({ entry, origins, builtins }) => {
    const loaded = await load(entry);
    // The files beside the folders of src are what an entry is for.
    const from = originsOf(loaded.files.map(({ path }) => path)).filter((origin) => !origin.endsWith('.ts'));

    expect(from).toEqual(origins.toSorted());
    expect(loaded.builtins).toEqual(builtins);
  },
);

test.each([
  { line: '--version', origins: [] },
  { line: 'export --help', origins: [] },
  { line: 'load --help', origins: [] },
  { line: 'load sync --help', origins: [] },
  { line: 'doctor --help', origins: [] },
  { line: 'sandbox --help', origins: ['sandbox'] },
])('publisher-commerce $line loads commander, and no other library', async ({ line, origins }) => {
  const { files } = await load(command, line.split(' '));

  expect(originsOf(files.map(({ path }) => path))).toEqual([
    ...['cli', 'commander', 'errors', 'runtime'],
    ...origins,
  ]);
});

test('an import of the main entry compiles no schema', async () => {
  using generated = vi.spyOn(globalThis, 'Function');
  await import('publisher-commerce');
  const bodies = generated.mock.calls.map((parts) => parts.at(-1));

  // zod asks once, with an empty function, whether code may be generated.
  expect(bodies.filter((body) => body !== '')).toEqual([]);
});

test.each(budgets.bundles)(
  'a bundle that $does stays under $minified kB, and $gzipped kB gzipped',
  async ({ consumer, minified, gzipped }) => {
    const { code } = await bundle(consumer);

    expect(code.byteLength / 1000).toBeLessThan(minified);
    expect(gzipSync(code).byteLength / 1000).toBeLessThan(gzipped);
  },
);

test.each(budgets.bundles)('a bundle that $does has zod in English only', async ({ consumer }) => {
  const { files } = await bundle(consumer);
  const languages = files.filter((file) => file.includes('/locales/')).map((file) => basename(file, '.js'));

  expect(languages.filter((language) => language !== 'en')).toEqual([]);
});

test('the declarations of all entries stay within their budget', () => {
  expect(declarationBytes() / 1000).toBeLessThanOrEqual(budgets.declarations);
});

test.each(budgets.types)(
  'the types of $consumer cost at most $instantiations instantiations',
  ({ consumer, instantiations, types, withDeclarations }) => {
    const cost = checkTypes(consumer);

    expect(cost.problems).toEqual([]);
    expect(cost.instantiations).toBeLessThanOrEqual(instantiations);
    expect(cost.types).toBeLessThanOrEqual(types);
    expect(cost.withDeclarations).toBeLessThanOrEqual(withDeclarations);
  },
);
