import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeEach, expect, test } from 'vitest';

import { runCommand, startCommand } from './start-command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'seed-file-'));
  return () => rmSync(folder, { recursive: true });
});

function write(content: string): string {
  const file = join(folder, 'store.json');
  writeFileSync(file, content);
  return file;
}

test('--seed-file starts with the file, GET /_sandbox/seed returns it, and an existing data file wins', async () => {
  const file = write('{ "pricePoints": [{ "priceInUsdCents": 499 }] }');
  const args = ['--seed-file', file, '--data', join(folder, 'state.jsonl')];
  {
    await using command = await startCommand(args);
    const response = await fetch(`${command.url}/_sandbox/seed`);
    expect(await response.json()).toMatchObject({
      pricePoints: [{ priceInUsdCents: 499, priceOverrides: [] }],
    });
    const foreign = await fetch(`${command.url}/_sandbox/seed`, {
      headers: { origin: 'https://evil.example.com' },
    });
    expect(foreign.status).toBe(403);
    expect(command.output()).not.toContain('only read for a new file');
  }
  write('{ "pricePoints": [] }');
  await using command = await startCommand(args);
  const state = (await (await fetch(`${command.url}/_sandbox/state`)).json()) as { pricePoints: unknown[] };
  expect(state.pricePoints).toHaveLength(1);
  expect(command.output()).toContain(
    `The state is that of ${join(folder, 'state.jsonl')}: ${file} is only read for a new file.`,
  );
});

test.each([
  ['{ "pricePoints": [{ "priceInUsdCents": "499" }] }', 'pricePoints[0].priceInUsdCents: '],
  ['{ "pricePoints": [}', 'not valid JSON: Unexpected token \'}\', "{ "pricePoints": [}" is not valid JSON'],
])('an invalid seed file exits with 2 and names the place: %s', async (content, problem) => {
  const file = write(content);
  const { code, out, err } = await runCommand(['sandbox', '--port', '0', '--seed-file', file]);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(`publisher-commerce: --seed-file: ${file}: ${problem}`);
});

test('a missing seed file exits with 2', async () => {
  const file = join(folder, 'missing.json');

  expect(await runCommand(['sandbox', '--port', '0', '--seed-file', file])).toMatchObject({
    code: 2,
    err: `publisher-commerce: --seed-file: ${file}: cannot be read: ENOENT: no such file or directory, open '${file}'\nTry publisher-commerce sandbox --help, or read node_modules/publisher-commerce/docs/sandbox-operations.md\n`,
  });
});
