import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

const command = join(import.meta.dirname, '../../dist/cli/main.js');

/**
 * Creates a folder for a shell in which `npx publisher-commerce` is the package as it is built, as where a person has
 * installed it. It is removed when the test ends.
 */
export function createNpxFolder(): { readonly cwd: string; readonly PATH: string } {
  const cwd = mkdtempSync(join(tmpdir(), 'npx-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const npx = join(cwd, 'npx');
  writeFileSync(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" "${command}" "$@"\n`);
  chmodSync(npx, 0o755);
  return { cwd, PATH: `${cwd}:${process.env['PATH']}` };
}
