import { defineConfig, type Options } from 'tsup';

import { checkNodeFirst } from './build/check-node-first.ts';
import { jsonFiles } from './build/json-files.ts';
import { thirdPartyNotices } from './build/third-party-notices.ts';

const entry = {
  index: 'src/index.ts',
  schemas: 'src/contract/schemas.ts',
  callbacks: 'src/callbacks/index.ts',
  sandbox: 'src/sandbox/index.ts',
  ledger: 'src/ledger/index.ts',
};

const shared: Options = {
  target: 'node22',
  platform: 'node',
  sourcemap: true,
  // Small enough to be carried inside, instead of being one more dependency of every user.
  noExternal: ['leven'],
  // One plugin for all builds: the notices are of everything that is in `dist`.
  esbuildPlugins: [thirdPartyNotices('dist/THIRD-PARTY-NOTICES.txt')],
};

const library: Options = {
  ...shared,
  entry: { ...entry, 'check-node': 'src/runtime/check-node.ts' },
  dts: { entry },
  plugins: [checkNodeFirst()],
};

export default defineConfig([
  {
    ...library,
    format: 'esm',
    splitting: true,
    clean: true,
    plugins: [checkNodeFirst(), jsonFiles('dist')],
  },
  // ky and p-queue are ESM only, and some back ends still `require()`: the CommonJS build carries them inside.
  { ...library, format: 'cjs', splitting: false, noExternal: ['ky', 'p-queue', 'leven'] },
  // The command carries everything inside, so that it works where nothing but this package is installed. Each of its
  // commands is a chunk of its own, which is loaded when it runs, after the check of Node's version.
  {
    ...shared,
    entry: { main: 'src/cli/main.ts' },
    outDir: 'dist/cli',
    format: 'esm',
    splitting: true,
    noExternal: [/^[^.]/],
    // Some of the packages ask for Node's own modules by `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  },
]);
