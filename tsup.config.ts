import { readFileSync } from 'node:fs';

import { defineConfig, type Options } from 'tsup';

import { checkNodeFirst } from './build/check-node-first.ts';
import { thirdPartyNotices } from './build/third-party-notices.ts';

const entry = {
  index: 'src/index.ts',
  schemas: 'src/contract/schemas.ts',
  callbacks: 'src/callbacks/index.ts',
  sandbox: 'src/sandbox/index.ts',
};

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const shared: Options = {
  target: 'node22',
  platform: 'node',
  sourcemap: true,
  define: { PACKAGE_VERSION: JSON.stringify(version) },
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
  { ...library, format: 'esm', splitting: true, clean: true },
  // ky and p-queue are ESM only, and some back ends still `require()`: the CommonJS build carries them inside.
  { ...library, format: 'cjs', splitting: false, noExternal: ['ky', 'p-queue', 'leven'] },
  // The command carries msw inside, so that it works where nothing but this package is installed.
  {
    ...shared,
    entry: { cli: 'src/cli/cli.ts' },
    format: 'esm',
    // Apart from what checks the version of Node, which an older one has to be able to load.
    splitting: true,
    noExternal: ['msw', 'leven'],
    // What msw depends on asks for Node's own modules by `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  },
]);
