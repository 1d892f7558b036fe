import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect } from 'vitest';

import { ConfigurationError } from '../../../src/client/errors/index.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { newFile } from '../store/files.ts';

/** The time at which the sandboxes start. */
export const now = (): Date => new Date('2026-11-20T10:00:00Z');

/** Writes a seed file, and returns its path. */
export function seedFile(content: unknown): string {
  const file = join(dirname(newFile()), 'store.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** Starts a sandbox with a seed file. */
export function open(content: unknown, options: SandboxOptions = {}): Sandbox {
  return createSandbox({ transactions: 20, now, seedFile: seedFile(content), ...options });
}

/** The message of the error for a seed file, without the folder of the file. */
export function errorOf(content: unknown): string {
  const file = seedFile(content);
  try {
    createSandbox({ seedFile: file });
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as ConfigurationError).message.replaceAll(`${dirname(file)}/`, '');
  }
  throw new Error('the file was accepted');
}

/** The request of a session. */
export const request = {
  priceDetails: { price: 999, currency: 'usd' },
  offer: { name: 'Bag of gold', sku: 'gold' },
  customer: { id: 'player-1' },
};
