import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeEach, expect, test } from 'vitest';

import openApiDocument from '../../src/client/api/openapi.json' with { type: 'json' };
import { runProgram } from '../support/run-program.ts';
import { runHere } from './run-here.ts';
import { command } from './start-command.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  return () => rm(folder, { recursive: true });
});

test('openapi prints the document', async () => {
  const { code, out, err } = await runHere(['openapi']);

  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(JSON.parse(out)).toEqual(openApiDocument);
  expect(out.endsWith('}\n')).toBe(true);
});

test('openapi --out writes a file, and prints nothing', async () => {
  const file = join(folder, 'openapi.json');
  const finished = await runHere(['openapi', '--out', file]);

  expect(finished).toMatchObject({ code: 0, out: '', err: '' });
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(openApiDocument);
  expect(await readdir(folder)).toEqual(['openapi.json']);
});

test('openapi --out - prints the document, and writes no file', async () => {
  const args = [command, 'openapi', '--out', '-'];
  const { code, out, err } = await runProgram(process.execPath, args, { cwd: folder });

  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(JSON.parse(out)).toEqual(openApiDocument);
  expect(await readdir(folder)).toEqual([]);
});

test('openapi says which file it cannot write, and exits with 1', async () => {
  const file = join(folder, 'a'.repeat(300));
  const { code, out, err } = await runHere(['openapi', '--out', file]);

  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(`${file}: cannot be written: name too long (ENAMETOOLONG)\n`);
});
