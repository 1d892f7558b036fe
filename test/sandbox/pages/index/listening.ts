import { onTestFinished } from 'vitest';

import { createSandbox, type Sandbox, type SandboxOptions } from '../../../../src/sandbox/index.ts';
import type { PageReceived } from './send-form.ts';

/** Starts a sandbox at noon of 15 January 2026. */
export async function listening(options: SandboxOptions = {}): Promise<{ sandbox: Sandbox; url: string }> {
  const sandbox = createSandbox({ now: () => new Date('2026-01-15T12:00:00Z'), ...options });
  const server = await sandbox.listen();
  onTestFinished(async () => {
    await server.close();
    await sandbox.close();
  });
  return { sandbox, url: server.url };
}

/** The text of a section, without its markup. */
export function sectionOf({ text }: Pick<PageReceived, 'text'>, id: string): string {
  const [, section = ''] =
    new RegExp(`<section class="card" id="${id}"(.*?)</section>`, 's').exec(text) ?? [];
  return section
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
