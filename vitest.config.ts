import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'examples/**/*.test.ts'],
    // Long proofs have a command of their own: `npm run test:soak`.
    exclude: [...configDefaults.exclude, 'test/soak/**'],
    // Many tests wait for a timer or another process: two cores are busy only with more workers than that.
    maxWorkers: 3,
    // Generous: what is slow on a busy machine is not wrong.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    globalSetup: 'test/support/runtimes.ts',
  },
});
