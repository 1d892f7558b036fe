import { defineConfig, type Options } from 'tsup';

const entry = {
  index: 'src/index.ts',
  schemas: 'src/contract/schemas.ts',
  callbacks: 'src/callbacks/index.ts',
  sandbox: 'src/sandbox/index.ts',
};

const shared: Options = {
  entry,
  target: 'node22',
  platform: 'node',
  sourcemap: true,
};

export default defineConfig([
  // The command stands beside what it imports on demand, so that it works without msw as far as it can.
  {
    ...shared,
    entry: { ...entry, cli: 'src/cli/cli.ts' },
    format: 'esm',
    dts: { entry },
    splitting: true,
    clean: true,
  },
  // ky and p-queue are ESM only, and some back ends still `require()`: the CommonJS build carries them inside.
  { ...shared, format: 'cjs', dts: true, splitting: false, noExternal: ['ky', 'p-queue'] },
]);
