import { defineConfig, type Options } from 'tsup';

const shared: Options = {
  entry: {
    index: 'src/index.ts',
    schemas: 'src/contract/schemas.ts',
    sandbox: 'src/sandbox/index.ts',
  },
  target: 'node22',
  platform: 'node',
  sourcemap: true,
};

export default defineConfig([
  { ...shared, format: 'esm', dts: true, splitting: true, clean: true },
  // ky and p-queue are ESM only, and some back ends still `require()`: the CommonJS build carries them inside.
  { ...shared, format: 'cjs', dts: true, splitting: false, noExternal: ['ky', 'p-queue'] },
]);
