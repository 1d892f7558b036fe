import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';

/** Returns the path of a file that does not exist yet, and is removed after the test. */
export function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'sandbox.jsonl');
}

/** Opens a sandbox on a file; it is closed after the test. */
export function openOn(data: string, options: SandboxOptions = {}): Sandbox {
  const sandbox = createSandbox({ transactions: 20, ...options, data });
  onTestFinished(() => sandbox.close());
  return sandbox;
}
