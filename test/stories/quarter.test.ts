import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { createSandbox } from '../../src/sandbox/index.ts';
import { createNpxFolder } from '../support/npx-folder.ts';
import { runProgram } from '../support/run-program.ts';

test("a controller's quarter of two games ends as it says, in a shell with the variables of both", async () => {
  const { cwd, PATH } = createNpxFolder();
  const period = { start: '2026-07-01T00:00:00Z', end: '2026-10-03T00:00:00Z' };
  const gameOf = (name: string, seed: number) =>
    createSandbox({ seed, transactions: 300, period, token: `token-of-game-${name}` });
  const [a, b] = [gameOf('a', 1), gameOf('b', 2)];
  await using serverA = await a.listen();
  await using serverB = await b.listen();
  const writeEnv = (name: string, url: string, token: string): void =>
    writeFileSync(
      join(cwd, `game-${name}.env`),
      `PUBLISHER_BASE_URL=${url}\nPUBLISHER_TOKEN=${token}\nPUBLISHER_SOURCE=game-${name}\n`,
    );
  writeEnv('a', serverA.url, a.token);
  writeEnv('b', serverB.url, b.token);
  // Set wrongly: the address of one game, and the token of the other.
  const env = { PATH, PUBLISHER_BASE_URL: serverA.url, PUBLISHER_TOKEN: b.token };
  const script = join(import.meta.dirname, 'quarter.sh');
  const { code, out, err } = await runProgram('bash', [script], { cwd, env });

  expect(code, out + err).toBe(0);
  expect(out.match(/^Step \d:/gm)).toHaveLength(7);
});
