import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose tests run child processes, build or install something, or compile programs. */
const outside = [
  'architecture',
  'bench',
  'cli',
  'docs',
  'examples',
  'faults',
  'packaging',
  'postgres',
  'stories',
  'types',
].map((folder) => `test/${folder}/**`);

/** Proofs that take minutes: `npm run test:soak`. */
const long = [
  'test/soak/**/*.test.ts',
  ...[
    'bench/bench',
    'callbacks/unread-bodies',
    'types/compilers',
    'packaging/first-minute',
    'packaging/nest',
    'packaging/next',
    'packaging/package',
    'packaging/pages',
    'packaging/peers',
    'packaging/postgres',
    'packaging/runtimes',
    'packaging/unsupported-node',
    'packaging/workers',
    'packaging/yarn',
    'cli/data',
    'cli/commands/doctor/any-decimals',
    'cli/commands/doctor/currency-digits',
    'cli/commands/export/duckdb',
    'observability/tracing',
    'cli/commands/export/failures',
    'cli/commands/export/full-disk',
    'cli/commands/tap/duckdb',
    'cli/commands/prices/full-disk',
    'cli/ledger-files/formats/jsonl',
    'cli/commands/report/large-workbook',
    'cli/commands/report/page-in-browser',
    'cli/tables/workbook-size',
    'cli/commands/verify/corruptions',
    'cli/commands/load/interrupts',
    'cli/commands/load/sync-and-verify',
    'architecture/budgets',
    'examples/demo',
    'examples/nightly-sync',
    'examples/postgres',
    'examples/reconcile',
    'faults/chaos',
    'faults/hanging-retries',
    'faults/matrix-node-22',
    'postgres/failing-jobs',
    'postgres/pgbouncer',
    'postgres/quarantine',
    'postgres/sync-nights',
    'postgres/verify-deep',
    'release/rehearsal',
    'sandbox/memory',
    'sandbox/pages/checkout/in-browser',
    'sandbox/pages/index/in-browser',
    'sandbox/store/kill',
    'stories/quarter',
    'stories/sale-weeks',
    'docs/check-prose',
    'docs/code-blocks',
    'docs/fastify',
    'docs/links',
    'docs/resuming',
    'docs/warehouse',
    'docs/site/*',
  ].map((name) => `test/${name}.test.ts`),
];

/** Files that take minutes, and would run alone at the end if they began last. */
const longest = [
  'kill-at-each-call',
  'outages',
  'postgres-interruptions',
  'postgres-kills',
  'quiet-nights',
  'random-sheets',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      longest.some((name) => moduleId.endsWith(`soak/${name}.test.ts`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** The least that tests must reach in each folder, in percent, a little below what they do: raise it when you can. */
const floors = {
  client: { lines: 99, branches: 96 },
  'client/api': { lines: 100, branches: 97 },
  'client/errors': { lines: 100, branches: 97 },
  'client/http': { lines: 99, branches: 97 },
  'client/money': { lines: 100, branches: 100 },
  'client/pagination': { lines: 99, branches: 96 },
  callbacks: { lines: 98, branches: 95 },
  cli: { lines: 95, branches: 86 },
  ledger: { lines: 99, branches: 95 },
  postgres: { lines: 94, branches: 82 },
  sandbox: { lines: 98, branches: 92 },
  shared: { lines: 93, branches: 73 },
};
const thresholds = Object.fromEntries(
  Object.entries(floors).map(([folder, floor]) => [`src/${folder}/**`, floor]),
);

export default defineConfig({
  test: {
    // A command would retry for five minutes what a test lets fail.
    env: {
      PUBLISHER_RETRY_FOR: '0',
      // Where commands make their locks: not in the home of whoever runs the tests.
      XDG_STATE_HOME: join(tmpdir(), 'publisher-commerce-test-state'),
    },
    // Of tests of the sources: what another process runs, such as the built command, is not counted. The test of memory
    // is left out, because the counters keep objects that it expects to be collected.
    coverage: {
      include: Object.keys(thresholds),
      thresholds,
      reporter: ['text'],
      reportsDirectory: 'out/coverage',
    },
    // A third of the time would be spent on importing the same modules again: files clean up after themselves.
    isolate: false,
    // Many tests wait for a timer or another process: two cores are busy only with more workers than that.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    // A test whose loops are empty, or whose callbacks never run, fails.
    expect: { requireAssertions: true },
    // A file names its tags in its first lines. `npm run test:unit` leaves the first one out, `npm run test:coverage` the other.
    tags: [
      { name: 'slow', description: 'Takes seconds or a child process.' },
      { name: 'memory', description: 'Asks what is collected.' },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...outside, ...long],
          // Generous: what is slow on a busy machine is not wrong.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: [...outside.map((folder) => `${folder}/*.test.ts`), 'examples/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...long],
          testTimeout: 120_000,
          // Some install the package, with what it depends on.
          hookTimeout: 600_000,
          globalSetup: ['build', 'share-postgres'].map((name) => `test/support/${name}.ts`),
        },
      },
      {
        extends: true,
        test: {
          name: 'soak',
          include: long,
          testTimeout: 300_000,
          // What they print is part of the proof.
          disableConsoleIntercept: true,
          // Where packages are downloaded.
          hookTimeout: 600_000,
          globalSetup: ['build', 'runtimes', 'share-postgres', 'browser'].map(
            (name) => `test/support/${name}.ts`,
          ),
        },
      },
    ],
  },
});
