import { copyFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

import { defineConfig, type Options } from 'tsup';

import { bundleDeclarations } from './docs/generate/bundle-declarations.ts';
import { seedJsonSchema } from './docs/generate/seed-json-schema.ts';
import { thirdPartyNotices } from './docs/generate/third-party-notices.ts';

type Plugin = NonNullable<Options['plugins']>[number];

const entry = {
  index: 'src/client/index.ts',
  schemas: 'src/client/api/schemas.ts',
  callbacks: 'src/callbacks/index.ts',
  sandbox: 'src/sandbox/index.ts',
  ledger: 'src/ledger/index.ts',
  postgres: 'src/postgres/index.ts',
};

/**
 * Makes every file of a build import the check of Node's version before anything else, also the chunks: bundlers skip an
 * entry that only passes on what a chunk exports.
 */
const checkNodeFirst: Plugin = {
  name: 'check-node-first',
  renderChunk(code, { path }) {
    const file = basename(path);
    // esbuild adds a chunk of its helpers, none of which is used here, and which would import the check.
    if (file.startsWith('check-node.')) return { code: code.replace(/^import "[^"]+";/m, '') };
    if (file.endsWith('.js')) return { code: `import "./check-node.js";${code}` };
    if (file.endsWith('.cjs')) {
      return { code: code.replace(/^"use strict";/, '"use strict";require("./check-node.cjs");') };
    }
    return undefined;
  },
};

/** Writes the files that are no scripts once these are built: before, the folder is emptied. */
const otherFiles: Plugin = {
  name: 'other-files',
  async buildEnd() {
    copyFileSync('src/client/api/openapi.json', 'dist/openapi.json');
    writeFileSync('dist/seed-file.schema.json', `${JSON.stringify(seedJsonSchema(), null, 2)}\n`);
    await bundleDeclarations(entry, 'dist');
  },
};

// No source maps: the scripts are not minified, and name the source file above each part of it.
const shared = {
  target: 'node22',
  platform: 'node',
  // Small enough to be carried inside, instead of being one more dependency of every user.
  noExternal: ['leven'],
  // One plugin for all builds: the notices are of everything that is in `dist`.
  esbuildPlugins: [thirdPartyNotices('dist/THIRD-PARTY-NOTICES.txt')],
} satisfies Options;

const library = {
  ...shared,
  entry: { ...entry, 'check-node': 'src/client/runtime/check-node.ts' },
  plugins: [checkNodeFirst],
} satisfies Options;

/** Some of the packages ask for Node's own modules by `require`. */
const banner = {
  js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
};

/** What the ESM entries share is in chunks. */
const { postgres, ...sharing } = library.entry;

export default defineConfig([
  {
    ...library,
    entry: sharing,
    format: 'esm',
    splitting: true,
    clean: true,
    plugins: [checkNodeFirst, otherFiles],
  },
  // With chunks of its own: an import of the client would otherwise read more and smaller ones.
  { ...shared, entry: { postgres }, format: 'esm', splitting: false, plugins: [checkNodeFirst], banner },
  // ky is ESM only, and some back ends still `require()`: the CommonJS build carries it inside.
  { ...library, format: 'cjs', splitting: false, noExternal: ['ky', ...shared.noExternal] },
  // The command carries everything inside, so that it works where nothing but this package is installed. Each of its
  // commands is a chunk of its own, which is loaded when it runs, after the check of Node's version.
  {
    ...shared,
    entry: { main: 'src/cli/main.ts', tap: 'src/cli/tap-main.ts' },
    outDir: 'dist/cli',
    format: 'esm',
    splitting: true,
    // Without the optional peers of `load`, which a user installs.
    noExternal: [/^(?!pg(-boss)?$)[^.]/],
    banner,
  },
]);
