import { onTestFinished } from 'vitest';

import { createSandbox, type Sandbox, type SandboxOptions } from '../../../../src/sandbox/index.ts';
import { type Output, runHere } from '../../run-here.ts';

/** A sandbox that listens on a free port, and is closed when the test ends. */
export async function listeningSandbox(
  options: SandboxOptions = {},
): Promise<{ sandbox: Sandbox; url: string; trigger: (...args: readonly string[]) => Promise<Output> }> {
  const sandbox = createSandbox({ now: () => new Date('2026-01-15T12:00:00Z'), ...options });
  const server = await sandbox.listen();
  onTestFinished(async () => {
    await server.close();
    await sandbox.close();
  });
  const trigger = (...args: readonly string[]): Promise<Output> =>
    runHere(['trigger', ...args, '--url', server.url]);
  return { sandbox, url: server.url, trigger };
}

/** The one JSON object that a command has printed. */
export function jsonOf({ out }: Output): unknown {
  return JSON.parse(out);
}
