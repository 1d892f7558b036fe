import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { OutputFile } from '../../../src/cli/files/output-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'output-file-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string): string => join(folder, name);
writeFileSync(path('a.csv'), 'precious');
mkdirSync(path('inner'));

test.each([
  ['a.csv', false, 'a.csv already exists: choose another file, or add --force to replace it'],
  ['inner', true, 'inner is a folder: it must be a regular file, or not exist'],
  ['none/a.csv', true, `the folder ${path('none')} does not exist`],
  ['read.csv', true, 'must not be a file that is read, or its receipt'],
])('the target %s with force %s is rejected: %s', async (name, force, message) => {
  const target = { flag: 'out', path: path(name), name, others: [path('read.csv')] };

  await expect(OutputFile.check(target, force)).rejects.toThrow(`--out: ${message}`);
});
