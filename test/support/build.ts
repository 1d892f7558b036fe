import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds the package if its sources have changed; Vitest calls it once before the first test that starts the build. */
export default function buildIfStale(): void {
  const script = join(import.meta.dirname, '../../examples/demo/build-if-stale.ts');
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The build has failed.');
}
