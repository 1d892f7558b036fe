import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runProgram } from '../support/run-program.ts';

// A whole rehearsal takes minutes, and is itself the proof of its steps: it runs before each release.
test('a step that fails ends the rehearsal with its name and exit code 1, and the folder is removed', async () => {
  const temporary = await mkdtemp(join(tmpdir(), 'rehearsal-'));
  onTestFinished(() => rm(temporary, { recursive: true }));
  const env = { ...process.env, TMPDIR: temporary, TEMP: temporary };
  const program = join(import.meta.dirname, '../../.github/release/rehearse.ts');
  const { code, out, err } = await runProgram(process.execPath, [program, '1.2'], { env });

  expect(code).toBe(1);
  expect(out.trimEnd().split('\n').at(-1)).toMatch(/^failed version +\d+\.\d s/);
  expect(err).toContain('The version must be like 1.2.3 or 1.3.0-beta.1, not "1.2"');
  // The command keeps compiled code there, too.
  const left = (await readdir(temporary)).filter((name) => name !== 'node-compile-cache');
  expect(left).toEqual([]);
});
