import { defineConfig } from 'vitest/config';

/** Long proofs, apart from `npm test`. */
export default defineConfig({
  test: {
    include: ['test/soak/**/*.test.ts'],
    // What they print is part of the proof.
    disableConsoleIntercept: true,
    hookTimeout: 30_000,
  },
});
