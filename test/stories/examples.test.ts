import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

const examples = join(import.meta.dirname, '../../examples');

test('the game authentication server answers a signed callback', { timeout: 30_000 }, async () => {
  const program = join(examples, 'game-auth-server.ts');
  const env = { ...process.env, PUBLISHER_TOKEN: 'example-token', CALLBACK_SECRET: 'example-secret' };

  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, '--once'], { env });

  expect(stderr).toBe('');
  expect(stdout).toMatch(/\b200\b/);
  expect(stdout).toMatch(/deepLink: 'mygame:\/\/auth\?token=[0-9a-f-]{36}'/);
  expect(stdout).toContain('desktopAutoRedirect: false');
});
