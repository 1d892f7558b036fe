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
    { consumer: 'callbacks', does: 'only serves the game-auth callback', minified: 163, gzipped: 49 },
    // With the errors, which have a status and the id of their call: 0.2 kB.
    { consumer: 'money', does: 'only converts an amount', minified: 132, gzipped: 41 },
  ],
  /** What TypeScript makes for a consumer, and instantiations once it has checked our declarations as well. */
  types: [
    // Leaves that are not essential have the type `T | null | undefined`: 1 to 3 % more. The types of what is sent are
    // those of their schemas, and the reasons of errors those of their table: 15 % more of the first figure, 2 % of the last.
    // 300 of the types are the union that `instanceof PublisherError` narrows to.
    { consumer: 'client', instantiations: 4480, types: 3800, withDeclarations: 20_400 },
    { consumer: 'schemas', instantiations: 3020, types: 2840, withDeclarations: 20_820 },
    { consumer: 'callbacks', instantiations: 2560, types: 2690, withDeclarations: 3130 },
  ],
  /** kB of declarations of all entries; an ESM user's editor reads those of the entries that are imported. */
  // Most of it is docstrings. What was added last: errors that narrow, `withOptions`, months and days, structural types
  // of `fetch`, secrets as functions, reads whose lists are never missing, the options of the sandbox, decimals of currencies,
  // sources of loads, names for the types that schemas are made of, `recountLoad` with its result, `pricePoints.patch`, what a
  // read may miss (`missing`, `requireComplete`), `token({ rejected })`, faults that are pending, what tables of loads lack,
  // and alarms with `acknowledgeAlarms`.
  declarations: 228,
} as const;

test.each(budgets.imports)(
  'an import of $entry reads at most $files files and $kilobytes kB',
  async ({ entry, files, kilobytes }) => {
    const loaded = await load(entry);

    expect(loaded.files.length).toBeLessThanOrEqual(files);
    expect(loaded.files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000).toBeLessThanOrEqual(kilobytes);
    expect(loaded.builtins).toEqual([]);
  },
);

test.each([
  { entry: 'publisher-commerce', own: [] },
  { entry: 'publisher-commerce/schemas', own: [] },
  { entry: 'publisher-commerce/callbacks', own: [] },
  { entry: 'publisher-commerce/ledger', own: [] },
  { entry: 'publisher-commerce/postgres', own: ['postgres'] },
])(
  'an import of $entry loads neither command, sandbox nor a library that is optional',
  async ({ entry, own }) => {
    const { files } = await load(entry);

    const optional = /^(?:sandbox|cli|postgres|msw|pg|pg-boss|commander)$/;
    expect(originsOf(files.map(({ path }) => path)).filter((origin) => optional.test(origin))).toEqual(own);
  },
);

test.each([
  { line: '--version', origins: [] },
  // The names of the formats, which receipts have.
  { line: 'export --help', origins: ['api', 'ledger', 'money'] },
  { line: 'load --help', origins: ['api', 'money'] },
  { line: 'load sync --help', origins: ['api', 'money'] },
  { line: 'doctor --help', origins: ['api', 'money'] },
  { line: 'tap --help', origins: ['api', 'money'] },
  { line: 'sandbox --help', origins: ['api', 'money', 'sandbox'] },
])('publisher-commerce $line loads commander, and no other library', async ({ line, origins }) => {
  const { files } = await load(command, line.split(' '));

  // What is loaded of the API and of money reads flags: times, months and decimals of currencies, without a schema.
  expect(originsOf(files.map(({ path }) => path))).toEqual(
    [...['cli', 'commander', 'errors', 'runtime', 'shared'], ...origins].sort(),
  );
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
    const { code, files } = await bundle(consumer);
    const languages = files.filter((file) => file.includes('/locales/')).map((file) => basename(file, '.js'));

    expect(code.byteLength / 1000).toBeLessThan(minified);
    expect(gzipSync(code).byteLength / 1000).toBeLessThan(gzipped);
    // zod in English only
    expect(languages.filter((language) => language !== 'en')).toEqual([]);
  },
);

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
